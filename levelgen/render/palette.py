"""The tiles and objects of a tileset, one a line."""

from __future__ import annotations

from dataclasses import dataclass

from levelgen.render.colours import QUIET
from levelgen.render.fonts import Style
from levelgen.render.layout import Block, Row, Space, Table, Text
from levelgen.render.legend import HEAD, NAME, NOTE, ObjectSample, TileSample
from levelgen.render.page import Page
from levelgen.schema.tileset import ObjectKind, Tile, Tileset

_SIDE = 30.0
_MOST_ROWS = 40
_TAGS = 190.0
_MONO = Style(13, face="mono")
_CODE = Style(12, QUIET, "mono")


@dataclass(frozen=True)
class _WeightBar:
    """A weight as a bar, full for the heaviest tile."""

    share: float
    width: float = 60.0
    height: float = 8.0

    def draw(self, page: Page, left: float, top: float) -> None:
        page.box(left, top, self.width, self.height, fill="#eeeeee")
        page.box(left, top, self.width * self.share, self.height, fill="#9a9a9a")


def palette(tileset: Tileset) -> Block:
    """List colour, glyph, id, weight and tags of every tile, then the kinds of objects."""
    heaviest = max(tile.weight for tile in tileset.tiles)
    rows = [_tile_row(tileset, number, heaviest) for number in range(len(tileset.tiles))]
    head: tuple[Block, ...] = (
        *(Text(word, HEAD) for word in ("Tile", "Glyph", "Colour", "Id", "Weight")),
        Space(),
        Text("Tags", HEAD),
    )
    tables: list[Block] = [
        Table((head, *rows[start : start + _MOST_ROWS]), gap=14, row_gap=6)
        for start in range(0, len(rows), _MOST_ROWS)
    ]
    tiles = Row(tuple(tables), 40)
    if not tileset.objects:
        return tiles
    titles = tuple(Text(word, HEAD) for word in ("Object", "Glyph", "Colour", "Kind", "Stands on"))
    objects = [_object_row(tileset, kind, body) for kind, body in tileset.objects.items()]
    return Row((tiles, Table((titles, *objects), gap=14, row_gap=6)), 56)


def _tile_row(tileset: Tileset, index: int, heaviest: float) -> tuple[Block, ...]:
    tile: Tile = tileset.tiles[index]
    samples = [
        TileSample(tileset, number, _SIDE)
        for number, variant in enumerate(tileset.variants)
        if variant.base == index
    ]
    turned = "".join(dict.fromkeys(tile.glyph))
    return (
        Row(tuple(samples), 4),
        Text(turned, _MONO),
        Text(tile.color, _CODE),
        Text(tile.id, NAME),
        Text(f"{tile.weight:g}", NAME),
        _WeightBar(tile.weight / heaviest if heaviest else 0.0),
        Text(", ".join(tile.tags), NOTE, _TAGS),
    )


def _object_row(tileset: Tileset, kind: str, body: ObjectKind) -> tuple[Block, ...]:
    return (
        ObjectSample(tileset, kind, _SIDE - 4),
        Text(body.glyph, _MONO),
        Text(body.color, _CODE),
        Text(kind, NAME),
        Text(", ".join(body.on), NOTE, _TAGS),
    )
