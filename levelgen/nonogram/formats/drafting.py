"""A puzzle while it is read from text: its clues, the lines they stand on, what is wrong so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from levelgen.errors import Problem, PuzzleError
from levelgen.nonogram.clues import OPEN
from levelgen.nonogram.formats.palette import Palette
from levelgen.nonogram.puzzle import Puzzle

_RUN = re.compile(r"([0-9]{1,9})(\D?)")
_WORDS = {"rows": "row", "cols": "column", "goal": "row of the goal", "start": "row of the grid"}


@dataclass(frozen=True)
class Line:
    """A line of a file; the first has the number 1."""

    number: int
    text: str

    @property
    def blank(self) -> bool:
        """Whether nothing stands on it."""
        return not self.text.strip()


def numbered(text: str) -> list[Line]:
    """Split a file into its lines, whatever ends them."""
    lines = re.split(r"\r\n|\r|\n", text)
    if not lines[-1]:
        # The last line ends like all others; nothing follows it.
        lines.pop()
    return [Line(number, line) for number, line in enumerate(lines, 1)]


def settled(lines: Sequence[Line], count: int) -> list[Line] | None:
    """Choose the lines that hold `count` clues, or None where that cannot be told.

    Where there is a line with numbers for every clue, blank lines mean nothing. Otherwise a blank
    line is an empty clue, except at the end and at the start, where they only part sections.
    """
    told = [line for line in lines if not line.blank]
    if len(told) >= count:
        return told if len(told) == count else None
    first, last = (lines.index(told[0]), lines.index(told[-1])) if told else (0, -1)
    kept = list(lines[: max(last + 1, count)])
    extra = len(kept) - count
    if extra > first or len(kept) < count:
        return None
    return kept[extra:]


class Draft:
    """Collects the parts of one puzzle, and its problems with their lines."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.palette = Palette()
        self.data: dict[str, Any] = {}
        self._lines: dict[tuple[str, int], int] = {}
        self._wrong: list[Problem] = []

    def complain(self, line: int | None, message: str, hint: str = "") -> None:
        """Note one problem."""
        place = f"line {line}: " if line is not None else ""
        self._wrong.append(Problem(self.source, "", place + message, hint))

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong so far."""
        return not self._wrong

    def clue(self, line: Line) -> list[dict[str, int]]:
        """Read `3,1,2` or `3b 1d 2`; 0 and nothing at all are an empty line."""
        words = [word for word in re.split(r"[\s,]+", line.text) if word]
        if words == ["0"]:
            return []
        runs = []
        for word in words:
            match = _RUN.fullmatch(word)
            if match is None:
                self.complain(line.number, f"{word!r} is no clue", "a length such as 3, or 3b")
                continue
            color = self.palette.number(match[2] or None)
            runs.append({"length": int(match[1]), "color": color})
        return runs

    def clues(self, key: str, lines: Sequence[Line]) -> None:
        """Take over the clues of all rows, or of all columns (`key` is "rows" or "cols")."""
        self.data[key] = [self.clue(line) for line in lines]
        for index, line in enumerate(lines):
            self._lines[key, index] = line.number

    def put(self, key: str, index: int, value: Any, line: int) -> None:
        """Take over one clue, or one row of a grid, that is read already."""
        self.data.setdefault(key, []).append(value)
        self._lines[key, index] = line

    def grid(self, key: str, cells: Sequence[str], line: int, read: Callable[[str], int]) -> None:
        """Take over a grid that is written in one piece; the clues give its size."""
        rows, cols = len(self.data.get("rows", ())), len(self.data.get("cols", ()))
        if len(cells) != rows * cols:
            message = f"the {key} has {len(cells)} cells, and {rows}x{cols} are {rows * cols}"
            self.complain(line, message)
            return
        for index in range(rows):
            self.put(key, index, [read(c) for c in cells[index * cols : (index + 1) * cols]], line)

    def puzzle(self) -> Puzzle:
        """Make the puzzle. Raises PuzzleError with every problem."""
        if self._wrong:
            raise PuzzleError(self._wrong)
        try:
            return Puzzle.read({"colors": self.palette.colors(), **self.data}, self.source)
        except PuzzleError as error:
            raise PuzzleError([self._placed(problem) for problem in error.problems]) from None

    def _placed(self, problem: Problem) -> Problem:
        """Name a problem by its line, where a JSON pointer would mean nothing to the reader."""
        _, _, path = problem.pointer.partition("/")
        key, _, rest = path.partition("/")
        index = rest.partition("/")[0]
        if key in _WORDS and index.isdigit():
            line = self._lines.get((key, int(index)))
            place = f"line {line}: " if line is not None else ""
            message = f"{place}{_WORDS[key]} {int(index) + 1}: {problem.message}"
            return Problem(self.source, "", message, problem.hint)
        place = f"{key}: " if key else ""
        return Problem(self.source, "", place + problem.message, problem.hint)


def open_or(read: Callable[[str], int]) -> Callable[[str], int]:
    """Read cells of a grid in which `?` is an open cell."""
    return lambda sign: OPEN if sign == "?" else read(sign)
