"""Judges how much there is: ratio, count, density, variety.

Bounds are inclusive and compared as exact fractions: 0.1 is one tenth, whatever its float.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, floor

from levelgen.checker.verdict import Verdict, any_of
from levelgen.metrics.diversity import variety
from levelgen.metrics.grid import Grid
from levelgen.schema.constraints import Count, Density, Ratio, Region, Variety, exact, percent


def judge_ratio(grid: Grid, ratio: Ratio) -> Verdict:
    """Count the cells with the tags; their share of the existing cells lies in the window.

    Without any cell the count is 0, and 0 of 0 is kept. With a rectangle, only the part of it that
    is on the board counts.
    """
    members = grid.tileset.matching(ratio.tags)
    if ratio.region is None:
        size, count, where = grid.size, grid.count(members), ""
    else:
        size = len(_inside(grid, ratio.region, grid.where(frozenset(range(len(grid.tileset.ids))))))
        count = len(_inside(grid, ratio.region, grid.where(members)))
        where = _place(ratio.region)
    window = _window(ratio.min, ratio.max, size)
    wanted = f"{any_of(ratio.tags)} on {window.numbers} of {size} cells ({window.shares}){where}"
    surplus: tuple[int, ...] = ()
    if count > window.most:
        surplus = _inside(grid, ratio.region, grid.where(members))[window.most :]
    return Verdict(window.holds(count), count, wanted, surplus)


def judge_density(grid: Grid, density: Density) -> Verdict:
    """Count the objects; their number per cell with the tags lies in the window.

    Without any such cell only no object at all is kept. With a rectangle, only cells and objects
    in it count.
    """
    ground = grid.tileset.matching(density.per)
    if density.region is None:
        cells, count, where = grid.count(ground), grid.kind_counts[density.object], ""
    else:
        cells = len(_inside(grid, density.region, grid.where(ground)))
        count = len(_inside(grid, density.region, grid.standing((density.object,))))
        where = _place(density.region)
    window = _window(density.min, density.max, cells)
    wanted = (
        f"{window.numbers} {density.object} on {cells} {any_of(density.per)} cells "
        f"({window.shares}){where}"
    )
    surplus: tuple[int, ...] = ()
    if count > window.most:
        surplus = _inside(grid, density.region, grid.standing((density.object,)))[window.most :]
    return Verdict(window.holds(count), count, wanted, surplus)


def judge_count(grid: Grid, count: Count) -> Verdict:
    """Count the cells or objects, in the part of the rectangle that is on the board, if given."""
    found: tuple[int, ...]
    if count.object is not None:
        found = grid.standing((count.object,))
    elif count.tile is not None:
        found = grid.where(frozenset(grid.tileset.tiles_named(count.tile)))
    else:
        found = grid.where(grid.tileset.matching(count.tags or ()))
    found = _inside(grid, count.region, found)
    number = len(found)
    if count.object is not None and count.region is None:
        # An object off the board has no cell, but it is there.
        number = grid.kind_counts[count.object]
    kept = count.low <= number and (count.high is None or number <= count.high)
    surplus = () if count.high is None else found[count.high :]
    return Verdict(kept, number, count.describe(), surplus)


def _inside(grid: Grid, region: Region | None, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Give the cells that lie in a rectangle, all of them without one."""
    if region is None:
        return cells
    top, left, height, width = region
    return tuple(
        cell
        for cell in cells
        if 0 <= cell // grid.cols - top < height and 0 <= cell % grid.cols - left < width
    )


def _place(region: Region) -> str:
    top, left, height, width = region
    return f" in the {height}x{width} cells from row {top}, column {left}"


def judge_variety(grid: Grid, asked: Variety) -> Verdict:
    """Count the distinct base tiles."""
    number = variety(grid)
    return Verdict(number >= asked.min, number, asked.describe())


@lru_cache(maxsize=256)
def _window(low: float, high: float, cells: int) -> _Window:
    return _Window(exact(low), exact(high), cells)


class _Window:
    """A window of shares of a number of cells."""

    def __init__(self, low: Fraction, high: Fraction, cells: int) -> None:
        self._low, self._high, self._cells = low, high, cells

    def holds(self, count: int) -> bool:
        """Compare without dividing, so that a share of no cells needs no rule of its own."""
        return self._low * self._cells <= count <= self._high * self._cells

    @cached_property
    def most(self) -> int:
        """The largest number inside; below the smallest one where no number is."""
        return floor(self._high * self._cells)

    @cached_property
    def numbers(self) -> str:
        """The whole numbers inside, in words."""
        least = ceil(self._low * self._cells)
        if least > self.most:
            return "no whole number"
        return str(least) if least == self.most else f"{least}..{self.most}"

    @cached_property
    def shares(self) -> str:
        """The window as shares, in words."""
        low, high = percent(float(self._low)), percent(float(self._high))
        return low if low == high else f"{low} to {high}"
