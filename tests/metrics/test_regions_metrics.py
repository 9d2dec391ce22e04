from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_boards import PIPES, PLAIN, TAGLESS, grid

from levelgen.metrics.grid import Grid
from levelgen.metrics.regions import (
    connectivity,
    dead_end_count,
    path_length,
    reachable_from_first,
    region_count,
)
from levelgen.schema.layout import PLAIN as PLAIN_LAYOUT
from levelgen.schema.layout import Layout


@st.composite
def boards(draw: st.DrawFn) -> Grid:
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    tile = st.sampled_from([-1, 0, 0, 1, 1, 1, 2])
    return Grid.of(
        PLAIN, rows, cols, draw(st.lists(tile, min_size=rows * cols, max_size=rows * cols))
    )


def oracle(board: Grid, members: set[int]) -> nx.Graph:
    graph = nx.grid_2d_graph(board.rows, board.cols)
    graph.remove_nodes_from(
        [place for place in graph if board.cells[place[0] * board.cols + place[1]] not in members]
    )
    return graph


@given(board=boards())
@settings(max_examples=150)
def test_regions_are_the_components_of_the_grid_graph(board: Grid) -> None:
    graph = oracle(board, {1, 2})
    components = {
        frozenset(row * board.cols + col for row, col in part)
        for part in nx.connected_components(graph)
    }
    ground = board.ground(frozenset({1, 2}))
    assert {frozenset(region) for region in ground.regions} == components
    assert [region[0] for region in ground.regions] == sorted(min(part) for part in components)
    assert region_count(board) == len(components)
    assert dead_end_count(board) == sum(degree <= 1 for _, degree in graph.degree())
    largest = max(map(len, components), default=0)
    assert connectivity(board) == (largest / len(graph) if len(graph) else 0.0)


@given(board=boards())
@settings(max_examples=100)
def test_reach_counts_what_the_first_floor_cell_reaches_over_floor(board: Grid) -> None:
    graph = oracle(board, {1})
    expected = 0.0
    if len(graph):
        expected = len(nx.node_connected_component(graph, min(graph))) / len(graph)
    assert reachable_from_first(board) == expected


@given(board=boards(), data=st.data())
@settings(max_examples=150)
def test_shortest_paths_are_as_long_as_in_the_grid_graph(board: Grid, data: st.DataObject) -> None:
    graph = oracle(board, {1, 2})
    cell = st.integers(0, len(board.cells) - 1)
    start, goal = data.draw(cell), data.draw(cell)
    ends = divmod(start, board.cols), divmod(goal, board.cols)
    path = board.ground(frozenset({1, 2})).shortest_path(start, goal)
    if not all(end in graph for end in ends) or not nx.has_path(graph, *ends):
        assert path is None
        return
    assert path is not None
    assert (path[0], path[-1]) == (start, goal)
    assert len(path) - 1 == nx.shortest_path_length(graph, *ends)
    steps = [divmod(place, board.cols) for place in path]
    assert all(graph.has_edge(*pair) for pair in pairwise(steps))


def test_known_board() -> None:
    board = grid(PLAIN, "..#.\n##+.\n.###")
    assert connectivity(board) == 3 / 6
    assert region_count(board) == 3
    assert dead_end_count(board) == 5
    # Floor alone: two cells of the first region, two on the right, one below.
    assert reachable_from_first(board) == 2 / 5


@pytest.mark.parametrize("picture", ["#", "?", "####", "##\n##"])
def test_boards_without_ground(picture: str) -> None:
    board = grid(PLAIN, picture)
    assert connectivity(board) == 0.0
    assert reachable_from_first(board) == 0.0
    assert region_count(board) == 0
    assert dead_end_count(board) == 0


def test_one_cell_is_a_region_and_a_dead_end() -> None:
    board = grid(PLAIN, ".")
    assert (connectivity(board), region_count(board), dead_end_count(board)) == (1.0, 1, 1)
    assert reachable_from_first(board) == 1.0


def test_a_board_of_doors_has_no_floor_to_reach() -> None:
    assert reachable_from_first(grid(PLAIN, "+#+")) == 0.0


def test_without_the_tags_the_numbers_are_null() -> None:
    board = grid(TAGLESS, "12")
    assert connectivity(board) is None
    assert region_count(board) is None
    assert dead_end_count(board) is None
    assert reachable_from_first(board) is None
    assert path_length(board) is None


def test_links_join_only_through_facing_open_sides() -> None:
    # Two pipes side by side touch, but neither opens to the other.
    assert region_count(grid(PIPES, "││")) == 2
    assert region_count(grid(PIPES, "──")) == 1
    # A pipe that runs into a closed side is open on one side only.
    assert region_count(grid(PIPES, "─│")) == 2
    ring = grid(PIPES, "┌─┐\n│·│\n└─┘")
    assert (region_count(ring), dead_end_count(ring), connectivity(ring)) == (1, 0, 1.0)
    assert region_count(grid(PIPES, "··")) == 0


def test_path_length_needs_one_start_and_one_exit() -> None:
    start, goal = ("start", 0, 0), ("exit", 0, 3)
    assert path_length(grid(PLAIN, ".+..", start, goal)) == 3
    assert path_length(grid(PLAIN, ".#..", start, goal)) is None
    assert path_length(grid(PLAIN, "....", start)) is None
    assert path_length(grid(PLAIN, "....", start, goal, ("exit", 0, 2))) is None
    assert path_length(grid(PLAIN, "...#", start, goal)) is None
    assert path_length(grid(PLAIN, ".", start, ("exit", 0, 0))) == 0


def test_the_first_of_equal_regions_is_the_largest() -> None:
    assert grid(PLAIN, "..#..").ground(frozenset({1})).largest == (0, 1)


@st.composite
def any_boards(draw: st.DrawFn) -> Grid:
    """Boards with and without links, missing cells and joined edges."""
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    tileset = draw(st.sampled_from([PLAIN, PIPES]))
    tile = st.integers(-1, len(tileset.ids) - 1)
    cells = draw(st.lists(tile, min_size=rows * cols, max_size=rows * cols))
    layout = draw(st.sampled_from([PLAIN_LAYOUT, PLAIN_LAYOUT, Layout(joined_rows=True)]))
    return Grid.of(tileset, rows, cols, cells, layout=layout)


@given(board=any_boards(), data=st.data())
@settings(max_examples=200)
def test_counting_agrees_with_the_graph_of_neighbours(board: Grid, data: st.DataObject) -> None:
    tiles = st.integers(0, len(board.tileset.ids) - 1)
    ground = board.ground(data.draw(st.frozensets(tiles)))
    assert ground.size == len(ground.near)
    assert ground.region_count == len(ground.regions)
    assert ground.largest_size == len(ground.largest)
    assert ground.first_size == (len(ground.regions[0]) if ground.regions else 0)
    assert ground.dead_end_count == sum(len(others) <= 1 for others in ground.near.values())
    assert [cell for cell in range(len(board.cells)) if cell in ground] == [*ground.near]
    cells = st.integers(0, len(board.cells) - 1)
    start, goal = data.draw(cells), data.draw(cells)
    way = ground.shortest_path(start, goal)
    assert ground.distance(start, goal) == (None if way is None else len(way) - 1)
