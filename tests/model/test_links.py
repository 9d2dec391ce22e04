"""Walking along matching sides: the model against plain enumeration of all small boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from model_boards import Board, accepts, built, every_solution, request

from levelgen.model import explain, solve
from levelgen.model.draft import Draft
from levelgen.schema.request import Request
from levelgen.schema.tileset import Tileset

OPEN = {"empty": "", "pipe": "NS", "pipe@90": "EW", "cross": "NESW", "tank": ""}
OPEN |= {"bend": "NE", "bend@90": "ES", "bend@180": "SW", "bend@270": "WN"}


def pipes(*names: str, **adjacency: Any) -> Tileset:
    """Make a tileset of the named tiles; `tank` is tagged as a pipe but joins nothing."""
    tiles: list[dict[str, Any]] = [
        {"id": "empty", "glyph": ".", "edges": "none"},
        {"id": "pipe", "glyph": "│─", "rotations": 2, "edges": ["pipe", "none", "pipe", "none"]},
        {"id": "bend", "glyph": "└┌┐┘", "rotations": 4, "edges": ["pipe", "pipe", "none", "none"]},
        {"id": "cross", "glyph": "┼", "edges": "pipe"},
        {"id": "tank", "glyph": "o", "edges": "none"},
    ]
    data = {
        "name": "pipes",
        "tiles": [
            {"color": "#000000", "tags": [] if tile["id"] == "empty" else ["wet"], **tile}
            for tile in tiles
            if tile["id"] in names
        ],
        "adjacency": adjacency or {"default": "edges"},
        "links": ["pipe"],
        "objects": {
            kind: {"glyph": kind[0].upper(), "color": "#000000", "on": ["wet"]}
            for kind in ("start", "exit")
        },
    }
    return Tileset.read(data, "pipes")


ALL = pipes("empty", "pipe", "bend", "cross", "tank")
FEW = pipes("empty", "pipe", "bend", "tank")
LINES = pipes("pipe", "bend", "cross", "tank")
# Sides that show a pipe may touch sides that do not; such a pipe joins nothing there.
LOOSE = pipes("empty", "pipe", "bend", default="allow")


def joined(tiles: Tileset, cells: tuple[int, ...], rows: int, cols: int) -> dict[int, set[int]]:
    """Join the wet cells, in the plainest words."""
    shown = [OPEN[tiles.ids[tile]] for tile in cells]
    wet = [cell for cell, tile in enumerate(cells) if tiles.ids[tile] != "empty"]
    near: dict[int, set[int]] = {cell: set() for cell in wet}
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        if col + 1 < cols and "E" in shown[cell] and "W" in shown[cell + 1]:
            near[cell].add(cell + 1)
            near[cell + 1].add(cell)
        if row + 1 < rows and "S" in shown[cell] and "N" in shown[cell + cols]:
            near[cell].add(cell + cols)
            near[cell + cols].add(cell)
    return near


def moves(near: dict[int, set[int]], first: int) -> dict[int, int]:
    found = {first: 0}
    queue = [first]
    for cell in queue:
        for other in near[cell]:
            if other not in found:
                found[other] = found[cell] + 1
                queue.append(other)
    return found


def valid(tiles: Tileset, rows: int, cols: int) -> Iterator[tuple[int, ...]]:
    """Yield every board whose sides match (all boards where they need not)."""
    loose = tiles.adjacency.default == "allow"

    def extend(cells: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(cells) == rows * cols:
            yield cells
            return
        row, col = divmod(len(cells), cols)
        for tile, name in enumerate(tiles.ids):
            west = OPEN[tiles.ids[cells[-1]]] if col else ""
            north = OPEN[tiles.ids[cells[-cols]]] if row else ""
            fits_west = not col or ("E" in west) == ("W" in OPEN[name])
            fits_north = not row or ("S" in north) == ("N" in OPEN[name])
            if loose or (fits_west and fits_north):
                yield from extend((*cells, tile))

    yield from extend(())


def one_region(tiles: Tileset, cells: tuple[int, ...], rows: int, cols: int, empty: bool) -> bool:
    near = joined(tiles, cells, rows, cols)
    return len(moves(near, next(iter(near)))) == len(near) if near else empty


def with_cuts(asked: Request) -> set[Board]:
    """Enumerate the lazy model, cutting until nothing is left to cut."""
    made = built(asked, cutting="regions")
    while True:
        found = every_solution(made)
        cuts = set()
        for cells, objects in found:
            places = {kind: (cell,) for kind, cell in objects}
            draft = Draft(cells, places)
            for watch in made.model.watches:
                cuts.update(watch.cuts(draft))
        if not cuts:
            return found
        for cut in cuts:
            made.model.clause(cut)


CONNECTED = {"kind": "connected", "tags": "wet"}


@pytest.mark.parametrize("way", ["circuit", "cuts"])
@pytest.mark.parametrize(
    ("tiles", "rows", "cols", "empty"),
    [
        (ALL, 1, 1, False),
        (ALL, 1, 3, True),
        (ALL, 2, 2, False),
        (FEW, 2, 3, True),
        (LINES, 3, 3, False),
        (LOOSE, 2, 2, True),
    ],
    ids=["1x1", "1x3", "2x2", "2x3", "3x3", "loose"],
)
def test_one_region_along_links(
    tiles: Tileset, rows: int, cols: int, empty: bool, way: str
) -> None:
    asked = request(tiles, rows, cols, {**CONNECTED, "allow_empty": empty})
    found = every_solution(built(asked)) if way == "circuit" else with_cuts(asked)
    assert {cells for cells, _ in found} == {
        cells for cells in valid(tiles, rows, cols) if one_region(tiles, cells, rows, cols, empty)
    }


WALK = {"kind": "path", "from": "start", "to": "exit", "through": "wet"}
LENGTHS: list[dict[str, int]] = [
    {},
    {"min_length": 3},
    {"max_length": 2},
    {"min_length": 3, "max_length": 3},
]


def ways(tiles: Tileset, rows: int, cols: int, lengths: dict[str, int]) -> dict[Board, bool]:
    """Tell for every board with a start and an exit whether its shortest path is kept."""
    found = {}
    for cells in valid(tiles, rows, cols):
        near = joined(tiles, cells, rows, cols)
        for start, goal in product(near, repeat=2):
            if start != goal:
                length = moves(near, start).get(goal, 99)
                least, most = lengths.get("min_length", 0), lengths.get("max_length", 98)
                found[cells, (("exit", goal), ("start", start))] = least <= length <= most
    return found


@pytest.mark.parametrize("lengths", LENGTHS)
@pytest.mark.parametrize("tiles", [ALL, LOOSE], ids=["edges", "loose"])
def test_paths_along_links(tiles: Tileset, lengths: dict[str, int]) -> None:
    made = built(request(tiles, 2, 2, {**WALK, **lengths}))
    step = 3 if tiles is ALL else 61
    boards = sorted(ways(tiles, 2, 2, lengths).items())[::step]
    assert len(boards) > 50
    for board, kept in boards:
        assert accepts(made, board) == kept, board


@pytest.mark.parametrize("lengths", LENGTHS[:2])
def test_cut_paths_along_links(lengths: dict[str, int]) -> None:
    found = with_cuts(request(ALL, 2, 2, {**WALK, **lengths}))
    assert found == {board for board, kept in ways(ALL, 2, 2, lengths).items() if kept}


@pytest.mark.parametrize("way", ["circuit", "cuts"])
def test_what_is_in_reach_is_so_along_links(way: str) -> None:
    one = {"kind": "count", "object": "exit", "exactly": 1}
    asked = request(ALL, 2, 2, {"kind": "reachable", "objects": "exit", "through": "wet"}, one)
    found = every_solution(built(asked)) if way == "circuit" else with_cuts(asked)
    assert found == {board for board, kept in ways(ALL, 2, 2, {}).items() if kept}


@pytest.mark.parametrize("connectivity", ["auto", "lazy", "circuit"])
@pytest.mark.parametrize("seed", range(3))
def test_solved_networks_are_judged_to_be_one(connectivity: Any, seed: int) -> None:
    least = {"kind": "ratio", "tags": "wet", "min": 0.4, "max": 0.8}
    asked = request(ALL, 5, 6, CONNECTED, least, seed=seed)
    found = solve(asked, connectivity=connectivity)
    assert found.status == "solved"
    assert found.cells is not None
    assert one_region(ALL, found.cells, 5, 6, False)


def test_a_board_of_loose_ends_is_refuted_and_explained() -> None:
    # A tank never joins anything, so a region with one has a single cell.
    tiles = pipes("empty", "pipe", "tank")
    tank = {"kind": "count", "tile": "tank", "exactly": 1}
    long = {"kind": "count", "tags": "wet", "min": 2}
    asked = request(tiles, 3, 3, CONNECTED, tank, long)
    assert solve(asked).status == "infeasible"
    assert explain(asked).constraints == ("/constraints/0", "/constraints/1", "/constraints/2")


def test_a_shortest_way_along_links_may_fill_a_square() -> None:
    # On a 3x3 board of cells no shortest path has more than 8 cells; along links one has 9.
    asked = request(FEW, 3, 3, {**WALK, "min_length": 8})
    assert solve(asked).status == "solved"
    assert solve(request(FEW, 3, 3, {**WALK, "min_length": 9})).status == "infeasible"
