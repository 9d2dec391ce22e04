from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.engine.entropy import FRACTION_BITS, choice_table, log2_fixed, members
from levelgen.engine.rng import Rng, fnv1a64


def test_splitmix64_reference_vectors() -> None:
    # Published: Rosetta Code, "Pseudo-random numbers/Splitmix64"; Vigna's splitmix64.c for 0.
    rng = Rng(1234567)
    assert [rng.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert Rng(0).next() == 0xE220A8397B1DCDAF


def test_fnv1a_reference_vectors() -> None:
    # Published with the hash: Noll, "FNV hash", test vectors.
    assert fnv1a64(b"") == 0xCBF29CE484222325
    assert fnv1a64(b"a") == 0xAF63DC4C8601EC8C
    assert fnv1a64(b"foobar") == 0x85944171F73967E8


def test_streams_differ_by_every_name() -> None:
    streams = [
        Rng.stream(1),
        Rng.stream(2),
        Rng.stream(1, "texture"),
        Rng.stream(1, "objects"),
        Rng.stream(1, "texture", 0),
        Rng.stream(1, "texture", 1),
        Rng.stream(1, 0, "texture"),
        Rng.stream(1, "1"),
        Rng.stream(1, 1),
        Rng.stream(2**53 - 1),
    ]
    assert len({rng.next() for rng in streams}) == len(streams)
    assert Rng.stream(5, "a", 3).next() == Rng.stream(5, "a", 3).next()


def test_below_is_uniform_and_in_range() -> None:
    rng = Rng(3)
    counts = Counter(rng.below(6) for _ in range(12_000))
    assert set(counts) == set(range(6))
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 20.5  # p = 0.001
    # With a bound just above 2^63 nearly half of all draws must be rejected.
    large = [rng.below(2**63 + 1) for _ in range(2000)]
    assert max(large) <= 2**63
    assert 850 < sum(value >= 2**62 for value in large) < 1150
    with pytest.raises(ValueError, match="at least 1"):
        rng.below(0)


@given(st.integers(0, 2**64 - 1), st.integers(0, 64))
def test_bits_fit(seed: int, count: int) -> None:
    assert 0 <= Rng(seed).bits(count) < 2**count


def test_shuffle_and_weighted() -> None:
    rng = Rng(11)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [0, 1, 2]
        rng.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert max(orders.values()) < 1130
    drawn = Counter(rng.weighted((0, 1, 3, 0)) for _ in range(8000))
    assert set(drawn) == {1, 2}
    assert 5800 < drawn[2] < 6200


@given(st.integers(1, 2**63))
def test_log2_is_close_to_libm_and_never_above(value: int) -> None:
    fixed = log2_fixed(value) / 2**FRACTION_BITS
    assert -1e-9 <= math.log2(value) - fixed < 2.5 / 2**FRACTION_BITS


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=70), st.integers(min_value=1))
def test_entropy_is_close_to_shannon(weights: list[int], bits: int) -> None:
    domain = bits % 2 ** len(weights) or 1
    tiles = members(domain)
    _, entropy, drawable, cumulative = choice_table(tuple(weights)).look(0, domain)
    held = [weights[tile] for tile in tiles]
    if not any(held):
        held = [1] * len(tiles)
    total = sum(held)
    assert cumulative[-1] == total
    assert drawable == [t for t, weight in zip(tiles, held, strict=True) if weight]
    shannon = -sum(w / total * math.log2(w / total) for w in held if w)
    assert abs(entropy / 2**FRACTION_BITS - shannon) < 1e-3


def test_log2_refuses_zero() -> None:
    with pytest.raises(ValueError, match="positive"):
        log2_fixed(0)
