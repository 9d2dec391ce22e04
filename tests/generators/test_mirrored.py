"""Boards that mirror themselves are built by their half, and keep every other promise besides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levelgen
from levelgen.engine.plan import Plan, RegionShare, Share
from levelgen.engine.rng import Rng
from levelgen.generators.mirrored.fold import Fold
from levelgen.generators.mirrored.folding import folded
from levelgen.library import find_preset, find_tileset
from levelgen.rules import compile_rules

VERTICAL = {"kind": "symmetry", "axis": "vertical"}
HORIZONTAL = {"kind": "symmetry", "axis": "horizontal"}
AXES = {"vertical": [VERTICAL], "horizontal": [HORIZONTAL], "both": [VERTICAL, HORIZONTAL]}


def preset(name: str, *constraints: dict[str, Any]) -> dict[str, Any]:
    """Give a shipped preset with more promises."""
    asked = find_preset(name)
    assert asked is not None
    document = asked.model_dump(mode="json", exclude_none=True)
    own = [
        {key.rstrip("_"): value for key, value in one.items()} for one in document["constraints"]
    ]
    return {"name": "mirrored", "constraints": [*own, *constraints]}


def images(level: levelgen.Level, axis: str) -> bool:
    rows = level.tile_ids
    assert rows is not None
    if axis == "vertical":
        return all(list(row) == list(row)[::-1] for row in rows)
    return [list(row) for row in rows] == [list(row) for row in rows][::-1]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("name", ["easy", "medium", "hard", "hardcore"])
@pytest.mark.parametrize("tileset", ["dungeon", "cave", "island"])
def test_shipped_presets_in_a_mirror(tileset: str, name: str, axis: str) -> None:
    asked = preset(name, *AXES[axis])
    for seed, (rows, cols) in enumerate([(12, 12), (13, 16), (16, 13), (24, 24)]):
        level = levelgen.generate(tileset, asked, rows=rows, cols=cols, seed=seed)
        assert level.status == "satisfied", (rows, cols)
        assert level.manifest.strategy.startswith("mirrored"), (rows, cols)
        for one in AXES[axis]:
            assert images(level, one["axis"])
    assert len({levelgen.generate(tileset, asked, seed=seed).to_json() for seed in range(5)}) == 5


def test_what_is_decided_on_one_side_holds_on_both() -> None:
    cells = [
        {"row": 2, "col": 9, "tile": "water"},
        {"row": 5, "col": 8, "object": "key"},
        {"row": 7, "col": 1, "tile": "door"},
    ]
    more = [{"kind": "fixed", "cells": cells}, {"kind": "border", "tags": "solid", "sides": ["E"]}]
    for seed in range(5):
        level = levelgen.generate("dungeon", preset("medium", VERTICAL, *more), seed=seed)
        assert level.status == "satisfied"
        rows = level.tile_ids
        assert rows is not None
        assert rows[2][2] == rows[2][9] == "water"
        assert rows[7][1] == rows[7][10] == "door"
        assert {row[0] for row in rows} == {row[11] for row in rows} == {"wall"}


def test_large_boards() -> None:
    asked = preset("hard", VERTICAL, HORIZONTAL)
    level = levelgen.generate("dungeon", asked, rows=101, cols=150, seed=1)
    assert level.status == "satisfied"
    assert level.manifest.strategy == "mirrored"


def test_exact_numbers_and_parts() -> None:
    more = [
        {"kind": "count", "tile": "water", "exactly": 12},
        {"kind": "count", "tags": "floor", "region": [0, 0, 12, 4], "min": 20, "max": 30},
        {"kind": "connected", "tags": "liquid"},
    ]
    for seed in range(5):
        level = levelgen.generate("dungeon", preset("easy", VERTICAL, *more), seed=seed)
        assert level.status == "satisfied"


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("tileset", ["dungeon", "cave", "island"])
def test_runs_end_where_they_meet_their_images(tileset: str, axis: str) -> None:
    constraints = [
        {"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.45},
        {"kind": "connected", "tags": "walkable"},
        {"kind": "connected", "tags": "liquid"},
        {"kind": "max_run", "tags": "floor", "length": 6},
        {"kind": "max_run", "tags": "solid", "length": 7},
        *AXES[axis],
    ]
    alone = 0
    for seed, (rows, cols) in enumerate([(12, 12), (15, 16), (16, 15), (24, 24), (25, 25)]):
        asked = {"name": "short", "constraints": constraints}
        level = levelgen.generate(tileset, asked, rows=rows, cols=cols, seed=seed)
        assert level.status == "satisfied", (rows, cols)
        alone += level.manifest.strategy == "mirrored"
    assert alone >= 4


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("locks", [1, 2])
@pytest.mark.parametrize("tileset", ["dungeon", "cave", "island"])
def test_doors_stand_where_a_mirrored_board_is_thin(tileset: str, locks: int, axis: str) -> None:
    chain = [
        {"door": "locked_door", "key": "key"},
        {"door": "boss_door", "key": "boss_key"},
    ][:locks]
    constraints = [
        {"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.45},
        {"kind": "connected", "tags": "walkable"},
        {"kind": "path", "from": "start", "to": "exit", "min_length": "0.5x"},
        {"kind": "lock_and_key", "locks": chain},
        {"kind": "no_softlock"},
        *AXES[axis],
    ]
    for seed, (rows, cols) in enumerate([(12, 12), (15, 16), (24, 24)]):
        asked = {"name": "locked", "constraints": constraints}
        level = levelgen.generate(tileset, asked, rows=rows, cols=cols, seed=seed)
        assert level.status == "satisfied", (rows, cols)
        assert level.manifest.strategy == "mirrored", (rows, cols)


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("tileset", ["dungeon", "cave", "island"])
def test_masks_that_mirror_themselves(tileset: str, axis: str) -> None:
    constraints = [
        {"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.5},
        {"kind": "connected", "tags": "walkable"},
        {"kind": "path", "from": "start", "to": "exit", "min_length": "0.4x"},
        {"kind": "lock_and_key", "locks": [{"door": "locked_door", "key": "key"}]},
        {"kind": "max_run", "tags": "floor", "length": 7},
        *AXES[axis],
    ]
    for side in (15, 20):
        row, col = np.mgrid[:side, :side] - (side - 1) / 2
        disc = row**2 + col**2 <= (side / 2) ** 2
        asked = {"name": "disc", "constraints": constraints}
        level = levelgen.generate(tileset, asked, rows=side, cols=side, seed=side, mask=disc)
        assert level.status == "satisfied", side
        assert level.manifest.strategy == "mirrored", side
        for one in AXES[axis]:
            assert images(level, one["axis"])


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("periodic", ["rows", "cols", "both"])
def test_joined_edges_are_a_second_seam(periodic: str, axis: str) -> None:
    constraints = [
        {"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.5},
        {"kind": "connected", "tags": "walkable"},
        {"kind": "path", "from": "start", "to": "exit", "min_length": "0.4x"},
        {"kind": "max_run", "tags": "floor", "length": 7},
        *AXES[axis],
    ]
    asked = {"name": "torus", "constraints": constraints}
    for tileset in ("dungeon", "island"):
        for side in (15, 20):
            level = levelgen.generate(
                tileset, asked, rows=side, cols=side, seed=side, periodic=periodic
            )
            assert level.status == "satisfied", (tileset, side)
            assert level.manifest.strategy == "mirrored", (tileset, side)


def test_a_mask_that_mirrors_itself_has_an_even_number_of_cells() -> None:
    mask = np.ones((6, 6), dtype=bool)
    mask[1:5, 0] = mask[1:5, 5] = False
    odd = {
        "name": "odd",
        "constraints": [VERTICAL, {"kind": "count", "tile": "water", "exactly": 3}],
    }
    level = levelgen.generate("dungeon", odd, seed=1, mask=mask)
    assert (level.status, level.manifest.strategy) == ("infeasible", "arithmetic")
    mask[0, 0] = False
    level = levelgen.generate("dungeon", odd, seed=1, mask=mask)
    assert level.status == "satisfied"


def test_what_the_fold_does_not_suit_is_left_to_the_solver() -> None:
    missing = np.zeros((6, 6), dtype=bool)
    missing[0, 0] = True
    asked = {"name": "corner", "constraints": [VERTICAL]}
    level = levelgen.generate("dungeon", asked, rows=6, cols=6, seed=1, mask=~missing)
    assert level.status == "satisfied"
    assert "mirrored" not in level.manifest.strategy
    odd = {"kind": "count", "tile": "water", "exactly": 3}
    level = levelgen.generate("dungeon", preset("easy", VERTICAL, odd), seed=1)
    assert level.status == "infeasible"


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 9), st.integers(1, 9), st.booleans(), st.integers(0, 2**32), st.data())
def test_folds(rows: int, cols: int, vertical: bool, seed: int, data: st.DataObject) -> None:
    tileset = find_tileset("dungeon")
    rules = compile_rules(tileset)
    tiles = tuple(range(rules.size))
    fold = Fold("vertical" if vertical else "horizontal", rows, cols, tiles)
    cells = rows * cols
    height, width = fold.half
    half = data.draw(
        st.lists(st.sampled_from(tiles), min_size=height * width, max_size=height * width)
    )
    whole = fold.unfolded(half)
    board = [whole[row * cols : (row + 1) * cols] for row in range(rows)]
    assert board == ([row[::-1] for row in board] if vertical else board[::-1])
    assert {fold.onto(cell)[0] for cell in range(cells)} == set(range(height * width))

    low = data.draw(st.integers(0, cells))
    high = data.draw(st.integers(low, cells))
    part = tuple(sorted(data.draw(st.sets(st.integers(0, cells - 1), max_size=4))))
    plan = Plan(
        rows,
        cols,
        tuple(rules.every for _ in range(cells)),
        shares=(Share(1, low, high),),
        region_shares=(RegionShare(1, part, 1, 2),),
    )
    laid = folded(plan, fold, rules, Rng.stream(seed, "test"))
    if laid is None:
        return
    (share,), (inside,) = laid.shares, laid.region_shares
    number, there = half.count(0), sum(half[cell] == 0 for cell in inside.cells)
    if not fold.has_middle and share.low <= number <= share.high:
        assert low <= whole.count(0) <= high
    assert there == sum(whole[cell] == 0 for cell in part)
