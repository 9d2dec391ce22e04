"""Paths one after the other are planned as one long way with stops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import levelgen
from levelgen.generators.stops import chained
from levelgen.library import find_tileset
from levelgen.schema.preparing import make_request
from levelgen.schema.preset import Preset

KINDS = ("player", "key", "door", "boss")
TILESET = {
    "name": "quest",
    "tiles": [
        {"id": "rock", "glyph": "#", "color": "#333333", "tags": ["solid"]},
        {"id": "sand", "glyph": ".", "color": "#ddcc99", "tags": ["floor", "walkable"]},
    ],
    "adjacency": {"default": "allow"},
    "objects": {
        kind: {"glyph": kind[0].upper(), "color": "#aa0000", "on": ["floor"]} for kind in KINDS
    },
}


def leg(start: str, goal: str, low: int, high: int | None = None, **more: Any) -> dict[str, Any]:
    length = {"min_length": low} | ({} if high is None else {"max_length": high})
    return {"kind": "path", "from": start, "to": goal, **length, **more}


def preset(*constraints: dict[str, Any]) -> dict[str, Any]:
    return {"name": "quest", "constraints": [{"kind": "connected"}, *constraints]}


def levels(asked: dict[str, Any], rows: int, cols: int, seeds: int) -> Iterator[levelgen.Level]:
    for seed in range(seeds):
        yield levelgen.generate(TILESET, asked, rows=rows, cols=cols, seed=seed)


@pytest.mark.parametrize(
    ("rows", "cols", "asked"),
    [
        (7, 11, [leg("player", "key", 6), leg("key", "door", 12)]),
        (7, 11, [leg("player", "key", 6, 8, avoid="door"), leg("key", "door", 18, 20)]),
        (12, 18, [leg("player", "key", 50, 52), leg("key", "door", 45, 47)]),
        (9, 9, [leg("player", "key", 0), leg("key", "door", 4, 4), leg("door", "boss", 8, 9)]),
    ],
    ids=["least", "windows", "nearly every second cell", "three legs"],
)
def test_the_constructor_keeps_legs_one_after_the_other(
    rows: int, cols: int, asked: list[dict[str, Any]]
) -> None:
    enemies = {"kind": "count", "tags": "walkable", "min": 4}
    alone = 0
    boards = set()
    for level in levels(preset(*asked, enemies), rows, cols, 12):
        assert level.status == "satisfied", level.reason
        assert level.manifest is not None
        alone += level.manifest.strategy == "constructor"
        boards.add((level.cells, level.objects))
    assert alone >= 11
    assert len(boards) == 12


def test_an_object_in_the_way_moves_aside() -> None:
    tight = {"kind": "count", "tags": "walkable", "exactly": 12}
    crowd = {"kind": "count", "object": "boss", "exactly": 7}
    asked = preset(leg("player", "key", 3, 3), leg("key", "door", 5, 5), tight, crowd)
    for level in levels(asked, 6, 6, 8):
        assert level.status == "satisfied", level.reason


@pytest.mark.parametrize(
    ("paths", "order"),
    [
        ([leg("key", "door", 3), leg("player", "key", 3)], ["player", "key"]),
        ([leg("player", "key", 3), leg("player", "door", 3)], []),
        ([leg("player", "door", 3), leg("key", "door", 3)], []),
        ([leg("player", "key", 3), leg("door", "boss", 3)], []),
        ([leg("player", "key", 3), leg("key", "player", 3)], []),
        ([leg("player", "key", 3, avoid="boss"), leg("key", "door", 3)], ["player", "key"]),
        ([leg("player", "key", 3), leg("key", "door", 3, avoid="player")], []),
        ([leg("player", "key", 3, avoid="door"), leg("key", "door", 3)], ["player", "key"]),
        ([leg("player", "key", 3, avoid="door")], ["player"]),
        ([leg("player", "floor", 3)], []),
    ],
)
def test_what_is_a_chain(paths: list[dict[str, Any]], order: list[str]) -> None:
    tileset = levelgen.Tileset.read(TILESET, "quest")
    asked = Preset.read({"name": "quest", "constraints": paths}, "quest")
    request = make_request(tileset, asked, rows=6, cols=6, seed=0, generator="auto")
    found = chained([ask.constraint for ask in request.asks], request)  # type: ignore[misc]
    assert [path.from_ for path in found] == order


@pytest.mark.parametrize(
    "paths",
    [
        [leg("player", "key", 3), leg("player", "door", 4)],
        [leg("player", "key", 3), leg("key", "player", 3)],
        [leg("player", "key", 5, avoid="door"), {"kind": "count", "object": "door", "min": 2}],
    ],
    ids=["fork", "there and back", "around doors"],
)
def test_other_paths_are_kept_all_the_same(paths: list[dict[str, Any]]) -> None:
    for level in levels(preset(*paths), 7, 8, 3):
        assert level.status == "satisfied", level.reason


AROUND = {
    "least": [{"avoid": "enemy", "min_length": "0.6x"}],
    "window": [{"avoid": "enemy", "min_length": "0.6x", "max_length": "0.9x"}],
    "two kinds": [{"avoid": ["enemy", "chest"], "min_length": "0.8x"}],
    "stop": [
        {"to": "key", "avoid": "enemy", "min_length": "0.3x"},
        {"from": "key", "avoid": "enemy", "min_length": "0.3x"},
    ],
}
CROWD: list[dict[str, Any]] = [
    {"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.45},
    {"kind": "connected"},
    {"kind": "density", "object": "enemy", "per": "floor", "min": 0.15, "max": 0.3},
    {"kind": "count", "object": "chest", "exactly": 4},
    {"kind": "spacing", "objects": ["chest", "start"], "min": 3},
    {"kind": "count", "object": "enemy", "region": [0, 0, 6, 6], "min": 1},
    {"kind": "fixed", "cells": [{"row": 5, "col": 7, "object": "enemy"}]},
]
MORE: dict[str, list[dict[str, Any]]] = {
    "alone": [],
    "locked": [{"kind": "lock_and_key", "locks": [{"door": "boss_door", "key": "boss_key"}]}],
    "mirrored": [{"kind": "symmetry", "axis": "vertical"}],
}


@pytest.mark.parametrize("more", MORE)
@pytest.mark.parametrize("way", AROUND)
@pytest.mark.parametrize("tileset", ["dungeon", "cave", "island"])
def test_a_crowd_keeps_off_the_way(tileset: str, way: str, more: str) -> None:
    ends = {"kind": "path", "from": "start", "to": "exit"}
    paths = [{**ends, **one} for one in AROUND[way]]
    asked = {"name": "crowd", "constraints": [*CROWD, *paths, *MORE[more]]}
    alone = 0
    for seed in range(4):
        level = levelgen.generate(tileset, asked, rows=16, cols=16, seed=seed)
        assert level.status == "satisfied", level.reason
        assert level.manifest is not None
        alone += level.manifest.strategy in ("constructor", "mirrored")
    assert alone >= 3


def test_a_crowd_keeps_off_the_roads() -> None:
    tileset = find_tileset("roads").model_dump(mode="json", exclude_none=True, by_alias=True)
    objects = {
        kind: {"glyph": kind[0].upper(), "color": "#aa0000", "on": ["road"]}
        for kind in ("home", "work", "toll")
    }
    way = {"kind": "path", "from": "home", "to": "work", "through": ["road"], "avoid": "toll"}
    tolls = {"kind": "count", "object": "toll", "exactly": 8}
    asked = {
        "name": "commute",
        "constraints": [{"kind": "connected", "tags": "road"}, {**way, "min_length": 8}, tolls],
    }
    for seed in range(4):
        level = levelgen.generate({**tileset, "objects": objects}, asked, seed=seed)
        assert level.status == "satisfied", level.reason
        assert level.manifest is not None
        assert level.manifest.strategy == "network"


def test_a_bound_beyond_all_ways_is_no_way_through_a_crowd() -> None:
    crowd = {"kind": "density", "object": "boss", "per": "floor", "min": 0.4, "max": 0.5}
    ground = {"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.5}
    way = leg("player", "key", 3, 2_000_000_000, avoid="boss")
    for level in levels(preset(way, crowd, ground), 9, 9, 12):
        assert level.status == "satisfied", level.reason
