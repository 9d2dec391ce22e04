"""The frames of an animated replay: the board, and beside it the entropy map with its scale."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from levelgen.generators.recording import Recording
from levelgen.render.colours import BROKEN, INK, LINE, NO_CELL, PAPER, QUIET, channels
from levelgen.render.fonts import Face, properties
from levelgen.render.replay.pixels import SHADES, CellPixels
from levelgen.render.replay.timeline import Moment

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

_SPAN = 420
"""The wished length of a board's longest side, in pixels."""

_LARGEST_CELL = 32
_NARROWEST = 420
"""A narrow board still has room for the words below it."""

_MARGIN, _GAP, _HEAD, _FOOT = 16, 28, 34, 48
_BAR, _TICKS = 12, 44
_TILE_COLORS = 40
_COLORS = 255
"""One less than a GIF may have: frames need it for what did not change."""


class Film:
    """Draws the frames of one recording, whose last step is `last`."""

    def __init__(self, recording: Recording, last: int) -> None:
        self._recording = recording
        self._last = last
        level = recording.windows or recording
        self._side = max(min(_LARGEST_CELL, _SPAN // max(level.rows, level.cols)), 1)
        self._pixels = CellPixels(recording, self._side)
        self._height = level.rows * self._side
        width = level.cols * self._side
        # Where the board and the map begin.
        self._lefts = _MARGIN, _MARGIN + width + _GAP
        across = max(2 * width + _GAP + _BAR + _TICKS, _NARROWEST)
        self._size = across + 2 * _MARGIN, _HEAD + self._height + _FOOT
        self._total = sum(domain != 0 for domain in recording.domains)

    def frame(self, moment: Moment, number: int, domains: list[int]) -> Image.Image:
        """Draw the moment of a step."""
        from PIL import Image, ImageDraw

        picture = self._ground.copy()
        for left, pixels in zip(self._lefts, self._pixels.update(domains), strict=True):
            picture.paste(Image.fromarray(pixels), (left, _HEAD))
        pen = ImageDraw.Draw(picture)
        for left in self._lefts:
            if moment.kind == "contradiction":
                self._cross(pen, left, moment.cell)
            if moment.kind == "reset":
                self._window(pen, left, moment)
            if moment.observed >= 0:
                self._observed(pen, left, moment.observed)
        self._words(pen, moment, number)
        return picture

    def palette(self, pictures: Sequence[Image.Image]) -> Image.Image:
        """Choose the colours of all frames from a few of them."""
        import numpy as np
        from PIL import Image

        plain = [channels(color) for color in (INK, QUIET, LINE, PAPER, NO_CELL, BROKEN)]
        looks, often = np.unique(self._pixels.looks.reshape(-1, 3), axis=0, return_counts=True)
        common = looks[np.argsort(-often, kind="stable")[:_TILE_COLORS]]
        # These stay exact, however few pixels have them.
        exact = np.array(
            list(dict.fromkeys([*plain, *map(tuple, self._pixels.scale), *map(tuple, common)])),
            dtype=np.uint8,
        )
        strip = Image.fromarray(np.concatenate([np.asarray(picture) for picture in pictures]))
        others = strip.quantize(
            _COLORS - len(exact), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
        )
        more = np.array(others.getpalette(), dtype=np.int16).reshape(-1, 1, 3)
        more = more[: _COLORS - len(exact)]
        # Pillow looks colours up coarsely: next to an exact one it would find its double.
        apart = (np.abs(more - exact.astype(np.int16)).max(axis=2) >= 8).all(axis=1)
        found = Image.new("P", (1, 1))
        found.putpalette(exact.tobytes() + more[apart].astype(np.uint8).tobytes())
        return found

    @cached_property
    def _ground(self) -> Image.Image:
        """What is the same on all frames: the title, and the scale of the entropies in bits."""
        from PIL import Image, ImageDraw

        recording, scale = self._recording, self._pixels.scale
        picture = Image.new("RGB", self._size, PAPER)
        pen = ImageDraw.Draw(picture)
        bold, plain, small = _font("bold", 14), _font("sans", 12), _font("sans", 11)
        pen.text((_MARGIN, 22), recording.heading, fill=INK, font=bold, anchor="ls")
        start = _MARGIN + pen.textlength(recording.heading, font=bold) + 10
        pen.text((start, 22), recording.details, fill=QUIET, font=plain, anchor="ls")
        left = self._lefts[1] + recording.cols * self._side + 8
        for y in range(self._height):
            shade = scale[(self._height - 1 - y) * SHADES // self._height]
            color = (int(shade[0]), int(shade[1]), int(shade[2]))
            pen.line((left, _HEAD + y, left + _BAR - 1, _HEAD + y), fill=color)
        ends = ((_HEAD + self._height - 1, "0"), (_HEAD, f"{self._pixels.highest:.2f}"))
        for y, text in ends:
            pen.text((left + _BAR + 5, y), text, fill=QUIET, font=small, anchor="lm")
        return picture

    def _corner(self, left: int, row: int, col: int) -> tuple[int, int]:
        return left + col * self._side, _HEAD + row * self._side

    def _frame(
        self, pen: ImageDraw.ImageDraw, left: int, box: tuple[int, int, int, int], color: str
    ) -> None:
        """Frame the cells from (row, col) to (row, col), both included, with a white rim."""
        line = max(round(self._side * 0.1), 2)
        x, y = self._corner(left, box[0], box[1])
        right, low = self._corner(left, box[2] + 1, box[3] + 1)
        for wide, ink in ((line + 1, PAPER), (line, color)):
            outer = (x - wide, y - wide, right - 1 + wide, low - 1 + wide)
            pen.rectangle(outer, outline=ink, width=wide)

    def _observed(self, pen: ImageDraw.ImageDraw, left: int, cell: int) -> None:
        """Frame a cell; on a level beneath, all of its window."""
        row, col = divmod(cell, self._recording.cols)
        windows = self._recording.windows
        if windows is None or left != self._lefts[0]:
            self._frame(pen, left, (row, col, row, col), BROKEN)
            return
        for top, low in _spans(row, windows.height, windows.rows):
            for start, end in _spans(col, windows.width, windows.cols):
                self._frame(pen, left, (top, start, low, end), BROKEN)

    def _window(self, pen: ImageDraw.ImageDraw, left: int, moment: Moment) -> None:
        """Frame what lies on the board of a window, which reaches over joined edges."""
        recording = self._recording
        row, col = divmod(moment.cell, recording.cols)
        tops = _parts(row, moment.value, recording.rows, recording.periodic_rows)
        starts = _parts(col, moment.value, recording.cols, recording.periodic_cols)
        for top, low in tops:
            for start, end in starts:
                self._frame(pen, left, (top, start, low, end), INK)

    def _cross(self, pen: ImageDraw.ImageDraw, left: int, cell: int) -> None:
        x, y = self._corner(left, *divmod(cell, self._recording.cols))
        far = self._side - 1
        pen.rectangle((x, y, x + far, y + far), fill=BROKEN)
        near, line = self._side // 4, max(self._side // 8, 1)
        away = far - near
        if near:
            pen.line((x + near, y + near, x + away, y + away), fill=PAPER, width=line)
            pen.line((x + near, y + away, x + away, y + near), fill=PAPER, width=line)

    def _words(self, pen: ImageDraw.ImageDraw, moment: Moment, number: int) -> None:
        """Write how far the search is, under a line that grows with it."""
        width, height = self._size
        plain = _font("sans", 12)
        top, right = height - _FOOT + 14, width - _MARGIN
        pen.rectangle((_MARGIN, top, right, top + 3), fill=LINE)
        done = (right - _MARGIN) * number // max(self._last, 1)
        pen.rectangle((_MARGIN, top, _MARGIN + done, top + 3), fill=INK)
        counts = (
            ("step {}", number, f"/{self._last}", self._last),
            ("collapsed {}", self._pixels.collapsed, f"/{self._total}", self._total),
            ("contradictions {}", moment.contradictions, "", 999),
            ("backtracks {}", moment.backtracks, "", 999),
        )
        x = float(_MARGIN)
        for words, count, rest, most in counts:
            text = words.format(count) + rest
            pen.text((x, height - 12), text, fill=INK, font=plain, anchor="ls")
            # Room for the longest number, so that the words stay where they are.
            longest = pen.textlength(words.format(most) + rest, font=plain)
            x += max(longest, pen.textlength(text, font=plain)) + 16


def _spans(first: int, length: int, total: int) -> list[tuple[int, int]]:
    """Give the parts (first, last) of a window on a line, which it may leave and enter again."""
    over = first + length - total
    if over <= 0:
        return [(first, first + length - 1)]
    return [(first, total - 1), (0, over - 1)]


def _parts(middle: int, radius: int, length: int, joined: bool) -> list[tuple[int, int]]:
    """Give the parts (first, last) of a line that lie within a radius of one of its cells."""
    if joined and 2 * radius + 1 >= length:
        return [(0, length - 1)]
    shifts = (-length, 0, length) if joined else (0,)
    parts = [
        (max(middle + shift - radius, 0), min(middle + shift + radius, length - 1))
        for shift in shifts
    ]
    return [(first, last) for first, last in parts if first <= last]


@lru_cache(maxsize=8)
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(properties(face, size).get_file()), size)
