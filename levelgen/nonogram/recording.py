"""A recorded line solver: the cells that each line tells, step by step, for the replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from levelgen.engine.crossing import Narrowed
from levelgen.engine.steps import KINDS, encode
from levelgen.engine.task import Status
from levelgen.nonogram.board import Board
from levelgen.nonogram.puzzle import Puzzle


@dataclass(frozen=True, kw_only=True)
class LineRecording:
    """All that a replay shows; flat sequences are in reading order, cell = row * cols + col."""

    puzzle: Puzzle
    domains: Sequence[int]
    """The bitset of possible colours that each cell started with; bit 0 is the background."""
    steps: bytes
    """The record, as `levelgen.engine.steps` describes it: lines and the colours they rule out."""
    status: Status
    """`solved`, `infeasible`, or `unknown` where lines alone leave cells open."""
    open_cells: int
    """Cells that are open at the end."""

    @property
    def heading(self) -> str:
        """The title, or what stands for it."""
        return self.puzzle.title or "Nonogram"

    @property
    def details(self) -> str:
        """How it ended, where the status does not say it."""
        if self.status != "unknown":
            return "line solver"
        cells = "cell" if self.open_cells == 1 else "cells"
        return f"line solver: {self.open_cells} {cells} stay open"


def record_lines(puzzle: Puzzle) -> LineRecording:
    """Run the line solver to its fixpoint, and record the lines that told something."""
    board = Board(puzzle)
    domains = board.start()
    narrowed = board.crossing.narrow(domains, record=True)
    open_cells = sum(domain.bit_count() > 1 for domain in narrowed.domains)
    status: Status = "solved" if not open_cells else "unknown"
    return LineRecording(
        puzzle=puzzle,
        domains=domains,
        steps=encode(_words(puzzle, domains, narrowed)),
        status="infeasible" if narrowed.contradiction else status,
        open_cells=open_cells,
    )


def _words(puzzle: Puzzle, domains: Sequence[int], narrowed: Narrowed) -> Iterator[int]:
    rows, cols = puzzle.shape
    kinds = {kind: number for number, kind in enumerate(KINDS)}

    def cell_of(side: int, line: int, place: int = 0) -> int:
        return line * cols + place if side == 0 else place * cols + line

    for step in narrowed.steps:
        if not step.cells:
            continue
        yield from (kinds["line"] | cell_of(step.side, step.line) << 3, step.side)
        for place, color in step.cells:
            cell = cell_of(step.side, step.line, place)
            for other in range(len(puzzle.colors)):
                if other != color and domains[cell] >> other & 1:
                    yield from (kinds["ban"] | cell << 3, other)
    if narrowed.contradiction and narrowed.line is not None:
        side, line = (0, narrowed.line) if narrowed.line < rows else (1, narrowed.line - rows)
        yield from (kinds["line"] | cell_of(side, line) << 3, side)
        yield from (kinds["contradiction"] | cell_of(side, line) << 3, 0)
