"""Samples of any kind as levels of one tileset: levels, grids, text, pictures, files."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from levelgen.errors import LevelError, Problem
from levelgen.formats.appearance import Glyphs, distinct_color
from levelgen.formats.csv import read_csv_grid
from levelgen.formats.text import NO_CELL, read_text_grid
from levelgen.schema.files import read_bytes, read_text
from levelgen.schema.level import Level
from levelgen.schema.tileset import Tileset, glyph_problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_TILES = 256
MAX_CELLS = 1 << 20
"""As many cells as a level may have."""

_SHOWN = 20
_PNG = b"\x89PNG\r\n\x1a\n"

Sample = Any
"""A `Level`, a text grid, a 2-D array of tile numbers, or a picture (rows, cols, 3 or 4)."""


def as_maps(
    samples: Sample | Sequence[Sample], tileset: Tileset | None = None, *, name: str = "sample"
) -> tuple[Level, ...]:
    """Give samples as levels that share one tileset.

    With a `tileset`, text is read by its glyphs, numbers by its order, pictures by its colours.
    Without one it is made from the samples, called `name`: a tile for each glyph, number or colour
    that occurs, in this order; levels bring their own. A blank in text and -1 in an array is no
    cell. Raises LevelError with every problem.
    """
    listed = list(samples) if isinstance(samples, list | tuple) else [samples]
    if not listed:
        raise LevelError([Problem("samples", "", "there is no sample", "at least one")])
    named = [(f"sample {number}", item) for number, item in enumerate(listed)]
    return _joined(named, tileset, _word(name))


def read_maps(paths: Sequence[str | Path], tileset: Tileset | None = None) -> tuple[Level, ...]:
    """Read sample files onto one tileset: pictures (.png), levels (.json), CSV, else text.

    CSV needs a tileset. Raises LevelError.
    """
    found: list[tuple[str, Sample]] = []
    for path in map(Path, paths):
        suffix = path.suffix.lower()
        if suffix == ".png":
            found.append((str(path), _picture(path)))
        elif suffix == ".json":
            found.append((str(path), Level.load(path, tileset)))
        elif suffix == ".csv" and tileset is None:
            hint = "--tileset NAME"
            raise LevelError([Problem(str(path), "", "a CSV grid needs a tileset", hint)])
        elif suffix == ".csv":
            assert tileset is not None
            found.append(
                (str(path), read_csv_grid(read_text(path, LevelError), tileset, str(path)))
            )
        else:
            found.append((str(path), read_text(path, LevelError)))
    if not found:
        raise LevelError([Problem("samples", "", "there is no sample", "at least one file")])
    return _joined(found, tileset, _word(Path(paths[0]).stem))


def _joined(
    samples: list[tuple[str, Sample]], tileset: Tileset | None, name: str
) -> tuple[Level, ...]:
    known = [_Kind.of(source, sample) for source, sample in samples]
    made = tileset is None
    if tileset is None:
        kinds = dict.fromkeys(item.kind for item in known)
        if len(kinds) > 1:
            message = f"{' and '.join(kinds)} have no tiles in common"
            raise LevelError([Problem("samples", "", message, "one kind of sample, or a tileset")])
        tileset = _tileset_of(known, name)
    return tuple(_map(item, tileset, made=made) for item in known)


@dataclass(frozen=True)
class _Kind:
    """A sample, where it comes from and what it is."""

    source: str
    kind: Literal["levels", "text", "numbers", "pictures"]
    value: Any

    @classmethod
    def of(cls, source: str, sample: Sample) -> _Kind:
        """Tell what a sample is; pictures become colour codes. Raises LevelError for the rest."""
        import numpy as np

        if isinstance(sample, Level):
            return cls(source, "levels", sample)
        if isinstance(sample, str):
            return cls(source, "text", sample)
        try:
            array = np.asarray(sample)
        except ValueError:
            array = np.empty(0)
        picture = array.ndim == 3 and array.shape[2] in (3, 4) and array.dtype.kind in "uif"
        if array.size and (picture or (array.ndim == 2 and array.dtype.kind in "ui")):
            _check_size(array.shape[0], array.shape[1], source)
            return (
                cls(source, "pictures", _color_codes(array))
                if picture
                else cls(source, "numbers", array)
            )
        hint = "a level, text, whole numbers (rows, cols), or a picture (rows, cols, 3 or 4)"
        raise LevelError([Problem(source, "", f"an array of shape {array.shape} is no map", hint)])


def _tileset_of(samples: list[_Kind], name: str) -> Tileset:
    """Make the tileset of samples of one kind: a tile for each glyph, number or colour."""
    first = samples[0]
    if first.kind == "levels":
        found: Tileset = first.value.tileset
        return found
    glyphs = Glyphs()
    tiles: list[tuple[str, str, str]] = []
    if first.kind == "text":
        signs = dict.fromkeys(sign for item in samples for sign in item.value)
        for sign in signs.keys() - {NO_CELL, "\n", "\r"}:
            problem = glyph_problem(sign)
            if problem is not None:
                raise LevelError([Problem(first.source, "", *problem)])
        for sign in signs:
            if sign not in (NO_CELL, "\n", "\r"):
                color = distinct_color(len(tiles))
                tiles.append((_sign_name(sign), glyphs.take([sign]), color))
    else:
        values = _values(samples)
        if len(values) > MAX_TILES:
            what = "colours" if first.kind == "pictures" else "numbers"
            message = f"{len(values)} {what}, and each of them would be a tile"
            hint = f"at most {MAX_TILES}; a sample is drawn by hand, not photographed or scaled"
            raise LevelError([Problem(first.source, "", message, hint)])
        for value in values:
            if first.kind == "pictures":
                tiles.append((_color_name(value), glyphs.take(()), f"#{value >> 8:06x}"))
            else:
                tiles.append((str(value), glyphs.take(str(value)), distinct_color(len(tiles))))
    if not tiles:
        raise LevelError([Problem(first.source, "", "the sample is empty", "at least one cell")])
    return Tileset.read(
        {
            "name": name,
            "tiles": [{"id": tile, "glyph": glyph, "color": color} for tile, glyph, color in tiles],
            "adjacency": {"default": "allow"},
        },
        first.source,
    )


def _values(samples: list[_Kind]) -> list[int]:
    """List the numbers in ascending order, or the colours in order of appearance.

    Raises LevelError for a number that cannot be a tile.
    """
    import numpy as np

    joined = np.concatenate([item.value.ravel() for item in samples])
    values, first = np.unique(joined, return_index=True)
    if samples[0].kind == "pictures":
        values = values[np.argsort(first)]
    found: list[int] = [value for value in values.tolist() if value != -1]
    if found and found[0] < 0:
        message = f"{found[0]} is no tile"
        raise LevelError([Problem(samples[0].source, "", message, "tiles from 0, -1 is no cell")])
    return found


def _sign_name(sign: str) -> str:
    """Name the tile of a glyph: the sign itself where that is a word, else its Unicode name."""
    if sign.isascii() and sign.isalnum():
        return sign
    return _word(unicodedata.name(sign, f"sign-{ord(sign):x}").lower())


def _map(sample: _Kind, tileset: Tileset, *, made: bool) -> Level:
    """Read one sample by a tileset; `made` when the tileset is made of these samples."""
    source, value = sample.source, sample.value
    if sample.kind == "levels":
        if value.cells is None:
            raise LevelError([Problem(source, "/tiles", "there is no level in it", "it is null")])
        if value.tileset.ids != tileset.ids:
            message = f"its tileset {value.tileset.name!r} is not {tileset.name!r}"
            raise LevelError([Problem(source, "", message, "samples share one tileset")])
        level: Level = value
        return level
    if sample.kind == "text":
        return read_text_grid(value, tileset, source)
    numbers: dict[int, int] = {-1: -1}
    wrong = []
    for code in _values([sample]):
        if sample.kind == "pictures":
            tile = _tile_of_color(code, tileset, made=made)
            message = f"no tile of {tileset.name!r} has the colour #{code >> 8:06x}"
        else:
            tile = tileset.index[str(code)] if made else code
            tile = tile if tile < len(tileset.ids) else None
            message = f"{code} is no tile of {tileset.name!r}"
        if tile is None:
            hint = "" if sample.kind == "pictures" else f"-1 to {len(tileset.ids) - 1}"
            wrong.append(Problem(source, "", message, hint))
        else:
            numbers[code] = tile
    if wrong:
        raise LevelError(wrong[:_SHOWN])
    rows, cols = value.shape
    cells = tuple(numbers[code] for code in value.ravel().tolist())
    return Level(tileset=tileset, rows=rows, cols=cols, cells=cells)


def _tile_of_color(code: int, tileset: Tileset, *, made: bool) -> int | None:
    """Find the first tile of a colour; transparency tells tiles of made sets apart only."""
    if made:
        return tileset.index[_color_name(code)]
    color = f"#{code >> 8:06x}"
    return next(
        (
            number
            for number, variant in enumerate(tileset.variants)
            if tileset.tiles[variant.base].color == color
        ),
        None,
    )


def _color_codes(array: NDArray[Any]) -> NDArray[Any]:
    """Pack a picture into one integer 0xrrggbbaa for each pixel; floats run from 0 to 1."""
    import numpy as np

    if array.dtype.kind == "f":
        array = np.rint(array * 255)
    channels = np.clip(array, 0, 255).astype(np.int64)
    alpha = channels[..., 3] if channels.shape[2] == 4 else np.int64(255)
    packed: NDArray[Any] = (
        channels[..., 0] << 24 | channels[..., 1] << 16 | channels[..., 2] << 8 | alpha
    )
    return packed


def _color_name(code: int) -> str:
    return f"{code >> 8:06x}" if code & 255 == 255 else f"{code:08x}"


def _check_size(rows: int, cols: int, source: str) -> None:
    """Raise LevelError for a map that is too large to be a level."""
    if rows * cols > MAX_CELLS:
        message = f"{rows}x{cols} is {rows * cols} cells"
        raise LevelError([Problem(source, "", message, f"at most {MAX_CELLS} cells")])


def _picture(path: Path) -> NDArray[Any]:
    """Read a PNG file as an array (rows, cols, 3 or 4) of bytes. Raises LevelError."""
    import numpy as np
    from matplotlib.image import imread

    data = read_bytes(path, LevelError)
    # Width and height stand in the first chunk: a huge picture is refused before it is unpacked.
    if data.startswith(_PNG) and len(data) >= 24:
        cols, rows = (int.from_bytes(data[start : start + 4]) for start in (16, 20))
        _check_size(rows, cols, str(path))
    try:
        array = np.asarray(imread(io.BytesIO(data), format="png"))
    except (OSError, ValueError, SyntaxError) as cause:
        # Pillow tells a broken PNG by any of these.
        message = f"this is not a PNG picture: {cause}"
        raise LevelError([Problem(str(path), "", message)]) from None
    if array.dtype.kind == "f":
        array = np.rint(array * 255)
    grey = array.ndim == 2
    return (np.stack([array] * 3, axis=-1) if grey else array).astype(np.uint8)


def _word(text: str) -> str:
    kept = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in text)
    return kept.strip("-") or "sample"
