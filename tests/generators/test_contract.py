"""What every generator owes: one suite for all of them."""

from __future__ import annotations

from typing import Any

import pytest

import levelgen
from levelgen.errors import InputError, PresetError
from levelgen.generators.registry import BUILTIN, find_generator, generator_names

GENERATORS = sorted(BUILTIN)
PAIRS = [
    (t, p) for t in ("dungeon", "cave", "island") for p in ("easy", "medium", "hard", "hardcore")
]


@pytest.mark.parametrize("name", GENERATORS)
class TestEvery:
    def test_it_answers_with_a_judged_level(self, name: str) -> None:
        level = levelgen.generate("cave", "medium", seed=3, generator=name)
        assert level.tiles is not None
        assert level.tiles.shape == (12, 12)
        assert level.generator == name
        kept = all(promise.kept for promise in level.promises)
        assert level.status == ("satisfied" if kept else "unsatisfied")
        assert (level.reason is None) == kept
        assert levelgen.check(level).promises == level.promises

    def test_the_same_request_gives_the_same_bytes(self, name: str) -> None:
        first, second = (
            levelgen.generate("island", "hard", seed=11, generator=name) for _ in range(2)
        )
        assert first.to_json() == second.to_json()

    def test_another_seed_gives_another_level(self, name: str) -> None:
        levels = {
            levelgen.generate("dungeon", "easy", seed=seed, generator=name).cells
            for seed in range(8)
        }
        assert len(levels) == 8

    def test_it_keeps_what_it_promises(self, name: str) -> None:
        promised = find_generator(name).promises
        for seed in range(4):
            level = levelgen.generate("cave", "hardcore", seed=seed, generator=name)
            assert all(p.kept for p in level.promises if p.kind in promised)

    def test_without_a_preset_only_the_rules_of_the_tileset_are_promised(self, name: str) -> None:
        level = levelgen.generate("platform", seed=5, generator=name)
        assert [promise.kind for promise in level.promises] == ["adjacency", "objects"]
        assert level.objects == ()

    @pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 9), (9, 1), (3, 17)])
    def test_odd_shapes(self, name: str, rows: int, cols: int) -> None:
        level = levelgen.generate("roads", rows=rows, cols=cols, seed=1, generator=name)
        assert level.tiles is not None
        assert level.tiles.shape == (rows, cols)

    def test_softlocks_without_locks_are_refused(self, name: str) -> None:
        preset = {"name": "locked", "constraints": [{"kind": "no_softlock"}]}
        with pytest.raises(PresetError, match="no 'lock_and_key' is asked for"):
            levelgen.generate("dungeon", preset, generator=name)

    def test_pins_and_borders(self, name: str) -> None:
        promised = find_generator(name).promises
        preset = {
            "name": "pinned",
            "constraints": [
                {"kind": "border", "tags": ["wall"]},
                {"kind": "fixed", "cells": [{"row": 5, "col": 5, "tile": "water"}]},
            ],
        }
        level = levelgen.generate("dungeon", preset, seed=2, generator=name)
        assert level.tile_ids is not None
        if {"border", "fixed"} <= promised:
            assert level.status == "satisfied"
            assert level.tile_ids[5][5] == "water"
            assert set(level.tile_ids[0]) == {"wall"}


@pytest.mark.parametrize("name", ["auto", "cpsat"])
@pytest.mark.parametrize(("tileset", "preset"), PAIRS)
def test_every_promise_of_every_shipped_pair_is_kept(name: str, tileset: str, preset: str) -> None:
    for seed in range(3):
        level = levelgen.generate(tileset, preset, seed=seed, generator=name)
        assert level.status == "satisfied", level.reason
        again = levelgen.Level.from_json(level.to_json())
        assert levelgen.check(again).kept


KINDS: list[dict[str, Any]] = [
    {"kind": "ratio", "tags": "floor", "min": 0.3, "max": 0.4},
    {"kind": "ratio", "tags": "water", "min": 0.1, "max": 0.15},
    {"kind": "count", "tile": "door", "exactly": 3},
    {"kind": "count", "tags": "solid", "min": 10, "region": [0, 0, 4, 5]},
    {"kind": "density", "object": "enemy", "per": "floor", "min": 0.1, "max": 0.2},
    {"kind": "variety", "min": 5},
    {"kind": "connected", "tags": "walkable"},
    {"kind": "connected", "tags": "water"},
    {"kind": "path", "from": "start", "to": "exit", "min_length": 8, "max_length": 12},
    {"kind": "reachable", "objects": ["key", "chest"]},
    {"kind": "distance", "from": "key", "to": "chest", "min": 4, "max": 9},
    {"kind": "border", "tags": "wall", "sides": ["N", "S"]},
    {
        "kind": "fixed",
        "cells": [{"row": 4, "col": 4, "tile": "corridor"}, {"row": 6, "col": 6, "object": "key"}],
    },
    {"kind": "spacing", "objects": ["chest", "key"], "min": 3},
    {"kind": "max_run", "tags": "solid", "length": 4},
    {"kind": "symmetry", "axis": "vertical"},
    {"kind": "unlike", "tiles": [["floor"] * 10] * 9, "min": 0.9},
]


@pytest.mark.parametrize("name", ["auto", "cpsat"])
@pytest.mark.parametrize("constraint", KINDS, ids=lambda item: f"{item['kind']}")
def test_each_kind_alone_is_kept(name: str, constraint: dict[str, Any]) -> None:
    chest_and_key = [
        {"kind": "count", "object": "chest", "exactly": 2},
        {"kind": "count", "object": "key", "min": 1, "max": 3},
    ]
    preset = {"name": "one", "constraints": [constraint, *chest_and_key]}
    level = levelgen.generate("dungeon", preset, rows=9, cols=10, seed=4, generator=name)
    assert level.status == "satisfied", level.reason


@pytest.mark.parametrize("name", ["auto", "cpsat"])
@pytest.mark.parametrize(
    ("constraints", "blamed"),
    [
        ([{"kind": "ratio", "tags": "floor", "min": 0.451, "max": 0.452}], {"/constraints/0"}),
        ([{"kind": "count", "object": "key", "exactly": 200}], {"/constraints/0"}),
        (
            [{"kind": "path", "from": "start", "to": "exit", "min_length": 21}],
            {"/constraints/0"},
        ),
        (
            [
                {"kind": "variety", "min": 2},
                {"kind": "count", "tags": "floor", "exactly": 9},
                {"kind": "count", "object": "chest", "exactly": 3},
                {"kind": "spacing", "objects": "chest", "min": 10},
                {"kind": "count", "tags": "solid", "min": 3},
            ],
            {"/constraints/2", "/constraints/3"},
        ),
        (
            [
                {"kind": "border", "tags": "wall"},
                {"kind": "fixed", "cells": [{"row": 0, "col": 0, "tile": "floor"}]},
            ],
            {"/constraints/0", "/constraints/1"},
        ),
    ],
)
def test_infeasible_is_proved_and_blames_what_conflicts(
    name: str, constraints: list[dict[str, Any]], blamed: set[str]
) -> None:
    preset = {"name": "no", "constraints": constraints}
    level = levelgen.generate("dungeon", preset, rows=5, cols=5, seed=0, generator=name)
    assert level.status == "infeasible"
    assert level.cells is None
    assert level.reason is not None
    # A pointer may go deeper, to the very cell.
    named = {"/".join(pointer.split("/")[:3]) for pointer in level.reason.constraints}
    assert named == blamed
    assert "/constraints/" in level.reason.text


def test_a_shipped_preset_on_one_cell_is_infeasible() -> None:
    level = levelgen.generate("cave", "hard", rows=1, cols=1, seed=0)
    assert level.status == "infeasible"
    assert level.reason is not None


def test_wfc_proves_that_pins_contradict_the_rules() -> None:
    tileset = {
        "name": "strict",
        "tiles": [
            {"id": "a", "glyph": "a", "color": "#000000"},
            {"id": "b", "glyph": "b", "color": "#ffffff"},
        ],
        "adjacency": {"neighbours": {"a": ["a"], "b": ["b"]}},
    }
    cells = [{"row": 0, "col": 0, "tile": "a"}, {"row": 2, "col": 2, "tile": "b"}]
    preset = {"name": "pins", "constraints": [{"kind": "fixed", "cells": cells}]}
    for name in ("wfc", "cpsat", "auto"):
        level = levelgen.generate(tileset, preset, rows=3, cols=3, seed=0, generator=name)
        assert level.status == "infeasible"
        assert level.reason is not None
        assert set(level.reason.constraints) == {
            *("/adjacency", "/constraints/0/cells/0", "/constraints/0/cells/1"),
        }


def test_adding_an_object_does_not_move_the_walls() -> None:
    first = levelgen.generate("cave", "medium", seed=9)
    second = levelgen.generate("cave", "medium", seed=9, set={"chest": 2})
    assert first.cells == second.cells


def test_generators_are_listed_and_unknown_ones_are_told() -> None:
    assert set(generator_names()) >= {"auto", "cpsat", "random", "wfc"}
    with pytest.raises(InputError, match="did you mean 'cpsat'"):
        levelgen.generate("cave", generator="cpsatt")
