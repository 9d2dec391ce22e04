"""The fonts of all pictures: those that matplotlib ships, so that every machine has them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Literal

from levelgen.render.colours import INK

if TYPE_CHECKING:
    from matplotlib.font_manager import FontProperties
    from matplotlib.path import Path

Face = Literal["sans", "bold", "mono"]

_FILES = {"sans": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf", "mono": "DejaVuSansMono.ttf"}
_MISSING = "□"
_LEADING = 1.4


@dataclass(frozen=True)
class Style:
    """How a text looks; sizes are in pixels."""

    size: int = 13
    color: str = INK
    face: Face = "sans"

    @property
    def leading(self) -> int:
        """Height of a line."""
        return round(self.size * _LEADING)

    @property
    def baseline(self) -> float:
        """Where letters stand, from the top of their line."""
        return self.leading / 2 + self.size * 0.36


@lru_cache(maxsize=64)
def properties(face: Face, size: float) -> FontProperties:
    """Give a font by its file, whatever fonts the machine or the user's settings have."""
    from matplotlib.font_manager import FontProperties

    return FontProperties(fname=_file(face), size=size)


@lru_cache(maxsize=4)
def _file(face: Face) -> FilePath:
    from matplotlib import get_data_path

    return FilePath(get_data_path()) / "fonts" / "ttf" / _FILES[face]


@lru_cache(maxsize=4)
def _drawn(face: Face) -> frozenset[int]:
    from matplotlib.font_manager import get_font

    return frozenset(get_font(_file(face)).get_charmap())


def legible(text: str, face: Face = "sans") -> str:
    """Replace what the font cannot draw by a box; matplotlib would warn about it."""
    known = _drawn(face)
    return "".join(letter if ord(letter) in known else _MISSING for letter in text)


@lru_cache(maxsize=1)
def _renderer() -> Any:
    """The drawing surface whose measures are those of the finished picture; untyped."""
    from matplotlib.backends import backend_agg

    surface: Any = backend_agg.RendererAgg
    return surface(1, 1, 72)


@lru_cache(maxsize=4096)
def text_width(text: str, face: Face, size: int) -> float:
    """Measure one line of text, in pixels."""
    width, _, _ = _renderer().get_text_width_height_descent(
        legible(text, face), properties(face, size), ismath=False
    )
    return float(width)


@lru_cache(maxsize=1024)
def glyph_path(glyph: str) -> Path | None:
    """Give a glyph as a shape around (0, 0), one unit to the em; None when there is none.

    Shapes are stamped by the thousand where texts would take seconds.
    """
    from matplotlib.textpath import TextPath
    from matplotlib.transforms import Affine2D

    if len(glyph) != 1 or ord(glyph) not in _drawn("mono"):
        return None
    shape = TextPath((0, 0), glyph, prop=properties("mono", 100))
    if not len(shape.vertices):
        return None
    box = shape.get_extents()
    centre = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return Affine2D().translate(-centre[0], -centre[1]).scale(0.01).transform_path(shape)


@lru_cache(maxsize=1024)
def text_path(text: str, face: Face = "sans") -> Path:
    """Give a line of text as a shape, one unit to the em, centred on x = 0 above its baseline."""
    from matplotlib.textpath import TextPath
    from matplotlib.transforms import Affine2D

    shape = TextPath((0, 0), legible(text, face), prop=properties(face, 100))
    width = text_width(text, face, 100)
    return Affine2D().translate(-width / 2, 0).scale(0.01).transform_path(shape)
