"""The look of a board: openness, symmetry, the variety of its patterns, truth to its weights."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from levelgen.metrics.grid import Grid
from levelgen.metrics.joins import joins

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def openness(grid: Grid) -> float | None:
    """Give how much walkable room there is around a walkable cell.

    The mean, over the walkable cells, of the share of their 8 surrounding places that are
    walkable; places off the board are not. 0 (lone cells) to nearly 1 (a large hall), 0 without
    any walkable cell; None where the tileset defines no walkable tiles. A measure of our own. It
    does not tell whether the room is one hall or many, and small boards score lower.
    """
    found = joins(grid)
    if found is None:
        return None
    import numpy as np

    members = found.members.astype(np.int64)
    count = int(members.sum())
    if count == 0:
        return 0.0
    rows, cols = members.shape
    padded = np.zeros((rows + 2, cols + 2), dtype=np.int64)
    padded[1:-1, 1:-1] = members
    if grid.layout.joined_rows:
        padded[0], padded[-1] = padded[-2], padded[1]
    if grid.layout.joined_cols:
        padded[:, 0], padded[:, -1] = padded[:, -2], padded[:, 1]
    lines = padded[:-2] + padded[1:-1] + padded[2:]
    around = lines[:, :-2] + lines[:, 1:-1] + lines[:, 2:] - members
    return int((around * members).sum()) / (8 * count)


@lru_cache(maxsize=2)
def base_tiles(grid: Grid) -> NDArray[np.int64]:
    """Give the base tile of each cell as an int64 array (rows, cols), -1 where no cell is."""
    import numpy as np

    table = np.array([*(variant.base for variant in grid.tileset.variants), -1], dtype=np.int64)
    cells = np.array(grid.cells, dtype=np.intp).reshape(grid.rows, grid.cols)
    found: NDArray[np.int64] = table[cells]
    return found


def symmetry(grid: Grid) -> dict[str, float]:
    """Give the share of cells that equal their image, for three symmetries.

    `vertical` (left and right swapped), `horizontal` (top and bottom), `turn` (half a turn): of
    the cells that exist as well as their image, those with the same base tile; 0 to 1, 1 where
    there is none. Cells that are their own image count. Chance alone gives the sum of the squares
    of the tile shares, so uneven boards score high; how turned tiles lie is not compared.
    """
    tiles = base_tiles(grid)
    images = {
        "vertical": tiles[:, ::-1],
        "horizontal": tiles[::-1],
        "turn": tiles[::-1, ::-1],
    }
    return {name: _agreement(tiles, image) for name, image in images.items()}


def _agreement(tiles: NDArray[Any], image: NDArray[Any]) -> float:
    both = (tiles >= 0) & (image >= 0)
    count = int(both.sum())
    return int(((tiles == image) & both).sum()) / count if count else 1.0


def pattern_entropy(grid: Grid, size: int) -> float:
    """Give the Shannon entropy of the size x size windows of base tiles, in bits.

    The sum of p * log2(1 / p) over the patterns that occur, p their share of the windows without a
    missing cell; windows do not cross joined edges. 0 (one pattern, or no window at all) ..
    log2(windows). Windows as in the tile patterns of Lucas and Volz (2019). It does not tell which
    patterns they are; small boards cannot score high.
    """
    import numpy as np

    counts = window_counts(base_tiles(grid), size)
    if counts.size == 0:
        return 0.0
    shares = counts / counts.sum()
    return max(0.0, float(-(shares * np.log2(shares)).sum()))


def window_counts(tiles: NDArray[Any], size: int) -> NDArray[np.int64]:
    """Count how often each size x size window without a missing cell (below 0) occurs.

    `tiles` is an integer array (rows, cols); the counts are in no particular order.
    """
    import numpy as np

    rows, cols = tiles.shape
    if rows < size or cols < size:
        return np.zeros(0, dtype=np.int64)
    whole = tiles >= 0
    # A window is written as one number, digit by digit; -1 becomes the digit 0.
    codes, kinds = tiles.astype(np.int64) + 1, int(tiles.max()) + 2
    for axis in (1, 0):
        if kinds**size >= 1 << 62:
            codes = _numbered(codes)
            kinds = int(codes.max()) + 1
        length = tiles.shape[axis] - size + 1
        spans = [slice(offset, offset + length) for offset in range(size)]
        if axis == 1:
            parts, kept = [codes[:, span] for span in spans], [whole[:, span] for span in spans]
        else:
            parts, kept = [codes[span] for span in spans], [whole[span] for span in spans]
        codes, whole = parts[0], kept[0]
        for part, fine in zip(parts[1:], kept[1:], strict=True):
            codes, whole = codes * kinds + part, whole & fine
        kinds = kinds**size
    ordered = np.sort(codes[whole])
    ends = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    counts: NDArray[np.int64] = np.diff(ends, prepend=0, append=ordered.size)
    return counts[counts > 0]


def _numbered(codes: NDArray[Any]) -> NDArray[np.int64]:
    import numpy as np

    _, numbers = np.unique(codes, return_inverse=True)
    return numbers.reshape(codes.shape).astype(np.int64)


def weight_fidelity(grid: Grid) -> float:
    """Give how true the tile shares are to the weights of the tileset.

    1 - half the sum of |share - weight share| over the base tiles (1 - total variation distance):
    0 (only tiles of no weight) to 1 (the same shares); 1 on a board without cells. Every variant
    of a tile has the full weight. Weights are no promise: adjacency and the preset pull shares
    away from them, so compare levels of one request.
    """
    weights = [float(tile.weight) for tile in grid.tileset.tiles]
    for variant in grid.tileset.variants:
        if variant.turns or variant.mirrored:
            weights[variant.base] += float(grid.tileset.tiles[variant.base].weight)
    total = sum(weights)
    if grid.size == 0 or total == 0:
        return 1.0
    pairs = zip(grid.base_counts, weights, strict=True)
    return 1 - sum(abs(count / grid.size - weight / total) for count, weight in pairs) / 2
