"""Changing the fewest pixels of a picture until its clues have one solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from levelgen.nonogram.board import Board
from levelgen.nonogram.overlap import overlap_closure
from levelgen.nonogram.puzzle import Color, Puzzle
from levelgen.nonogram.rating import Difficulty
from levelgen.nonogram.result import Cells
from levelgen.nonogram.solving import Limits, enumerate_cells
from levelgen.nonogram.switches import support, switches

_ROUNDS = 150
_NEAREST_LIMIT = 2.0
_PROOF_LIMIT = 8.0
_SAMPLES = 24
_ATTEMPT_EVERY = 5
_CANDIDATES = 24
_BUDGET = 20_000
"""Lines worked to see what a change leaves open."""
_VERDICT_LIMIT = 5.0
_AT_ONCE = 500
_MANY = 200
"""More open cells than are looked at one by one."""
_DEPTHS: dict[Difficulty, int] = {"line": 0, "probing": 1, "deep-probing": 2}


@dataclass(frozen=True)
class Repaired:
    """A grid with one solution near another one.

    `changes` cells differ; `at_least` so many must (proved). They are the fewest if both are equal.
    """

    cells: Cells
    changes: int
    at_least: int

    @property
    def fewest(self) -> bool:
        """Whether it is proved that no grid with one solution differs in fewer cells."""
        return self.changes == self.at_least


class Workshop:
    """A picture under repair: its size, its colours, and groups of cells that stay alike."""

    def __init__(
        self,
        cells: Sequence[int],
        cols: int,
        palette: Sequence[Color],
        orbits: Sequence[Sequence[int]] = (),
    ) -> None:
        self.cells = tuple(cells)
        self.cols = cols
        self.palette = tuple(palette)
        self.orbit = {cell: tuple(orbit) for orbit in orbits for cell in orbit}

    def board(self, cells: Sequence[int]) -> Board:
        """Give the puzzle of a grid."""
        return Board(Puzzle.of_lines(self.lines(cells), self.palette))

    def lines(self, cells: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Give a grid as rows."""
        return tuple(
            tuple(cells[start : start + self.cols]) for start in range(0, len(cells), self.cols)
        )

    def others(self, cells: Cells, limit: int) -> tuple[list[Cells], bool]:
        """Find grids with the same clues as this one; says whether these are all."""
        found = enumerate_cells(self.board(cells), limit, Limits(deterministic=_VERDICT_LIMIT))
        others = [grid for grid in found.grids if grid != cells]
        return others, found.exhausted

    def unique(self, cells: Cells) -> bool:
        """Say whether a grid is proved to be the only one with its clues."""
        others, exhausted = self.others(cells, 2)
        return exhausted and not others

    def changed(self, cells: Cells, cell: int, color: int) -> Cells:
        """Give the grid with a cell, and those that stay alike, in another colour."""
        found = list(cells)
        for other in self.orbit.get(cell, (cell,)):
            found[other] = color
        return tuple(found)

    def distance(self, cells: Cells) -> int:
        """Count the cells in which a grid differs from the picture."""
        return sum(one != two for one, two in zip(cells, self.cells, strict=True))


def repair(shop: Workshop) -> Repaired:
    """Change the fewest cells of a picture such that it is the only solution of its clues.

    An upper bound comes from changing cells that are ambiguous one after the other. Then the
    nearest grid that is not known to be ambiguous is computed and examined again and again: each
    switch that is found excludes all grids that have the same cells around it. The last one is the
    nearest of all; where the work ends before, the result says how far it may be from it.
    """
    if shop.unique(shop.cells):
        return Repaired(shop.cells, 0, 0)
    best = soften(shop)
    from levelgen.model.nearest import Nearest

    orbits = {orbit for orbit in shop.orbit.values() if len(orbit) > 1}
    nearest = Nearest(shop.cells, len(shop.palette) - 1, sorted(orbits))
    fewest, upper = 1, shop.distance(best)
    candidate, used = shop.cells, 0.0
    for number in range(_ROUNDS):
        others, exhausted = shop.others(candidate, _SAMPLES)
        if not others:
            if exhausted:
                best, upper = candidate, shop.distance(candidate)
            break
        known = set()
        for other in others:
            for switch in switches(candidate, other, shop.cols):
                around = tuple(support(candidate, other, switch, shop.cols))
                if around not in known:
                    known.add(around)
                    nearest.exclude([(cell, candidate[cell]) for cell in around])
        near = nearest.find(_NEAREST_LIMIT)
        if near is None:
            break
        fewest = max(fewest, near.at_least)
        used += near.deterministic_time
        if fewest >= upper or near.at_least < near.changes or used > _PROOF_LIMIT:
            break
        candidate = near.grid
        if number % _ATTEMPT_EVERY == 0:
            # The nearest grids differ where it matters most: good places to start from.
            attempt = soften(shop, start=candidate)
            if shop.distance(attempt) < upper:
                best, upper = attempt, shop.distance(attempt)
                if fewest >= upper:
                    break
    return Repaired(best, upper, min(fewest, upper))


def soften(
    shop: Workshop, technique: Difficulty | None = None, start: Cells | None = None
) -> Cells:
    """Change ambiguous cells, the most telling first, until a technique solves the puzzle.

    Without a technique, until it has one solution. No cell is changed twice, and changes that turn
    out needless are taken back. `start` is the picture unless it is given. Where that does not end,
    cells are emptied row by row: a blank grid is the only one with its clues.
    """
    done = _goal(shop, technique)
    cells = shop.cells if start is None else start
    touched = {cell for cell, color in enumerate(cells) if color != shop.cells[cell]}
    while not done(cells):
        choice = _next(shop, cells, touched, technique)
        if choice is None:
            cells = _emptied(shop, cells, done)
            break
        cells = choice
        touched |= {cell for cell, color in enumerate(cells) if color != shop.cells[cell]}
    for cell, color in enumerate(shop.cells):
        if cells[cell] != color:
            back = shop.changed(cells, cell, color)
            if shop.distance(back) < shop.distance(cells) and done(back):
                cells = back
    return cells


def _goal(shop: Workshop, technique: Difficulty | None) -> Callable[[Cells], bool]:
    if technique is not None and technique != "search":
        return lambda cells: not _open(shop, cells, technique)

    def unique(cells: Cells) -> bool:
        left = len(_open(shop, cells, "probing"))
        # With so much open a verdict takes long, and is hardly ever the one hoped for.
        return not left or (left <= _MANY and shop.unique(cells))

    return unique


def _open(shop: Workshop, cells: Cells, technique: Difficulty) -> list[int]:
    """Give the cells that a technique leaves open."""
    board = shop.board(cells)
    if technique == "overlap":
        domains: Sequence[int] = overlap_closure(board, board.start())[0]
    else:
        depth = _DEPTHS[technique]
        domains = board.crossing.narrow(board.start(), depth=depth, budget=_BUDGET).domains
    return [cell for cell, domain in enumerate(domains) if domain & domain - 1]


def _next(
    shop: Workshop, cells: Cells, touched: set[int], technique: Difficulty | None
) -> Cells | None:
    """Change the cell after which the fewest are open; several where very many are."""
    measure: Difficulty = technique if technique not in (None, "search") else "probing"
    open_ = _open(shop, cells, measure)
    if measure == "probing" and len(open_) <= _MANY:
        others, _ = shop.others(cells, 6)
        ambiguous = [
            cell
            for cell in range(len(cells))
            if any(other[cell] != cells[cell] for other in others)
        ]
        open_ = ambiguous or open_
    free = [cell for cell in open_ if cell not in touched]
    if not free:
        free = [cell for cell in range(len(cells)) if cell not in touched]
    step = max(1, len(free) // _CANDIDATES)
    tried = []
    for cell in free[::step]:
        for color in range(len(shop.palette)):
            if color != cells[cell]:
                other = shop.changed(cells, cell, color)
                left = len(_open(shop, other, measure))
                tried.append((left, shop.distance(other), cell, color))
    if not tried:
        return None
    # Where very much is open, one change at a time would take too long.
    for _, _, cell, color in sorted(tried)[: 1 + len(open_) // _AT_ONCE]:
        cells = shop.changed(cells, cell, color)
    return cells


def _emptied(shop: Workshop, cells: Cells, done: Callable[[Cells], bool]) -> Cells:
    for cell in range(len(cells)):
        if cells[cell]:
            cells = shop.changed(cells, cell, 0)
            if cell % shop.cols == shop.cols - 1 and done(cells):
                return cells
    return cells
