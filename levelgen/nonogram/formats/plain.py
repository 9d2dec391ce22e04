"""Puzzles as text for the eye: clues above and beside the grid, whole however long they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from levelgen.nonogram.clues import OPEN, Clue

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle

EVERY = 5
"""Lines part the grid after so many rows and columns, in text as in pictures."""


def write_plain(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles with their titles; a goal is not shown, because that would spoil the puzzle."""
    blocks = []
    for puzzle in puzzles:
        title = f"{puzzle.title}\n\n" if puzzle.title else ""
        blocks.append(title + "\n".join(plain_lines(puzzle, puzzle.start)) + "\n")
    return "\n".join(blocks)


def plain_lines(
    puzzle: Puzzle,
    grid: Sequence[Sequence[int]] | None = None,
    paint: Callable[[int, int, str], str] | None = None,
) -> list[str]:
    """Draw clues and grid; `grid` holds colour numbers, -1 where a cell is open; None: all open.

    With more than one colour a number is followed by its colour's character. `paint` may dress
    the text of a cell, given its row and column, in what fills no room (colours of a terminal).
    """
    suffix = [color.char if puzzle.colored else "" for color in puzzle.colors]
    chars = [color.char for color in puzzle.colors]

    def words(clue: Clue) -> list[str]:
        return [f"{length}{suffix[color]}" for length, color in clue]

    across = [words(clue) for clue in puzzle.col_clues]
    left = [" ".join(words(clue)) for clue in puzzle.row_clues]
    margin = max(map(len, left), default=0)
    # The grid needs two signs a cell to look square.
    wide = max([2, *(len(word) + 1 for clue in across for word in clue)])
    deep = max(map(len, across), default=0)
    lines = []
    for level in range(deep):
        cells = [
            clue[level - deep + len(clue)] if level >= deep - len(clue) else "" for clue in across
        ]
        lines.append(" " * margin + _barred([f"{cell:>{wide}}" for cell in cells]))
    rule = " " * margin + _barred(["─" * wide] * puzzle.shape[1], joint="┼")
    for row, head in enumerate(left):
        if row % EVERY == 0:
            lines.append(rule)
        values = [OPEN] * puzzle.shape[1] if grid is None else grid[row]
        cells = [f"{' ' if value == OPEN else chars[value]:>{wide}}" for value in values]
        if paint is not None:
            cells = [paint(row, col, cell) for col, cell in enumerate(cells)]
        lines.append(f"{head:>{margin}}" + _barred(cells))
    return [line.rstrip() for line in lines]


def _barred(cells: Sequence[str], joint: str = "│") -> str:
    parts = [joint + "".join(cells[start : start + EVERY]) for start in range(0, len(cells), EVERY)]
    filler = "─" if joint == "┼" else " "
    return filler + filler.join(parts)
