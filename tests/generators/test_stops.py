"""Paths one after the other are planned as one long way with stops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import levelgen
from levelgen.generators.stops import chained
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
        ([leg("player", "key", 3, avoid="boss"), leg("key", "door", 3)], []),
        ([leg("player", "key", 3), leg("key", "door", 3, avoid="player")], []),
        ([leg("player", "key", 3, avoid="door"), leg("key", "door", 3)], ["player", "key"]),
        ([leg("player", "key", 3, avoid="door")], []),
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
