"""Where the parts of a puzzle stand: margins as wide and as deep as its longest clues need."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from levelgen.nonogram.clues import Clue
from levelgen.render.fonts import text_width

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle

_LARGEST_CELL, _SMALLEST_CELL = 28, 10
_SPAN = 1400
"""Cells shrink when the longest side of the grid would be longer, in pixels."""

_NUMBER = 0.56
"""Size of a number, as a share of the cell."""

_PAD = 12
_TITLE = 34


@dataclass(frozen=True)
class Layout:
    """Measures of a drawing in pixels; cells are square."""

    rows: int
    cols: int
    cell: int
    font: float
    slot: int
    """Width of a number beside a row."""
    level: int
    """Height of a number above a column."""
    left: int
    """Where the grid begins, from the left."""
    top: int
    wide: int
    """Numbers of the longest row clue."""
    deep: int
    title: str

    @property
    def width(self) -> int:
        """Width of the drawing."""
        return max(self.left + self.cols * self.cell + _PAD, ceil(self._title_width) + 2 * _PAD)

    @property
    def height(self) -> int:
        """Height of the drawing."""
        return self.top + self.rows * self.cell + _PAD

    @property
    def title_size(self) -> int:
        """Size of the title's letters."""
        return 17

    @property
    def _title_width(self) -> float:
        return text_width(self.title, "bold", self.title_size) if self.title else 0.0

    @property
    def title_place(self) -> tuple[float, float]:
        """The middle of the title's baseline: it stands to the left."""
        return _PAD + self._title_width / 2, _PAD + 16.0

    def row_number(self, row: int, place: int, count: int) -> tuple[float, float, float, float]:
        """Give the box of a number beside a row: number `place` of `count`."""
        left = self.left - (count - place) * self.slot - 2
        return left, self.top + row * self.cell, self.slot, self.cell

    def col_number(self, col: int, place: int, count: int) -> tuple[float, float, float, float]:
        """Give the box of a number above a column."""
        top = self.top - (count - place) * self.level - 2
        return self.left + col * self.cell, top, self.cell, self.level


def lay_out(puzzle: Puzzle, *, cell: int | None = None, title: bool = True) -> Layout:
    """Measure a puzzle. `cell` is the side of a cell in pixels; default: as large as suits."""
    rows, cols = puzzle.shape
    side = cell or max(min(_LARGEST_CELL, _SPAN // max(rows, cols)), _SMALLEST_CELL)
    texts = {str(length) for clue in puzzle.col_clues for length, _ in clue}
    every = texts | {str(length) for clue in puzzle.row_clues for length, _ in clue} | {"0"}
    widest = max(text_width(text, "sans", 100) for text in every) / 100
    above = max((text_width(text, "sans", 100) for text in texts), default=0.0) / 100
    # A number above a column is no wider than the column.
    font = min(side * _NUMBER, (side - 2) / above if above else side)
    font = max(font, 4.0)
    slot = max(ceil(font * widest + side * 0.22), round(side * 0.62))
    level = ceil(font * 1.3)
    wide, deep = _most(puzzle.row_clues), _most(puzzle.col_clues)
    name = (puzzle.title or "") if title else ""
    return Layout(
        rows=rows,
        cols=cols,
        cell=side,
        font=font,
        slot=slot,
        level=level,
        left=_PAD + wide * slot + 6,
        top=_PAD + deep * level + 6 + (_TITLE if name else 0),
        wide=wide,
        deep=deep,
        title=name,
    )


def _most(clues: tuple[Clue, ...]) -> int:
    # An empty clue is written as 0.
    return max(max(map(len, clues)), 1)
