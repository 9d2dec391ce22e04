"""What a solver says of a puzzle."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from levelgen.nonogram.clues import OPEN

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Grid

Verdict = Literal["unique", "multiple", "infeasible", "unknown"]

Cells = tuple[int, ...]
"""A grid row by row: colour numbers, -1 where a cell is open."""


@dataclass(frozen=True)
class Statistics:
    """What was done, in counts that are the same on every machine for the same solver.

    `patterns`: arrangements of single lines that were listed (`table`, `naive`). `combinations`:
    boards that `naive` checked. `probes`: colours of cells that were tried. `variables` and
    `constraints` are those of the CP-SAT model. Branches and conflicts are those of the search and
    of CP-SAT together.
    """

    patterns: int = 0
    combinations: int = 0
    sweeps: int = 0
    lines: int = 0
    probes: int = 0
    branches: int = 0
    conflicts: int = 0
    variables: int = 0
    constraints: int = 0
    solver_status: str = ""


@dataclass(frozen=True)
class Times:
    """Processor seconds of this thread: line solving, search, building and solving the model."""

    lines: float = 0.0
    search: float = 0.0
    build: float = 0.0
    solve: float = 0.0

    @property
    def total(self) -> float:
        """All of it."""
        return self.lines + self.search + self.build + self.solve


@dataclass(frozen=True)
class Result:
    """A verdict with its evidence.

    `unique`: `grid` is the only solution. `multiple`: `grid` and `second_grid` are two that differ.
    `infeasible`: there is none, `reason` says why. `unknown`: `limit_hit` ended the work; a `grid`
    may have been found. Without a solution, `known` holds the cells that follow from lines alone.
    """

    verdict: Verdict
    solver: str
    shape: tuple[int, int]
    cells: Cells | None = None
    second_cells: Cells | None = None
    known_cells: Cells | None = None
    line_unresolved_cells: int | None = None
    reason: str = ""
    pointers: tuple[str, ...] = ()
    limit_hit: str = ""
    statistics: Statistics = field(default_factory=Statistics)
    times: Times = field(default_factory=Times, compare=False)

    @property
    def grid(self) -> Grid | None:
        """A solution as an int16 array (rows, cols) of colour numbers, None without one."""
        return self._array(self.cells)

    @property
    def second_grid(self) -> Grid | None:
        """Another solution, None without one."""
        return self._array(self.second_cells)

    @property
    def known(self) -> Grid | None:
        """What follows from single lines alone, -1 where a cell stays open."""
        return self._array(self.known_cells)

    @property
    def difference(self) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) in which the two solutions differ, from 0 on."""
        if self.cells is None or self.second_cells is None:
            return ()
        return tuple(
            divmod(cell, self.shape[1])
            for cell, (one, two) in enumerate(zip(self.cells, self.second_cells, strict=True))
            if one != two
        )

    def to_dict(self) -> dict[str, Any]:
        """Give the result as plain data for JSON."""
        return {
            "verdict": self.verdict,
            "solver": self.solver,
            "grid": self._rows(self.cells),
            "second_grid": self._rows(self.second_cells),
            "difference": [list(cell) for cell in self.difference],
            "line_unresolved_cells": self.line_unresolved_cells,
            "known": self._rows(self.known_cells),
            "reason": self.reason or None,
            "pointers": list(self.pointers),
            "limit_hit": self.limit_hit or None,
            "statistics": asdict(self.statistics),
            "times": {**asdict(self.times), "total": self.times.total},
        }

    def _rows(self, cells: Cells | None) -> list[list[int]] | None:
        if cells is None:
            return None
        rows, cols = self.shape
        return [list(cells[row * cols : (row + 1) * cols]) for row in range(rows)]

    def _array(self, cells: Cells | None) -> Grid | None:
        if cells is None:
            return None
        import numpy as np

        return np.array(cells, dtype=np.int16).reshape(self.shape)


def open_cells(cells: Cells) -> int:
    """Count the cells that are not known."""
    return cells.count(OPEN)
