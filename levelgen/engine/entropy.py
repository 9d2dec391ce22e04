"""Integer Shannon entropy of a domain, so that every platform picks the same cell."""

from __future__ import annotations

from functools import lru_cache

FRACTION_BITS = 16
_MEMO_LIMIT = 1 << 16


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

    ``look(domain)`` gives (entropy in 1/65536 bit, drawable tiles, their cumulative weights).
    Tiles of weight zero are drawable only when the domain holds nothing else; then all of them
    are equally likely.
    """

    __slots__ = ("memo", "weights")

    def __init__(self, weights: tuple[int, ...]) -> None:
        self.weights = weights
        self.memo: dict[int, tuple[int, list[int], list[int]]] = {}

    def look(self, domain: int) -> tuple[int, list[int], list[int]]:
        """Describe a domain that is not empty."""
        known = self.memo.get(domain)
        if known is not None:
            return known
        tiles = members(domain)
        weights = [self.weights[tile] for tile in tiles]
        if any(weights):
            tiles = [tile for tile, weight in zip(tiles, weights, strict=True) if weight]
            weights = [weight for weight in weights if weight]
        else:
            weights = [1] * len(tiles)
        total = 0
        spread = 0
        cumulative = []
        for weight in weights:
            total += weight
            spread += weight * log2_fixed(weight)
            cumulative.append(total)
        # Rounding may leave a hair below zero for a domain with one likely tile.
        entropy = max(0, (total * log2_fixed(total) - spread) // total)
        if len(self.memo) >= _MEMO_LIMIT:
            self.memo.clear()
        self.memo[domain] = entropy, tiles, cumulative
        return self.memo[domain]


@lru_cache(maxsize=64)
def choice_table(weights: tuple[int, ...]) -> ChoiceTable:
    """Give the shared table of these weights."""
    return ChoiceTable(weights)
