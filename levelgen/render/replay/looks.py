"""How tiles look in a browser: colours, glyphs and vector shapes, the same as in the pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from levelgen.render.connections import Connections, has_connections
from levelgen.schema.level_html import ink_on
from levelgen.schema.tileset import Tileset

if TYPE_CHECKING:
    from matplotlib.path import Path


def tile_looks(tileset: Tileset) -> list[dict[str, Any]]:
    """Describe each tile: what fills the cell, then the shapes on it or a glyph in its ink.

    A shape is an SVG path in units of the cell around its centre, a colour, and the width of the
    line, 0 for a filled area.
    """
    connections = Connections(tileset) if has_connections(tileset) else None
    looks: list[dict[str, Any]] = []
    for number, variant in enumerate(tileset.variants):
        color = tileset.tiles[variant.base].color
        look: dict[str, Any] = {"id": variant.id, "base": variant.base}
        if connections is None:
            look |= {"fill": color, "glyph": variant.glyph, "ink": ink_on(color)}
        else:
            look["fill"] = connections.fill(number)
            look["shapes"] = [
                [_svg(stroke.shape), stroke.color, stroke.width or 0]
                for stroke in connections.strokes(number)
            ]
        looks.append(look)
    return looks


def _svg(path: Path) -> str:
    from matplotlib.path import Path

    letters = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C"}
    parts = []
    for points, code in path.iter_segments(simplify=False):
        if code == Path.CLOSEPOLY:
            parts.append("Z")
            continue
        # Upwards in a picture is downwards in a browser.
        flipped = (
            f"{_short(points[place])} {_short(-points[place + 1])}"
            for place in range(0, len(points), 2)
        )
        parts.append(letters[code] + " ".join(flipped))
    return "".join(parts)


def _short(value: float) -> str:
    # Adding zero turns -0.0 into 0.0.
    return f"{round(float(value), 4) + 0.0:g}"
