"""Each encoder accepts exactly the boards that a plain judge accepts, on all small boards."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from model_boards import (
    Board,
    accepts,
    built,
    every_board,
    every_solution,
    judged,
    keeps,
    request,
    tileset,
)

from levelgen.model import BUILT
from levelgen.model.draft import Draft
from levelgen.schema.constraints import KINDS

FIXED = [{"row": 0, "col": 0, "tags": ["walkable"]}, {"row": 1, "col": 1, "object": "enemy"}]

# (rows, cols), number of tiles, object kinds, promises
CASES: dict[str, tuple[tuple[int, int], int, tuple[str, ...], list[dict[str, Any]]]] = {
    "nothing": ((2, 2), 2, (), []),
    "ratio": ((2, 3), 3, (), [{"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.5}]),
    "ratio, thirds": ((3, 3), 2, (), [{"kind": "ratio", "tags": "wall", "min": 0.3334}]),
    "ratio, two tags": ((2, 2), 3, (), [{"kind": "ratio", "tags": ["solid", "door"], "max": 0.5}]),
    "ratio, all tiles": ((2, 2), 2, (), [{"kind": "ratio", "tags": ["solid", "floor"]}]),
    "ratio, region": (
        (3, 3),
        2,
        (),
        [{"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.5, "region": [0, 1, 3, 2]}],
    ),
    "ratio, region and board": (
        (2, 3),
        3,
        (),
        [
            {"kind": "ratio", "tags": "walkable", "max": 0.5},
            {"kind": "ratio", "tags": "walkable", "min": 0.6, "region": [0, 0, 2, 2]},
        ],
    ),
    "count, exactly": ((2, 3), 3, (), [{"kind": "count", "tile": "door", "exactly": 2}]),
    "count, window": ((2, 3), 3, (), [{"kind": "count", "tags": "walkable", "min": 2, "max": 4}]),
    "count, too many": ((2, 2), 2, (), [{"kind": "count", "tags": "floor", "min": 5}]),
    "count, region": (
        (3, 3),
        2,
        (),
        [{"kind": "count", "tags": "floor", "exactly": 1, "region": [1, 0, 2, 2]}],
    ),
    "count, objects": ((2, 2), 2, ("enemy",), [{"kind": "count", "object": "enemy", "max": 2}]),
    "count, objects in a region": (
        (2, 3),
        2,
        ("enemy",),
        [{"kind": "count", "object": "enemy", "min": 1, "region": [0, 1, 2, 1]}],
    ),
    "two kinds": (
        (2, 2),
        3,
        ("enemy", "key"),
        [
            {"kind": "count", "object": "key", "exactly": 1},
            {"kind": "count", "object": "enemy", "min": 1},
        ],
    ),
    "density": (
        (2, 3),
        2,
        ("enemy",),
        [{"kind": "density", "object": "enemy", "per": "floor", "min": 0.3, "max": 0.5}],
    ),
    "density, region": (
        (2, 3),
        2,
        ("enemy",),
        [
            {
                "kind": "density",
                "object": "enemy",
                "per": "floor",
                "min": 0.3,
                "max": 0.5,
                "region": [0, 1, 2, 2],
            }
        ],
    ),
    "density, any": (
        (2, 2),
        3,
        ("enemy",),
        [{"kind": "density", "object": "enemy", "per": ["walkable"], "max": 0.4}],
    ),
    "variety": ((2, 2), 3, (), [{"kind": "variety", "min": 3}]),
    "variety, too many": ((2, 2), 2, (), [{"kind": "variety", "min": 3}]),
    "border": ((3, 3), 2, (), [{"kind": "border", "tags": "solid"}]),
    "border, sides": ((2, 3), 3, (), [{"kind": "border", "tags": "walkable", "sides": ["N", "E"]}]),
    "fixed": ((2, 2), 3, ("enemy",), [{"kind": "fixed", "cells": FIXED}]),
    "spacing": ((2, 3), 2, ("enemy",), [{"kind": "spacing", "objects": "enemy", "min": 3}]),
    "spacing, two kinds": (
        (2, 2),
        3,
        ("enemy", "key"),
        [{"kind": "spacing", "objects": ["enemy", "key"], "min": 2}],
    ),
    "distance": (
        (2, 2),
        3,
        ("enemy", "key"),
        [{"kind": "distance", "from": "enemy", "to": "key", "min": 2}],
    ),
    "distance, near": (
        (2, 2),
        3,
        ("enemy", "key"),
        [{"kind": "distance", "from": "key", "to": "enemy", "max": 1}],
    ),
    "distance, same kind": (
        (2, 3),
        2,
        ("enemy",),
        [{"kind": "distance", "from": "enemy", "to": "enemy", "min": 2, "max": 2}],
    ),
    "reachable": (
        (2, 3),
        2,
        ("start", "key"),
        [{"kind": "reachable", "objects": "key"}, {"kind": "count", "object": "key", "max": 2}],
    ),
    "reachable, two kinds": (
        (2, 2),
        3,
        ("start", "key", "enemy"),
        [{"kind": "reachable", "from": "key", "objects": ["start", "enemy"], "through": "floor"}],
    ),
    "reachable, joined": (
        (2, 2),
        2,
        ("start", "key"),
        [{"kind": "connected"}, {"kind": "reachable", "objects": "key"}],
    ),
    "reachable, joined otherwise": (
        (2, 3),
        2,
        ("start", "key"),
        [{"kind": "connected", "tags": "solid"}, {"kind": "reachable", "objects": "key"}],
    ),
    "max_run": ((3, 3), 2, (), [{"kind": "max_run", "tags": "floor", "length": 2}]),
    "max_run, one": ((2, 3), 3, (), [{"kind": "max_run", "tags": ["solid", "door"], "length": 1}]),
    "symmetry, vertical": ((2, 3), 3, (), [{"kind": "symmetry", "axis": "vertical"}]),
    "symmetry, horizontal": ((3, 2), 3, (), [{"kind": "symmetry", "axis": "horizontal"}]),
    "unlike": (
        (2, 3),
        3,
        (),
        [{"kind": "unlike", "tiles": [["wall", "floor", None], ["door"] * 3], "min": 0.5}],
    ),
    "unlike, twice": (
        (2, 2),
        3,
        (),
        [
            {"kind": "unlike", "tiles": [["wall", "wall"], ["door", "wall"]], "min": 0.75},
            {"kind": "unlike", "tiles": [["floor", "wall"], ["wall", None]], "min": 1},
        ],
    ),
    "connected": ((3, 3), 2, (), [{"kind": "connected"}]),
    "connected, three tiles": ((2, 3), 3, (), [{"kind": "connected", "tags": ["floor"]}]),
    "connected, or empty": ((2, 3), 2, (), [{"kind": "connected", "allow_empty": True}]),
    "connected, twice": (
        (2, 3),
        2,
        (),
        [{"kind": "connected"}, {"kind": "connected", "tags": "solid", "allow_empty": True}],
    ),
}
CASES |= {
    f"{one['kind']}, 3x4": ((3, 4), 2, (), [one])
    for one in (
        {"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.4},
        {"kind": "count", "tags": "floor", "min": 2, "max": 3, "region": [0, 1, 2, 3]},
        {"kind": "border", "tags": "solid", "sides": ["S", "W"]},
        {"kind": "max_run", "tags": "floor", "length": 2},
        {"kind": "symmetry", "axis": "vertical"},
        {"kind": "connected", "tags": "floor"},
        {"kind": "unlike", "tiles": [["wall", "floor"] * 2] * 3, "min": 0.75},
    )
}


@pytest.mark.parametrize("presolve", [True, False], ids=["presolve", "plain"])
@pytest.mark.parametrize("name", CASES)
def test_encoder_accepts_what_the_judge_accepts(name: str, presolve: bool) -> None:
    (rows, cols), size, kinds, constraints = CASES[name]
    asked = request(tileset(size, kinds), rows, cols, *constraints)
    found = every_solution(built(asked), presolve=presolve)
    assert found == judged(asked, every_board(asked))


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith("reachable")])
def test_cuts_leave_what_is_in_reach(name: str) -> None:
    (rows, cols), size, kinds, constraints = CASES[name]
    asked = request(tileset(size, kinds), rows, cols, *constraints)
    made = built(asked, cutting="regions")
    while True:
        found = every_solution(made)
        drafts = [
            Draft(cells, {kind: tuple(c for k, c in objects if k == kind) for kind in kinds})
            for cells, objects in found
        ]
        cuts = {cut for one in drafts for watch in made.model.watches for cut in watch.cuts(one)}
        if not cuts:
            break
        for cut in sorted(cuts):
            made.model.clause(cut)
    assert found == judged(asked, every_board(asked))


APART = [name for name in CASES if name.startswith(("spacing", "distance"))]


@pytest.mark.parametrize("name", APART)
def test_distances_that_are_left_to_cuts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levelgen.model.apart._MOST_PAIRS", 0)
    (rows, cols), size, kinds, constraints = CASES[name]
    asked = request(tileset(size, kinds), rows, cols, *constraints)
    made = built(asked, cutting="regions")
    kept: list[set[int]] = []
    every: set[tuple[int, ...]] = set()
    for cells, objects in every_board(asked):
        draft = Draft(cells, {kind: tuple(c for k, c in objects if k == kind) for kind in kinds})
        cuts = {cut for watch in made.model.watches for cut in watch.cuts(draft)}
        true = {made.objects.literals[kind][cell] for kind, cell in objects}
        every |= cuts
        if keeps(asked, (cells, objects)):
            assert not cuts
            assert accepts(made, (cells, objects))
            kept.append(true)
        else:
            # How many objects fit at all is said without cuts.
            here = any(not _holds(cut, true) for cut in cuts)
            assert here or not accepts(made, (cells, objects))
    # No cut takes a board that is kept.
    assert all(_holds(cut, true) for cut in every for true in kept)


def _holds(cut: tuple[int, ...], true: set[int]) -> bool:
    return any(literal in true if literal >= 0 else -literal - 1 not in true for literal in cut)


WALK = {"kind": "path", "from": "start", "to": "exit"}
PATHS: dict[str, list[dict[str, Any]]] = {
    "exists": [WALK],
    "least": [{**WALK, "min_length": 2}],
    "least, scaled": [{**WALK, "min_length": "0.6x"}],
    "most": [{**WALK, "max_length": 2}],
    "window": [{**WALK, "min_length": 2, "max_length": 2}],
    "too long": [{**WALK, "min_length": 6}],
    "joined": [{"kind": "connected"}, {**WALK, "min_length": 3}],
    "joined otherwise": [{"kind": "connected", "tags": "solid"}, {**WALK, "min_length": 2}],
}


@pytest.mark.parametrize("name", PATHS)
def test_path_accepts_what_the_judge_accepts(name: str) -> None:
    asked = request(tileset(2, ("start", "exit")), 2, 3, *PATHS[name])
    made = built(asked)
    for board in every_board(asked):
        kinds = [kind for kind, _ in board[1]]
        if kinds in (["exit", "start"], ["start"]):
            assert accepts(made, board) == keeps(asked, board), board


AROUND = {**WALK, "avoid": ["enemy", "exit"]}


@pytest.mark.parametrize(
    "constraints",
    [
        [AROUND],
        [{"kind": "connected"}, {**AROUND, "min_length": 3}],
        [{**AROUND, "max_length": 2}],
        [{**AROUND, "from": "door", "min_length": 2}],
    ],
    ids=["exists", "least", "most", "from a tile"],
)
def test_paths_around_objects(constraints: list[dict[str, Any]]) -> None:
    door = 3 if constraints[0]["from" if "from" in constraints[0] else "kind"] == "door" else 2
    kinds = ("start", "exit", "enemy") if door == 2 else ("exit", "enemy")
    one = {"kind": "count", "object": "enemy", "max": 1}
    asked = request(tileset(door, kinds), 2, 3 if door == 2 else 2, *constraints, one)
    made, lazy = built(asked), built(asked, cutting="regions")
    kept = 0
    # A board in seven: all of them take ten times as long as every other encoder.
    for board in islice(every_board(asked), 0, None, 7):
        found = [kind for kind, _ in board[1]]
        if found.count("exit") == 1 and found.count("enemy") < 2 and found.count("start") < 2:
            good = keeps(asked, board)
            kept += good
            assert accepts(made, board) == good, board
            draft = Draft(
                board[0], {kind: tuple(c for k, c in board[1] if k == kind) for kind in kinds}
            )
            cut = any(watch.cuts(draft) for watch in lazy.model.watches)
            assert (accepts(lazy, board) and not cut) == good, board
    assert kept


def test_paths_around_a_wall() -> None:
    # All boards of 3x3, with the two ends where a detour matters most.
    asked = request(tileset(2, ("start", "exit")), 3, 3, {**WALK, "min_length": 4, "max_length": 6})
    made = built(asked)
    found = 0
    for board in every_board(request(tileset(2), 3, 3)):
        for start, goal in ((0, 8), (0, 2), (3, 5)):
            if board[0][start] == board[0][goal] == 1:
                whole: Board = (board[0], (("exit", goal), ("start", start)))
                assert accepts(made, whole) == keeps(asked, whole), whole
                found += keeps(asked, whole)
    assert found > 50


@pytest.mark.parametrize(
    ("ends", "lengths"),
    [
        (("wall", "door"), {}),
        (("solid", "door"), {"min_length": 2, "max_length": 3}),
        (("door", "door"), {}),
        (("door", "door"), {"min_length": 1}),
    ],
)
def test_paths_between_tiles(ends: tuple[str, str], lengths: dict[str, int]) -> None:
    through = ["floor", "wall", "door"] if "door" not in ends[:1] else ["walkable"]
    constraint = {"kind": "path", "from": ends[0], "to": ends[1], "through": through, **lengths}
    asked = request(tileset(3), 2, 2, constraint)
    made = built(asked)
    for board in every_board(asked):
        assert accepts(made, board) == keeps(asked, board), board


def test_kinds_that_no_promise_speaks_of_are_absent() -> None:
    asked = request(
        tileset(2, ("enemy", "key")), 2, 2, {"kind": "count", "object": "key", "max": 1}
    )
    assert set(built(asked).objects.literals) == {"key"}


def test_weightless_tiles_stand_only_where_pins_leave_no_other() -> None:
    tiles = tileset(3, weights=(1, 1, 0))
    fixed = {"kind": "fixed", "cells": [{"row": 0, "col": 1, "tile": "door"}]}
    asked = request(tiles, 2, 2, fixed)
    found = {cells for cells, _ in every_solution(built(asked))}
    assert len(found) == 8
    assert all(cells[1] == 2 and 2 not in (cells[0], *cells[2:]) for cells in found)
    for tags, upper in (("walkable", 1), ("door", 2)):
        border = {"kind": "border", "tags": tags, "sides": ["N"]}
        found = {cells for cells, _ in every_solution(built(request(tiles, 2, 1, border)))}
        assert found == {(upper, 0), (upper, 1)}


def test_every_kind_is_built_and_tested() -> None:
    assert set(KINDS) == BUILT
    tested = {one["kind"] for case in CASES.values() for one in case[3]} | {"path"}
    # See test_lock_encoder.py.
    assert tested | {"lock_and_key", "no_softlock"} == BUILT
