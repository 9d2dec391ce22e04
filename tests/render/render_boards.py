"""Small levels made by hand, and pictures read back as arrays."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from matplotlib.image import imread

from levelgen.render.colours import channels
from levelgen.schema.level import Level
from levelgen.schema.placed import PlacedObject
from levelgen.schema.tileset import Tileset


def tileset(**changes: Any) -> Tileset:
    """Two tiles that never touch, and one object."""
    data: dict[str, Any] = {
        "format": "levelgen-tileset/1",
        "name": "pair",
        "tiles": [
            {"id": "wall", "glyph": "#", "color": "#123456", "tags": ["solid"]},
            {"id": "floor", "glyph": ".", "color": "#c0ffee", "tags": ["floor", "walkable"]},
        ],
        "adjacency": {"neighbours": {"wall": ["wall"], "floor": ["floor"]}},
        "objects": {"key": {"glyph": "k", "color": "#f4b400", "on": ["floor"]}},
    }
    return Tileset.read(data | changes, "test")


def level(rows: int, cols: int, cells: str, tiles: Tileset | None = None, **more: Any) -> Level:
    """Make a level from one digit for each cell, `-` for none."""
    numbers = tuple(-1 if cell == "-" else int(cell) for cell in cells)
    return Level(tileset=tiles or tileset(), rows=rows, cols=cols, cells=numbers, **more)


def key(row: int, col: int) -> PlacedObject:
    return PlacedObject(kind="key", row=row, col=col)


def pixels(png: bytes) -> np.ndarray[Any, Any]:
    """Read a picture back as (height, width, 3) values 0 to 255."""
    return np.round(imread(BytesIO(png), format="png")[..., :3] * 255).astype(int)


def has_color(area: np.ndarray[Any, Any], color: str) -> bool:
    return bool((area == channels(color)).all(axis=-1).any())
