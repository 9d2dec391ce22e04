"""Many small boards in a grid, as large as the page allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from levelgen.render.board import Board
from levelgen.render.colours import BAD, INK, LINE, NO_CELL, QUIET
from levelgen.render.fonts import Style
from levelgen.render.layout import Block, Row, Space, Stack, Table, Text, grid
from levelgen.render.marks import Mark
from levelgen.render.page import Page
from levelgen.schema.level import Level

MOST = 2300.0
"""Neither side of a sheet of boards is longer, in pixels."""

_GAP = 20.0
_ROW_GAP = 18.0
_SHAPE = 1.5
_CARD = 90.0
_LARGEST_CELL = 48.0
_SMALLEST = 24.0


@dataclass(frozen=True)
class Absent:
    """The place of a board that there is none of."""

    status: str
    width: float
    height: float

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw an empty frame with a word in it."""
        page.box(left, top, self.width, self.height, fill=NO_CELL, edge=LINE)
        middle = left + self.width / 2, round(top + self.height / 2 + 4)
        page.text(*middle, self.status, Style(12, QUIET), align="center")


def boards(
    levels: Sequence[Level],
    captions: Sequence[Block],
    marks: Sequence[tuple[Mark, ...]] | None = None,
    *,
    thumb: float,
    most: float = MOST,
    shape: float = _SHAPE,
) -> Table:
    """Set boards under their captions; boards of one size have cells of one size.

    `thumb` is the wished length of the longest side of a board; `shape` the wished width of the
    whole by its height. Boards shrink until the whole is no longer than `most` on either side.
    """
    marked = marks or [()] * len(levels)
    # Boards of a row line up, however many lines their captions have.
    lowest = max(caption.height for caption in captions)
    while True:
        items = [
            Stack((caption, Space(0, lowest - caption.height), _board(level, thumb, own)), 3)
            for level, caption, own in zip(levels, captions, marked, strict=True)
        ]
        across = _across(items, shape, most)
        table = grid(items, across, gap=_GAP, row_gap=_ROW_GAP)
        if (table.width <= most and table.height <= most) or thumb < _SMALLEST:
            return table
        thumb *= 0.9


def default_thumb(count: int) -> float:
    """Give the length of a board's longest side that suits a number of boards."""
    return 520.0 if count == 1 else 340.0 if count <= 6 else 240.0 if count <= 30 else 160.0


def seed_caption(level: Level, *, named: bool = False) -> Block:
    """Title a small board with its seed, marked when the level is not satisfied.

    `named` adds the tileset, for sheets of several.
    """
    words = f"seed {level.seed}" if level.seed is not None else "no seed"
    if named:
        words = f"{level.tileset.name} · {words}"
    if level.status in (None, "satisfied"):
        return Text(words, Style(12, INK))
    broken = sum(not promise.kept for promise in level.promises)
    sign = f"{broken} broken" if broken and level.cells is not None else str(level.status)
    return Row((Text(f"✗ {words}", Style(12, BAD, "bold")), Text(sign, Style(12, BAD))), 8)


def _board(level: Level, thumb: float, marks: tuple[Mark, ...]) -> Block:
    cell = min(thumb / max(level.rows, level.cols), _LARGEST_CELL)
    # Whole pixels look best; boards that are longer than their place have no choice.
    cell = cell // 1 if cell >= 1 else cell
    if level.cells is not None:
        return Board(level, cell, marks)
    width, height = max(level.cols * cell, _CARD), max(level.rows * cell, _CARD / 3)
    return Absent(level.status or "no level", width, height)


def _across(items: Sequence[Block], shape: float, most: float) -> int:
    """Choose how many stand in a row, so that the whole has about the wished shape."""
    width = max(item.width for item in items) + _GAP
    height = max(item.height for item in items) + _ROW_GAP

    def miss(across: int) -> tuple[float, float]:
        down = ceil(len(items) / across)
        wide, high = across * width, down * height
        filled = len(items) / (across * down)
        over = max(wide / (most + _GAP), high / (most + _ROW_GAP), 1.0)
        return over, max(wide / high / shape, shape * high / wide) / filled

    return min(range(1, len(items) + 1), key=miss)
