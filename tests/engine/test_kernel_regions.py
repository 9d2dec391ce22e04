from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.engine.board import Board, board
from levelgen.engine.maze import winding_path
from levelgen.engine.regions import UNREACHED, blocks, components, distances, is_simple
from levelgen.engine.rng import Rng
from levelgen.engine.tunnels import tunnel


@st.composite
def masks(draw: st.DrawFn) -> tuple[Board, bytearray]:
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cells = draw(st.lists(st.integers(0, 3), min_size=rows * cols, max_size=rows * cols))
    return board(rows, cols), bytearray(cell > 0 for cell in cells)


def steps(topology: Board, one: int, two: int) -> int:
    """Moves on the empty board."""
    down = abs(one // topology.cols - two // topology.cols)
    return down + abs(one % topology.cols - two % topology.cols)


def pieces(topology: Board, inside: bytearray) -> list[set[int]]:
    """Regions by repeated merging, the slow way."""
    groups = [{cell} for cell in range(topology.cells) if inside[cell]]
    merged = True
    while merged:
        merged = False
        for one in groups:
            for two in groups:
                touching = any(steps(topology, a, b) == 1 for a in one for b in two)
                if one is not two and touching:
                    one |= two
                    groups.remove(two)
                    merged = True
                    break
            if merged:
                break
    return groups


def test_neighbours_are_north_east_south_west() -> None:
    topology = board(2, 3)
    assert topology.neighbours[4] == (1, 5, -1, 3)
    assert topology.ring[0] == (-1, -1, 1, 4, 3, -1, -1, -1)
    assert topology.links[0] == ((1, 1), (2, 3))
    with pytest.raises(ValueError, match="0x3"):
        board(0, 3)


@given(masks())
def test_components_and_distances(case: tuple[Board, bytearray]) -> None:
    topology, inside = case
    regions = components(topology, inside)
    assert sorted(map(sorted, regions)) == sorted(map(sorted, pieces(topology, inside)))
    for region in regions:
        moves = distances(topology, inside, region[0])
        assert {c for c in range(topology.cells) if moves[c] < UNREACHED} == set(region)
        for cell in region[1:]:
            assert moves[cell] == 1 + min(moves[other] for other in topology.near[cell])


@given(masks())
def test_cut_cells_and_simple_points(case: tuple[Board, bytearray]) -> None:
    topology, inside = case
    count = len(components(topology, inside))
    home = blocks(topology, inside)
    for cell in range(topology.cells):
        if inside[cell]:
            inside[cell] = 0
            without = len(components(topology, inside))
            inside[cell] = 1
            assert (home[cell] < 0) == (without > count)
            if is_simple(topology, inside, cell):
                assert without == count


@given(masks(), st.integers(0, 2**32))
def test_one_cell_of_every_block_may_close_at_once(
    case: tuple[Board, bytearray], seed: int
) -> None:
    topology, inside = case
    count = len(components(topology, inside))
    alone = sum(len(region) == 1 for region in components(topology, inside))
    home = blocks(topology, inside)
    rng = Rng(seed)
    for block in set(home) - {-1}:
        cell = rng.choice([cell for cell in range(topology.cells) if home[cell] == block])
        inside[cell] = 0
    assert len(components(topology, inside)) == count - alone


@given(masks(), st.integers(0, 2**32))
def test_tunnels_join_all_that_is_not_walled_in(case: tuple[Board, bytearray], seed: int) -> None:
    topology, inside = case
    groups = components(topology, inside)
    before = bytearray(inside)
    dug = tunnel(topology, inside, bytearray(b"\1") * topology.cells, groups, Rng(seed))
    assert len(components(topology, inside)) == len(groups) == min(1, sum(before))
    added = [cell for way in dug for cell in way]
    assert len(set(added)) == len(added)
    assert {cell for cell in range(topology.cells) if inside[cell] > before[cell]} == set(added)


def test_tunnels_stop_at_walls() -> None:
    topology = board(1, 5)
    groups = [[0], [2], [4]]
    inside = bytearray([1, 0, 1, 0, 1])
    dug = tunnel(topology, inside, bytearray([1, 1, 1, 0, 1]), groups, Rng(0))
    assert dug == [[1]]
    assert sorted(map(sorted, groups)) == [[0, 1, 2], [4]]


@given(
    st.integers(1, 14),
    st.integers(1, 14),
    st.tuples(st.integers(-99, 196), st.integers(-99, 196)),
    st.integers(0, 90),
    st.integers(0, 2**32),
)
def test_a_winding_path_never_touches_itself(
    rows: int, cols: int, ends: tuple[int, int], low: int, seed: int
) -> None:
    topology = board(rows, cols)
    every = bytearray(b"\1") * topology.cells
    fixed = [start % topology.cells if start >= 0 else -1 for start in ends]
    path = winding_path(topology, every, every, (fixed[0], fixed[1]), low, low + 6, Rng(seed))
    if path:
        assert low <= len(path) - 1 <= low + 6
        assert fixed[0] in (-1, path[-1])
        assert fixed[1] in (-1, path[0])
    for index, one in enumerate(path):
        for other_index, other in enumerate(path):
            near = steps(topology, one, other) == 1
            assert near == (abs(index - other_index) == 1)


def test_a_winding_path_is_found_where_there_is_room() -> None:
    topology = board(12, 12)
    every = bytearray(b"\1") * topology.cells
    for fixed in ((0, 2), (2, 0), (0, 15), (5, -1), (-1, 5)):
        found = [winding_path(topology, every, every, fixed, 24, 60, Rng(s)) for s in range(40)]
        assert sum(map(bool, found)) >= 36, fixed
    assert all(
        winding_path(topology, every, every, (-1, -1), 30, 36, Rng(seed)) for seed in range(40)
    )
    assert winding_path(topology, bytearray(topology.cells), every, (-1, -1), 0, 9, Rng(0)) == []
    # All of every second cell: longer than any maze's way.
    longest = [winding_path(topology, every, every, (-1, -1), 66, 70, Rng(s)) for s in range(40)]
    assert all(longest)
    assert len(set(map(tuple, longest))) == 40
