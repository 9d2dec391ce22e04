"""A puzzle compiled for the engine, and the words for its lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from levelgen.engine.crossing import Crossing, crossing
from levelgen.engine.lines import Arranged, arrange
from levelgen.errors import Problem, PuzzleError
from levelgen.nonogram.clues import OPEN, OPEN_CHAR, Clue
from levelgen.nonogram.puzzle import Puzzle

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Grid

Line = tuple[str, int]
"""`row` or `column`, and its number from 0 on."""


class Board:
    """The clues of a puzzle, and domains: for each cell the bitset of colours it may have."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.rows, self.cols = puzzle.shape
        self.colors = len(puzzle.colors) - 1
        self.clues: tuple[Clue, ...] = (*puzzle.row_clues, *puzzle.col_clues)

    @cached_property
    def crossing(self) -> Crossing:
        """The rows and columns in the active engine."""
        return crossing(self.colors, self.puzzle.row_clues, self.puzzle.col_clues)

    def start(self) -> list[int]:
        """Give the domains at the start: what the puzzle gives, all colours elsewhere."""
        given = self.puzzle.start
        if given is None:
            return [self.every] * (self.rows * self.cols)
        return self.domains([value for line in given for value in line])

    @property
    def every(self) -> int:
        """The domain of a cell about which nothing is known."""
        return (1 << self.colors + 1) - 1

    def domains(self, cells: Sequence[int]) -> list[int]:
        """Give the domains of a partly filled grid."""
        return [self.every if value == OPEN else 1 << value for value in cells]

    def cells(self, domains: Sequence[int]) -> tuple[int, ...]:
        """Give the grid of cells that domains leave one colour."""
        return tuple(
            domain.bit_length() - 1 if domain and domain & (domain - 1) == 0 else OPEN
            for domain in domains
        )

    def lines(self, cells: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Give a grid as rows."""
        return tuple(
            tuple(cells[row * self.cols : (row + 1) * self.cols]) for row in range(self.rows)
        )

    def array(self, cells: Sequence[int]) -> Grid:
        """Give a grid as an int16 array (rows, cols)."""
        import numpy as np

        return np.array(cells, dtype=np.int16).reshape(self.rows, self.cols)

    def read(self, grid: object) -> list[int]:
        """Read a partly filled grid (rows, cols) of colour numbers, -1 where open, row by row.

        Raises PuzzleError.
        """
        import numpy as np

        try:
            array = np.asarray(grid)
        except ValueError:
            array = np.zeros(0)
        if array.shape != (self.rows, self.cols):
            message = f"the shape {array.shape} does not fit the puzzle"
            raise PuzzleError([Problem("grid", "", message, f"({self.rows}, {self.cols})")])
        if array.dtype.kind not in "biu":
            message = f"the values are {array.dtype}, not whole numbers"
            raise PuzzleError([Problem("grid", "", message)])
        cells: list[int] = [int(value) for value in array.ravel().tolist()]
        wrong = sorted({value for value in cells if not OPEN <= value <= self.colors})
        if wrong:
            values = ", ".join(map(str, wrong))
            hint = f"{OPEN} is open, 0 .. {self.colors} are colours"
            raise PuzzleError([Problem("grid", "", f"no colour has the number {values}", hint)])
        return cells

    # ------------------------------------------------------------------ single lines

    def line(self, number: int) -> Line:
        """Name a line by its number; columns follow the rows."""
        return ("row", number) if number < self.rows else ("column", number - self.rows)

    def places(self, number: int) -> range:
        """Give the cells of a line."""
        if number < self.rows:
            return range(number * self.cols, (number + 1) * self.cols)
        return range(number - self.rows, self.rows * self.cols, self.cols)

    def sets(self, number: int, domains: Sequence[int]) -> list[int]:
        """Give for each colour the bitset of places in the line that may have it."""
        found = [0] * (self.colors + 1)
        for place, cell in enumerate(self.places(number)):
            for color in range(self.colors + 1):
                if domains[cell] >> color & 1:
                    found[color] |= 1 << place
        return found

    def arranged(self, number: int, domains: Sequence[int]) -> Arranged | None:
        """Give what all arrangements of a line have in common, None without any."""
        length = len(self.places(number))
        return arrange(self.clues[number], length, self.sets(number, domains))

    # ------------------------------------------------------------------ words

    def pointer(self, number: int) -> str:
        """Give the JSON pointer of a line's clue."""
        kind, index = self.line(number)
        return f"/{'rows' if kind == 'row' else 'cols'}/{index}"

    def name(self, number: int) -> str:
        """Name a line in a sentence: rows and columns are counted from 1."""
        kind, index = self.line(number)
        return f"{kind} {index + 1}"

    def clue_text(self, number: int) -> str:
        """Write a clue in a sentence."""
        clue = self.clues[number]
        if not clue:
            return "no run"
        if not self.puzzle.colored:
            return " ".join(str(length) for length, _ in clue)
        return " ".join(f"{length} {self.color(color)}" for length, color in clue)

    def color(self, number: int) -> str:
        """Name a colour in a sentence."""
        return self.puzzle.colors[number].name

    def impossible_text(self, number: int, domains: Sequence[int]) -> str:
        """Say that a line has no arrangement, and what it looks like."""
        cells = self.cells([domains[cell] for cell in self.places(number)])
        chars = [color.char for color in self.puzzle.colors]
        shown = "".join(OPEN_CHAR if value == OPEN else chars[value] for value in cells)
        text = f"{self.name(number)} cannot be filled: its clue is {self.clue_text(number)}"
        return f"{text} and its cells are {shown}" if set(cells) != {OPEN} else text
