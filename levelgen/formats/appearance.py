"""Glyphs and colours for tiles that come from elsewhere without them."""

from __future__ import annotations

import colorsys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from levelgen.formats.text import NO_CELL, NO_OBJECT
from levelgen.schema.tileset import glyph_problem

# Plain letters first, because every keyboard has them; then signs that fonts for terminals have.
_RANGES = (
    (0x30, 0x3A),  # digits
    (0x61, 0x7B),  # a to z
    (0x41, 0x5B),  # A to Z
    (0x21, 0x7F),  # the rest of ASCII
    (0xC0, 0x180),  # accented Latin letters
    (0x391, 0x3CA),  # Greek
    (0x410, 0x450),  # Cyrillic
    (0x2500, 0x25A0),  # box drawing and blocks
    (0x2801, 0x2900),  # braille
)
_GOLDEN_ANGLE = 0.381966011250105
"""A third of the way round, never quite: neighbours in a list get hues far apart."""


@cache
def glyph_pool() -> tuple[str, ...]:
    """List every glyph that a tile may be given, the handiest first."""
    signs = dict.fromkeys(chr(code) for start, end in _RANGES for code in range(start, end))
    return tuple(
        sign
        for sign in signs
        if sign not in (NO_CELL, NO_OBJECT, '"', "'") and glyph_problem(sign) is None
    )


class Glyphs:
    """Hands out glyphs so that none is given twice."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def take(self, wishes: Iterable[str]) -> str:
        """Give the first free glyph of the wishes, else of the pool.

        Raises LookupError when the pool is empty.
        """
        free = next((sign for sign in self._candidates(wishes) if sign not in self._taken), None)
        if free is None:
            raise LookupError(f"only {len(glyph_pool())} glyphs are to be had")
        self._taken.add(free)
        return free

    def family(self, families: Iterable[Sequence[str]]) -> tuple[str, ...] | None:
        """Give the first family of glyphs that is wholly free, else None."""
        for signs in families:
            if self._taken.isdisjoint(signs):
                self._taken.update(signs)
                return tuple(signs)
        return None

    def _candidates(self, wishes: Iterable[str]) -> Iterator[str]:
        yield from (sign for sign in wishes if glyph_problem(sign) is None)
        yield from glyph_pool()


def distinct_color(number: int) -> str:
    """Give the colour "#rrggbb" of the tile with this number in its set, the same every time."""
    hue = number * _GOLDEN_ANGLE % 1
    lightness = (0.62, 0.45, 0.74)[number % 3]
    channels = colorsys.hls_to_rgb(hue, lightness, 0.5)
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in channels)
