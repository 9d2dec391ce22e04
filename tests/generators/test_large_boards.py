"""Large boards with nearly everything asked at once, without a solver."""

from __future__ import annotations

from typing import Any

import pytest

import levelgen


def everything(side: int) -> list[dict[str, Any]]:
    cells = side * side
    return [
        {"kind": "ratio", "tags": "floor", "min": 0.35, "max": 0.5},
        {"kind": "ratio", "tags": "liquid", "min": 0.04, "max": 0.15},
        {"kind": "density", "object": "enemy", "per": "floor", "min": 0.02, "max": 0.1},
        {"kind": "count", "object": "key", "exactly": 3},
        {"kind": "count", "object": "chest", "exactly": 5},
        {"kind": "count", "object": "start", "exactly": 1},
        {"kind": "count", "object": "exit", "exactly": 1},
        {"kind": "connected"},
        {"kind": "connected", "tags": "floor"},
        {
            "kind": "path",
            "from": "start",
            "to": "exit",
            "min_length": "0.8x",
            "max_length": "3x",
        },
        {"kind": "distance", "from": "start", "to": "exit", "min": side // 4},
        {"kind": "spacing", "objects": "chest", "min": 8},
        {"kind": "border", "tags": "solid"},
        {"kind": "max_run", "tags": "liquid", "length": 6},
        {"kind": "max_run", "tags": "floor", "length": 8},
        {"kind": "variety", "min": 4},
        {"kind": "count", "tags": "floor", "region": [2, 2, 20, 20], "min": 150, "max": 250},
        {"kind": "count", "tags": "door", "min": cells // 60, "max": cells // 30},
    ]


@pytest.mark.parametrize("side", [60, 200])
def test_everything_at_once(side: int) -> None:
    preset = {"name": "everything", "constraints": everything(side)}
    for seed in range(2):
        level = levelgen.generate("dungeon", preset, rows=side, cols=side, seed=seed)
        assert level.manifest is not None
        assert (level.status, level.manifest.strategy) == ("satisfied", "constructor"), seed


@pytest.mark.slow
def test_everything_at_once_on_the_largest_board() -> None:
    preset = {"name": "everything", "constraints": everything(300)}
    level = levelgen.generate("dungeon", preset, rows=300, cols=300, seed=1)
    assert level.manifest is not None
    assert (level.status, level.manifest.strategy) == ("satisfied", "constructor")


def quest(side: int, *, mirrored: bool) -> list[dict[str, Any]]:
    chain = [{"door": "locked_door", "key": "key"}, {"door": "boss_door", "key": "boss_key"}]
    symmetry = [{"kind": "symmetry", "axis": "vertical"}] if mirrored else []
    ends = {"kind": "path", "from": "start", "to": "exit"}
    return [
        {"kind": "ratio", "tags": "floor", "min": 0.35, "max": 0.45},
        {"kind": "connected"},
        {"kind": "connected", "tags": "liquid"},
        {**ends, "min_length": "0.8x", "avoid": "enemy"},
        {"kind": "lock_and_key", "locks": chain},
        {"kind": "no_softlock"},
        {"kind": "density", "object": "enemy", "per": "floor", "min": 0.02, "max": 0.05},
        {"kind": "count", "object": "chest", "exactly": side // 15},
        {"kind": "spacing", "objects": "chest", "min": 8},
        {"kind": "reachable", "objects": "chest"},
        {"kind": "distance", "from": "start", "to": "exit", "min": side // 3},
        {"kind": "border", "tags": "solid"},
        {"kind": "max_run", "tags": "floor", "length": 12},
        {"kind": "fixed", "cells": [{"row": side // 2, "col": side // 2, "tags": "floor"}]},
        {"kind": "variety", "min": 3},
        {"kind": "count", "tags": "floor", "region": [3, 3, 20, 20], "min": 100, "max": 250},
        *symmetry,
    ]


@pytest.mark.slow
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("side", [50, 300])
@pytest.mark.parametrize("tileset", ["dungeon", "cave"])
def test_a_quest_behind_locks_in_a_mirror(tileset: str, side: int, mirrored: bool) -> None:
    preset = {"name": "quest", "constraints": quest(side, mirrored=mirrored)}
    level = levelgen.generate(tileset, preset, rows=side, cols=side, seed=2)
    assert level.manifest is not None
    way = "mirrored" if mirrored else "constructor"
    assert (level.status, level.manifest.strategy) == ("satisfied", way)
