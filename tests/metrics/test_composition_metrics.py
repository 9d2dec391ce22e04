from __future__ import annotations

import json
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metric_boards import PIPES, PLAIN, TAGLESS, grid

from levelgen.metrics import measure
from levelgen.metrics.diversity import entropy, normalised_entropy, variety
from levelgen.metrics.shares import densities, object_counts, tag_shares, tile_shares
from levelgen.metrics.spacing import farthest, nearest

NAMES = [
    "adjacency_violations",
    "connectivity",
    "reachable_from_first",
    "regions",
    "dead_ends",
    "variety",
    "entropy",
    "normalised_entropy",
    "tag_shares",
    "tile_shares",
    "objects",
    "densities",
    "path_length",
]


def test_entropy_of_known_shares() -> None:
    assert entropy(grid(PLAIN, "##..")) == 1.0
    assert entropy(grid(PLAIN, "####")) == 0.0
    assert entropy(grid(PLAIN, "?")) == 0.0
    assert entropy(grid(PLAIN, "##.+")) == 1.5
    assert normalised_entropy(grid(PLAIN, "#.+")) == pytest.approx(1.0)
    assert normalised_entropy(grid(PLAIN, "##..")) == pytest.approx(1 / log2(3))


def test_entropy_of_a_tileset_of_one_tile() -> None:
    one = TAGLESS.model_copy(update={"tiles": TAGLESS.tiles[:1]})
    assert normalised_entropy(grid(one, "11")) == 0.0


def test_variety_counts_variants_once_and_missing_cells_never() -> None:
    assert variety(grid(PIPES, "│─└┌")) == 2
    assert variety(grid(PLAIN, "?#?")) == 1
    assert variety(grid(PLAIN, "?")) == 0


def test_shares_are_of_existing_cells() -> None:
    board = grid(PLAIN, "#.+?\n..+?")
    assert tag_shares(board) == {"solid": 1 / 6, "floor": 3 / 6, "walkable": 5 / 6}
    assert tile_shares(board) == {"wall": 1 / 6, "ground": 3 / 6, "gate": 2 / 6}
    assert tile_shares(grid(PIPES, "│─└·")) == {"empty": 0.25, "pipe": 0.5, "corner": 0.25}
    assert set(tag_shares(grid(PLAIN, "?")).values()) == {0.0}


def test_objects_and_densities() -> None:
    board = grid(PLAIN, "..#.", ("enemy", 0, 0), ("enemy", 0, 1), ("exit", 0, 3))
    assert object_counts(board) == {"start": 0, "exit": 1, "enemy": 2}
    assert densities(board) == {"start": 0.0, "exit": 1 / 3, "enemy": 2 / 3}
    assert densities(grid(PLAIN, "##", ("enemy", 0, 0))) == {
        "start": 0.0,
        "exit": 0.0,
        "enemy": None,
    }
    assert densities(grid(TAGLESS, "1")) == {"enemy": None}


@pytest.mark.parametrize("picture", ["#", ".", "?", ".....", "#\n.\n+", "###\n###"])
def test_measure_gives_the_same_keys_for_every_board(picture: str) -> None:
    board = grid(PLAIN, picture)
    numbers = measure(PLAIN, board.rows, board.cols, board.cells)
    assert list(numbers) == NAMES
    assert json.loads(json.dumps(numbers)) == numbers


def test_measure_of_a_known_board() -> None:
    board = grid(PLAIN, "..++\n.##.", ("start", 0, 0), ("exit", 1, 3), ("enemy", 1, 0))
    assert measure(PLAIN, 2, 4, board.cells, board.objects) == {
        "adjacency_violations": 1,
        "connectivity": 1.0,
        "reachable_from_first": 0.75,
        "regions": 1,
        "dead_ends": 2,
        "variety": 3,
        "entropy": 1.5,
        "normalised_entropy": 0.946395,
        "tag_shares": {"solid": 0.25, "floor": 0.5, "walkable": 0.75},
        "tile_shares": {"wall": 0.25, "ground": 0.5, "gate": 0.25},
        "objects": {"start": 1, "exit": 1, "enemy": 1},
        "densities": {"start": 0.25, "exit": 0.25, "enemy": 0.25},
        "path_length": 4,
    }


def test_measure_takes_arrays() -> None:
    np = pytest.importorskip("numpy")
    numbers = measure(PLAIN, 2, 2, np.array([[0, 1], [1, 1]], dtype=np.int16).reshape(-1))
    assert json.loads(json.dumps(numbers))["tile_shares"]["ground"] == 0.75


PLACES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=12)


@given(places=PLACES, others=PLACES)
def test_nearest_and_farthest_against_all_pairs(
    places: list[tuple[int, int]], others: list[tuple[int, int]]
) -> None:
    def apart(one: tuple[int, int], two: tuple[int, int]) -> int:
        return abs(one[0] - two[0]) + abs(one[1] - two[1])

    assert nearest(places, others, same=False) == [
        min(apart(place, other) for other in others) for place in places
    ]
    assert farthest(places, others) == [
        max(apart(place, other) for other in others) for place in places
    ]
    assert nearest(places, places, same=True) == [
        min(apart(place, other) for index, other in enumerate(places) if index != own)
        for own, place in enumerate(places)
    ]
