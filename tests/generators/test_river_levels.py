"""Levels with rivers: their amounts are kept, and roads still lead everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levelgen
from levelgen import Level
from levelgen.library import find_tileset
from levelgen.schema.layout import Periodic
from levelgen.schema.tileset import Tileset

ROADS = find_tileset("roads")


def joined_rivers() -> Tileset:
    """Give roads whose rivers join cells too, so that one river can be asked for."""
    return ROADS.model_copy(update={"links": ("road", "river")})


def town(size: int, *more: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": "river-town",
        "constraints": [
            {"kind": "connected", "tags": "road"},
            {"kind": "ratio", "tags": "road", "min": 0.3, "max": 0.6},
            {"kind": "count", "tags": "house", "exactly": size * size // 48},
            *more,
        ],
    }


def amount(low: int, high: int, tags: str = "liquid") -> dict[str, Any]:
    return {"kind": "count", "tags": tags, "min": low, "max": high}


def exactly(number: int, tags: str = "liquid") -> dict[str, Any]:
    return amount(number, number, tags)


def held(level: Level, tag: str) -> int:
    found = ROADS.matching([tag])
    return sum(tile in found for tile in flat(level))


def flat(level: Level) -> list[int]:
    assert level.tiles is not None
    return [int(tile) for row in level.tiles for tile in row]


def made(preset: dict[str, Any], size: int, seed: int, **more: Any) -> Level:
    level = levelgen.generate("roads", preset, rows=size, cols=size, seed=seed, **more)
    assert level.status == "satisfied", level.reason
    assert levelgen.check(Level.from_json(level.to_json()), "roads", preset).kept
    return level


@pytest.mark.parametrize(("size", "seeds"), [(12, 15), (24, 10), (48, 3)])
def test_a_town_with_a_window_for_its_rivers(size: int, seeds: int) -> None:
    cells = size * size
    preset = town(size, amount(-(-cells // 40), cells // 6))
    amounts = set()
    for seed in range(seeds):
        level = made(preset, size, seed)
        assert level.manifest is not None
        assert level.manifest.strategy == "network"
        amounts.add(held(level, "liquid"))
    assert len(amounts) > seeds // 2


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5, 11, 30, 61])
def test_the_number_of_river_cells_is_exact(number: int) -> None:
    for seed in range(3):
        assert held(made(town(16, exactly(number)), 16, seed), "liquid") == number


@settings(max_examples=25, deadline=None)
@given(
    st.integers(6, 14),
    st.integers(6, 14),
    st.integers(0, 20),
    st.sampled_from(get_args(Periodic)),
    st.integers(0, 99),
)
def test_rivers_alone_on_any_board(
    rows: int, cols: int, number: int, periodic: Periodic, seed: int
) -> None:
    preset = {"name": "river", "constraints": [amount(number, number + 3)]}
    level = levelgen.generate("roads", preset, rows=rows, cols=cols, seed=seed, periodic=periodic)
    assert level.status == "satisfied"
    assert number <= held(level, "liquid") <= number + 3


@pytest.mark.parametrize(
    "more",
    [
        [exactly(4, "bridge"), amount(20, 60)],
        [exactly(0, "bridge"), amount(20, 60)],
        [amount(5, 400, "bridge")],
        [exactly(9, "bend")],
        [exactly(40), exactly(25, "bend")],
        [exactly(40), exactly(12, "river"), amount(1, 3, "bridge")],
    ],
    ids=["bridges", "no bridges", "bridges alone", "bends alone", "bends", "all kinds"],
)
def test_shares_of_some_river_tiles_are_kept_too(more: list[dict[str, Any]]) -> None:
    for seed in range(4):
        made(town(20, *more), 20, seed)


def test_pins_masks_and_borders_are_respected() -> None:
    pins = {
        "kind": "fixed",
        "cells": [
            {"row": 5, "col": 5, "tile": "river"},
            {"row": 12, "col": 3, "tile": "bend@90"},
            {"row": 9, "col": 14, "tags": "land"},
        ],
    }
    border = {"kind": "border", "tags": ["land"], "sides": ["N", "S"]}
    mask = [
        "".join("." if 6 < r < 12 and 8 < c < 12 else "#" for c in range(20)) for r in range(20)
    ]
    for seed in range(4):
        made(town(20, amount(24, 80), pins, border), 20, seed)
        level = levelgen.generate(
            "roads", town(19, amount(24, 80)), rows=20, cols=20, seed=seed, mask=mask
        )
        assert level.status == "satisfied"


@pytest.mark.parametrize("order", [1, -1], ids=["road first", "river first"])
@pytest.mark.parametrize("high", [3, 40])
def test_one_river_and_one_road_network(order: int, high: int) -> None:
    river = {"kind": "connected", "tags": "liquid"}
    preset = town(16, amount(0, high), river)
    preset = preset | {"constraints": preset["constraints"][::order]}
    for seed in range(5):
        level = levelgen.generate(joined_rivers(), preset, rows=16, cols=16, seed=seed)
        assert level.status == "satisfied", level.reason
        assert level.manifest is not None
        assert level.manifest.strategy == "network"


def test_one_river_cell_far_from_the_border_is_proved_impossible() -> None:
    shore = {"kind": "border", "tags": ["land"], "sides": ["N", "E", "S", "W"]}
    found = {}
    for number in (1, 4):
        preset = {"name": "pond", "constraints": [exactly(number), shore]}
        found[number] = levelgen.generate("roads", preset, rows=5, cols=5, seed=1)
    level = found[1]
    assert level.status == "infeasible"
    assert level.reason is not None
    assert {"/constraints/0", "/constraints/1"} <= set(level.reason.constraints)
    # A ring has four cells at least.
    assert found[4].status == "satisfied"


def brute_force(rows: int, cols: int) -> set[int]:
    """Collect the numbers of river cells that boards of the tiles can have: all sides tried."""
    edges = [(cell, side) for cell in range(rows * cols) for side in (1, 2)]
    edges += [(row * cols, 3) for row in range(rows)] + [(col, 0) for col in range(cols)]
    found = set()
    for chosen in range(1 << len(edges)):
        sides = [0] * (rows * cols)
        for index, (cell, side) in enumerate(edges):
            if chosen >> index & 1:
                sides[cell] |= 1 << side
                row, col = divmod(cell, cols)
                if side == 1 and col + 1 < cols:
                    sides[cell + 1] |= 8
                if side == 2 and row + 1 < rows:
                    sides[cell + cols] |= 1
        if all(one.bit_count() in (0, 2) for one in sides):
            found.add(sum(map(bool, sides)))
    return found


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 3), (2, 2), (2, 3)])
def test_the_verdict_on_small_boards_is_that_of_brute_force(rows: int, cols: int) -> None:
    possible = brute_force(rows, cols)
    for number in range(rows * cols + 1):
        preset = {"name": "river", "constraints": [exactly(number)]}
        level = levelgen.generate("roads", preset, rows=rows, cols=cols, seed=number)
        assert level.status == ("satisfied" if number in possible else "infeasible")


@settings(max_examples=40, deadline=None)
@given(
    st.tuples(st.integers(1, 4), st.integers(2, 4)),
    st.lists(
        st.sampled_from(
            [
                {"kind": "connected", "tags": "road"},
                {"kind": "border", "tags": ["land", "road"], "sides": ["N", "W"]},
                {"kind": "fixed", "cells": [{"row": 0, "col": 1, "tile": "river"}]},
                exactly(1, "bridge"),
                exactly(2, "bend"),
                exactly(1, "house"),
            ]
        ),
        max_size=3,
        unique_by=str,
    ),
    st.integers(0, 8),
    st.integers(0, 9),
)
def test_the_verdict_is_that_of_the_solver_alone(
    size: tuple[int, int], more: list[dict[str, Any]], number: int, seed: int
) -> None:
    preset = {"name": "river", "constraints": [exactly(number), *more]}
    found = [
        levelgen.generate(
            "roads", preset, rows=size[0], cols=size[1], seed=seed, strategy=strategy
        ).status
        for strategy in (None, "lazy")
    ]
    assert found[0] == found[1] != "unknown"


def test_the_same_level_in_every_process() -> None:
    code = (
        "import levelgen\n"
        f"preset = {town(20, amount(10, 60))!r}\n"
        "print(levelgen.generate('roads', preset, rows=20, cols=20, seed=6).to_json())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": str(number), **engine},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for number, engine in enumerate([{}, {}, {"LEVELGEN_ENGINE": "reference"}])
    }
    assert len(found) == 1


def test_levels_differ_and_rivers_reach_every_part_of_the_board() -> None:
    size, seeds = 20, 40
    preset = town(size, amount(size * size // 40, size * size // 6))
    liquid = ROADS.matching(["liquid"])
    boards = []
    quarters = [0, 0, 0, 0]
    for seed in range(seeds):
        level = levelgen.generate("roads", preset, rows=size, cols=size, seed=seed)
        boards.append(flat(level))
        for cell, tile in enumerate(boards[-1]):
            row, col = divmod(cell, size)
            quarters[2 * (2 * row // size) + 2 * col // size] += tile in liquid
    assert min(quarters) * 2 > max(quarters)
    pairs = [(one, two) for at, one in enumerate(boards) for two in boards[:at]]
    apart = sum(a != b for one, two in pairs for a, b in zip(one, two, strict=True))
    shares = [sum(board.count(tile) for board in boards) for tile in range(len(ROADS.ids))]
    expected = 1 - sum((share / (seeds * size * size)) ** 2 for share in shares)
    assert apart / (len(pairs) * size * size) >= 0.85 * expected
