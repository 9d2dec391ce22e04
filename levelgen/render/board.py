"""One board: tiles, objects, and the marks of broken promises, in place."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from levelgen.render.cells import Cells
from levelgen.render.colours import LINE, NO_CELL, QUIET, channels
from levelgen.render.fonts import Style, text_width
from levelgen.render.frames import draw_marks, hatch_marks
from levelgen.render.marks import Mark
from levelgen.render.page import Page, Point
from levelgen.render.stamps import Stamps
from levelgen.schema.level import Level

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LINES_FROM = 14.0
_RULER = Style(10, QUIET)


@dataclass(frozen=True)
class Board:
    """The board of a level; `cell` is the side of a cell in pixels, best a whole number."""

    level: Level
    cell: float
    marks: tuple[Mark, ...] = ()
    rulers: bool = False
    """Whether row and column numbers stand along the top and the left."""

    @cached_property
    def inset(self) -> Point:
        """Where the first cell is, from the top left corner of the block."""
        if not self.rulers:
            return 0.0, 0.0
        widest = text_width(str(self.level.rows - 1), _RULER.face, _RULER.size)
        return round(widest) + 7.0, _RULER.size + 8.0

    @property
    def width(self) -> float:
        """Width in pixels."""
        return self.inset[0] + max(self.level.cols * self.cell, 1.0)

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.inset[1] + max(self.level.rows * self.cell, 1.0)

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw the board from the ground up: objects keep their colours on marked cells."""
        cells = Cells(page, left + self.inset[0], top + self.inset[1], self.cell)
        stamps = Stamps(self.level.tileset)
        if self.rulers:
            _draw_rulers(cells, self.level.rows, self.level.cols)
        _draw_tiles(cells, self.level, stamps)
        hatch_marks(cells, self.marks)
        _draw_objects(cells, self.level, stamps)
        draw_marks(cells, self.marks)


def _draw_rulers(cells: Cells, rows: int, cols: int) -> None:
    widest = text_width(str(max(rows, cols) - 1), _RULER.face, _RULER.size)
    steps = [size * scale for scale in (1, 10, 100, 1000, 10_000) for size in (1, 2, 5)]
    step = next((size for size in steps if size * cells.side >= widest + 10), 100_000)
    for col in range(0, cols, step):
        x, y = cells.corner(0, col + 0.5)
        cells.page.text(x, y - 6, str(col), _RULER, align="center")
    for row in range(0, rows, step):
        x, y = cells.corner(row + 0.5, 0)
        cells.page.text(x - 6, round(y + _RULER.size * 0.36), str(row), _RULER, align="right")


def _draw_tiles(cells: Cells, level: Level, stamps: Stamps) -> None:
    page, rows, cols = cells.page, level.rows, level.cols
    width, height = max(cols * cells.side, 1.0), max(rows * cells.side, 1.0)
    page.image(cells.left, cells.top, width, height, _pixels(level, stamps))
    if cells.side >= _LINES_FROM:
        inner = [(cells.corner(row, 0), cells.corner(row, cols)) for row in range(1, rows)]
        inner += [(cells.corner(0, col), cells.corner(rows, col)) for col in range(1, cols)]
        if inner:
            page.lines(inner, "#000000", 1.0, opacity=0.07)
    places: dict[int, list[Point]] = defaultdict(list)
    for index, number in enumerate(level.cells or ()):
        if number >= 0:
            places[number].append(cells.centre(*divmod(index, cols)))
    for number, points in sorted(places.items()):
        stamps.tile(page, number, points, cells.side)
    page.box(cells.left, cells.top, width, height, edge=LINE)


def _pixels(level: Level, stamps: Stamps) -> NDArray[np.uint8]:
    """Give one RGBA pixel for each cell."""
    import numpy as np

    colors = [stamps.fill(number) for number in range(len(level.tileset.ids))]
    # The last entry is what the index -1 (no cell) finds.
    table = np.array([(*channels(color), 255) for color in (*colors, NO_CELL)], dtype=np.uint8)
    numbers = np.array(level.cells, dtype=np.intp).reshape(level.rows, level.cols)
    return table[numbers]


def _draw_objects(cells: Cells, level: Level, stamps: Stamps) -> None:
    places: dict[str, list[Point]] = defaultdict(list)
    for item in level.objects:
        # What stands off the board has no cell to be drawn on; the check tells of it.
        if item.row < level.rows and item.col < level.cols:
            places[item.kind].append(cells.centre(item.row, item.col))
    for kind, points in sorted(places.items()):
        stamps.object(cells.page, kind, points, cells.side)
