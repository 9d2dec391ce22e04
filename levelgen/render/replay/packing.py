"""Records and boards in few bytes, for pages that are sent around."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import groupby
from typing import TypeVar

from levelgen.engine.steps import KINDS, decode

_Value = TypeVar("_Value", bound=Hashable)


def packed(steps: bytes) -> bytes:
    """Write a record in about a third of its bytes, for pages that are sent around.

    Every event becomes two numbers in base 128 (seven bits a byte, the lowest first, the eighth
    bit set on all bytes but the last): kind + 8 * distance, and the value. The distance from the
    cell of the event before is 2 * distance upwards, 2 * distance - 1 downwards.
    """
    found = bytearray()
    last = 0
    for kind, cell, value in decode(steps):
        away = cell - last
        last = cell
        for number in ((2 * away if away >= 0 else -2 * away - 1) << 3 | KINDS.index(kind), value):
            while number > 127:
                found.append(number & 127 | 128)
                number >>= 7
            found.append(number)
    return bytes(found)


def distinct(values: Iterable[_Value]) -> tuple[list[_Value], list[int]]:
    """List the different values, and which of them the cells have, as pairs of value and count."""
    numbers: dict[_Value, int] = {}
    places = [numbers.setdefault(value, len(numbers)) for value in values]
    runs = [(number, sum(1 for _ in run)) for number, run in groupby(places)]
    return list(numbers), [part for run in runs for part in run]
