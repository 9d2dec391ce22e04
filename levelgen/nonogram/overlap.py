"""What the leftmost and the rightmost arrangement of a line tell together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from levelgen.nonogram.board import Board
from levelgen.nonogram.clues import OPEN


@dataclass(frozen=True)
class Ranges:
    """The first and last start of each run, and the cells that follow (-1 where none does)."""

    starts: tuple[tuple[int, int], ...]
    line: tuple[int, ...]


def overlap(board: Board, number: int, domains: Sequence[int]) -> Ranges | None:
    """Overlap the first and the last place of each run; None if the line has no arrangement.

    A cell that a run covers in both has its colour; one that no run reaches is blank. This is the
    first thing that people learn, and weaker than looking at all arrangements.
    """
    arranged = board.arranged(number, domains)
    if arranged is None:
        return None
    starts = tuple(
        ((bits & -bits).bit_length() - 1, bits.bit_length() - 1) for bits in arranged.starts
    )
    cells = list(board.cells([domains[cell] for cell in board.places(number)]))
    reached = [False] * len(cells)
    for (first, last), (length, color) in zip(starts, board.clues[number], strict=True):
        for place in range(first, last + length):
            reached[place] = True
            if last <= place < first + length:
                cells[place] = color
    for place, near in enumerate(reached):
        if not near:
            cells[place] = 0
    return Ranges(starts, tuple(cells))


def overlap_closure(board: Board, domains: Sequence[int]) -> tuple[list[int], int]:
    """Overlap all lines until nothing new is told; gives the domains and the number of passes."""
    found = list(domains)
    waiting = set(range(board.rows + board.cols))
    passes = 0
    while waiting:
        passes += 1
        current, waiting = sorted(waiting), set()
        for number in current:
            ranges = overlap(board, number, found)
            if ranges is None:
                return found, passes
            for place, cell in enumerate(board.places(number)):
                color = ranges.line[place]
                if color != OPEN and found[cell] != 1 << color:
                    found[cell] = 1 << color
                    row, col = divmod(cell, board.cols)
                    waiting.add(board.rows + col if number < board.rows else row)
    return found, passes
