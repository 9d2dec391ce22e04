"""Which tiles a promise means."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.rules import Rules


def subject(rules: Rules, tags: Sequence[str] | None, tile: str | None) -> int:
    """Give the bitset of a `tags` or `tile` field, 0 without either.

    A word that is both a tag and a tile id means the tag in `tags` and the tile in `tile`.
    """
    if tile is None:
        return rules.bits(tags or ())
    return sum(1 << number for number in rules.tileset.tiles_named(tile))


def amount(number: int, word: str) -> str:
    """Say how many there are of something: `1 cell`, `2 cells`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
