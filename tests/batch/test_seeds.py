from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.batch.seeds import Seeds
from levelgen.errors import RequestError


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("0:4", [0, 1, 2, 3]),
        ("7", [7]),
        (" 5:7 , 1,2 ", [5, 6, 1, 2]),
        (range(3, 6), [3, 4, 5]),
        (range(9, 3, -3), [9, 6]),
        ([4, 2, 3], [4, 2, 3]),
        (np.arange(2), [0, 1]),
        ((seed for seed in (1, 5)), [1, 5]),
        (12, [12]),
        ("9007199254740991", [(1 << 53) - 1]),
    ],
)
def test_seeds_are_read_in_any_form(given: Any, expected: list[int]) -> None:
    seeds = Seeds.of(given)
    assert [seeds[index] for index in range(len(seeds))] == expected
    assert Seeds.of(str(seeds)) == seeds


def test_a_million_seeds_are_one_range() -> None:
    assert Seeds.of("0:500000,500000:1000000").ranges == ((0, 1_000_000),)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("", "'' is no range"),
        ("0:", "'0:' is no range"),
        ("a:b", "'a:b' is no range"),
        ("-1", "'-1' is no range"),
        ("1.5", "'1.5' is no range"),
        ("0:10:2", "'0:10:2' is no range"),
        ("5:5", "'5:5' holds no seed"),
        ("9:3", "'9:3' holds no seed"),
        ("0:10,9:12", "seed 9 is given twice, by 0:10 and 9:12"),
        ("9:12,0:10", "seed 9 is given twice, by 0:10 and 9:12"),
        ("4,4", "seed 4 is given twice"),
        ("0:9007199254740993", "leaves the range"),
        ([1, 2, 1], "seed 1 is given twice"),
        ([-1], "leaves the range"),
        ([0.5], "0.5 is not a whole number"),
        ([True], "True is not a whole number"),
        (range(0), "there is no seed"),
        ([], "there is no seed"),
    ],
)
def test_wrong_seeds_are_one_clear_error(given: Any, words: str) -> None:
    with pytest.raises(RequestError) as caught:
        Seeds.of(given)
    assert words in str(caught.value)
    assert len(caught.value.problems) == 1


@given(st.lists(st.integers(0, 50), unique=True, min_size=1))
def test_any_list_of_seeds_keeps_its_order(given: list[int]) -> None:
    seeds = Seeds.of(given)
    assert [seeds[index] for index in range(len(seeds))] == given
