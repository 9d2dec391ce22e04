"""The solvers of a first lesson: try all combinations of row patterns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Literal

from levelgen.engine.lines import patterns
from levelgen.nonogram.board import Board
from levelgen.nonogram.clues import OPEN, clues_of
from levelgen.nonogram.patterns import pattern_count
from levelgen.nonogram.puzzle import Puzzle
from levelgen.nonogram.result import Cells, Result, Statistics, Times

if TYPE_CHECKING:
    from levelgen.nonogram.solving import Limits

Form = Literal["naive", "naive-depth-first"]

_LISTED = 2_000_000
_TICK = 256


@dataclass(frozen=True)
class NaiveRun:
    """What trying all combinations of row patterns took, or would take.

    `combinations` are all there are, exactly; `checked` of them were tried in `seconds` of wall
    time (for `naive-depth-first`: row patterns placed). `first_checked` is how many it took to the
    first solution, None without one. `exhausted`: all were tried.
    """

    combinations: int
    checked: int
    first_checked: int | None
    solutions: tuple[Cells, ...]
    exhausted: bool
    seconds: float
    limit_hit: str = ""

    @property
    def throughput(self) -> float:
        """Combinations a second."""
        return self.checked / self.seconds if self.seconds else 0.0

    @property
    def estimated_seconds(self) -> float:
        """The time that all combinations take at this throughput; measured if exhausted."""
        if self.exhausted or not self.checked:
            return self.seconds
        return self.combinations / self.checked * self.seconds


def combinations(puzzle: Puzzle) -> int:
    """Multiply the numbers of patterns of all rows, exactly."""
    length = puzzle.shape[1]
    return prod(pattern_count(clue, length) for clue in puzzle.row_clues)


def try_all(
    puzzle: Puzzle,
    *,
    form: Form = "naive",
    solutions: int = 2,
    limit: int | None = None,
    time_limit: float | None = None,
) -> NaiveRun:
    """Try combinations of row patterns until some solutions are found or a limit is reached.

    `naive` fills all rows and compares the columns at the end; `naive-depth-first` goes back as
    soon as a column's runs so far contradict its clue. `limit` bounds what is checked, in rows
    placed for the depth-first form.
    """
    work = _Work(Board(puzzle), solutions, limit, time_limit)
    begun = perf_counter()
    (work.all_at_once if form == "naive" else work.row_by_row)()
    return NaiveRun(
        combinations(puzzle),
        work.checked,
        work.first,
        tuple(work.found),
        work.exhausted,
        perf_counter() - begun,
        work.limit_hit,
    )


def naive(board: Board, form: Form, limits: Limits) -> Result:
    """Solve by trying all combinations; see `levelgen.nonogram.solve`."""
    clock = thread_time()
    run = try_all(board.puzzle, form=form, limit=limits.lines, time_limit=limits.seconds)
    found = run.solutions
    known = board.cells(board.start())
    verdict: Literal["unique", "multiple", "infeasible", "unknown"] = "unknown"
    if len(found) > 1:
        verdict = "multiple"
    elif run.exhausted:
        verdict = "unique" if found else "infeasible"
    return Result(
        verdict,
        form,
        board.puzzle.shape,
        cells=found[0] if found else None,
        second_cells=found[1] if len(found) > 1 else None,
        known_cells=None if verdict == "infeasible" else known,
        reason="all combinations of row patterns were tried" if verdict == "infeasible" else "",
        limit_hit=run.limit_hit if verdict == "unknown" else "",
        statistics=Statistics(
            patterns=sum(pattern_count(clue, board.cols) for clue in board.puzzle.row_clues),
            combinations=run.checked,
        ),
        times=Times(search=thread_time() - clock),
    )


class _Work:
    def __init__(
        self, board: Board, solutions: int, limit: int | None, time_limit: float | None
    ) -> None:
        self.columns = board.puzzle.col_clues
        self.start = board.puzzle.start
        self.wanted = solutions
        self.limit = limit
        self.deadline = None if time_limit is None else perf_counter() + time_limit
        self.checked = 0
        self.first: int | None = None
        self.found: list[Cells] = []
        self.exhausted = False
        self.limit_hit = ""
        length = board.cols
        free = [(1 << length) - 1] * (board.colors + 1)
        self.rows = [(clue, length, free) for clue in board.puzzle.row_clues]

    def all_at_once(self) -> None:
        """Fill all rows; compare the columns at the end."""
        if sum(pattern_count(clue, length) for clue, length, _ in self.rows) > _LISTED:
            self.limit_hit = f"more than {_LISTED:,} row patterns"
            return
        listed = [list(patterns(*row)) for row in self.rows]
        for grid in product(*listed):
            if self._stop():
                return
            self.checked += 1
            turned = zip(*grid, strict=True)
            if all(clues_of(line) == clue for line, clue in zip(turned, self.columns, strict=True)):
                self._note(grid)
                if len(self.found) >= self.wanted:
                    return
        self.exhausted = True

    def row_by_row(self) -> None:
        """Place row after row; go back as soon as a column cannot be completed."""
        self.exhausted = self._place(0, [])

    def _place(self, row: int, grid: list[tuple[int, ...]]) -> bool:
        if row == len(self.rows):
            self._note(grid)
            return len(self.found) < self.wanted
        for pattern in patterns(*self.rows[row]):
            if self._stop():
                return False
            self.checked += 1
            grid.append(pattern)
            left = len(self.rows) - row - 1
            fits = all(
                _may_become(column, clue, left)
                for column, clue in zip(zip(*grid, strict=True), self.columns, strict=True)
            )
            if fits and not self._place(row + 1, grid):
                return False
            grid.pop()
        return True

    def _note(self, grid: Sequence[tuple[int, ...]]) -> None:
        if self.start is not None and any(
            asked not in (OPEN, value)
            for given, line in zip(self.start, grid, strict=True)
            for asked, value in zip(given, line, strict=True)
        ):
            return
        if self.first is None:
            self.first = self.checked
        self.found.append(tuple(value for line in grid for value in line))

    def _stop(self) -> bool:
        if self.limit is not None and self.checked >= self.limit:
            self.limit_hit = "line_limit"
        elif (
            self.deadline is not None
            and self.checked % _TICK == 0
            and perf_counter() >= self.deadline
        ):
            self.limit_hit = "time_limit"
        return bool(self.limit_hit)


def _may_become(column: Sequence[int], clue: Sequence[tuple[int, int]], left: int) -> bool:
    """Say whether the top of a column agrees with its clue: earlier runs whole, the last begun."""
    runs = clues_of(column)
    if len(runs) > len(clue):
        return False
    if not runs:
        return True
    whole = runs if column[-1] == 0 else runs[:-1]
    if whole != clue[: len(whole)]:
        return False
    if column[-1]:
        length, color = runs[-1]
        wanted, of = clue[len(runs) - 1]
        if color != of or length > wanted:
            return False
        rest = wanted - length + sum(size for size, _ in clue[len(runs) :])
    else:
        rest = sum(size for size, _ in clue[len(runs) :])
    return rest <= left
