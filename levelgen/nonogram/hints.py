"""Hints: the next thing that the clues tell, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from levelgen.nonogram.board import Board, Line
from levelgen.nonogram.clues import OPEN
from levelgen.nonogram.overlap import overlap
from levelgen.nonogram.puzzle import Puzzle

Technique = Literal["overlap", "line", "contradiction"]


@dataclass(frozen=True)
class Hint:
    """Cells that must have a colour, and why.

    `cells` are (row, column, colour), rows and columns from 0 on; `line` is the line that tells
    them, for `contradiction` the one that could not be filled otherwise.
    """

    technique: Technique
    line: Line
    cells: tuple[tuple[int, int, int], ...]
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Give the hint as plain data for JSON."""
        return {
            "technique": self.technique,
            "line": self.line[0],
            "index": self.line[1],
            "cells": [list(cell) for cell in self.cells],
            "text": self.text,
        }


@dataclass(frozen=True)
class NoHint:
    """Why there is no hint: `solved`, `contradiction` (a line cannot be filled) or `guess`.

    `guess`: no line and no contradiction of one assumption tells a cell.
    """

    why: Literal["solved", "contradiction", "guess"]
    text: str
    line: Line | None = None

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain data for JSON."""
        line = self.line
        return {
            "technique": None,
            "why": self.why,
            "line": None if line is None else line[0],
            "index": None if line is None else line[1],
            "cells": [],
            "text": self.text,
        }


def hint(puzzle: Puzzle, grid: object = None) -> Hint | NoHint:
    """Give the easiest next step from a grid (rows, cols) of colour numbers, -1 where open.

    First a line that overlapping runs tell, then one that all its arrangements tell, then a cell of
    which one colour leads to a contradiction. The stored picture of a puzzle plays no part: every
    cell named follows from the clues and the cells that are filled. Without a grid, the puzzle's
    given cells are the start. Raises PuzzleError for a grid that does not fit.
    """
    board = Board(puzzle)
    domains = board.start()
    if grid is not None:
        filled = board.domains(board.read(grid))
        domains = [one & two for one, two in zip(domains, filled, strict=True)]
        if not all(domains):
            row, col = divmod(domains.index(0), board.cols)
            text = f"row {row + 1}, column {col + 1} is not the colour that the puzzle gives"
            return NoHint("contradiction", text)
    lines = range(board.rows + board.cols)
    arranged = {number: board.arranged(number, domains) for number in lines}
    for number in lines:
        if arranged[number] is None:
            return NoHint(
                "contradiction", board.impossible_text(number, domains), board.line(number)
            )
    cells = board.cells(domains)
    if OPEN not in cells:
        return NoHint("solved", "the grid is complete")
    for number in lines:
        found = _by_overlap(board, number, domains, cells)
        if found is not None:
            return found
    for number in lines:
        found = _by_line(board, number, domains, cells)
        if found is not None:
            return found
    told, left = _by_lines(board, domains, cells)
    return told or _by_contradiction(board, left)


def _new(
    board: Board, number: int, cells: Sequence[int], line: Sequence[int]
) -> list[tuple[int, int]]:
    """Give the places and colours of a line that are known in it and open in the grid."""
    return [
        (place, line[place])
        for place, cell in enumerate(board.places(number))
        if cells[cell] == OPEN and line[place] != OPEN
    ]


def _by_overlap(
    board: Board, number: int, domains: Sequence[int], cells: Sequence[int]
) -> Hint | None:
    ranges = overlap(board, number, domains)
    if ranges is None:
        return None
    new = _new(board, number, cells, ranges.line)
    if not new:
        return None
    word = "column" if number < board.rows else "row"
    reasons = []
    places = dict(new)
    for (first, last), (length, color) in zip(ranges.starts, board.clues[number], strict=True):
        covered = [place for place in range(last, first + length) if place in places]
        if covered:
            run = f"the run of {length}{_colored(board, color)}"
            if first == last:
                reasons.append(f"{run} can only start at {word} {first + 1}")
            else:
                reasons.append(
                    f"{run} starts somewhere in {word}s {first + 1} to {last + 1}, so it covers "
                    f"{_span(covered, word)}"
                )
    blank = [place for place, color in new if color == 0]
    if blank:
        reasons.append(f"no run reaches {_span(blank, word)}")
    text = f"{board.name(number)} ({board.clue_text(number)}): {'; '.join(reasons)}"
    return _hint("overlap", board, number, new, text)


def _by_line(
    board: Board, number: int, domains: Sequence[int], cells: Sequence[int]
) -> Hint | None:
    arranged = board.arranged(number, domains)
    assert arranged is not None
    length = len(board.places(number))
    left = [
        sum(1 << color for color, bits in enumerate(arranged.cells) if bits >> place & 1)
        for place in range(length)
    ]
    new = _new(board, number, cells, board.cells(left))
    if not new:
        return None
    text = (
        f"{board.name(number)} ({board.clue_text(number)}): in every arrangement that fits the "
        f"cells so far, {_told(board, number, new)}"
    )
    return _hint("line", board, number, new, text)


def _by_lines(
    board: Board, domains: Sequence[int], cells: Sequence[int]
) -> tuple[Hint | NoHint | None, Sequence[int]]:
    """Work all lines: of several colours, one line may tell another what a cell is not."""
    narrowed = board.crossing.narrow(domains, record=True)
    if narrowed.contradiction and narrowed.line is not None:
        line = board.line(narrowed.line)
        return NoHint(
            "contradiction", board.impossible_text(narrowed.line, narrowed.domains), line
        ), ()
    for step in narrowed.steps:
        number = step.line + board.rows * step.side
        told = [OPEN] * len(board.places(number))
        for place, color in step.cells:
            told[place] = color
        new = _new(board, number, cells, told)
        text = (
            f"{board.name(number)} ({board.clue_text(number)}): with the colours that other lines "
            f"leave to its cells, {_told(board, number, new)}"
        )
        return _hint("line", board, number, new, text), narrowed.domains
    return None, narrowed.domains


def _by_contradiction(board: Board, domains: Sequence[int]) -> Hint | NoHint:
    """Find the cell whose other colours fail with the least work."""
    best: tuple[int, int, int, int] | None = None
    for cell, domain in enumerate(domains):
        if domain & domain - 1 == 0:
            continue
        work, left, number = 0, [], 0
        for color in range(board.colors + 1):
            if not domain >> color & 1:
                continue
            tried = list(domains)
            tried[cell] = 1 << color
            narrowed = board.crossing.narrow(tried)
            work += narrowed.effort.lines
            if narrowed.contradiction:
                number = narrowed.line or 0
            else:
                left.append(color)
        if not left:
            row, col = divmod(cell, board.cols)
            text = f"no colour of row {row + 1}, column {col + 1} leads anywhere: a cell is wrong"
            return NoHint("contradiction", text)
        if len(left) == 1:
            entry = (work, cell, left[0], number)
            best = entry if best is None else min(best, entry)
    if best is None:
        text = "no line, and no contradiction of one assumption, tells a cell: try deeper, or guess"
        return NoHint("guess", text)
    _, cell, color, number = best
    row, col = divmod(cell, board.cols)
    others = [
        board.color(other)
        for other in range(board.colors + 1)
        if other != color and domains[cell] >> other & 1
    ]
    text = (
        f"if row {row + 1}, column {col + 1} were {' or '.join(others)}, {board.name(number)} "
        f"could not be filled: it is {board.color(color)}"
    )
    return Hint("contradiction", board.line(number), ((row, col, color),), text)


def _told(board: Board, number: int, new: Sequence[tuple[int, int]]) -> str:
    word = "column" if number < board.rows else "row"
    return "; ".join(
        f"{_span([place for place, of in new if of == color], word)} "
        f"{'is' if sum(of == color for _, of in new) == 1 else 'are'} {board.color(color)}"
        for color in sorted({color for _, color in new})
    )


def _hint(
    technique: Technique, board: Board, number: int, new: list[tuple[int, int]], text: str
) -> Hint:
    places = board.places(number)
    cells = tuple((*divmod(places[place], board.cols), color) for place, color in new)
    return Hint(technique, board.line(number), cells, text)


def _colored(board: Board, color: int) -> str:
    return f" {board.color(color)}" if board.puzzle.colored else ""


def _span(places: Sequence[int], word: str) -> str:
    """Write places (from 0) as `columns 2 to 4, 7` (from 1)."""
    groups: list[list[int]] = []
    for place in places:
        if groups and groups[-1][-1] == place - 1:
            groups[-1].append(place)
        else:
            groups.append([place])
    listed = ", ".join(
        f"{group[0] + 1} to {group[-1] + 1}" if len(group) > 1 else f"{group[0] + 1}"
        for group in groups
    )
    return f"{word}{'s' if len(places) > 1 else ''} {listed}"
