"""Which tile may stand beside which, as a matrix of filled squares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from levelgen.render.colours import GOOD, LINE, QUIET
from levelgen.render.fonts import Style, text_width
from levelgen.render.layout import Block, Row, Stack, Text
from levelgen.render.legend import HEAD
from levelgen.render.page import Page
from levelgen.render.stamps import Stamps
from levelgen.rules import compile_rules
from levelgen.schema.tileset import Tileset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_EAST, _SOUTH = 1, 2
_LARGEST = 26.0
_SPAN = 900.0
_NAMES_FROM = 10.0
"""Smaller squares, in pixels, have no room for names."""


@dataclass(frozen=True, eq=False)
class Matrix:
    """One square for each pair of tiles (variants counted): filled where the pair is allowed."""

    tileset: Tileset
    allowed: NDArray[np.bool_]
    """allowed[a, b]; a names the row, b the column."""

    @cached_property
    def _side(self) -> float:
        return max(min(_LARGEST, _SPAN // len(self.tileset.ids)), 1.0)

    @cached_property
    def _style(self) -> Style:
        return Style(round(min(12.0, self._side * 0.75)), QUIET)

    @property
    def _named(self) -> bool:
        return self._side >= _NAMES_FROM

    @cached_property
    def _margin(self) -> float:
        """Room for a name and a sample of the tile."""
        if not self._named:
            return 0.0
        style = self._style
        widest = max(text_width(name, style.face, style.size) for name in self.tileset.ids)
        return round(widest) + 8 + self._side

    @property
    def width(self) -> float:
        """Width in pixels."""
        return self._margin + self._side * len(self.tileset.ids)

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.width

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw the squares, and names where they fit."""
        import numpy as np

        size, side = len(self.tileset.ids), self._side
        left, top = left + self._margin, top + self._margin
        fill = [int(GOOD[start : start + 2], 16) for start in (1, 3, 5)]
        table = np.array([(255, 255, 255, 255), (*fill, 255)], dtype=np.uint8)
        page.image(left, top, side * size, side * size, table[self.allowed.astype(np.intp)])
        if side >= 4:
            ends = [index * side for index in range(size + 1)]
            across = [((left, top + end), (left + side * size, top + end)) for end in ends]
            down = [((left + end, top), (left + end, top + side * size)) for end in ends]
            page.lines(across + down, LINE, 1.0, cap="projecting")
        else:
            page.box(left, top, side * size, side * size, edge=LINE)
        if self._named:
            self._draw_names(page, left, top)

    def _draw_names(self, page: Page, left: float, top: float) -> None:
        side, style, stamps = self._side, self._style, Stamps(self.tileset)
        for number, name in enumerate(self.tileset.ids):
            start, middle = number * side, (number + 0.5) * side + style.size * 0.36
            stamps.tile_sample(page, number, left - side - 3, top + start + 1, side - 2)
            stamps.tile_sample(page, number, left + start + 1, top - side - 3, side - 2)
            page.text(left - side - 8, round(top + middle), name, style, align="right")
            page.text(round(left + middle), top - side - 8, name, style, turned=90)


def adjacency(tileset: Tileset) -> Block:
    """Draw one matrix when all directions agree, else one for each pair of directions."""
    allowed = compile_rules(tileset).allowed
    east, south = allowed[_EAST], allowed[_SOUTH]
    if (east == south).all() and (east == east.T).all():
        return _titled("Neighbours on any side", "filled: may stand side by side", tileset, east)
    return Row(
        (
            _titled("East and west", "rows left, columns right", tileset, east),
            _titled("North and south", "rows above, columns below", tileset, south),
        ),
        40,
    )


def _titled(title: str, note: str, tileset: Tileset, allowed: NDArray[np.bool_]) -> Block:
    matrix = Matrix(tileset, allowed)
    wrap = max(matrix.width, 220.0)
    words = Stack((Text(title, HEAD, wrap), Text(note, Style(12, QUIET), wrap)), 2)
    return Stack((words, matrix), 10)
