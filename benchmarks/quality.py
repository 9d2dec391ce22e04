"""Measures sets of levels: do they differ, spread, drift, and look like their tileset?

Plain functions on integer boards: an array (levels, rows, cols) of tile numbers. They know nothing
about how the levels were made, and share no code with the generators.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Boards = NDArray[np.integer[Any]]

HAMMING_FACTOR = 0.85
LARGEST_DRIFT = 0.25
LARGEST_VARIATION = 0.10

Window = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Figure:
    """One measured figure of a set of levels beside its target."""

    name: str
    measured: str
    target: str
    passed: bool

    def __str__(self) -> str:
        return f"{self.name}: {self.measured} ({self.target})"


def mean_hamming(boards: Boards) -> float:
    """Give the mean share of cells in which two boards of the set differ, over all pairs.

    Per cell, n boards of which n_t hold tile t make sum(n_t * (n_t - 1)) ordered pairs that agree;
    the distance is 1 minus the agreeing pairs / (n * (n - 1)), averaged over the cells. 0: all
    boards are the same. Raises ValueError for less than two boards.
    """
    number = len(boards)
    if number < 2:
        raise ValueError("two boards make the first pair")
    agreeing = 0
    for tile in np.unique(boards):
        held = np.count_nonzero(boards == tile, axis=0).astype(np.int64)
        agreeing += int((held * (held - 1)).sum())
    cells = int(boards[0].size)
    return 1 - agreeing / (number * (number - 1) * cells)


def chance_hamming(boards: Boards) -> float:
    """Give the distance of two boards whose cells are drawn from the set's own tile shares p.

    1 - sum(p_t ** 2): what a set without any common layout reaches. It rises with an even mixture,
    so a set is compared with its own.
    """
    _, counts = np.unique(boards, return_counts=True)
    shares = counts / boards.size
    return float(1 - (shares**2).sum())


def equal_pairs(boards: Boards) -> int:
    """Count the pairs of boards that are equal in every cell.

    The sum of k * (k - 1) / 2 over the groups of k equal boards.
    """
    groups = Counter(board.tobytes() for board in boards)
    return sum(size * (size - 1) // 2 for size in groups.values())


def quartile_counts(values: Iterable[Fraction], window: Window) -> tuple[int, int, int, int]:
    """Count the values in each quarter of a window, lowest quarter first.

    A value on an inner bound belongs to the quarter above it, the upper end to the last quarter.
    Values outside the window are in no quarter. Raises ValueError for a window without width.
    """
    low, high = window
    if low >= high:
        raise ValueError(f"the window {low} .. {high} has no width")
    found = [0, 0, 0, 0]
    for value in values:
        if low <= value <= high:
            found[min(int((value - low) * 4 / (high - low)), 3)] += 1
    return found[0], found[1], found[2], found[3]


def half_drifts(members: NDArray[np.bool_]) -> dict[str, float]:
    """Tell how far the share of member cells in each board half lies from that of all cells.

    `members` (levels, rows, cols) is true on the cells that count. For each half N, E, S, W the
    share over all levels / the share over all cells of all levels - 1: 0 is no drift, -.25 a
    quarter too few. The middle line of an odd side is in neither half. Raises ValueError for a set
    without members or a side of one cell.
    """
    _, rows, cols = members.shape
    mean = members.mean()
    if not mean or min(rows, cols) < 2:
        raise ValueError("no members, or no halves")
    upper, left = rows // 2, cols // 2
    halves = {
        "N": members[:, :upper],
        "E": members[:, :, cols - left :],
        "S": members[:, rows - upper :],
        "W": members[:, :, :left],
    }
    return {side: float(half.mean() / mean - 1) for side, half in halves.items()}


def total_variation(boards: Boards, reference: Boards, tiles: Sequence[int]) -> float:
    """Compare the mixtures of some tiles in two sets of boards, all else left out.

    Half the sum of |p_t - q_t| over the tiles, p and q their shares among themselves in each set:
    0 is the same mixture, 1 no tile in common. Where neither set has any of the tiles there is no
    difference (0); where only one has, the difference is whole (1).
    """
    here = np.array([np.count_nonzero(boards == tile) for tile in tiles], dtype=float)
    there = np.array([np.count_nonzero(reference == tile) for tile in tiles], dtype=float)
    if not here.sum() or not there.sum():
        return float(bool(here.sum()) != bool(there.sum()))
    return float(np.abs(here / here.sum() - there / there.sum()).sum() / 2)


@dataclass(frozen=True)
class LevelSet:
    """Levels of one request and many seeds, as plain numbers.

    `floors` are floor cells / cells and `densities` enemies / floor cells of each level, exact;
    a level without floor has no density.
    """

    boards: Boards
    floors: tuple[Fraction, ...]
    densities: tuple[Fraction, ...]


def level_set(levels: Iterable[Any]) -> LevelSet:
    """Read levels (with `tileset`, `tiles` and `objects` as in levelgen) of one size."""
    boards, floors, densities = [], [], []
    for level in levels:
        ground = np.isin(level.tiles, [*level.tileset.matching(("floor",))])
        floor = int(ground.sum())
        enemies = sum(item.kind == "enemy" for item in level.objects)
        boards.append(level.tiles)
        floors.append(Fraction(floor, ground.size))
        if floor:
            densities.append(Fraction(enemies, floor))
    return LevelSet(np.stack(boards), tuple(floors), tuple(densities))


def preset_windows(preset: Any) -> tuple[Window, Window]:
    """Give the windows of the floor share and of the enemies per floor cell, as exact decimals."""
    floor: list[Window] = []
    enemy: list[Window] = []
    for constraint in preset.constraints:
        if constraint.kind == "ratio" and tuple(constraint.tags) == ("floor",):
            floor.append((Fraction(str(constraint.min)), Fraction(str(constraint.max))))
        elif constraint.kind == "density" and constraint.object == "enemy":
            enemy.append((Fraction(str(constraint.min)), Fraction(str(constraint.max))))
    return floor[0], enemy[0]


def figures(
    levels: LevelSet,
    reference: Boards,
    walkable: Sequence[int],
    others: Sequence[int],
    floor_window: Window,
    enemy_window: Window,
) -> tuple[Figure, ...]:
    """Give every figure of a set beside its target.

    `reference` are boards of the plain sampler, on which no promise lies; `walkable` and `others`
    split the tiles, so that the mixture is compared apart from the share of open ground, which
    the promises decide. Every quarter of a window has to hold at least one level.
    """
    boards = levels.boards
    return (
        hamming_figure(boards),
        quartile_figure("floor quartiles", levels.floors, floor_window),
        quartile_figure("enemy quartiles", levels.densities, enemy_window),
        *mixture_figures(boards, reference, walkable, walkable, others),
    )


def hamming_figure(boards: Boards) -> Figure:
    """Hold the distance of the boards against what their own mixture reaches by chance."""
    distance, chance = mean_hamming(boards), chance_hamming(boards)
    return Figure(
        "Hamming",
        f"{distance:.3f}",
        f">= {HAMMING_FACTOR * chance:.3f}",
        distance >= HAMMING_FACTOR * chance,
    )


def quartile_figure(name: str, values: Iterable[Fraction], window: Window) -> Figure:
    """Every quarter of the window has to hold at least one level."""
    quarters = quartile_counts(values, window)
    return Figure(name, " ".join(map(str, quarters)), "each > 0", min(quarters) > 0)


def window_figures(levels: Sequence[Any], constraints: Iterable[Any]) -> list[Figure]:
    """Give a figure for every share of tiles and density of objects whose window has a width."""
    found = []
    for one in constraints:
        if one.kind not in ("ratio", "density", "count") or one.region or not _tags(one):
            continue
        name = f"{getattr(one, 'object', None) or ' or '.join(_tags(one))} quartiles"
        if one.kind == "count":
            window = (Fraction(one.low), Fraction(one.low if one.high is None else one.high))
        else:
            window = (Fraction(str(one.min)), Fraction(str(one.max)))
        values = [_measured(level, one) for level in levels]
        if window[0] < window[1]:
            found.append(quartile_figure(name, values, window))
    return found


def _tags(one: Any) -> tuple[str, ...]:
    return tuple(one.per if one.kind == "density" else one.tags or ())


def _measured(level: Any, one: Any) -> Fraction:
    """Give the number that a share, a count of tiles or a density speaks of."""
    ground = int(np.isin(level.tiles, [*level.tileset.matching(_tags(one))]).sum())
    if one.kind == "count":
        return Fraction(ground)
    if one.kind == "ratio":
        return Fraction(ground, level.tiles.size)
    objects = sum(item.kind == one.object for item in level.objects)
    return Fraction(objects, ground or 1)


def mixture_figures(
    boards: Boards,
    reference: Boards,
    ground: Sequence[int],
    walkable: Sequence[int],
    others: Sequence[int],
) -> tuple[Figure, ...]:
    """Compare the halves of the boards, their mixtures with those of a reference, and all pairs."""
    drifts = half_drifts(np.isin(boards, ground))
    side = max(drifts, key=lambda name: abs(drifts[name]))
    pairs = equal_pairs(boards)
    found = [
        Figure(
            "drift",
            f"{side} {drifts[side]:+.1%}",
            f"within {LARGEST_DRIFT:.0%}",
            abs(drifts[side]) <= LARGEST_DRIFT,
        )
    ]
    for name, tiles in (("TV walkable", walkable), ("TV solid", others)):
        variation = total_variation(boards, reference, tiles)
        target = f"<= {LARGEST_VARIATION:.2f}"
        found.append(Figure(name, f"{variation:.3f}", target, variation <= LARGEST_VARIATION))
    found.append(Figure("equal pairs", str(pairs), "0", not pairs))
    return tuple(found)
