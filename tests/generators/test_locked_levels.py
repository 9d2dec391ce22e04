"""Levels with locked doors: every generator that promises them keeps them, or proves it cannot."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levelgen
from levelgen.library import find_preset
from levelgen.schema.tileset import Tileset

LOCK = {"kind": "lock_and_key", "locks": [{"door": "locked_door", "key": "key"}]}
CHAIN = {
    "kind": "lock_and_key",
    "locks": [{"door": "locked_door", "key": "key"}, {"door": "boss_door", "key": "boss_key"}],
}
SAFE = {"kind": "no_softlock"}
GROUND = {"kind": "ratio", "tags": "floor", "min": 0.35, "max": 0.6}


def count(kind: str, low: int, high: int) -> dict[str, Any]:
    return {"kind": "count", "object": kind, "min": low, "max": high}


def preset(*constraints: dict[str, Any]) -> dict[str, Any]:
    return {"name": "drawn", "constraints": list(constraints)}


def number(level: levelgen.Level, kind: str) -> int:
    return sum(item.kind == kind for item in level.objects)


@pytest.mark.parametrize("name", ["dungeon", "cave", "island"])
@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (12, 12), (9, 31)])
def test_the_shipped_preset(name: str, rows: int, cols: int) -> None:
    seen = set()
    for seed in range(12):
        level = levelgen.generate(name, "locked", rows=rows, cols=cols, seed=seed)
        assert level.status == "satisfied"
        assert level.manifest.strategy == "constructor"
        assert number(level, "locked_door") == number(level, "key") == 1
        seen.add(tuple((item.kind, item.row, item.col) for item in level.objects))
    assert len(seen) == 12


@pytest.mark.parametrize("generator", ["auto", "cpsat"])
@pytest.mark.parametrize("name", ["easy", "medium", "hard", "hardcore"])
def test_every_shipped_preset_takes_locks(name: str, generator: str) -> None:
    shipped = find_preset(name)
    locked = shipped.model_copy(
        update={"constraints": (*shipped.constraints, *_constraints(CHAIN, SAFE))}
    )
    for tileset in ("dungeon", "cave"):
        level = levelgen.generate(tileset, locked, seed=3, generator=generator)
        assert level.status == "satisfied"
        # Keys of a lock are keys like any other: those that are too many are spare.
        assert number(level, "key") == next(
            one.exactly for one in shipped.constraints if getattr(one, "object", "") == "key"
        )


def _constraints(*data: dict[str, Any]) -> tuple[Any, ...]:
    return levelgen.Preset.read(preset(*data), "test").constraints


def test_the_number_of_doors_follows_its_counts() -> None:
    asked = preset(LOCK, SAFE, GROUND, count("locked_door", 1, 3), count("key", 1, 4))
    numbers = {
        (number(level, "locked_door"), number(level, "key"))
        for level in (levelgen.generate("dungeon", asked, seed=seed) for seed in range(30))
        if level.status == "satisfied"
    }
    assert {doors for doors, _ in numbers} == {1, 2, 3}
    assert {keys for _, keys in numbers} == {1, 2, 3, 4}
    few = preset(LOCK, GROUND, count("locked_door", 1, 9), count("key", 2, 2))
    assert levelgen.generate("dungeon", few, seed=1).status == "satisfied"


def test_spacing_and_pins_are_kept() -> None:
    spread = {
        "kind": "spacing",
        "objects": ["key", "locked_door", "start", "exit"],
        "min": 4,
    }
    ends = [{"row": 0, "col": 0, "object": "start"}, {"row": 11, "col": 11, "object": "exit"}]
    for seed in range(5):
        level = levelgen.generate("dungeon", preset(LOCK, spread), seed=seed)
        assert level.status == "satisfied"
        level = levelgen.generate("cave", preset(LOCK, {"kind": "fixed", "cells": ends}), seed=seed)
        assert (level.status, level.manifest.strategy) == ("satisfied", "constructor")
        key = {"kind": "fixed", "cells": [{"row": 0, "col": 3, "object": "key"}]}
        level = levelgen.generate("cave", preset(GROUND, LOCK, SAFE, key), seed=seed)
        assert (level.status, level.manifest.strategy) == ("satisfied", "constructor")
        at = [{"row": 4, "col": 4, "object": "locked_door", "tile": "door"}]
        pinned = preset(GROUND, LOCK, SAFE, {"kind": "fixed", "cells": at})
        assert levelgen.generate("dungeon", pinned, seed=seed).status == "satisfied"


def test_locks_on_boards_with_joined_edges_and_holes() -> None:
    for board in ({"periodic": "both"}, {"mask": ["#" * 8, "##....##", *["#" * 8] * 4]}):
        sized: dict[str, Any] = board if "mask" in board else {**board, "rows": 6, "cols": 8}
        level = levelgen.generate("dungeon", preset(LOCK, SAFE, GROUND), seed=4, **sized)
        assert level.status == "satisfied"


@pytest.mark.parametrize(
    ("promises", "blamed", "says"),
    [
        (
            [LOCK, count("locked_door", 3, 3), count("key", 2, 2)],
            [0, 1, 2],
            "3 doors cannot be opened with 2 keys",
        ),
        ([CHAIN, count("key", 1, 4), count("boss_key", 0, 0)], [0, 2], "1 door cannot be opened"),
        # All ground, so that there is a way around the only door.
        (
            [LOCK, count("locked_door", 0, 1), {"kind": "ratio", "tags": "floor", "min": 1}],
            [0, 1, 2],
            "only through locked_door (opened by key)",
        ),
        (
            [LOCK, {"kind": "path", "from": "start", "to": "exit", "max_length": 1}],
            [0, 1],
            "only through locked_door (opened by key)",
        ),
    ],
)
@pytest.mark.parametrize("generator", ["auto", "cpsat"])
def test_reasons_name_the_locks(
    promises: list[dict[str, Any]], blamed: list[int], says: str, generator: str
) -> None:
    level = levelgen.generate(
        "cave", preset(*promises), seed=1, rows=6, cols=6, generator=generator
    )
    assert level.status == "infeasible"
    assert level.reason is not None
    assert level.reason.constraints == tuple(f"/constraints/{index}" for index in blamed)
    assert says in level.reason.text


SMALL = Tileset.model_validate(
    {
        "name": "small",
        "tiles": [
            {"id": "wall", "glyph": "#", "color": "#000000", "tags": ["solid"]},
            {"id": "floor", "glyph": ".", "color": "#ffffff", "tags": ["floor", "walkable"]},
        ],
        "adjacency": {"default": "allow"},
        "objects": {
            kind: {"glyph": mark, "color": "#000000", "on": ["floor"]}
            for mark, kind in {"S": "start", "X": "exit", "k": "key", "D": "locked_door"}.items()
        },
    }
)


@settings(max_examples=60)
@given(
    st.sampled_from([(1, 4), (1, 5), (2, 2), (2, 3), (3, 3)]),
    st.integers(0, 9),
    st.integers(1, 2),
    st.integers(1, 2),
    st.booleans(),
    st.integers(0, 3),
)
def test_auto_and_cpsat_agree(
    shape: tuple[int, int], walls: int, doors: int, keys: int, joined: bool, seed: int
) -> None:
    rows, cols = shape
    asked = [
        LOCK,
        SAFE,
        {"kind": "count", "tile": "wall", "min": walls},
        {"kind": "count", "object": "locked_door", "exactly": doors},
        {"kind": "count", "object": "key", "exactly": keys},
    ]
    if joined:
        asked.append({"kind": "connected"})
    found = {
        levelgen.generate(
            SMALL, preset(*asked), rows=rows, cols=cols, seed=seed, generator=name
        ).status
        for name in ("auto", "cpsat")
    }
    # Start, exit, doors and keys stand on ground; a line has no way around a door, a square has.
    room = rows * cols - walls - 2 - doors - keys
    possible = room >= 0 and keys >= doors
    if rows > 1:
        assert found <= {"satisfied", "infeasible"}
        assert len(found) == 1
        assert possible or found == {"infeasible"}
    else:
        assert found == {"satisfied" if possible else "infeasible"}
