"""Checking a grid that a person fills in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from levelgen.nonogram.board import Board, Line
from levelgen.nonogram.clues import OPEN
from levelgen.nonogram.puzzle import Puzzle
from levelgen.nonogram.result import Verdict
from levelgen.nonogram.solving import DETERMINISTIC_LIMIT, solve


@dataclass(frozen=True)
class Contradiction:
    """A line that cannot be completed with the cells it has."""

    line: Line
    pointer: str
    text: str


@dataclass(frozen=True)
class Checked:
    """What is wrong with a partly filled grid.

    `solved`: the grid is full and keeps every clue. `contradictions`: lines that cannot be
    completed. `wrong`: the cells (row, column) that differ from the only solution; None where there
    is not exactly one (or no time to know), for then no cell is wrong by itself. `verdict` is the
    puzzle's; `completable` says whether some solution has all filled cells, None if not known.
    """

    solved: bool
    open_cells: int
    contradictions: tuple[Contradiction, ...]
    wrong: tuple[tuple[int, int], ...] | None
    verdict: Verdict
    completable: bool | None

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain data for JSON."""
        return {
            "solved": self.solved,
            "open_cells": self.open_cells,
            "contradictions": [
                {"line": entry.line[0], "index": entry.line[1], "text": entry.text}
                for entry in self.contradictions
            ],
            "wrong": None if self.wrong is None else [list(cell) for cell in self.wrong],
            "verdict": self.verdict,
            "completable": self.completable,
        }


def check(
    puzzle: Puzzle,
    grid: object,
    *,
    deterministic_limit: float = DETERMINISTIC_LIMIT,
    time_limit: float | None = None,
) -> Checked:
    """Check a grid (rows, cols) of colour numbers, -1 where a cell is open, against the clues.

    The stored picture of a puzzle plays no part. Raises PuzzleError for a grid that does not fit.
    """
    board = Board(puzzle)
    cells = board.read(grid)
    domains = board.domains(cells)
    found = []
    for number in range(board.rows + board.cols):
        if board.arranged(number, domains) is None:
            text = board.impossible_text(number, domains)
            found.append(Contradiction(board.line(number), board.pointer(number), text))
    result = solve(puzzle, deterministic_limit=deterministic_limit, time_limit=time_limit)
    wrong = None
    if result.verdict == "unique":
        assert result.cells is not None
        wrong = tuple(
            divmod(cell, board.cols)
            for cell, (value, right) in enumerate(zip(cells, result.cells, strict=True))
            if value not in (OPEN, right)
        )
    completable: bool | None = None
    if found or result.verdict == "infeasible":
        completable = False
    elif wrong is not None:
        completable = not wrong
    else:
        completable = _completable(puzzle, board, cells, deterministic_limit, time_limit)
    open_ = cells.count(OPEN)
    array = board.array(cells)
    return Checked(
        not open_ and puzzle.accepts(array),
        open_,
        tuple(found),
        wrong,
        result.verdict,
        completable,
    )


def _completable(
    puzzle: Puzzle,
    board: Board,
    cells: list[int],
    deterministic_limit: float,
    time_limit: float | None,
) -> bool | None:
    given = board.domains(cells)
    both = [one & two for one, two in zip(given, board.start(), strict=True)]
    if not all(both):
        return False
    rest = puzzle.model_copy(update={"start": board.lines(board.cells(both))})
    result = solve(rest, deterministic_limit=deterministic_limit, time_limit=time_limit)
    if result.verdict == "unknown":
        return True if result.cells is not None else None
    return result.verdict != "infeasible"
