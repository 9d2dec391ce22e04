"""Tiles and objects as they are drawn on a cell, on boards and in legends alike."""

from __future__ import annotations

from levelgen.render.colours import LINE, PAPER, QUIET, mix
from levelgen.render.connections import Connections, has_connections
from levelgen.render.fonts import glyph_path
from levelgen.render.page import Page, Point
from levelgen.schema.level_html import ink_on
from levelgen.schema.tileset import ObjectKind, Tileset

GLYPHS_FROM = 16.0
"""Tiles on smaller cells, in pixels, show their colour only."""

_OBJECT_GLYPHS_FROM = 13.0
_STRANGER = ObjectKind(glyph="?", color=QUIET, on=("any",))


class Stamps:
    """Draws the tiles and objects of one tileset on cells of any size."""

    def __init__(self, tileset: Tileset) -> None:
        self._tileset = tileset
        self._connections = Connections(tileset) if has_connections(tileset) else None

    def fill(self, number: int) -> str:
        """Give the colour of the whole cell under a tile (grid integer)."""
        if self._connections is not None:
            return self._connections.fill(number)
        return self._tileset.tiles[self._tileset.variants[number].base].color

    def tile(self, page: Page, number: int, points: list[Point], cell: float) -> None:
        """Draw what a tile shows on its colour: its ways, or faintly its glyph."""
        if self._connections is not None:
            for stroke in self._connections.strokes(number):
                if stroke.width is None:
                    page.stamp(stroke.shape, points, cell, fill=stroke.color)
                else:
                    line = stroke.width * cell
                    page.stamp(stroke.shape, points, cell, edge=stroke.color, line=line)
            return
        shape = glyph_path(self._tileset.variants[number].glyph)
        if shape is not None and cell >= GLYPHS_FROM:
            ink = ink_on(self.fill(number))
            page.stamp(shape, points, cell * 0.6, fill=ink, opacity=0.3)

    def object(self, page: Page, kind: str, points: list[Point], cell: float) -> None:
        """Draw objects as discs in the colour of their kind, with its glyph where it fits."""
        from matplotlib.path import Path

        body = self._tileset.objects.get(kind, _STRANGER)
        with_glyph = cell >= _OBJECT_GLYPHS_FROM
        # Small discs fill their cell, so that they stay visible.
        disc = Path.circle((0.0, 0.0), 0.37 if with_glyph else 0.45)
        rim = min(max(cell * 0.045, 0.5), 1.6)
        page.stamp(disc, points, cell, fill=body.color, edge=PAPER, line=rim)
        shape = glyph_path(body.glyph)
        if shape is not None and with_glyph:
            page.stamp(shape, points, cell * 0.62, fill=ink_on(body.color))

    def tile_sample(self, page: Page, number: int, left: float, top: float, cell: float) -> None:
        """Draw one cell with a tile, outlined so that pale colours show on white."""
        fill = self.fill(number)
        page.box(left, top, cell, cell, fill=fill)
        self.tile(page, number, [(left + cell / 2, top + cell / 2)], cell)
        page.box(left, top, cell, cell, edge=mix(fill, LINE, 0.6))
