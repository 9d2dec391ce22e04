"""The measuring functions of the benchmarks give answers that are known by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from benchmark_modules import load
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

import levelgen
from levelgen.library import find_preset

quality = load("quality")

BOARDS = arrays(
    np.int16,
    array_shapes(min_dims=3, max_dims=3, min_side=2, max_side=5),
    elements=st.integers(0, 3),
)


def boards(*rows: str) -> np.ndarray:
    """Boards of one row each, written in digits."""
    return np.array([[[int(tile) for tile in row]] for row in rows], dtype=np.int16)


@pytest.mark.parametrize(
    ("made", "distance"),
    [
        (boards("0000", "0000"), 0),
        (boards("0000", "1111"), 1),
        (boards("0000", "0001"), 1 / 4),
        (boards("00", "01", "11"), 2 / 3),
    ],
)
def test_mean_hamming_by_hand(made: np.ndarray, distance: float) -> None:
    assert quality.mean_hamming(made) == pytest.approx(distance)


@given(BOARDS)
def test_mean_hamming_is_the_mean_over_all_pairs(made: np.ndarray) -> None:
    pairs = [float((one != other).mean()) for one, other in combinations(made, 2)]
    assert quality.mean_hamming(made) == pytest.approx(sum(pairs) / len(pairs))


def test_one_board_has_no_distance() -> None:
    with pytest.raises(ValueError, match="pair"):
        quality.mean_hamming(boards("01"))


def test_chance_hamming_is_reached_by_independent_cells() -> None:
    assert quality.chance_hamming(boards("0011", "0101")) == 1 / 2
    assert quality.chance_hamming(boards("0001", "0010")) == pytest.approx(1 - 9 / 16 - 1 / 16)
    noise = np.random.default_rng(1).choice(3, size=(200, 8, 8), p=(0.6, 0.3, 0.1))
    assert quality.mean_hamming(noise) == pytest.approx(quality.chance_hamming(noise), abs=0.01)


def test_equal_pairs_counts_pairs_not_groups() -> None:
    assert quality.equal_pairs(boards("01", "10", "11")) == 0
    assert quality.equal_pairs(boards("01", "01", "01", "11", "11", "00")) == 3 + 1


def test_quartiles_of_a_window_and_their_bounds() -> None:
    window = (Fraction("0.2"), Fraction("0.6"))
    ends = [Fraction(n, 10) for n in (2, 3, 4, 5, 6)]
    assert quality.quartile_counts(ends, window) == (1, 1, 1, 2)
    outside = [Fraction("0.199"), Fraction("0.601"), Fraction("0.299")]
    assert quality.quartile_counts(outside, window) == (1, 0, 0, 0)
    with pytest.raises(ValueError, match="width"):
        quality.quartile_counts(ends, (Fraction(1, 2), Fraction(1, 2)))


def test_drift_of_the_halves() -> None:
    left = np.zeros((2, 4, 4), dtype=bool)
    left[:, :, :2] = True
    assert quality.half_drifts(left) == {"N": 0, "E": -1, "S": 0, "W": 1}
    # The middle line of an odd side is in neither half, but in the mean.
    middle = np.zeros((1, 3, 2), dtype=bool)
    middle[:, 1] = True
    middle[:, 0] = True
    drifts = quality.half_drifts(middle)
    assert drifts["N"] == pytest.approx(1 / 2)
    assert drifts["S"] == -1
    assert drifts["E"] == drifts["W"] == 0


@pytest.mark.parametrize("members", [np.zeros((1, 4, 4), dtype=bool), np.ones((1, 1, 4), bool)])
def test_no_drift_without_members_or_halves(members: np.ndarray) -> None:
    with pytest.raises(ValueError, match="no"):
        quality.half_drifts(members)


def test_total_variation_looks_only_at_its_tiles() -> None:
    here, there = boards("0011", "2222"), boards("0000", "3333")
    assert quality.total_variation(here, there, (0, 1)) == 1 / 2
    assert quality.total_variation(here, there, (2, 3)) == 1
    assert quality.total_variation(here, here, (0, 1, 2, 3)) == 0
    assert quality.total_variation(here, there, (4, 5)) == 0
    assert quality.total_variation(here, there, (1,)) == 1


@given(BOARDS)
def test_total_variation_does_not_depend_on_the_number_of_boards(made: np.ndarray) -> None:
    twice = np.concatenate([made, made])
    assert quality.total_variation(made, twice, (0, 1)) == pytest.approx(0)


def test_windows_of_a_preset_are_exact() -> None:
    floor, enemy = quality.preset_windows(find_preset("hard"))
    assert floor == (Fraction(25, 100), Fraction(45, 100))
    assert enemy == (Fraction(18, 100), Fraction(35, 100))


def test_levels_are_read_as_the_independent_check_reads_them() -> None:
    levels = [levelgen.generate("cave", "hard", seed=seed) for seed in range(3)]
    made = quality.level_set(levels)
    for index, level in enumerate(levels):
        assert (made.boards[index] == level.tiles).all()
        shares, densities = level.metrics["tag_shares"], level.metrics["densities"]
        assert float(made.floors[index]) == pytest.approx(shares["floor"], abs=1e-6)
        assert float(made.densities[index]) == pytest.approx(densities["enemy"], abs=1e-6)


def test_a_set_of_one_level_fails_where_it_should() -> None:
    same = quality.LevelSet(
        boards("0011", "0011", "0011").reshape(3, 2, 2),
        (Fraction(1, 2),) * 3,
        (Fraction(1, 8),) * 3,
    )
    window = (Fraction(0), Fraction(1))
    found = quality.figures(same, same.boards, (0,), (1,), window, window)
    assert [figure.name for figure in found if not figure.passed] == [
        "Hamming",
        "floor quartiles",
        "enemy quartiles",
        "drift",
        "equal pairs",
    ]
    assert str(found[-1]) == "equal pairs: 3 (0)"
