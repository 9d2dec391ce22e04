"""A whole draft is put to CP-SAT with every variable decided: it says yes exactly to solutions."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import levelgen
from levelgen.model import Hint, solve
from levelgen.model.solver import Connectivity
from levelgen.schema.level import Level
from levelgen.schema.placed import PlacedObject

GROUND: list[dict[str, Any]] = [
    {"kind": "ratio", "tags": ["floor"], "min": 0.3, "max": 0.5},
    {"kind": "connected", "tags": ["walkable"]},
    {"kind": "count", "object": "start", "exactly": 1},
    {"kind": "count", "object": "exit", "exactly": 1},
]
WAY = {"kind": "path", "from": "start", "to": "exit"}
CHESTS = {"kind": "count", "object": "chest", "exactly": 3}
KEYS = {"kind": "count", "object": "key", "exactly": 2}
LOCK = {"kind": "lock_and_key", "locks": [{"key": "key", "door": "locked_door"}]}
PROMISES: dict[str, list[dict[str, Any]]] = {
    "path": [{**WAY, "min_length": 10, "max_length": 30}],
    "path around chests": [CHESTS, {**WAY, "avoid": ["chest"], "min_length": 9, "max_length": 30}],
    "long path": [{**WAY, "min_length": 20}],
    "spacing": [CHESTS, {"kind": "spacing", "objects": ["chest", "start"], "min": 3}],
    "distance": [KEYS, {"kind": "distance", "from": "key", "to": "start", "min": 4, "max": 9}],
    "reachable": [CHESTS, {"kind": "reachable", "objects": ["chest"]}],
    "lock and key": [LOCK],
    "no softlock": [LOCK, {"kind": "no_softlock"}],
    "border": [{"kind": "border", "tags": ["solid"]}],
    "fixed": [{"kind": "fixed", "cells": [{"row": 3, "col": 3, "tags": ["solid"]}]}],
    "max run": [{"kind": "max_run", "tags": ["floor"], "length": 7}],
    "rectangle": [{"kind": "count", "tile": "wall", "region": [2, 2, 5, 5], "min": 3, "max": 20}],
    "density": [{"kind": "density", "object": "enemy", "per": ["floor"], "min": 0.05, "max": 0.2}],
    "variety": [{"kind": "variety", "min": 3}],
}


def preset(name: str) -> dict[str, Any]:
    return {
        "format": "levelgen-preset/1",
        "name": "asked",
        "constraints": [*GROUND, *PROMISES[name]],
    }


def made(name: str) -> Level:
    level = levelgen.generate("dungeon", preset(name), rows=12, cols=12, seed=3)
    assert level.status == "satisfied"
    return level


def confirmed(level: Level, connectivity: Connectivity = "auto") -> bool:
    """Ask whether the solver hands out the board as it is, without any search."""
    assert level.cells is not None
    hint = Hint(level.cells, level.objects, whole=True)
    solved = solve(level.manifest.request, hint=hint, connectivity=connectivity)
    counted = (solved.counters["branches"], solved.counters["cuts"])
    same = (solved.cells, solved.objects) == (level.cells, level.objects)
    return same and counted == (0, 0)


@pytest.mark.parametrize("connectivity", ["auto", "circuit"])
@pytest.mark.parametrize("name", PROMISES)
def test_a_level_is_confirmed_without_a_search(name: str, connectivity: Connectivity) -> None:
    assert confirmed(made(name), connectivity)


@pytest.mark.parametrize("name", PROMISES)
def test_what_the_check_rejects_is_never_confirmed(name: str) -> None:
    level = made(name)
    random = Random(name)
    rejected = 0
    for _ in range(12):
        other = changed(level, random)
        kept = levelgen.check(other).kept
        rejected += not kept
        assert kept or not confirmed(other)
    assert rejected


def changed(level: Level, random: Random) -> Level:
    """Give the level with one tile or one object elsewhere."""
    assert level.cells is not None
    cells, objects = list(level.cells), list(level.objects)
    if random.random() < 0.5:
        cells[random.randrange(len(cells))] = random.randrange(len(level.tileset.ids))
    else:
        moved = objects.pop(random.randrange(len(objects)))
        row, col = random.randrange(level.rows), random.randrange(level.cols)
        objects.append(PlacedObject(kind=moved.kind, row=row, col=col))
        objects.sort(key=lambda item: (item.kind, item.row, item.col))
    return replace(level, cells=tuple(cells), objects=tuple(objects))


def test_what_the_model_has_no_words_for_is_left_out() -> None:
    level = made("variety")
    assert level.cells is not None
    start, *others = (item for item in level.objects)
    stray = PlacedObject(kind="enemy", row=start.row, col=start.col)
    hint = Hint(level.cells, (start, start, stray, *others), whole=True)
    solved = solve(level.manifest.request, hint=hint)
    assert (solved.cells, solved.objects) == (level.cells, level.objects)
