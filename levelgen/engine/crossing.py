"""A board whose rows and columns are lines of runs: propagation, probing and search."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from levelgen.engine import backend
from levelgen.engine.lines import Clue

UNLIMITED = (1 << 63) - 1


@dataclass(frozen=True)
class Effort:
    """How much was done: lines worked, sweeps over rows or columns, colours of cells tried, ..."""

    lines: int = 0
    sweeps: int = 0
    probes: int = 0
    branches: int = 0
    conflicts: int = 0

    def __add__(self, other: Effort) -> Effort:
        return Effort(
            self.lines + other.lines,
            self.sweeps + other.sweeps,
            self.probes + other.probes,
            self.branches + other.branches,
            self.conflicts + other.conflicts,
        )


@dataclass(frozen=True)
class Step:
    """One line worked: which cells of it became known.

    `side` 0 is a row, 1 a column; `cells` are (position in the line, colour).
    """

    side: int
    line: int
    sweep: int
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Narrowed:
    """A board after propagation.

    `domains`: for each cell, row by row, the bitset of colours that are left. `line`: on a
    contradiction of lines alone, the line that has no arrangement (columns follow the rows).
    `complete` is false where the budget ended the work.
    """

    contradiction: bool
    complete: bool
    line: int | None
    effort: Effort
    domains: Sequence[int]
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Searched:
    """The solutions that a search found, as colours row by row.

    `exhausted`: there are no others. `line`: as in `Narrowed`.
    """

    solutions: tuple[tuple[int, ...], ...]
    exhausted: bool
    line: int | None
    effort: Effort


class Crossing(Protocol):
    """Rows and columns of runs, compiled. Both backends give the same answers and counts."""

    def narrow(
        self,
        domains: Sequence[int],
        *,
        depth: int = 0,
        budget: int = UNLIMITED,
        record: bool = False,
    ) -> Narrowed:
        """Narrow domains to the fixpoint.

        `depth` 0 works lines alone; d > 0 takes colours away whose trial, narrowed to depth d - 1,
        leads to a contradiction. The budget counts lines worked, `record` asks for the steps.
        """
        ...

    def search(
        self,
        domains: Sequence[int],
        *,
        limit: int,
        budget: int = UNLIMITED,
        seconds: float | None = None,
    ) -> Searched:
        """Find solutions up to a limit: probing to depth 1 and branching, depth first.

        The budget counts lines worked; the clock counts only where seconds are given.
        """
        ...


def crossing(colors: int, rows: Sequence[Clue], cols: Sequence[Clue]) -> Crossing:
    """Compile a board for the active backend; `colors` is the highest colour number, at most 63."""
    if backend() == "native":
        return _Native(colors, rows, cols)
    from levelgen.engine.crossing_reference import Reference

    return Reference(colors, rows, cols)


class _Native:
    def __init__(self, colors: int, rows: Sequence[Clue], cols: Sequence[Clue]) -> None:
        from levelgen.engine import _native

        self._cells = len(rows) * len(cols)
        self._crossing = _native.Crossing(colors, list(map(list, rows)), list(map(list, cols)))

    def narrow(
        self,
        domains: Sequence[int],
        *,
        depth: int = 0,
        budget: int = UNLIMITED,
        record: bool = False,
    ) -> Narrowed:
        contradiction, complete, line, effort, found, steps = self._crossing.narrow(
            array("Q", domains).tobytes(), depth, budget, record
        )
        return Narrowed(
            contradiction,
            complete,
            None if line < 0 else line,
            Effort(*effort),
            array("Q", found),
            _steps(array("i", steps)),
        )

    def search(
        self,
        domains: Sequence[int],
        *,
        limit: int,
        budget: int = UNLIMITED,
        seconds: float | None = None,
    ) -> Searched:
        exhausted, line, effort, found = self._crossing.search(
            array("Q", domains).tobytes(), limit, budget, 0.0 if seconds is None else seconds
        )
        cells = array("h", found).tolist()
        size = self._cells
        solutions = tuple(
            tuple(cells[start : start + size]) for start in range(0, len(cells), size)
        )
        return Searched(solutions, exhausted, None if line < 0 else line, Effort(*effort))


def _steps(words: Sequence[int]) -> tuple[Step, ...]:
    steps = []
    place = 0
    while place < len(words):
        side, line, sweep, count = words[place : place + 4]
        pairs = iter(words[place + 4 : place + 4 + 2 * count])
        steps.append(Step(side, line, sweep, tuple(zip(pairs, pairs, strict=True))))
        place += 4 + 2 * count
    return tuple(steps)
