"""Bounds are read as the decimals their author wrote."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.schema.constraints import Path, exact, integer_window, moves, percent


@pytest.mark.parametrize(
    ("low", "high", "cells", "window"),
    [
        (0.1, 0.1, 10, (1, 1)),
        (0.3, 0.3, 10, (3, 3)),
        (0.29, 0.29, 100, (29, 29)),
        (0.45, 0.45, 7, (4, 3)),
        (0.25, 0.45, 144, (36, 64)),
        (0.15, 0.29, 144, (22, 41)),
        (0.0, 1.0, 5, (0, 5)),
        (None, None, 5, (0, 5)),
    ],
)
def test_windows_are_exact(
    low: float | None, high: float | None, cells: int, window: tuple[int, int]
) -> None:
    assert integer_window(low, high, cells) == window


@given(st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 5000))
def test_a_count_is_in_the_window_exactly_when_its_share_is(a: int, b: int, cells: int) -> None:
    low, high = sorted((a, b))
    smallest, largest = integer_window(low / 1000, high / 1000, cells)
    for count in {smallest - 1, smallest, largest, largest + 1} & set(range(cells + 1)):
        inside = Fraction(low, 1000) * cells <= count <= Fraction(high, 1000) * cells
        assert (smallest <= count <= largest) == inside


def test_lengths_are_moves_or_multiples_of_rows_plus_cols() -> None:
    assert moves("0.8x", 12, 12) == Fraction(96, 5)
    assert moves(7, 12, 12) == 7
    path = Path.model_validate({"from": "a", "to": "b", "min_length": "0.8x", "max_length": "1.2x"})
    assert path.bounds(12, 12) == (20, 28)


def test_numbers_are_said_the_way_people_say_them() -> None:
    assert percent(0.29) == "29 %"
    assert percent(0.125) == "12.5 %"
    assert exact(0.1) == Fraction(1, 10)
