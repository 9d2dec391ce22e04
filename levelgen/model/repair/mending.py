"""Mends a board window by window until its tiles keep every promise, or a limit is reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from ortools.sat.python import cp_model

from levelgen.engine.rng import Rng
from levelgen.model.repair.defects import Networks, misfits
from levelgen.model.repair.excerpt import Excerpt
from levelgen.model.repair.task import Task
from levelgen.model.repair.window import Window, Wish
from levelgen.model.running import run
from levelgen.model.settings import new_solver

SOLVE_LIMIT = 0.03
"""Limit of a solve of the smallest windows, in CP-SAT's deterministic time; larger ones: more."""

REPAIR_LIMIT = 5.0
"""Limit of all of them together."""

_SMALL, _LARGE, _GROWTH = 10, 22, 4
_WINDOWS, _CELLS_A_WINDOW = 20, 20
"""Most windows of a board: some, and one more for so many cells."""
_ROOM = 3
"""A window with all its cuts may take so many times the limit of a solve."""
_FAILURES = 12
_CELLS_A_FAILURE = 10
_AREA_A_STEP = 12
"""A window of so many cells is first asked for one cell of a count at a time."""


@dataclass
class Repaired:
    """The tiles in the end; `whole` if they keep every promise about tiles."""

    cells: list[int]
    whole: bool
    counters: dict[str, int | float | str] = field(default_factory=dict)


def repair(
    task: Task,
    tileset: str,
    cells: Sequence[int],
    seed: int,
    *,
    time_limit: float | None = None,
    deterministic_limit: float = REPAIR_LIMIT,
) -> Repaired:
    """Mend a board, -1 where a cell is open or does not exist.

    Every window keeps the adjacency inside it and towards its surroundings, joins all regions of a
    ground that touch it, and moves counts only towards their targets. `tileset` is the tileset's
    content, for the cache of models.
    """
    return _Repair(task, tileset, cells, seed, time_limit, deterministic_limit).run()


class _Repair:
    def __init__(
        self,
        task: Task,
        tileset: str,
        cells: Sequence[int],
        seed: int,
        time_limit: float | None,
        deterministic_limit: float,
    ) -> None:
        self.task = task
        self.tileset = tileset
        self.cells = list(cells)
        self.seed = seed
        self.rng = Rng.stream(seed, "windows")
        self.limit = deterministic_limit
        self.deadline = None if time_limit is None else perf_counter() + time_limit
        self.counts = [tally.among(cells, range(len(cells))) for tally in task.tallies]
        self.order = sorted(range(len(self.counts)), key=self._extent)
        self.used = 0.0
        self.until = deterministic_limit
        self.windows = 0
        self.solves = 0
        self.changed = 0

    def run(self) -> Repaired:
        """Mend one defect after the other."""
        failures = 0
        whole = False
        waiting = misfits(self.task, self.cells)
        most = min(_FAILURES, self.task.shape.size // _CELLS_A_FAILURE)
        while failures <= most and not self._is_over():
            step = self._mend_next(waiting, failures)
            if step is None:
                whole = True
                break
            failures = 0 if step else failures + 1
            if step and waiting:
                # A window never makes a new misfit, so an empty list stays empty.
                waiting = misfits(self.task, self.cells)
        counters: dict[str, int | float | str] = {
            "windows": self.windows,
            "window_solves": self.solves,
            "window_time": round(self.used, 6),
            "cells_repaired": self.changed,
        }
        return Repaired(self.cells, whole, counters)

    def _is_over(self) -> bool:
        late = self.deadline is not None and perf_counter() >= self.deadline
        # Windows that only trade one defect for another would go on for ever.
        many = self.windows > _WINDOWS + self.task.shape.size // _CELLS_A_WINDOW
        return late or many or self.used >= self.limit

    def _mend_next(self, waiting: list[int], failures: int) -> bool | None:
        """Try to mend a defect; None where there is none.

        Misfits come first, then regions, then counts, those of small parts of the board before
        those of large ones: each leaves alone what came before it, so the work comes to an end.
        """
        if waiting:
            return self._mend(waiting[failures % len(waiting)], failures, self._either())
        for network in self.task.networks:
            focus = Networks(self.task, self.cells, network).between(failures)
            if focus is not None:
                return self._mend(focus, failures, self._either())
        misses = self._misses()
        off = [index for index in self.order if misses[index]]
        if off:
            narrow = [index for index in off if self._extent(index) == self._extent(off[0])]
            index = narrow[failures % len(narrow)]
            spread = self.task.tallies[index].cells
            places = sorted(spread) if spread is not None else range(len(self.cells))
            return self._mend(self._drawn(places), failures, self._steps(index, failures))
        fresh = self._missing_kinds()
        if fresh:
            wishes = [Wish(self._bounds(), frozen, fresh) for frozen in self._froze()]
            return self._mend(self._drawn(range(len(self.cells))), failures, wishes)
        return None

    def _either(self) -> list[Wish]:
        """Keep the counts if that can be, else mend them afterwards."""
        return [Wish(self._bounds()), Wish(self._bounds(free=0))]

    def _extent(self, index: int) -> int:
        cells = self.task.tallies[index].cells
        return self.task.shape.cells if cells is None else len(cells)

    def _drawn(self, places: Sequence[int]) -> int:
        exists = self.task.shape.exists
        return self.rng.choice([cell for cell in places if exists[cell]])

    def _froze(self) -> tuple[bool, ...]:
        return (True, False) if self.task.networks else (False,)

    def _steps(self, index: int, failures: int) -> Iterator[Wish]:
        """Ask for many cells of a count first, then for fewer; grounds stay where they can."""
        side = self._side(failures)
        most = max(1, min(self._misses()[index], side * side // _AREA_A_STEP))
        for frozen in self._froze():
            step = most
            while step:
                yield Wish(self._bounds(index, step, free=self._extent(index)), frozen)
                step //= 4

    def _misses(self) -> list[int]:
        return [
            max(tally.low - count, count - tally.high, 0)
            for tally, count in zip(self.task.tallies, self.counts, strict=True)
        ]

    def _bounds(
        self, index: int = -1, step: int = 0, *, free: int | None = None
    ) -> tuple[tuple[int, int], ...]:
        """Let counts move towards their windows only, that of the index by `step` at least.

        Counts over more than `free` cells may be anything.
        """
        found = []
        for number, (tally, count) in enumerate(zip(self.task.tallies, self.counts, strict=True)):
            least = step if number == index else 0
            low, high = tally.low, tally.high
            if free is not None and self._extent(number) > free:
                low, high = 0, self.task.shape.cells
            elif count < low:
                low = min(low, count + least)
            elif count > high:
                high = max(high, count - least)
            found.append((low, high))
        return tuple(found)

    def _missing_kinds(self) -> int:
        """Give the tiles of the kinds that the board lacks, if it has too few kinds."""
        there = {tile for tile in self.cells if tile >= 0}
        absent = [
            base for base in self.task.rules.bases if not any(base >> tile & 1 for tile in there)
        ]
        if len(self.task.rules.bases) - len(absent) >= self.task.variety:
            return 0
        return sum(absent)

    def _side(self, failures: int) -> int:
        """Give the side of a window, never that of the whole board: other models know it better."""
        shape = self.task.shape
        most = min(_LARGE, max(shape.rows, shape.cols) - 1)
        return max(1, min(most, _SMALL + _GROWTH * (failures // 2)))

    def _mend(self, focus: int, failures: int, wishes: Sequence[Wish] | Iterator[Wish]) -> bool:
        box = self._box(focus, failures)
        window = Window(self.task, self.tileset, self.cells, self.counts, box)
        self.windows += 1
        for wish in wishes:
            self.until = self.used + _ROOM * SOLVE_LIMIT * box[2] * box[3] / _SMALL**2
            found = window.solve(wish, self._solve)
            # A window can be fine as it is, while the defect lies beyond it.
            if found is not None and found != [self.cells[cell] for cell in window.places]:
                self._put(window.places, found)
                return True
            if self._is_over():
                break
        return False

    def _put(self, places: Sequence[int], tiles: Sequence[int]) -> None:
        for index, tally in enumerate(self.task.tallies):
            self.counts[index] -= tally.among(self.cells, places)
        for cell, tile in zip(places, tiles, strict=True):
            self.changed += self.cells[cell] != tile
            self.cells[cell] = tile
        for index, tally in enumerate(self.task.tallies):
            self.counts[index] += tally.among(self.cells, places)

    def _box(self, focus: int, failures: int) -> tuple[int, int, int, int]:
        """Lay a window around a cell, moved at random after a failure."""
        shape, side = self.task.shape, self._side(failures)
        # Across a joined edge a window must not meet itself.
        height = max(1, min(side, shape.rows - shape.layout.joined_rows))
        width = max(1, min(side, shape.cols - shape.layout.joined_cols))
        row, col = divmod(focus, shape.cols)
        if failures:
            row += self.rng.between(-(height // 3), height // 3)
            col += self.rng.between(-(width // 3), width // 3)
        top = max(0, min(row - height // 2, shape.rows - height))
        left = max(0, min(col - width // 2, shape.cols - width))
        return top, left, height, width

    def _solve(self, made: Excerpt) -> list[int] | None:
        solver = new_solver(self.seed, near=True, presolve=False)
        limit = SOLVE_LIMIT * made.made.grid.shape.size / _SMALL**2
        left = min(self.until, self.limit) - self.used
        solver.parameters.max_deterministic_time = max(min(limit, left), 0.0)
        if self.deadline is not None:
            seconds = max(self.deadline - perf_counter(), 0.0)
            solver.parameters.max_time_in_seconds = seconds
        # A window has few cells, and a limit of its own.
        status = run(solver, made.made.model.program, short=True).status
        response = solver.response_proto
        self.solves += 1
        self.used += response.deterministic_time
        if status == cp_model.OPTIMAL or status == cp_model.FEASIBLE:
            return list(response.solution)
        return None
