"""Amounts of several kinds of tiles on one walkable ground, down to the cell, without a solver."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levelgen
from levelgen.library import find_tileset
from levelgen.schema.tileset import Tileset

GROUND: list[dict[str, Any]] = [
    {"kind": "connected"},
    {"kind": "count", "object": "start", "exactly": 1},
    {"kind": "count", "object": "exit", "exactly": 1},
    {"kind": "count", "object": "key", "exactly": 2},
    {"kind": "path", "from": "start", "to": "exit", "min_length": "0.6x"},
]
LOCK = {"kind": "lock_and_key", "locks": [{"door": "locked_door", "key": "boss_key"}]}


def count(cells: int, **what: Any) -> dict[str, Any]:
    return {"kind": "count", "exactly": cells, **what}


def gates() -> Tileset:
    """The dungeon with doors between two walls and two walkable cells."""
    data = find_tileset("dungeon").model_dump(mode="json")
    door = next(tile for tile in data["tiles"] if tile["id"] == "door")
    data["tiles"].remove(door)
    data["tiles"] += [{**door, "id": "gate_ns", "glyph": "-", "weight": 0.2}]
    data["tiles"] += [{**door, "id": "gate_ew", "glyph": "|", "weight": 0.2}]
    names = [tile["id"] for tile in data["tiles"]]
    forbid: list[dict[str, Any]] = [{"tiles": ["corridor"], "neighbours": ["water"]}]
    for gate, ways in (("gate_ns", "NS"), ("gate_ew", "EW")):
        for side in "NESW":
            kept = ["floor", "corridor"] if side in ways else ["wall"]
            others = [name for name in names if name not in kept]
            forbid.append({"tiles": [gate], "direction": side, "neighbours": others})
    data["name"] = "gates"
    data["adjacency"] = {"default": "allow", "forbid": forbid}
    return Tileset.read(data, "gates")


def asked(case: str, side: int) -> tuple[Tileset | str, list[dict[str, Any]]]:
    cells = side * side
    doors = count(cells // 40, tags="door")
    floor = count(round(0.45 * cells), tags="floor")
    water = {"kind": "ratio", "tags": "liquid", "min": 0.05, "max": 0.12}
    run = {"kind": "max_run", "tags": "liquid", "length": 2}
    return {
        "doors and floor": ("dungeon", [floor, doors, water, run]),
        "doors alone": ("dungeon", [doors]),
        "no doors": ("dungeon", [floor, count(0, tags="door")]),
        "doors between walls": (gates(), [floor, doors, water, run]),
        "doors between walls alone": (gates(), [doors]),
        "doors of a quarter": (
            gates(),
            [floor, doors, count(1, tags="door", region=[0, 0, side // 2, side // 2])],
        ),
        "every tile": (
            "dungeon",
            [
                count(cells // 40, tile="door"),
                count(cells // 8, tile="corridor"),
                count(cells // 3, tile="floor"),
                count(cells // 12, tile="water"),
            ],
        ),
        "locked doors": ("dungeon", [floor, doors, LOCK]),
        "floor in one piece": ("dungeon", [floor, doors, {"kind": "connected", "tags": "floor"}]),
        "floor of any size in one piece": ("dungeon", [{"kind": "connected", "tags": "floor"}]),
        "stairs": ("cave", [count(cells // 2, tags="floor"), count(cells // 30, tile="stairs")]),
    }[case]


@pytest.mark.parametrize("side", [14, 25])
@pytest.mark.parametrize(
    "case",
    [
        "doors and floor",
        "doors alone",
        "no doors",
        "doors between walls",
        "doors between walls alone",
        "doors of a quarter",
        "every tile",
        "locked doors",
        "floor in one piece",
        "floor of any size in one piece",
        "stairs",
    ],
)
def test_amounts_are_kept_without_a_solver(case: str, side: int) -> None:
    tileset, promises = asked(case, side)
    preset = {"name": "amounts", "constraints": [*GROUND, *promises]}
    for seed in range(6):
        level = levelgen.generate(tileset, preset, rows=side, cols=side, seed=seed)
        assert level.manifest is not None
        assert (level.status, level.manifest.strategy) == ("satisfied", "constructor"), seed
        assert levelgen.check(level).kept
        if seed == 0:
            again = levelgen.generate(tileset, preset, rows=side, cols=side, seed=seed)
            assert again.to_json() == level.to_json()


@settings(max_examples=40)
@given(
    floor=st.integers(20, 60),
    corridors=st.integers(0, 25),
    doors=st.integers(0, 8),
    water=st.integers(0, 12),
    seed=st.integers(0, 99),
)
def test_any_amounts_add_up(floor: int, corridors: int, doors: int, water: int, seed: int) -> None:
    wanted = {"floor": floor, "corridor": corridors, "door": doors, "water": water}
    promises = [count(cells, tile=tile) for tile, cells in wanted.items()]
    preset = {"name": "drawn", "constraints": [{"kind": "connected"}, *promises]}
    level = levelgen.generate("dungeon", preset, rows=12, cols=12, seed=seed)
    assert level.status == "satisfied"
    names = [level.tileset.ids[tile] for tile in level.cells]
    assert {tile: names.count(tile) for tile in wanted} == wanted
