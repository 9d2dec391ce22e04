"""Levels of tilesets with windows keep promises about the whole board, however large they are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import levelgen
from levelgen import Level
from levelgen.learn import learn_patterns
from levelgen.library import find_tileset
from levelgen.schema.tileset import Tileset

CAVE = """\
############
#.#.##.###.#
##........##
##.#.####..#
##........##
#..#.####.##
##.#.####..#
##.#.####.##
#..#.####.##
##........##
#.###.##.#.#
############
"""

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

ENDS: list[dict[str, Any]] = [
    {"kind": "count", "object": "start", "exactly": 1},
    {"kind": "count", "object": "exit", "exactly": 1},
    {"kind": "path", "from": "start", "to": "exit"},
]
WHOLE: list[dict[str, Any]] = [
    {"kind": "connected", "tags": "walkable"},
    {"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.4},
    {"kind": "border", "tags": "solid"},
    *ENDS,
]


def learned(sample: str, height: int, width: int, symmetries: int = 1) -> Tileset:
    """Learn a tileset; `#` is wall, `.` floor."""
    dungeon = find_tileset("dungeon")
    return learn_patterns(sample, height, width, symmetries=symmetries, tileset=dungeon).tileset


def cave() -> Tileset:
    return learned(CAVE, 2, 2)


def made(tileset: Tileset, constraints: list[dict[str, Any]], size: int, **options: Any) -> Level:
    """Generate a square level."""
    preset = {"name": "test", "constraints": constraints}
    return levelgen.generate(tileset, preset, rows=size, cols=size, **options)


def floor_of(level: Level) -> Any:
    assert level.tiles is not None
    return np.isin(level.tiles, [*level.tileset.matching(("floor",))])


def regions(floor: Any) -> int:
    """Count regions by flooding, with nothing of the package."""
    left = {(int(row), int(col)) for row, col in np.argwhere(floor)}
    count = 0
    while left:
        count += 1
        waiting = [left.pop()]
        while waiting:
            row, col = waiting.pop()
            for step in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if step in left:
                    left.remove(step)
                    waiting.append(step)
    return count


def is_kept(level: Level, tileset: Tileset, constraints: list[dict[str, Any]]) -> bool:
    """Ask the independent check about the level's file."""
    preset = {"name": "test", "constraints": constraints}
    return levelgen.check(Level.from_json(level.to_json()), tileset, preset).kept


@pytest.mark.parametrize(
    ("sample", "window", "symmetries"),
    [(CAVE, (2, 2), 1), (CAVE, (2, 3), 2), (ROOMS, (2, 2), 8)],
)
def test_large_levels_are_one_region_with_the_share_asked_for(
    sample: str, window: tuple[int, int], symmetries: int
) -> None:
    tileset = learned(sample, *window, symmetries)
    boards = set()
    for seed in range(4):
        level = made(tileset, WHOLE, 40, seed=seed)
        assert level.status == "satisfied", level.reason
        assert is_kept(level, tileset, WHOLE)
        floor = floor_of(level)
        assert regions(floor) == 1
        assert 0.3 <= floor.mean() <= 0.4
        boards.add(level.cells)
    assert len(boards) == 4


def test_wide_windows_are_mended_too() -> None:
    tileset = learned(ROOMS, 3, 3, 8)
    asked = [one for one in WHOLE if one["kind"] != "border"]
    for seed in range(3):
        level = made(tileset, asked, 30, seed=seed)
        assert level.status == "satisfied", level.reason
        assert is_kept(level, tileset, asked)
        assert regions(floor_of(level)) == 1


def test_levels_of_windows_use_all_of_the_share_window() -> None:
    tileset = cave()
    shares = [floor_of(made(tileset, WHOLE, 24, seed=seed)).mean() for seed in range(16)]
    assert min(shares) < 0.34
    assert max(shares) > 0.36


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("exact amounts", [{"kind": "count", "tags": "floor", "exactly": 211}]),
        (
            "a part of the board",
            [{"kind": "count", "tags": "floor", "min": 40, "max": 44, "region": [3, 2, 9, 10]}],
        ),
        ("runs", [{"kind": "max_run", "tags": "solid", "length": 9}]),
        ("pins", [{"kind": "fixed", "cells": [{"row": 12, "col": 12, "tags": ["floor"]}]}]),
    ],
)
def test_more_promises_go_together_with_one_region(name: str, more: list[dict[str, Any]]) -> None:
    tileset = cave()
    asked = [*(one for one in WHOLE if one["kind"] != "border"), *more]
    for seed in range(3):
        level = made(tileset, asked, 24, seed=seed)
        assert level.status == "satisfied", (name, level.reason)
        assert is_kept(level, tileset, asked)


@pytest.mark.parametrize("periodic", ["rows", "cols", "both"])
def test_boards_that_wrap_are_mended_across_their_edges(periodic: str) -> None:
    tileset = cave()
    asked = [one for one in WHOLE if one["kind"] != "border"]
    for seed in range(2):
        level = made(tileset, asked, 20, seed=seed, periodic=periodic)
        assert level.status == "satisfied", level.reason
        assert levelgen.check(Level.from_json(level.to_json())).kept


def test_missing_cells_join_nothing() -> None:
    tileset = cave()
    asked = [one for one in WHOLE if one["kind"] != "border"]
    mask = ["#" * 8 + "." * 4 + "#" * 12] * 20 + ["#" * 24] * 4
    for seed in range(3):
        level = made(tileset, asked, 24, seed=seed, mask=mask)
        assert level.status == "satisfied", level.reason
        assert level.tiles is not None
        assert (level.tiles[:20, 8:12] == -1).all()
        assert regions(floor_of(level)) == 1


def test_mending_can_be_asked_for_by_name() -> None:
    level = made(cave(), WHOLE, 16, seed=1, strategy="windows")
    assert level.status == "satisfied"
    assert level.manifest is not None
    assert level.manifest.strategy == "overlap, windows"
    solved = made(cave(), WHOLE, 16, seed=1, generator="cpsat")
    assert solved.status == "satisfied"
    assert solved.manifest is not None
    assert solved.manifest.strategy.endswith("warm")


def test_what_cannot_be_is_infeasible_with_its_reason() -> None:
    # The cave has no open square of four cells, so a board cannot be open all over.
    asked = [
        {"kind": "connected", "tags": "walkable"},
        {"kind": "ratio", "tags": "floor", "min": 0.95, "max": 1},
    ]
    level = made(cave(), asked, 8, seed=1)
    assert level.status == "infeasible"
    assert level.reason is not None
    assert "/constraints/1" in level.reason.constraints


PROGRAM = """
import json, sys
import levelgen
from levelgen.engine import backend
from levelgen.schema.tileset import Tileset
data = json.load(sys.stdin)
tileset = Tileset.read(data["tileset"], "test")
print(backend())
for size, seed in ((9, 1), (12, 2), (15, 3)):
    preset = {"name": "test", "constraints": data["constraints"]}
    level = levelgen.generate(tileset, preset, rows=size, cols=size, seed=seed)
    print(level.to_json())
"""


def test_engines_and_processes_give_the_same_bytes() -> None:
    data = {
        "tileset": cave().model_dump(mode="json", by_alias=True),
        "constraints": WHOLE,
    }
    answers = {}
    for engine, hashes in (("reference", "1"), ("native", "1"), ("native", "2")):
        if engine == "native" and os.environ.get("LEVELGEN_ENGINE") == "reference":
            continue
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=json.dumps(data),
            capture_output=True,
            text=True,
            env={**os.environ, "LEVELGEN_ENGINE": engine, "PYTHONHASHSEED": hashes},
        )
        assert done.returncode == 0, done.stderr
        name, _, levels = done.stdout.partition("\n")
        assert name == engine
        assert "overlap, windows" in levels
        answers[engine, hashes] = levels
    assert len(set(answers.values())) == 1
