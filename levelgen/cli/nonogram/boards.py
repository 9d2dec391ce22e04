"""Puzzles on a terminal: in colours where there are any, in plain characters elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING

import typer

from levelgen.cli.terminal import Terminal, beside, ink, rgb

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle

Grid = Sequence[Sequence[int]]
Cells = Set[tuple[int, int]]


def board(
    puzzle: Puzzle, grid: Grid | None, *, color: bool, marks: Cells = frozenset()
) -> list[str]:
    """Draw a puzzle with its clues as lines; where there is colour, some cells are marked."""
    from levelgen.nonogram.formats.plain import plain_lines

    if not color or grid is None:
        return plain_lines(puzzle, grid)
    partly = any(value < 0 for line in grid for value in line)

    def paint(row: int, col: int, text: str) -> str:
        value = grid[row][col]
        if value < 0:
            return " " * len(text)
        ground = rgb(puzzle.colors[value].hex)
        # A blank cell that is known must differ from an open one.
        sign = "◆" if (row, col) in marks else "·" if partly and value == 0 else " "
        return typer.style(f"{sign:>{len(text)}}", fg=ink(ground), bg=ground)

    return plain_lines(puzzle, grid, paint)


def boards(
    puzzle: Puzzle,
    grids: Sequence[Grid | None],
    terminal: Terminal,
    labels: Sequence[str] = (),
    marks: Cells = frozenset(),
) -> Iterator[str]:
    """Draw the same puzzle with several grids, side by side where they fit."""
    blocks = [board(puzzle, grid, color=terminal.color, marks=marks) for grid in grids]
    if labels:
        blocks = [[label, *block] for label, block in zip(labels, blocks, strict=True)]
    return beside(blocks, terminal.width if terminal.interactive else 1)


def cells_text(cells: Sequence[tuple[int, int]], most: int = 8) -> str:
    """List cells for a sentence; rows and columns are counted from 1."""
    shown = ", ".join(f"row {row + 1} column {col + 1}" for row, col in cells[:most])
    more = len(cells) - most
    return f"{shown} and {more} more" if more > 0 else shown
