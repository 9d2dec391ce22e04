"""Numbers about sets of levels: how different they are, from each other and from another set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

EXACT_LEVELS = 200
"""Up to how many levels every pair is compared."""
SAMPLED_PAIRS = 20_000
"""How many pairs are drawn beyond."""
NORMAL_95 = 1.959963984540054
"""The .975 quantile of the normal distribution: half the width of a 95 % interval."""


@dataclass(frozen=True)
class Estimate:
    """A mean over pairs. `error` is its standard error, 0 where every pair was compared."""

    value: float
    error: float
    pairs: int

    @property
    def exact(self) -> bool:
        """Whether every pair was compared."""
        return self.error == 0


def pairwise_hamming(
    boards: Sequence[ArrayLike], *, exact_levels: int = EXACT_LEVELS, pairs: int = SAMPLED_PAIRS
) -> Estimate | None:
    """Give the mean share of cells in which two levels of a set differ.

    `boards` are integer arrays of one shape (rows, cols), -1 where no cell is; a pair's distance is
    the normalised Hamming distance over the cells that exist in either, 0 to 1. Up to
    `exact_levels` levels all n(n - 1)/2 pairs are compared, beyond that `pairs` pairs from a fixed
    draw, with the standard error of their mean. None for less than two levels; raises ValueError
    for boards of different shapes. It does not tell what differs: a board moved by one cell is far
    from itself, two boards that look alike may be as well.
    """
    import numpy as np

    arrays = [np.asarray(board) for board in boards]
    if len({array.shape for array in arrays}) > 1:
        raise ValueError("boards of one shape are needed")
    if len(arrays) < 2:
        return None
    stack = np.stack([array.ravel() for array in arrays])
    count = len(stack)
    if count <= exact_levels:
        total = 0.0
        for index in range(count - 1):
            total += float(_differences(stack[index + 1 :], stack[index]).sum())
        number = count * (count - 1) // 2
        return Estimate(total / number, 0.0, number)
    draw = np.random.Generator(np.random.PCG64(0))
    left = draw.integers(0, count, pairs)
    # The other level of a pair is any but the same one.
    right = (left + draw.integers(1, count, pairs)) % count
    found = np.concatenate(
        [
            _differences(stack[left[start : start + 500]], stack[right[start : start + 500]])
            for start in range(0, pairs, 500)
        ]
    )
    error = float(found.std(ddof=1)) / sqrt(pairs) if pairs > 1 else float("inf")
    return Estimate(float(found.mean()), error, pairs)


def _differences(some: NDArray[Any], others: NDArray[Any]) -> NDArray[np.float64]:
    import numpy as np

    cells = ((some >= 0) | (others >= 0)).sum(axis=1)
    found: NDArray[np.float64] = (some != others).sum(axis=1) / np.maximum(cells, 1)
    return found


def pattern_divergence(
    some: Sequence[ArrayLike], others: Sequence[ArrayLike], size: int, *, epsilon: float = 1e-6
) -> float | None:
    """Give the tile-pattern divergence of one set of boards from another, in bits.

    KL(P || Q) = sum of P * log2(P / Q) over the size x size windows of either set, P and Q their
    shares of the windows without a missing cell, smoothed: (count + epsilon) / ((1 + epsilon) *
    windows), and not below 0; Lucas and Volz (2019, arXiv 1905.05077). 0 (the same patterns as
    often) or more; not symmetric: patterns that only `some` has cost much, those that only `others`
    has hardly anything. None when a set has no window. Boards are integer arrays (rows, cols) of
    one tileset and may differ in size. It compares local texture only, and small sets overstate it.
    """
    import numpy as np

    first, second = _windows(some, size), _windows(others, size)
    if first.size == 0 or second.size == 0:
        return None
    patterns, numbers = np.unique(np.concatenate([first, second]), axis=0, return_inverse=True)
    numbers = numbers.ravel()
    counts = [
        np.bincount(part, minlength=len(patterns))
        for part in (numbers[: len(first)], numbers[len(first) :])
    ]
    p, q = ((count + epsilon) / ((1 + epsilon) * count.sum()) for count in counts)
    return max(0.0, float((p * np.log2(p / q)).sum()))


def _windows(boards: Sequence[ArrayLike], size: int) -> NDArray[Any]:
    """Give every window without a missing cell as a row of size * size tiles."""
    import numpy as np

    if size < 1:
        raise ValueError(f"a window of {size}x{size} has no cell")
    found = [np.zeros((0, size * size), dtype=np.int64)]
    for board in boards:
        array = np.asarray(board, dtype=np.int64)
        if min(array.shape) >= size:
            windows = np.lib.stride_tricks.sliding_window_view(array, (size, size))
            found.append(windows.reshape(-1, size * size))
    every = np.concatenate(found)
    kept: NDArray[Any] = every[(every >= 0).all(axis=1)]
    return kept


def board_key(board: ArrayLike, *, symmetric: bool = False) -> str:
    """Give a key that equal boards share: 16 hexadecimal digits.

    `board` is an integer array (rows, cols). With `symmetric`, boards that turn or mirror into each
    other share it too: the least of the up to eight images stands for all. Tiles that are drawn
    turned are to be given as their base tiles, so such boards are compared by these alone.
    """
    import hashlib

    import numpy as np

    array = np.asarray(board, dtype="<i4")
    images = [array]
    if symmetric:
        flipped = [array, array.T]
        images = [
            image for one in flipped for image in (one, one[::-1], one[:, ::-1], one[::-1, ::-1])
        ]
    texts = [repr(image.shape).encode() + image.tobytes() for image in images]
    return hashlib.blake2b(min(texts), digest_size=8).hexdigest()


def duplicates(keys: Sequence[str]) -> list[list[int]]:
    """Give the groups of two or more that share a key (see `board_key`), as indices."""
    groups: dict[str, list[int]] = {}
    for index, key in enumerate(keys):
        groups.setdefault(key, []).append(index)
    return [group for group in groups.values() if len(group) > 1]


def expressive_range(
    x: ArrayLike,
    y: ArrayLike,
    bins: int = 20,
    ends: tuple[tuple[float, float], tuple[float, float]] | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Count levels in a grid over two metrics: the expressive range (Smith and Whitehead, 2010).

    Gives counts (bins, bins), x along the first axis, and the bin edges of both; pairs with a value
    that is missing (None or nan) are left out, and all counts are 0 without any. `ends` are those
    of both axes, so that several sets can be compared; else those of the values. It shows what a
    generator reaches in these two numbers only; other metrics may tell otherwise.
    """
    import numpy as np

    one, other = np.array(x, dtype=np.float64), np.array(y, dtype=np.float64)
    known = np.isfinite(one) & np.isfinite(other)
    if not known.any():
        edges = np.linspace(0.0, 1.0, bins + 1)
        return np.zeros((bins, bins), dtype=np.int64), edges, edges
    counts, across, up = np.histogram2d(one[known], other[known], bins=bins, range=ends)
    return counts.astype(np.int64), across, up


def wilson(successes: int, trials: int, z: float = NORMAL_95) -> tuple[float, float]:
    """Give the confidence interval of a success rate (Wilson, 1927); 95 % unless z says otherwise.

    (0, 1) without trials. It holds for independent trials of one kind, and says nothing about
    other seeds of a generator that was tuned on these.
    """
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    spread = z * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    centre = rate + z * z / (2 * trials)
    scale = 1 + z * z / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
