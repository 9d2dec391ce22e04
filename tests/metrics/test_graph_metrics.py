"""Graph metrics against networkx, brute force and boards counted by hand."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_boards import PIPES, PLAIN, TAGLESS, grid

from levelgen.metrics.graph import (
    articulation_cells,
    chokepoints,
    longest_shortest_path,
    loops,
)
from levelgen.metrics.grid import Grid
from levelgen.metrics.groups import BUILTIN, measure_groups
from levelgen.metrics.joins import joins
from levelgen.metrics.levelsets import board_key
from levelgen.metrics.rooms import (
    corridor_count,
    find_rooms,
    largest_room,
    room_count,
    room_degree,
    room_graph,
)
from levelgen.metrics.shape import base_tiles
from levelgen.metrics.way import critical_cells, critical_path_length, leniency, linearity
from levelgen.schema.layout import PLAIN as PLAIN_LAYOUT
from levelgen.schema.layout import Layout
from levelgen.schema.placed import PlacedObject

LAYOUTS = (
    PLAIN_LAYOUT,
    PLAIN_LAYOUT,
    Layout(joined_rows=True),
    Layout(joined_rows=True, joined_cols=True),
)


def random_board(seed: int) -> Grid:
    """Boards of all sizes to 9x9 and all densities, some with missing cells and objects."""
    draw = np.random.default_rng(seed)
    rows, cols = (int(number) for number in draw.integers(1, 10, 2))
    floor = draw.uniform(0.2, 0.9)
    cells = draw.choice(
        [-1, 0, 1, 2], rows * cols, p=[0.03, 0.97 - 0.97 * floor, 0.87 * floor, 0.1 * floor]
    )
    places = draw.permutation(rows * cols)[:6]
    kinds = ("start", "exit", "enemy", "enemy", "enemy", "enemy")
    objects = [
        PlacedObject(kind=kind, row=int(place) // cols, col=int(place) % cols)
        for kind, place in zip(kinds, places, strict=False)
    ]
    return Grid.of(PLAIN, rows, cols, [int(cell) for cell in cells], objects)


def oracle(board: Grid) -> nx.Graph:
    graph = nx.grid_2d_graph(board.rows, board.cols)
    graph.remove_nodes_from(
        [(row, col) for row, col in graph if board.cells[row * board.cols + col] not in {1, 2}]
    )
    return graph


def holes(board: Grid) -> int:
    """Count the parts of what is not walkable, corners included, that do not reach the outside."""
    graph = nx.Graph()
    rows, cols = board.rows + 2, board.cols + 2
    walkable = oracle(board)
    for row in range(rows):
        for col in range(cols):
            if (row - 1, col - 1) not in walkable:
                graph.add_node((row, col))
                for down, right in ((0, -1), (-1, -1), (-1, 0), (-1, 1)):
                    if (row + down, col + right) in graph:
                        graph.add_edge((row, col), (row + down, col + right))
    return nx.number_connected_components(graph) - 1


def test_a_thousand_random_boards_equal_networkx() -> None:
    for seed in range(1000):
        board = random_board(seed)
        graph = oracle(board)
        found = joins(board)
        assert found is not None
        assert found.edges == graph.number_of_edges()
        number = {place: place[0] * board.cols + place[1] for place in graph}
        cut = {number[place] for place in nx.articulation_points(graph)}
        assert articulation_cells(found.near) == cut
        assert chokepoints(board) == len(cut)
        assert loops(board) == holes(board)
        away = dict(nx.all_pairs_shortest_path_length(graph))
        longest = max((max(row.values()) for row in away.values()), default=0)
        assert longest_shortest_path(board) == (longest, True)
        places = {item.kind: (item.row, item.col) for item in board.objects}
        start, goal = places.get("start"), places.get("exit")
        length = away.get(start, {}).get(goal)
        assert critical_path_length(board) == length
        if length is not None:
            on_way = {
                number[place]
                for path in nx.all_shortest_paths(graph, start, goal)
                for place in path
            }
            assert critical_cells(board) == (on_way, length, len(away[start]))


def test_the_bound_of_a_large_board_is_one() -> None:
    for density in (0.5, 0.6, 0.7, 0.9):
        draw = np.random.default_rng(int(100 * density))
        cells = [int(cell) for cell in draw.uniform(size=33 * 32) < density]
        board = Grid.of(PLAIN, 33, 32, cells)
        away = nx.all_pairs_shortest_path_length(oracle(board))
        longest = max(max(row.values()) for _, row in away)
        bound, exact = longest_shortest_path(board)
        assert not exact
        assert bound is not None
        assert longest / 2 <= bound <= longest


def test_the_exact_path_is_found_on_a_large_board_when_asked() -> None:
    # A snake: each row leads to the next at alternating ends, so there is one way through it.
    lines = [
        "." * 40 if row % 2 == 0 else ("#" * 39 + "." if row % 4 == 1 else "." + "#" * 39)
        for row in range(39)
    ]
    board = grid(PLAIN, "\n".join(lines))
    length = 20 * 40 + 19 - 1
    assert longest_shortest_path(board) == (length, False)
    assert longest_shortest_path(board, exact=True) == (length, True)


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("...\n...\n...", 0),
        ("...\n.#.\n...", 1),
        (".....\n.#.#.\n.....", 2),
        (".....\n.##..\n.....", 1),
        ("..\n..", 0),
        (".#.\n...\n.#.", 0),
        ("#", 0),
    ],
)
def test_loops_are_ways_round_something(picture: str, expected: int) -> None:
    assert loops(grid(PLAIN, picture)) == expected


def test_loops_and_chokepoints_follow_links() -> None:
    ring = grid(PIPES, "┌─┐\n│·│\n└─┘")
    assert (loops(ring), chokepoints(ring), longest_shortest_path(ring)[0]) == (1, 0, 4)
    square = grid(PIPES, "┌┐\n└┘")
    assert loops(square) == 0
    line = grid(PIPES, "───")
    assert (loops(line), chokepoints(line), longest_shortest_path(line)[0]) == (0, 1, 2)


def test_joined_edges_make_a_ring_of_a_row() -> None:
    cells = [1] * 6
    open_row = Grid.of(PLAIN, 1, 6, cells)
    ring = Grid.of(PLAIN, 1, 6, cells, layout=Layout(joined_cols=True))
    assert (loops(open_row), chokepoints(open_row), longest_shortest_path(open_row)[0]) == (0, 4, 5)
    assert (loops(ring), chokepoints(ring), longest_shortest_path(ring)[0]) == (1, 0, 3)


def test_two_rooms_and_the_corridor_between_them() -> None:
    board = grid(PLAIN, "..##..\n......\n..##..\n####.#")
    assert (room_count(board), corridor_count(board)) == (2, 2)
    # The corridor touches both rooms, the niche one.
    assert room_degree(board) == 1.5
    assert largest_room(board) == 6 / 15
    graph = room_graph(board)
    sizes = sorted((data["room"], data["size"]) for _, data in graph.nodes(data=True))
    assert sizes == [(False, 1), (False, 2), (True, 6), (True, 6)]
    assert graph.number_of_edges() == 3
    assert nx.is_connected(graph)


@given(seed=st.integers(0, 10**6))
@settings(max_examples=80)
def test_parts_cover_the_ground_and_hang_together_as_it_does(seed: int) -> None:
    board = random_board(seed)
    found = find_rooms(board)
    assert found is not None
    covered = [cell for part in found.parts for cell in part]
    assert len(covered) == len(set(covered))
    walkable = oracle(board)
    assert {divmod(cell, board.cols) for cell in covered} == set(walkable)
    assert nx.number_connected_components(room_graph(board)) == nx.number_connected_components(
        walkable
    )
    for part, room in zip(found.parts, found.is_room, strict=True):
        for row, col in (divmod(cell, board.cols) for cell in part):
            blocks = [
                all((row + a + b, col + c + d) in walkable for b in (0, 1) for d in (0, 1))
                for a in (-1, 0)
                for c in (-1, 0)
            ]
            assert any(blocks) == room


def test_linearity_and_leniency_by_hand() -> None:
    ends = ("start", 0, 0), ("exit", 0, 4)
    corridor = grid(PLAIN, ".....", *ends)
    assert (linearity(corridor), leniency(corridor)) == (1.0, 1.0)
    branch = grid(PLAIN, ".....\n##.##\n##.##", *ends)
    assert linearity(branch) == 5 / 7
    # An enemy on the way guards its cell and both beside it.
    guarded = grid(PLAIN, ".....", *ends, ("enemy", 0, 2))
    assert leniency(guarded) == pytest.approx(2 / 5)
    behind_a_wall = grid(PLAIN, ".....\n#####\n.....", *ends, ("enemy", 2, 2))
    assert leniency(behind_a_wall) == 1.0
    assert linearity(grid(PLAIN, "..#..", *ends)) is None
    assert leniency(grid(PLAIN, ".....")) is None


@given(seed=st.integers(0, 10**6), layout=st.sampled_from(LAYOUTS), flips=st.integers(0, 7))
@settings(max_examples=120)
def test_turned_and_mirrored_boards_have_the_same_numbers(
    seed: int, layout: Layout, flips: int
) -> None:
    board = random_board(seed)
    board = Grid.of(PLAIN, board.rows, board.cols, board.cells, board.objects, layout)
    where = np.arange(len(board.cells)).reshape(board.rows, board.cols)
    image = np.rot90(where, flips % 4)
    image = image[:, ::-1] if flips >= 4 else image
    place = {int(cell): divmod(index, image.shape[1]) for index, cell in enumerate(image.ravel())}
    turned_layout = layout
    if flips % 2:
        turned_layout = Layout(joined_rows=layout.joined_cols, joined_cols=layout.joined_rows)
    objects = []
    for item in board.objects:
        row, col = place[item.row * board.cols + item.col]
        objects.append(PlacedObject(kind=item.kind, row=row, col=col))
    turned = Grid.of(
        PLAIN,
        image.shape[0],
        image.shape[1],
        [board.cells[cell] for cell in image.ravel()],
        objects,
        turned_layout,
    )
    before, failed = measure_groups(board, BUILTIN)
    after, _ = measure_groups(turned, BUILTIN)
    assert failed == {}
    if flips % 2:
        names = "symmetry.vertical", "symmetry.horizontal"
        before.update(zip(names, [before[name] for name in reversed(names)], strict=True))
    assert before == pytest.approx(after, abs=2e-6)
    assert board_key(base_tiles(board), symmetric=True) == board_key(
        base_tiles(turned), symmetric=True
    )


@pytest.mark.parametrize("picture", ["?", "#", ".", "????\n????", "#?"])
def test_every_metric_is_defined_on_the_smallest_boards(picture: str) -> None:
    values, failed = measure_groups(grid(PLAIN, picture), BUILTIN)
    assert failed == {}
    assert values["loops"] == values["chokepoints"] == values["rooms"] == 0
    assert values["longest_shortest_path.moves"] == 0
    assert values["linearity"] is None
    assert 0 <= values["openness"] <= 1


def test_without_walkable_tiles_the_graph_has_no_numbers() -> None:
    values, failed = measure_groups(grid(TAGLESS, "12"), BUILTIN)
    assert failed == {}
    for name in ("loops", "chokepoints", "rooms", "corridors", "openness", "linearity"):
        assert values[name] is None
    assert values["weight_fidelity"] <= 1
    assert room_graph(grid(TAGLESS, "12")).number_of_nodes() == 0


@given(seed=st.integers(0, 10**6), layout=st.sampled_from(LAYOUTS))
@settings(max_examples=80)
def test_joins_are_those_of_the_ground(seed: int, layout: Layout) -> None:
    plain = random_board(seed)
    board = Grid.of(PLAIN, plain.rows, plain.cols, plain.cells, layout=layout)
    found = joins(board)
    assert found is not None
    pairs = set()
    for row, col in np.argwhere(found.east):
        pairs.add(frozenset({row * board.cols + col, row * board.cols + (col + 1) % board.cols}))
    for row, col in np.argwhere(found.south):
        pairs.add(frozenset({row * board.cols + col, (row + 1) % board.rows * board.cols + col}))
    assert pairs == {frozenset({a, b}) for a, others in found.near.items() for b in others}
    assert all(len(pair) == 2 for pair in pairs)
    assert not any(a == b for a, b in pairwise(found.near))
