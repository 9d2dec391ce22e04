from __future__ import annotations

from itertools import combinations
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.metrics.levelsets import (
    board_key,
    duplicates,
    expressive_range,
    pairwise_hamming,
    pattern_divergence,
    wilson,
)


def boards(count: int, seed: int = 0, tiles: int = 3) -> list[np.ndarray]:
    return [*np.random.default_rng(seed).integers(-1, tiles, (count, 5, 6))]


def test_the_hamming_distance_is_the_mean_over_all_pairs() -> None:
    some = boards(9)
    expected = []
    for one, other in combinations(some, 2):
        cells = (one >= 0) | (other >= 0)
        expected.append((one != other).sum() / cells.sum())
    found = pairwise_hamming(some)
    assert found is not None
    assert (found.exact, found.pairs) == (True, 36)
    assert found.value == pytest.approx(np.mean(expected))


def test_a_sample_of_pairs_is_near_with_the_error_it_tells() -> None:
    some = boards(60)
    exact, sampled = pairwise_hamming(some), pairwise_hamming(some, exact_levels=10, pairs=4000)
    assert exact is not None
    assert sampled is not None
    assert not sampled.exact
    assert 0 < sampled.error < 0.01
    assert abs(sampled.value - exact.value) < 4 * sampled.error
    assert pairwise_hamming(some, exact_levels=10, pairs=4000) == sampled


def test_sets_without_a_pair_have_no_distance() -> None:
    assert pairwise_hamming([]) is None
    assert pairwise_hamming(boards(1)) is None
    same = pairwise_hamming([np.zeros((2, 2), int)] * 3)
    assert same is not None
    assert same.value == 0.0
    with pytest.raises(ValueError, match="one shape"):
        pairwise_hamming([np.zeros((2, 2)), np.zeros((2, 3))])


def test_divergence_by_hand() -> None:
    even, uneven = np.array([[0, 1]]), np.array([[0, 0, 0, 1]])
    # One cell at a time: shares 1/2, 1/2 against 3/4, 1/4.
    expected = 0.5 * log2(0.5 / 0.75) + 0.5 * log2(0.5 / 0.25)
    assert pattern_divergence([even], [uneven], 1) == pytest.approx(expected, abs=1e-5)
    assert pattern_divergence([even], [even], 1) == 0.0
    assert pattern_divergence([even], [uneven], 2) is None
    assert pattern_divergence([], [even], 1) is None
    with pytest.raises(ValueError, match="no cell"):
        pattern_divergence([even], [even], 0)


@given(seed=st.integers(0, 1000), size=st.integers(2, 4))
def test_divergence_is_zero_for_the_same_patterns_only(seed: int, size: int) -> None:
    some = boards(3, seed, 2)
    whole = [np.abs(board) for board in some]
    assert pattern_divergence(whole, whole, size) == pytest.approx(0, abs=1e-9)
    other = [np.zeros((5, 6), int)]
    found = pattern_divergence(whole, other, size)
    assert found is not None
    assert found > 0
    relabelled = [board + 7 for board in whole]
    assert pattern_divergence(relabelled, [board + 7 for board in other], size) == pytest.approx(
        found
    )


def test_keys_tell_equal_boards_from_others() -> None:
    board = np.array([[0, 1, 2], [3, 4, 5]])
    images = [np.rot90(board, turns) for turns in range(4)]
    images += [image[:, ::-1] for image in images]
    assert len({board_key(image) for image in images}) == 8
    assert len({board_key(image, symmetric=True) for image in images}) == 1
    other = np.array([[0, 1, 2], [3, 5, 4]])
    assert board_key(board, symmetric=True) != board_key(other, symmetric=True)
    assert board_key(np.zeros((2, 3), int)) != board_key(np.zeros((3, 2), int))
    assert board_key(board.astype(np.int16)) == board_key(board.astype(np.int64))


def test_duplicates_are_grouped() -> None:
    assert duplicates(["a", "b", "a", "c", "b", "a"]) == [[0, 2, 5], [1, 4]]
    assert duplicates([]) == []


def test_the_expressive_range_counts_every_known_pair() -> None:
    counts, across, up = expressive_range([0, 0.1, 1, float("nan")], [0, 0, 2, 1], bins=4)
    assert counts.sum() == 3
    assert counts[0, 0] == 2
    assert counts[3, 3] == 1
    assert (across[0], across[-1], up[-1]) == (0, 1, 2)
    empty, edges, _ = expressive_range([], [], bins=3)
    assert empty.sum() == 0
    assert len(edges) == 4
    assert expressive_range([2.0, 2.0], [1.0, 1.0])[0].sum() == 2


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Newcombe (1998), table I: the Wilson score method.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_equals_the_published_intervals(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_at_its_ends() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(20, 20)[1] == 1.0
