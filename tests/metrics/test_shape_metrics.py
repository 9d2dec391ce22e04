from __future__ import annotations

from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from metric_boards import PLAIN, grid

from levelgen.metrics.shape import (
    openness,
    pattern_entropy,
    symmetry,
    weight_fidelity,
    window_counts,
)
from levelgen.schema.tileset import Tileset

BOARDS = arrays.arrays(
    np.int64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(-1, 3)
)


def test_openness_by_hand() -> None:
    assert openness(grid(PLAIN, ".")) == 0.0
    assert openness(grid(PLAIN, "...\n...\n...")) == (8 + 4 * 5 + 4 * 3) / 72
    assert openness(grid(PLAIN, ".#.\n###\n.#.")) == 0.0


def test_symmetry_by_hand() -> None:
    assert symmetry(grid(PLAIN, ".#.\n...")) == {
        "vertical": 1.0,
        "horizontal": 4 / 6,
        "turn": 4 / 6,
    }
    # Pairs with a missing cell do not count.
    assert symmetry(grid(PLAIN, ".?#"))["vertical"] == 0.0
    assert symmetry(grid(PLAIN, "?"))["turn"] == 1.0


def test_pattern_entropy_by_hand() -> None:
    assert pattern_entropy(grid(PLAIN, "....\n....\n...."), 2) == 0.0
    assert pattern_entropy(grid(PLAIN, ".#.#.\n#.#.#"), 2) == 1.0
    assert pattern_entropy(grid(PLAIN, ".#\n#."), 3) == 0.0
    assert pattern_entropy(grid(PLAIN, ".#.#\n#.#?"), 2) == 1.0


@given(board=BOARDS, size=st.integers(1, 4))
def test_windows_are_counted_as_one_by_one(board: np.ndarray, size: int) -> None:
    windows: Counter[bytes] = Counter()
    for row in range(board.shape[0] - size + 1):
        for col in range(board.shape[1] - size + 1):
            window = board[row : row + size, col : col + size]
            if (window >= 0).all():
                windows[window.tobytes()] += 1
    assert sorted(window_counts(board, size)) == sorted(windows.values())


def test_many_tiles_do_not_overflow() -> None:
    board = np.arange(30 * 30).reshape(30, 30)
    assert window_counts(board, 3).tolist() == [1] * 28 * 28


def test_weight_fidelity_by_hand() -> None:
    tileset = Tileset.model_validate(
        {
            "name": "weights",
            "tiles": [
                {"id": "a", "glyph": "a", "color": "#000000", "weight": 2},
                {"id": "b", "glyph": "bc", "color": "#000000", "weight": 1, "rotations": 2},
            ],
        }
    )
    assert weight_fidelity(grid(tileset, "ab")) == 1.0
    assert weight_fidelity(grid(tileset, "bc")) == 0.5
    assert weight_fidelity(grid(tileset, "aaab")) == 0.75
    assert weight_fidelity(grid(tileset, "??")) == 1.0


@pytest.mark.parametrize("size", [2, 3])
def test_entropy_of_a_random_board_is_near_its_bound(size: int) -> None:
    letters = np.random.default_rng(1).integers(0, 2, (12, 12))
    board = grid(PLAIN, "\n".join("".join(".#"[cell] for cell in row) for row in letters))
    windows = (13 - size) ** 2
    assert pattern_entropy(board, size) <= log2(min(windows, 2 ** (size * size))) + 1e-9
    assert pattern_entropy(board, size) > 3.5
