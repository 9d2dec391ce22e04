"""From a picture to a grid of colour numbers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from levelgen.errors import Problem, PuzzleError, RequestError
from levelgen.nonogram.puzzle import BLACK, LARGEST, WHITE, Color

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 64
"""Longest side of a puzzle made from a picture, unless a size is given."""

MOST_COLORS = 32

_NAMES = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "red": (220, 30, 30),
    "green": (30, 150, 50),
    "blue": (30, 70, 210),
    "yellow": (250, 220, 40),
    "orange": (245, 140, 20),
    "purple": (140, 50, 160),
    "pink": (250, 150, 190),
    "brown": (125, 75, 40),
    "grey": (128, 128, 128),
    "lightgrey": (200, 200, 200),
    "cyan": (60, 200, 220),
    "beige": (235, 215, 180),
    "darkblue": (20, 30, 90),
    "darkgreen": (15, 70, 30),
}
_CHARS = "#abcdefghijklmnopqrstuvwxyzABCDEFGH"


@dataclass(frozen=True)
class Pixels:
    """A grid in rows of colour numbers, and its colours; the background comes first."""

    rows: tuple[tuple[int, ...], ...]
    colors: tuple[Color, ...]


def read_picture(
    source: str | Path | Image,
    *,
    threshold: int = 128,
    colors: int | None = None,
    invert: bool = False,
    rows: int | None = None,
    cols: int | None = None,
    longest: int = SIDE,
) -> Pixels:
    """Turn a picture that Pillow can read into a grid.

    Without `colors`, cells darker than `threshold` (0 .. 255) are filled; with `colors` (2 .. 32,
    the background counts), the picture is reduced to so many, and the background is the one that
    most cells of the border have. `invert` exchanges filled and blank (two colours only). Larger
    pictures are reduced to `longest` cells on their longer side, or to `rows` and `cols` (one
    follows from the other). Transparent parts are white. Raises PuzzleError for what is no picture,
    RequestError for wrong options.
    """
    _check(threshold, colors, invert, rows, cols, longest)
    picture = _opened(source)
    size = _size(picture, rows, cols, longest)
    if colors is None:
        return _two(picture, size, threshold, invert)
    return _many(picture, size, colors)


def _check(
    threshold: int,
    colors: int | None,
    invert: bool,
    rows: int | None,
    cols: int | None,
    longest: int,
) -> None:
    wrong = []
    bounds: list[tuple[str, int | None, int, int]] = [
        ("threshold", threshold, 0, 256),
        ("colors", colors, 2, MOST_COLORS),
        ("rows", rows, 1, LARGEST),
        ("cols", cols, 1, LARGEST),
        ("longest", longest, 1, LARGEST),
    ]
    for name, number, low, high in bounds:
        if number is not None and not low <= number <= high:
            message, hint = f"{number} is out of range", f"{low} .. {high}"
            wrong.append(Problem("request", f"/{name}", message, hint))
    if invert and colors is not None:
        message = "colours cannot be inverted"
        wrong.append(Problem("request", "/invert", message, "leave out `colors` or `invert`"))
    if wrong:
        raise RequestError(wrong)


def _opened(source: str | Path | Image) -> Image:
    from PIL import Image as Pictures
    from PIL import UnidentifiedImageError

    if isinstance(source, Pictures.Image):
        picture = source
    else:
        from io import BytesIO

        from levelgen.schema.files import read_bytes

        path = Path(source)
        data = read_bytes(path, PuzzleError)
        try:
            picture = Pictures.open(BytesIO(data))
            picture.load()
        except UnidentifiedImageError:
            hint = "PNG, PBM, GIF, BMP, JPEG, ... are"
            raise PuzzleError([Problem(str(path), "", "this is no picture", hint)]) from None
        except (OSError, ValueError, SyntaxError, Pictures.DecompressionBombError) as cause:
            message = f"the picture cannot be read: {cause}"
            raise PuzzleError([Problem(str(path), "", message)]) from None
    above = picture.convert("RGBA")
    white = Pictures.new("RGBA", above.size, (255, 255, 255, 255))
    return Pictures.alpha_composite(white, above).convert("RGB")


def _size(picture: Image, rows: int | None, cols: int | None, longest: int) -> tuple[int, int]:
    """Give width and height in cells; the shape of the picture is kept where it can be."""
    width, height = picture.size
    if rows is not None and cols is not None:
        return cols, rows
    if rows is not None:
        return min(max(1, round(width * rows / height)), LARGEST), rows
    if cols is not None:
        return cols, min(max(1, round(height * cols / width)), LARGEST)
    share = min(1.0, longest / max(width, height))
    return max(1, round(width * share)), max(1, round(height * share))


def _lines(values: list[int], width: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(values[start : start + width]) for start in range(0, len(values), width))


def _reduced(picture: Image, size: tuple[int, int]) -> bytes:
    """Average the grey values of each cell."""
    from PIL import Image as Pictures

    return picture.resize(size, resample=Pictures.Resampling.BOX).tobytes()


def _two(picture: Image, size: tuple[int, int], threshold: int, invert: bool) -> Pixels:
    values = _reduced(picture.convert("L"), size)
    filled = [int((value < threshold) != invert) for value in values]
    return Pixels(_lines(filled, size[0]), (WHITE, BLACK))


def _many(picture: Image, size: tuple[int, int], colors: int) -> Pixels:
    from PIL import Image as Pictures

    palette = picture.quantize(
        colors, method=Pictures.Quantize.MEDIANCUT, dither=Pictures.Dither.NONE
    )
    # The colour that covers most of a cell wins: an average would invent colours at the edges.
    present = sorted(set(palette.tobytes()))
    shares = [
        _reduced(palette.point([255 * (value == index) for value in range(256)], "L"), size)
        for index in present
    ]
    values = [
        present[max(range(len(present)), key=lambda place: shares[place][cell])]
        for cell in range(size[0] * size[1])
    ]
    lines = _lines(values, size[0])
    border = [*lines[0], *lines[-1], *(line[0] for line in lines), *(line[-1] for line in lines)]
    # Counts decide, and the lower number among equals.
    background = max(sorted(set(border)), key=border.count)
    used = [background, *sorted(set(values) - {background})]
    flat = palette.getpalette() or []
    shades = [(flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]) for i in used]
    number = {value: place for place, value in enumerate(used)}
    rows = tuple(tuple(number[value] for value in line) for line in lines)
    return Pixels(rows, named_colors(shades))


def named_colors(shades: list[tuple[int, int, int]]) -> tuple[Color, ...]:
    """Name colours after the nearest common one; the first is the background.

    At least two come out: a picture of one colour gets a black that no cell has.
    """
    found: list[Color] = []
    taken: dict[str, int] = {}
    free = list(_CHARS)
    for index, shade in enumerate(shades):
        name = min(
            _NAMES,
            key=lambda word: sum((a - b) ** 2 for a, b in zip(_NAMES[word], shade, strict=True)),
        )
        wish = "#" if name == "black" else name[0]
        char = "." if index == 0 else wish if wish in free else free[0]
        if index:
            free.remove(char)
        taken[name] = taken.get(name, 0) + 1
        if taken[name] > 1:
            name = f"{name}-{taken[name]}"
        found.append(Color(name=name, hex="#{:02x}{:02x}{:02x}".format(*shade), char=char))
    if len(found) == 1:
        found.append(
            BLACK if found[0].name != "black" else BLACK.model_copy(update={"name": "ink"})
        )
    return tuple(found)
