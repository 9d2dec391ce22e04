"""Pictures of levels and tilesets, as PNG: the same input gives the same bytes on one machine.

Importing this module is light; matplotlib is loaded by the first picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from levelgen.errors import LevelError
from levelgen.render.board import Board
from levelgen.render.card import no_board
from levelgen.render.charts import charts
from levelgen.render.colours import INK
from levelgen.render.fonts import Style
from levelgen.render.layout import Block, Row, Stack, Text, picture
from levelgen.render.legend import level_legend, sheet_legend
from levelgen.render.marks import broken_promises
from levelgen.render.matrix import adjacency
from levelgen.render.palette import palette
from levelgen.render.sheet import boards, default_thumb, seed_caption
from levelgen.render.titles import SUBTITLE, TITLE, level_title, sheet_title
from levelgen.schema.level import Level
from levelgen.schema.tileset import Tileset

_SPAN = 1152
"""The wished length of the longest side of one board, in pixels."""

_LARGEST_CELL = 48
_MOST = 2000
_LEGEND_COLUMN = 520.0


def level_png(level: Level) -> bytes:
    """Draw one level: its board with objects, broken promises marked in place, and a legend.

    The level is judged again by the independent check, against the request in its manifest; what
    is broken is framed in red, and wrong neighbours have a red bar between them. A level without a
    board becomes a card with its reason. Raises InputError for a level that cannot be judged.
    """
    marks = broken_promises(level)
    title = level_title(level)
    if level.cells is None:
        return picture(Stack((title, no_board(level)), 18))
    longest = max(level.rows, level.cols)
    cell = float(max(min(_LARGEST_CELL, _SPAN // longest), 1))
    # Only boards that no screen shows whole have cells below a pixel.
    cell = min(cell, _MOST / longest)
    board = Board(level, cell, marks, rulers=cell >= 6)
    legend = level_legend(level, marks, max(board.height, _LEGEND_COLUMN))
    shown = Row((board, legend), 28)
    if level.status == "unknown" and level.reason is not None:
        # The best board so far: what ended the search belongs to it.
        reason = Text(level.reason.text, SUBTITLE, max(shown.width, _LEGEND_COLUMN))
        return picture(Stack((Stack((title, reason), 4), shown), 16))
    return picture(Stack((title, shown), 16))


def sheet_png(levels: Sequence[Level]) -> bytes:
    """Draw a contact sheet to pick from: small boards with their seeds, and one legend.

    Levels that are not satisfied are marked by their title. Raises LevelError without any level.
    """
    _refuse_none(levels)
    several = len({level.tileset.name for level in levels}) > 1
    captions = [seed_caption(level, named=several) for level in levels]
    table = boards(levels, captions, thumb=default_thumb(len(levels)))
    legend = sheet_legend(levels, max(table.width, 420.0))
    return picture(Stack((sheet_title(levels), table, legend), 20))


def tileset_png(tileset: Tileset) -> bytes:
    """Draw a tileset: its tiles and objects, and which tile may stand beside which."""
    title: list[Block] = [Text(tileset.name, TITLE)]
    if tileset.description:
        title.append(Text(tileset.description, SUBTITLE, 700.0))
    parts = (Stack(tuple(title), 2), palette(tileset), adjacency(tileset))
    return picture(Stack(parts, 24))


def compare_png(levels: Sequence[Level], labels: Sequence[str]) -> bytes:
    """Draw boards side by side, and below them bars of what was measured.

    A metric that a level does not have is written as n/a. Raises LevelError without any level, or
    when there is not one label for each.
    """
    _refuse_none(levels)
    if len(labels) != len(levels):
        message = f"{len(labels)} labels are given for {len(levels)} levels"
        raise LevelError.single("labels", "", message, "one for each")
    thumb = default_thumb(len(levels))
    heads = [_compared(level, label, thumb) for level, label in zip(levels, labels, strict=True)]
    marks = [
        tuple(replace(mark, number=None) for mark in broken_promises(level)) for level in levels
    ]
    table = boards(levels, heads, marks, thumb=thumb, shape=3.0)
    bars = charts(levels, labels)
    legend = sheet_legend(levels, max(table.width, bars.width), [*chain(*marks)])
    return picture(Stack((sheet_title(levels), table, legend, bars), 24))


def _compared(level: Level, label: str, wrap: float) -> Block:
    return Stack((Text(label, Style(14, INK, "bold"), wrap), seed_caption(level)), 0)


def _refuse_none(levels: Sequence[Level]) -> None:
    if not levels:
        raise LevelError.single("levels", "", "there is no level to draw", "give at least one")
