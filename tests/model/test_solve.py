"""`solve`: right answers by every route, limits, seeds, determinism."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_boards import Board, every_board, keeps, request, tileset
from test_adjacency_forms import PAIRS, fits, statements

import levelgen.api
from levelgen.errors import RequestError
from levelgen.library import find_preset, find_tileset
from levelgen.model import Hint, Solved, explain, solve
from levelgen.rules import compile_rules
from levelgen.schema.constraints import NoSoftlock
from levelgen.schema.overrides import Ask
from levelgen.schema.placed import PlacedObject
from levelgen.schema.preparing import make_request
from levelgen.schema.preset import Preset
from levelgen.schema.request import Request

ROUTES: list[dict[str, Any]] = [
    {},
    {"connectivity": "lazy"},
    {"connectivity": "lazy", "adjacency": "table"},
]

FLOOR_TILE = {"kind": "count", "tile": "floor", "exactly": 3}
FLOOR_TAG = {"kind": "count", "tags": "floor", "exactly": 10}
TILESETS = ["dungeon", "cave", "island"]
PRESETS = ["easy", "medium", "hard", "hardcore"]


def shipped(tiles: str, preset: str | None, *, size: int = 12, seed: int = 1) -> Request:
    return make_request(
        find_tileset(tiles),
        find_preset(preset),
        rows=size,
        cols=size,
        seed=seed,
        generator="cpsat",
    )


def board(solved: Solved, cols: int) -> Board:
    assert solved.cells is not None
    return solved.cells, tuple((item.kind, item.row * cols + item.col) for item in solved.objects)


def stands(asked: Request, solved: Solved) -> bool:
    """Judge a whole solution, adjacency and objects included."""
    cells, objects = board(solved, asked.cols)
    tiles, masks = asked.tileset, compile_rules(asked.tileset).masks
    beside = all(
        masks[1][tile] >> cells[cell + 1] & 1
        for cell, tile in enumerate(cells)
        if (cell + 1) % asked.cols
    )
    below = all(
        masks[2][tile] >> cells[cell + asked.cols] & 1
        for cell, tile in enumerate(cells[: -asked.cols])
    )
    on = all(cells[cell] in tiles.matching(tiles.objects[kind].on) for kind, cell in objects)
    alone = len({cell for _, cell in objects}) == len(objects)
    return beside and below and on and alone and keeps(asked, (cells, objects))


CONSTRAINTS: list[dict[str, Any]] = [
    {"kind": "connected"},
    {"kind": "connected", "tags": "solid", "allow_empty": True},
    {"kind": "ratio", "tags": "walkable", "min": 0.3, "max": 0.6},
    {"kind": "count", "tile": "wall", "exactly": 2},
    {"kind": "variety", "min": 2},
    {"kind": "max_run", "tags": "floor", "length": 1},
    {"kind": "border", "tags": "solid", "sides": ["N"]},
    {"kind": "symmetry", "axis": "vertical"},
    {"kind": "fixed", "cells": [{"row": 0, "col": 0, "tile": "floor"}]},
]


@settings(max_examples=200)
@given(
    east=PAIRS,
    south=PAIRS,
    size=st.sampled_from([(1, 3), (2, 2), (2, 3), (3, 2), (3, 3)]),
    chosen=st.sets(st.sampled_from(range(len(CONSTRAINTS))), max_size=3),
    seed=st.integers(0, 9),
)
def test_solved_if_and_only_if_a_level_exists(
    east: set[tuple[int, int]],
    south: set[tuple[int, int]],
    size: tuple[int, int],
    chosen: set[int],
    seed: int,
) -> None:
    tiles = tileset(3, default="forbid", allow=statements(east, south))
    asked = request(tiles, *size, *(CONSTRAINTS[index] for index in sorted(chosen)), seed=seed)
    exists = any(
        keeps(asked, (cells, ())) for cells in tilings(size[0] * size[1], size[1], east, south)
    )
    for route in ROUTES:
        solved = solve(asked, **route)
        assert solved.status == ("solved" if exists else "infeasible")
        if exists:
            assert stands(asked, solved)


def tilings(
    count: int, cols: int, east: set[tuple[int, int]], south: set[tuple[int, int]]
) -> list[tuple[int, ...]]:
    """List all boards that fit, cell by cell."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(count):
        longer = [(*cells, tile) for cells in found for tile in range(3)]
        found = [cells for cells in longer if _last_fits(cells, cols, east, south)]
    assert all(fits(cells, cols, east, south) for cells in found[:3])
    return found


def _last_fits(
    cells: tuple[int, ...], cols: int, east: set[tuple[int, int]], south: set[tuple[int, int]]
) -> bool:
    last = len(cells) - 1
    if last % cols and (cells[last - 1], cells[last]) not in east:
        return False
    return last < cols or (cells[last - cols], cells[last]) in south


WALK = {"kind": "path", "from": "start", "to": "exit"}


@pytest.mark.parametrize(
    "lengths",
    [
        {},
        {"min_length": 3},
        {"max_length": 1},
        {"min_length": 4, "max_length": 4},
        {"min_length": 5},
    ],
)
@pytest.mark.parametrize("few", [0.4, 0.7])
def test_paths_by_every_route(lengths: dict[str, int], few: float) -> None:
    share = {"kind": "ratio", "tags": "floor", "max": few}
    asked = request(tileset(2, ("start", "exit")), 2, 3, {**WALK, **lengths}, share)
    exists = any(keeps(asked, one) for one in every_board(asked))
    for route in ROUTES:
        solved = solve(asked, **route)
        assert solved.status == ("solved" if exists else "infeasible")
        assert not exists or stands(asked, solved)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("tiles", TILESETS)
def test_shipped_requests(tiles: str, preset: str) -> None:
    asked = shipped(tiles, preset)
    cold = solve(asked)
    assert cold.status == "solved"
    assert stands(asked, cold)
    assert cold.cells is not None
    # A hint that keeps everything is the answer, in one round.
    warm = solve(asked, hint=Hint(cold.cells, cold.objects))
    assert (warm.cells, warm.objects) == (cold.cells, cold.objects)
    assert warm.counters["lazy_iterations"] == 0
    # A hint with a wall through the middle is not; most of it stays.
    torn = Hint(tuple(0 if cell // 12 == 6 else tile for cell, tile in enumerate(cold.cells)))
    again = solve(asked, hint=torn)
    assert again.status == "solved"
    assert stands(asked, again)


@pytest.mark.parametrize("tiles", ["roads", "platform"])
def test_shipped_tilesets_without_a_preset(tiles: str) -> None:
    asked = shipped(tiles, None, size=8)
    solved = solve(asked)
    assert solved.status == "solved"
    assert stands(asked, solved)


def test_lazy_cuts_join_a_board_too_large_for_the_circuit() -> None:
    asked = request(tileset(2), 34, 34, {"kind": "connected"})
    stripes = tuple(int(cell // 34 % 2 == 0) for cell in range(34 * 34))
    solved = solve(asked, hint=Hint(stripes))
    assert solved.status == "solved"
    assert stands(asked, solved)
    assert solved.counters["cuts"]


def test_partial_hints_and_hints_of_absent_kinds() -> None:
    asked = request(tileset(2, ("enemy",)), 3, 3, {"kind": "ratio", "tags": "floor", "min": 0.5})
    hint = Hint((1, *[-1] * 8), (PlacedObject(kind="enemy", row=0, col=0),))
    solved = solve(asked, hint=hint)
    assert solved.status == "solved"
    assert solved.cells is not None
    assert solved.cells[0] == 1
    assert solved.objects == ()


def test_a_word_that_is_tag_and_tile() -> None:
    # In the dungeon, corridors have the tag `floor` too.
    asked = make_request(
        find_tileset("dungeon"),
        Preset.read({"name": "one", "constraints": [FLOOR_TILE, FLOOR_TAG]}, "one"),
        rows=4,
        cols=4,
        seed=1,
        generator="cpsat",
    )
    solved = solve(asked)
    assert solved.cells is not None
    names = [asked.tileset.ids[tile] for tile in solved.cells]
    assert (names.count("floor"), names.count("corridor")) == (3, 7)


def test_asking_what_is_built_does_not_load_the_solver() -> None:
    code = "import sys, levelgen.model as m; m.BUILT; assert 'ortools' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, env=_environment("0"))


def _environment(seed: str) -> dict[str, str]:
    paths = os.pathsep.join([os.path.dirname(__file__), *filter(None, sys.path)])
    return {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}


def test_seeds_give_other_levels() -> None:
    found = {solve(shipped("cave", "easy", size=8, seed=seed)).cells for seed in range(5)}
    assert len(found) == 5


@pytest.mark.parametrize("route", [{}, {"connectivity": "lazy"}, {"connectivity": "circuit"}])
def test_a_limit_is_never_a_proof(route: dict[str, Any]) -> None:
    asked = shipped("dungeon", "hardcore")
    small = solve(asked, deterministic_limit=1e-4, **route)
    assert (small.status, small.limit_hit) == ("unknown", "deterministic_limit")
    assert small.cells is None
    late = solve(asked, time_limit=1e-6, **route)
    assert (late.status, late.limit_hit) == ("unknown", "time_limit")


def test_a_limit_during_an_explanation() -> None:
    asked = shipped("dungeon", "hardcore", size=8)
    reason = explain(asked, deterministic_limit=1e-4)
    assert reason.text.endswith("the limit was reached before this was known")
    assert set(reason.constraints) == {*(ask.pointer for ask in asked.asks), "/adjacency"}


def test_other_asks_replace_those_of_the_request() -> None:
    asked = request(tileset(2), 2, 2, {"kind": "count", "tile": "wall", "exactly": 9})
    assert solve(asked).status == "infeasible"
    assert solve(asked, asks=()).status == "solved"


def test_softlocks_without_locks_are_refused() -> None:
    asked = request(tileset(2, ("start", "exit")), 2, 2)
    with pytest.raises(RequestError, match="no 'lock_and_key' is asked for"):
        solve(asked, asks=(Ask("/constraints/0", NoSoftlock()),))


SCRIPT = """
import json
from test_solve import shipped, Hint, solve, explain, request, tileset
found = []
for tiles, preset in (("dungeon", "hardcore"), ("island", "medium")):
    asked = shipped(tiles, preset)
    cold = solve(asked)
    torn = tuple(0 if cell // 12 == 6 else tile for cell, tile in enumerate(cold.cells))
    for solved in (cold, solve(asked, hint=Hint(torn, cold.objects))):
        found.append([solved.cells, [str(item) for item in solved.objects], solved.counters])
asked = shipped("cave", "hard", size=6)
asked = asked.model_copy(update={"overrides": {"chest": 12}})
found.append(explain(asked).model_dump())
print(json.dumps(found))
"""


def test_two_processes_give_the_same_answers() -> None:
    answers = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env=_environment(seed),
            capture_output=True,
            text=True,
            check=True,
        )
        answers.append(done.stdout)
    assert answers[0] == answers[1]
    assert len(json.loads(answers[0])) == 5


@pytest.mark.parametrize(
    ("tiles", "preset"),
    [("dungeon", "hard"), ("cave", "hardcore"), ("island", "locked"), ("roads", "town")],
)
def test_a_whole_hint_is_confirmed_as_it_is(tiles: str, preset: str) -> None:
    for seed in range(3):
        asked = shipped(tiles, preset, size=14, seed=seed)
        level = levelgen.api.run(asked)
        assert level.cells is not None
        solved = solve(asked, hint=Hint(level.cells, level.objects, whole=True))
        assert (solved.cells, solved.objects) == (level.cells, level.objects)
        assert solved.counters["conflicts"] == solved.counters["cuts"] == 0


def test_a_hint_that_is_no_solution_after_all_only_misleads() -> None:
    asked = shipped("dungeon", "hard")
    wrong = Hint((0,) * 144, whole=True)
    solved = solve(asked, hint=wrong)
    assert solved.status == "solved"
    assert stands(asked, solved)


def test_models_that_are_used_again_forget_what_was_solved_before() -> None:
    first, second = shipped("dungeon", "hard", seed=1), shipped("dungeon", "hard", seed=2)
    alone = [solve(asked) for asked in (first, second)]
    again = [solve(asked) for asked in (second, first, second)]
    assert [again[1].cells, again[0].cells] == [alone[0].cells, alone[1].cells]
    assert again[2] == again[0]
