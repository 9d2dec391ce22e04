"""Windows in the constraint model: against brute force, with other promises, and its reasons."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_boards import accepts, every_solution

import levelgen
from levelgen.checker import judge
from levelgen.errors import RequestError
from levelgen.generators.registry import find_generator
from levelgen.learn import learn_patterns, patterns_of
from levelgen.library import find_tileset
from levelgen.model import Hint, explain, solve
from levelgen.model.context import Context
from levelgen.model.shape import Shape
from levelgen.model.skeleton import Recipe, skeleton, start
from levelgen.model.windows import windows
from levelgen.rules import compile_rules
from levelgen.schema.layout import Periodic
from levelgen.schema.level import Level
from levelgen.schema.preparing import Board, make_request
from levelgen.schema.preset import Preset
from levelgen.schema.request import Request
from levelgen.schema.tileset import Tileset

Cells = tuple[int, ...]

ROOMS = """\
###############
#...#####.....#
#...#####.....#
#.............#
#...#####.....#
#...#####.....#
###.########.##
###.########.##
###.###....#.##
#........#.#.##
#.####.###.#.##
#.####.....#.##
#.####.#####.##
#............##
###############
"""


def learned(sample: str, height: int, width: int, **options: Any) -> Tileset:
    """Learn a tileset; `#` is wall, `.` floor, with their tags and some objects."""
    return learn_patterns(sample, height, width, tileset=find_tileset("dungeon"), **options).tileset


def asked(
    tileset: Tileset,
    rows: int,
    cols: int,
    *constraints: dict[str, Any],
    generator: str = "cpsat",
    seed: int = 1,
    **board: Any,
) -> Request:
    preset = Preset.read({"name": "test", "constraints": list(constraints)}, "test")
    return make_request(
        tileset, preset, rows=rows, cols=cols, seed=seed, generator=generator, board=Board(**board)
    )


def fits(request: Request, cells: Cells) -> bool:
    """Ask the independent check."""
    size = request.rows, request.cols
    return judge(request.tileset, request.asks, *size, cells, layout=request.layout).kept


def possible(request: Request) -> set[Cells]:
    """Try all boards."""
    tiles = range(len(request.tileset.ids))
    choices = [tiles if exists else (-1,) for exists in request.exists]
    return {cells for cells in product(*choices) if fits(request, cells)}


def solutions(request: Request) -> set[Cells]:
    rules = compile_rules(request.tileset)
    shape = Shape(request.rows, request.cols, request.layout)
    key = request.tileset.model_dump_json()
    made = skeleton(Recipe(key, rules, shape, request.asks, "clauses", "nothing")).copy()
    return {cells for cells, _ in every_solution(made)}


letters = st.text("#.", min_size=3, max_size=3)


@settings(max_examples=15)
@given(
    sample=st.lists(letters, min_size=3, max_size=4),
    window=st.tuples(st.integers(1, 2), st.integers(1, 2)),
    symmetries=st.sampled_from([1, 2, 8]),
    wraps=st.booleans(),
    ground=st.booleans(),
    periodic=st.sampled_from(get_args(Periodic)),
    hole=st.none() | st.integers(0, 8),
)
def test_the_solutions_are_the_boards_that_the_check_accepts(
    sample: list[str],
    window: tuple[int, int],
    symmetries: int,
    wraps: bool,
    ground: bool,
    periodic: Periodic,
    hole: int | None,
) -> None:
    options = {"symmetries": symmetries, "periodic": wraps, "ground": ground}
    tileset = learned("\n".join(sample), *window, **options)
    mask = None
    if hole is not None:
        flat = "#" * hole + "." + "#" * (8 - hole)
        mask = (flat[:3], flat[3:6], flat[6:])
    request = asked(tileset, 3, 3, periodic=periodic, mask=mask)
    wanted = possible(request)
    assert solutions(request) == wanted
    for name in ("cpsat", "auto", "wfc"):
        level = find_generator(name).generate(request.model_copy(update={"generator": name}))
        assert level.status == ("satisfied" if wanted else "infeasible"), name
        if wanted:
            assert level.cells in wanted


@pytest.mark.parametrize("size", [(3, 4), (4, 3), (2, 2), (2, 5)])
def test_three_tiles_on_small_boards(size: tuple[int, int]) -> None:
    tileset = learned("#.+.\n#..#\n.##~\n", 2, 2, symmetries=8)
    request = asked(tileset, *size)
    known = set(patterns_of(tileset).contents)
    rows, cols = size

    def extend(cells: Cells) -> Any:
        if len(cells) == rows * cols:
            yield cells
            return
        row, col = divmod(len(cells), cols)
        for tile in range(len(tileset.ids)):
            square = (*(cells[-cols - 1 :][:2] if row and col else ()), *cells[-1:], tile)
            if not (row and col) or square in known:
                yield from extend((*cells, tile))

    assert solutions(request) == set(extend(()))


@settings(max_examples=10)
@given(
    sample=st.lists(letters, min_size=3, max_size=3),
    low=st.integers(0, 9),
    spread=st.integers(0, 3),
    connected=st.booleans(),
    pin=st.integers(0, 8),
)
def test_promises_go_together_with_windows(
    sample: list[str], low: int, spread: int, connected: bool, pin: int
) -> None:
    tileset = learned("\n".join(sample), 2, 2, symmetries=2)
    row, col = divmod(pin, 3)
    tile = tileset.ids[0]
    constraints: list[dict[str, Any]] = [
        {"kind": "count", "tile": tile, "min": low, "max": low + spread},
        {"kind": "fixed", "cells": [{"row": row, "col": col, "tile": tile}]},
    ]
    if connected:
        constraints.append({"kind": "connected", "tags": [tile]})
    request = asked(tileset, 3, 3, *constraints)
    wanted = possible(request)
    for name in ("cpsat", "auto"):
        level = find_generator(name).generate(request.model_copy(update={"generator": name}))
        assert level.status == ("satisfied" if wanted else "infeasible"), name
        assert level.cells is None or level.cells in wanted
        if not wanted:
            assert level.reason is not None
            needed = minimal(request, list(level.reason.constraints))
            assert needed == list(level.reason.constraints)


def minimal(request: Request, pointers: list[str]) -> list[str]:
    """Leave out one member of a conflict after the other: boards exist then, by brute force."""
    free = request.tileset.model_copy(update={"windows": None})
    kept = []
    for left_out in pointers:
        rest = [ask for ask in request.asks if ask.pointer in pointers and ask.pointer != left_out]
        tiles = request.tileset if "/windows" in pointers and left_out != "/windows" else free
        data = tiles.model_dump(mode="json", by_alias=True)
        if "/adjacency" not in pointers or left_out == "/adjacency":
            data["adjacency"] = {"default": "allow"}
        plain = [ask.constraint.model_dump(mode="json", exclude_none=True) for ask in rest]
        if possible(asked(Tileset.read(data, "free"), 3, 3, *plain)):
            kept.append(left_out)
    return kept


def test_a_switch_turns_the_windows_off_and_on() -> None:
    request = asked(learned("##.\n#..\n.#.\n", 2, 2), 3, 3)
    rules = compile_rules(request.tileset)
    for on in (True, False):
        made = start(rules, Shape(3, 3), request.asks)
        switch = made.model.boolean()
        with made.model.under(switch):
            windows(Context(made.model, made.grid, made.objects, rules, "nothing"))
        made.model.imply((), (switch if on else -switch - 1,))
        boards = set(product((0, 1), repeat=9))
        found = {cells for cells in boards if accepts(made, (cells, ()))}
        assert found == (possible(request) if on else boards)


def test_pins_no_window_holds_are_named_with_the_windows() -> None:
    tileset = learned(ROOMS, 3, 3, symmetries=8)
    cross = {(4, 5): "floor", (5, 4): "floor", (5, 5): "wall", (5, 6): "floor", (6, 5): "floor"}
    pins = [{"row": row, "col": col, "tile": tile} for (row, col), tile in cross.items()]
    pins.append({"row": 0, "col": 0, "tile": "wall"})
    for name in ("wfc", "cpsat", "auto"):
        preset = {"name": "pins", "constraints": [{"kind": "fixed", "cells": pins}]}
        level = levelgen.generate(tileset, preset, rows=9, cols=9, seed=1, generator=name)
        assert level.status == "infeasible"
        assert level.reason is not None
        assert level.reason.constraints[-1] == "/windows"
        assert "only windows of 3x3 cells that the samples show (/windows)" in level.reason.text
        assert "wall at row 5, column 5 (/constraints/0/cells/2)" in level.reason.text
        assert "/constraints/0/cells/5" not in level.reason.constraints


def test_amounts_that_the_windows_rule_out_are_named() -> None:
    tileset = learned("#.#.\n.#.#\n#.#.\n", 2, 2)
    request = asked(
        tileset, 6, 6, {"kind": "ratio", "tags": "floor", "min": 0.6}, {"kind": "variety", "min": 2}
    )
    assert solve(request).status == "infeasible"
    assert explain(request).constraints == ("/constraints/0", "/windows")


PROMISES: tuple[dict[str, Any], ...] = (
    {"kind": "ratio", "tags": "floor", "min": 0.4, "max": 0.6},
    {"kind": "connected", "tags": "walkable"},
    {"kind": "count", "object": "key", "exactly": 2},
    {"kind": "path", "from": "start", "to": "exit", "min_length": "0.4x"},
    {"kind": "border", "tags": "solid"},
)


@pytest.mark.parametrize("name", ["auto", "cpsat"])
def test_levels_of_windows_keep_promises_and_vary(name: str) -> None:
    tileset = learned(ROOMS, 3, 3, symmetries=8)
    preset = {"name": "all", "constraints": list(PROMISES)}
    levels = [
        levelgen.generate(tileset, preset, rows=12, cols=12, seed=seed, generator=name)
        for seed in range(4)
    ]
    for level in levels:
        assert level.status == "satisfied"
        assert levelgen.check(level).kept
        assert "windows" in {promise.kind for promise in level.promises}
        assert levelgen.reproduce(Level.from_json(level.to_json())).same
    for one, other in pairwise(levels):
        assert one.cells is not None
        assert other.cells is not None
        same = sum(a == b for a, b in zip(one.cells, other.cells, strict=True))
        assert same < 0.8 * 144


LOCKED: tuple[dict[str, Any], ...] = (
    {"kind": "connected", "tags": "walkable"},
    {"kind": "count", "tags": "floor", "region": [0, 0, 5, 5], "min": 6, "max": 16},
    {"kind": "count", "object": "locked_door", "exactly": 1},
    {"kind": "count", "object": "key", "exactly": 1},
    {"kind": "lock_and_key", "locks": [{"door": "locked_door", "key": "key"}]},
    {"kind": "no_softlock"},
    {"kind": "spacing", "objects": ["start", "exit", "key"], "min": 3},
)


@pytest.mark.parametrize(
    "board",
    [Board(), Board(periodic="cols"), Board(mask=["#" * 10] * 6 + ["#" * 6 + "." * 4] * 4)],
    ids=["plain", "joined", "masked"],
)
def test_locks_and_parts_of_boards_go_together_with_windows(board: Board) -> None:
    tileset = learned(ROOMS.replace("###.####", "###+####"), 2, 2, symmetries=8)
    preset = Preset.model_validate({"name": "locked", "constraints": list(LOCKED)})
    for name in ("auto", "cpsat"):
        request = make_request(
            tileset, preset, rows=10, cols=10, seed=1, generator=name, board=board
        )
        level = find_generator(name).generate(request)
        assert level.status == "satisfied", level.reason
        assert levelgen.check(level).kept


@pytest.mark.parametrize("strategy", ["warm", "windows", "circuit", "lazy"])
def test_strategies_that_solve_know_the_windows_of_a_tileset(strategy: str) -> None:
    tileset = learned(ROOMS, 2, 2, symmetries=8)
    preset = {"name": "all", "constraints": [*PROMISES]}
    level = levelgen.generate(tileset, preset, rows=10, cols=10, seed=1, strategy=strategy)
    assert level.status == "satisfied"
    assert strategy in level.manifest.strategy


def test_a_shipped_preset_works_with_windows() -> None:
    tileset = learned(ROOMS.replace("#....#.##", "#..~.#.##"), 2, 2, symmetries=8)
    level = levelgen.generate(tileset, "easy", seed=3)
    assert level.status == "satisfied"
    assert {"start", "exit", "key"} <= {item.kind for item in level.objects}


def test_the_hint_of_the_sampler_is_kept() -> None:
    tileset = learned(ROOMS, 3, 3, symmetries=8)
    level = levelgen.generate(tileset, rows=14, cols=14, seed=5, generator="wfc")
    assert level.cells is not None
    solved = solve(asked(tileset, 14, 14), hint=Hint(level.cells))
    assert solved.cells == level.cells
    assert (
        levelgen.generate(tileset, rows=14, cols=14, seed=5, generator="auto").cells == level.cells
    )


def test_runs_are_kept_by_the_sampler_and_the_solver() -> None:
    tileset = learned(ROOMS, 2, 2, symmetries=8)
    preset = {"name": "runs", "constraints": [{"kind": "max_run", "tags": "solid", "length": 4}]}
    for name in ("wfc", "auto", "cpsat"):
        level = levelgen.generate(tileset, preset, rows=9, cols=9, seed=2, generator=name)
        assert level.status == "satisfied", name


def test_adjacency_stricter_than_the_samples_is_kept() -> None:
    data = learned("#..#\n#.+.\n.++#\n", 2, 2, symmetries=8).model_dump(mode="json", by_alias=True)
    data["adjacency"]["forbid"] = [{"tiles": ["door"], "neighbours": ["door"]}]
    strict = Tileset.read(data, "strict")
    for name in ("wfc", "auto", "cpsat"):
        for seed in range(4):
            level = levelgen.generate(strict, rows=5, cols=5, seed=seed, generator=name)
            assert level.status == "satisfied", name


@pytest.mark.parametrize("name", ["wfc", "auto", "cpsat"])
def test_a_level_smaller_than_a_window_is_refused(name: str) -> None:
    tileset = learned(ROOMS, 3, 3)
    with pytest.raises(RequestError, match="2 is too small for windows of 3x3"):
        levelgen.generate(tileset, rows=2, cols=9, seed=1, generator=name)


def test_a_model_of_too_many_literals_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levelgen.model.solver.MOST_LITERALS", 100)
    tileset = learned(ROOMS, 3, 3)
    preset = {"name": "mirror", "constraints": [{"kind": "symmetry", "axis": "vertical"}]}
    level = levelgen.generate(tileset, preset, rows=9, cols=9, seed=1, generator="cpsat")
    assert level.status == "unknown"
    assert level.reason is not None
    assert "memory limit" in level.reason.text
    assert level.run is not None
    assert level.run.limit_hit == "memory_limit"
