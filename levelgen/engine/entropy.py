"""Integer Shannon entropy of a domain, so that every platform picks the same cell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from levelgen.engine.rng import Rng
from levelgen.engine.task import FIELD_SCALE

FRACTION_BITS = 16
BUCKETS = 1024
"""Classes of entropy, from 0 to that of all tiles being equally likely."""

_MEMO_LIMIT = 1 << 16
_LOG_BITS = 13

Look = tuple[int, int, list[int], list[int]]
"""Bucket, entropy in 1/65536 bit, drawable tiles, their cumulative weights."""


def log2_fixed(value: int) -> int:
    """Base-2 logarithm of a positive integer, rounded down to 1/65536.

    Bit-by-bit squaring of the mantissa (Turner, "A fast binary logarithm algorithm", 2010);
    no floating point, so no maths library can change the last digit.
    """
    if value < 1:
        raise ValueError(f"log2_fixed() needs a positive integer, got {value}")
    whole = value.bit_length() - 1
    result = whole << FRACTION_BITS
    mantissa = (value << 30) >> whole
    for bit in range(FRACTION_BITS - 1, -1, -1):
        mantissa = (mantissa * mantissa) >> 30
        if mantissa >> 31:
            mantissa >>= 1
            result |= 1 << bit
    return result


@lru_cache(maxsize=1 << 14)
def _log2_short(value: int) -> int:
    return log2_fixed(value)


def log2_cut(value: int) -> int:
    """Base-2 logarithm of the 13 leading bits of a positive integer, in 1/65536.

    A table of 8192 entries serves all numbers; exact below that, at most 0.0004 low above.
    """
    shift = max(0, value.bit_length() - _LOG_BITS)
    return _log2_short(value >> shift) + (shift << FRACTION_BITS)


def members(bitset: int) -> list[int]:
    """List the tiles in a bitset, ascending."""
    found = []
    while bitset:
        lowest = bitset & -bitset
        found.append(lowest.bit_length() - 1)
        bitset ^= lowest
    return found


class ChoiceTable:
    """What a domain offers under one set of weights, memoised per domain bitset.

    Tiles of weight zero are drawable only when the domain holds nothing else; then all of them
    are equally likely. The entropy is taken over weights shifted right by ``shift`` (but at least
    1), so that all sums fit 64 bits. The bucket is entropy x 1024 / (log2(tiles) + 1/65536),
    rounded down.
    """

    __slots__ = ("memo", "scale", "shift", "weights")

    def __init__(self, weights: tuple[int, ...], shift: int = 0) -> None:
        self.weights = weights
        self.shift = shift
        self.scale = log2_cut(len(weights)) + 1
        self.memo: dict[int, Look] = {}

    def look(self, cell: int, domain: int) -> Look:
        """Describe a domain that is not empty; all cells are alike."""
        known = self.memo.get(domain)
        if known is None:
            tiles = members(domain)
            known = self.describe(tiles, [self.weights[tile] for tile in tiles])
            if len(self.memo) >= _MEMO_LIMIT:
                self.memo.clear()
            self.memo[domain] = known
        return known

    def describe(self, tiles: list[int], weights: list[int]) -> Look:
        """Describe tiles with these weights."""
        if any(weights):
            tiles = [tile for tile, weight in zip(tiles, weights, strict=True) if weight]
            weights = [weight for weight in weights if weight]
            shifted = [max(1, weight >> self.shift) for weight in weights]
            total = sum(shifted)
            spread = sum(weight * log2_cut(weight) for weight in shifted)
            entropy = max(0, total * log2_cut(total) - spread) // total
        else:
            weights = [1] * len(tiles)
            entropy = log2_cut(len(tiles))
        cumulative = []
        total = 0
        for weight in weights:
            total += weight
            cumulative.append(total)
        return self.bucket(entropy), entropy, tiles, cumulative

    def bucket(self, entropy: int) -> int:
        """Give the class of an entropy."""
        return min(entropy * BUCKETS // self.scale, BUCKETS - 1)

    def draw(self, cell: int, domain: int, rng: Rng) -> int:
        """Draw a tile by its weight."""
        _, _, tiles, cumulative = self.look(cell, domain)
        return tiles[bisect_right(cumulative, rng.below(cumulative[-1]))]


class FieldTable(ChoiceTable):
    """What a domain offers where every cell has factors of its own on the weights."""

    __slots__ = ("field",)

    def __init__(self, weights: tuple[int, ...], shift: int, field: Sequence[int]) -> None:
        super().__init__(weights, shift)
        self.field = field

    def look(self, cell: int, domain: int) -> Look:
        """Describe a domain that is not empty, as this cell sees it."""
        tiles = members(domain)
        base = cell * len(self.weights)
        return self.describe(
            tiles, [scaled(self.weights[tile], self.field[base + tile]) for tile in tiles]
        )


def scaled(weight: int, factor: int) -> int:
    """Apply a factor of a field (x1000) to a weight; only zeros make zero."""
    if not weight or not factor:
        return 0
    return max(1, (weight * factor + FIELD_SCALE // 2) // FIELD_SCALE)


@lru_cache(maxsize=64)
def choice_table(weights: tuple[int, ...], shift: int = 0) -> ChoiceTable:
    """Give the shared table of these weights."""
    return ChoiceTable(weights, shift)
