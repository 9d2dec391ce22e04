"""The one random number generator of the kernel: SplitMix64 on plain integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_GAMMA = 0x9E37_79B9_7F4A_7C15
_FNV_OFFSET = 0xCBF2_9CE4_8422_2325
_FNV_PRIME = 0x0000_0100_0000_01B3


def mix64(value: int) -> int:
    """Scramble 64 bits (a bijection); the finaliser of SplitMix64."""
    value &= _MASK
    value = ((value ^ (value >> 30)) * 0xBF58_476D_1CE4_E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D0_49BB_1331_11EB) & _MASK
    return value ^ (value >> 31)


def fnv1a64(data: bytes) -> int:
    """Hash bytes to 64 bits, the same in every process (Fowler, Noll and Vo, FNV-1a)."""
    value = _FNV_OFFSET
    for byte in data:
        value = ((value ^ byte) * _FNV_PRIME) & _MASK
    return value


class Rng:
    """A stream of random integers that is the same on every platform.

    The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
    generators", OOPSLA 2014). ``Rng(seed)`` gives the published sequence; ``Rng.stream`` derives
    streams that do not influence each other.
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    @classmethod
    def stream(cls, seed: int, *names: str | int) -> Rng:
        """Derive the stream called ``names`` from a seed: one per part of the work."""
        state = mix64(seed + _GAMMA)
        for name in names:
            # A text and a number never share a branch, so stream(s, "1") is not stream(s, 1).
            word = fnv1a64(name.encode()) if isinstance(name, str) else mix64(name ^ _FNV_OFFSET)
            state = mix64((state ^ word) + _GAMMA)
        return cls(state)

    def next(self) -> int:
        """Draw 64 bits."""
        self.state = value = (self.state + _GAMMA) & _MASK
        value = ((value ^ (value >> 30)) * 0xBF58_476D_1CE4_E5B9) & _MASK
        value = ((value ^ (value >> 27)) * 0x94D0_49BB_1331_11EB) & _MASK
        return value ^ (value >> 31)

    def bits(self, count: int) -> int:
        """Draw ``count`` bits, 0 to 64."""
        return self.next() >> (64 - count)

    def below(self, bound: int) -> int:
        """Draw from 0 .. bound-1 without bias; bound is 1 .. 2^64.

        Multiply and reject: Lemire, "Fast random integer generation in an interval", 2019.
        Raises ValueError for a bound below 1.
        """
        if bound < 1:
            raise ValueError(f"below() needs a bound of at least 1, got {bound}")
        product = self.next() * bound
        low = product & _MASK
        if low < bound:
            threshold = ((1 << 64) - bound) % bound
            while low < threshold:
                product = self.next() * bound
                low = product & _MASK
        return product >> 64

    def between(self, low: int, high: int) -> int:
        """Draw from low .. high, both included."""
        return low + self.below(high - low + 1)

    def shuffle(self, items: list[T]) -> None:
        """Permute a list in place, every order equally likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def choice(self, items: Sequence[T]) -> T:
        """Draw one item of a sequence that is not empty."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[int]) -> int:
        """Draw an index with probability proportional to its weight; the sum is at least 1."""
        rest = self.below(sum(weights))
        for index, weight in enumerate(weights):
            if rest < weight:
                return index
            rest -= weight
        raise ValueError("weights must not be negative")
