"""Window repair: boards are mended to what the check accepts, and windows are exact."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import levelgen
from levelgen import engine
from levelgen.api import prepare
from levelgen.generators.sampling import sampling_task
from levelgen.model.repair.excerpt import Excerpt
from levelgen.model.repair.mending import REPAIR_LIMIT, Repaired, repair
from levelgen.model.repair.task import Task, read_task
from levelgen.model.repair.window import Window, Wish
from levelgen.model.settings import new_solver
from levelgen.model.shape import Shape
from levelgen.rules import compile_rules
from levelgen.schema.request import Request

TOWN: list[dict[str, Any]] = [
    {"kind": "connected", "tags": "road"},
    {"kind": "count", "tile": "house", "exactly": 4},
    {"kind": "ratio", "tags": "road", "min": 0.3, "max": 0.6},
]
CAVE: list[dict[str, Any]] = [
    {"kind": "connected", "tags": "walkable"},
    {"kind": "ratio", "tags": "floor", "min": 0.4, "max": 0.5},
    {"kind": "count", "tags": "floor", "region": [2, 3, 5, 6], "exactly": 11},
]
DUNGEON: list[dict[str, Any]] = [
    {"kind": "max_run", "tags": "solid", "length": 3},
    {"kind": "max_run", "tags": "floor", "length": 12},
    {"kind": "count", "tile": "door", "exactly": 0},
    {"kind": "variety", "min": 4},
    {"kind": "border", "tags": ["solid", "liquid"], "sides": ["N"]},
    {"kind": "count", "tags": "liquid", "max": 9},
]


def asked(
    tileset: str, promises: list[dict[str, Any]], side: int, seed: int, **board: Any
) -> Request:
    preset = {"name": "test", "constraints": promises}
    return prepare(tileset, preset, rows=side, cols=side + 1, seed=seed, **board)


def task_of(request: Request) -> Task:
    shape = Shape(request.rows, request.cols, request.layout)
    return read_task(compile_rules(request.tileset), shape, request.asks)


def mend(request: Request, **limits: Any) -> Repaired:
    rules = compile_rules(request.tileset)
    drawn = engine.compile(rules.weights, rules.masks).sample(sampling_task(request, rules))
    key = request.tileset.model_dump_json()
    return repair(task_of(request), key, drawn.tiles, request.seed, **limits)


@pytest.mark.parametrize(
    ("tileset", "promises"),
    [("roads", TOWN), ("cave", CAVE), ("dungeon", DUNGEON)],
    ids=["roads", "cave", "dungeon"],
)
@pytest.mark.parametrize("side", [12, 17])
def test_samples_are_mended_to_what_the_check_accepts(
    tileset: str, promises: list[dict[str, Any]], side: int
) -> None:
    request = asked(tileset, promises, side, 3)
    found = mend(request)
    assert found.whole
    grid = [found.cells[row * (side + 1) : (row + 1) * (side + 1)] for row in range(side)]
    report = levelgen.check_grid(grid, request.tileset, preset=request.preset)
    assert report.kept, report.promises
    assert found.counters["windows"]
    assert mend(request) == found


@pytest.mark.parametrize(
    "board", [{"periodic": "both"}, {"mask": ["#" * 14, "###..#########"] * 6 + ["#" * 14]}]
)
def test_joined_edges_and_holes(board: dict[str, Any]) -> None:
    request = asked("roads", TOWN, 13, 2, **board)
    found = mend(request)
    assert found.whole
    level = levelgen.Level(
        tileset=request.tileset,
        rows=13,
        cols=14,
        cells=tuple(found.cells),
        manifest=levelgen.generate("roads", seed=1).manifest.model_copy(  # type: ignore[union-attr]
            update={"request": request}
        ),
    )
    assert levelgen.check(level).kept


def test_a_limit_ends_the_work_with_what_there_is() -> None:
    request = asked("roads", TOWN, 20, 1)
    found = mend(request, deterministic_limit=0.001)
    assert not found.whole
    assert len(found.cells) == 20 * 21
    assert REPAIR_LIMIT > 0.001


def solved(made: Excerpt) -> list[int] | None:
    solver = new_solver(1, near=True, presolve=False)
    status = solver.solve(made.made.model.program)
    return list(solver.response_proto.solution) if solver.status_name(status) == "OPTIMAL" else None


BOXES = [(row, col, *size) for size in ((1, 2), (2, 1)) for row in range(3) for col in range(4)]


@pytest.mark.parametrize("tileset", ["roads", "dungeon"])
def test_a_window_finds_tiles_exactly_when_there_are_some(tileset: str) -> None:
    """Every 1x2 or 2x1 window of small boards, against trying all pairs of tiles."""
    tag = "road" if tileset == "roads" else "walkable"
    wet = [{"row": row, "col": col, "tags": ["liquid"]} for row in (0, 1, 2) for col in (1, 3)]
    promises: list[dict[str, Any]] = [
        {"kind": "connected", "tags": tag, "allow_empty": True},
        {"kind": "fixed", "cells": wet},
    ]
    verdicts = set()
    for seed in range(1 if tileset == "roads" else 3):
        request = asked(tileset, promises, 4, seed)
        task = task_of(request)
        rules = task.rules
        drawn = engine.compile(rules.weights, rules.masks).sample(sampling_task(request, rules))
        for box in BOXES[tileset == "roads" :: 2]:
            window = Window(task, request.tileset.model_dump_json(), drawn.tiles, [], box)
            found = window.solve(Wish(()), solved)
            possible = any(
                _whole_around(request, window, drawn.tiles, pair)
                for pair in product(range(rules.size), repeat=2)
            )
            assert (found is not None) == possible, (seed, box)
            verdicts.add(possible)
            if found is not None:
                assert _whole_around(request, window, drawn.tiles, (found[0], found[1]))
    assert True in verdicts
    # A road can always be led through two cells, but not through two cells of water.
    assert (False in verdicts) == (tileset == "dungeon")


def _grid(cells: list[int]) -> list[list[int]]:
    return [cells[row * 5 : row * 5 + 5] for row in range(4)]


def _whole_around(
    request: Request, window: Window, cells: list[int], pair: tuple[int, ...]
) -> bool:
    """Whether a board is valid and all ground in and beside a window is one region."""
    new = list(cells)
    for place, tile in zip(window.places, pair, strict=True):
        new[place] = tile
    report = levelgen.check_grid(_grid(new), request.tileset, preset=request.preset)
    if not all(one.kept for one in report.promises if one.kind in ("adjacency", "fixed")):
        return False
    network = window.task.networks[0]
    sides = network.sides or (network.bits,) * 4
    label: dict[int, int] = {}
    for first, tile in enumerate(new):
        if network.bits >> tile & 1 and first not in label:
            label[first] = first
            queue = [first]
            for cell in queue:
                for step, other in _beside(cell):
                    here, there = sides[step] >> new[cell] & 1, sides[step ^ 2] >> new[other] & 1
                    if here and there and other not in label:
                        label[other] = first
                        queue.append(other)
    met = {label[place] for place in window.places if place in label}
    for place in window.places:
        for step, other in _beside(place):
            # A region outside meets the window where it could go on into it.
            if other not in window.inside and other in label and sides[step ^ 2] >> new[other] & 1:
                met.add(label[other])
    return len(met) <= 1


def _beside(cell: int) -> list[tuple[int, int]]:
    row, col = divmod(cell, 5)
    around = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
    return [
        (step, down * 5 + right)
        for step, (down, right) in enumerate(around)
        if 0 <= down < 4 and 0 <= right < 5
    ]
