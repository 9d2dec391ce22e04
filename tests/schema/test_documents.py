"""Files with mistakes: every mistake is told, where it stands and what would be right."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.errors import InputError, LevelError, PresetError, TilesetError, did_you_mean
from levelgen.schema.constraints import KINDS
from levelgen.schema.level import LevelDocument
from levelgen.schema.preset import Preset
from levelgen.schema.tileset import Tileset


def tileset(**changes: Any) -> dict[str, Any]:
    data: dict[str, Any] = {
        "format": "levelgen-tileset/1",
        "name": "small",
        "tiles": [
            {"id": "wall", "glyph": "#", "color": "#444444", "tags": ["solid"]},
            {"id": "floor", "glyph": ".", "color": "#cccccc", "tags": ["floor", "walkable"]},
        ],
        "adjacency": {"default": "allow"},
        "objects": {"key": {"glyph": "k", "color": "#ffcc00", "on": ["floor"]}},
    }
    data.update(changes)
    return data


def told(data: Any, model: type[Tileset] | type[Preset] | type[LevelDocument]) -> list[str]:
    with pytest.raises(InputError) as caught:
        model.read(data, "file.json")
    return [str(problem) for problem in caught.value.problems]


def tile(**changes: Any) -> dict[str, Any]:
    return {"id": "x", "glyph": "x", "color": "#000000", **changes}


TILESET_MISTAKES = [
    ({"tiles": []}, "/tiles: it is empty"),
    ({"tiles": [tile(weight=-1)]}, "/tiles/0/weight: the weight -1 is out of range"),
    ({"tiles": [tile(weight=0)]}, "/tiles: every weight is 0"),
    ({"tiles": [tile(weight="much")]}, "/tiles/0/weight: 'much' is not a number"),
    ({"tiles": [tile(color="red")]}, "/tiles/0/color: 'red' is not a colour"),
    ({"tiles": [tile(), tile(glyph="y")]}, "/tiles/1/id: the id 'x' is taken by /tiles/0"),
    ({"tiles": [tile(), tile(id="y")]}, "/tiles/1/glyph: the glyph 'x' is taken by /tiles/0"),
    ({"tiles": [tile(glyph="xy")]}, "/tiles/0/glyph: the glyph 'xy' has 2 characters"),
    ({"tiles": [tile(glyph=" ")]}, "/tiles/0/glyph: the glyph ' ' does not fill one column"),
    ({"tiles": [tile(glyph="界")]}, "does not fill one column"),
    ({"tiles": [tile(rotations=3)]}, "/tiles/0/rotations: 3 is not one of the choices"),
    ({"tiles": [tile(id="a b")]}, "/tiles/0/id: 'a b' is not a usable name"),
    ({"tiles": [tile(wieght=2)]}, "unknown key 'wieght' (did you mean 'weight'?)"),
    ({"tiles": [{"id": "x", "color": "#000000"}]}, "/tiles/0/glyph: 'glyph' is missing"),
    ({"tiles": ["wall"]}, "/tiles/0: 'wall' is not an object"),
    (
        {"adjacency": {"neighbours": {"wall": ["flor"]}}},
        "/adjacency/neighbours/wall/0: unknown tile 'flor' (did you mean 'floor'?)",
    ),
    (
        {"adjacency": {"neighbours": {"wal": ["floor"]}}},
        "/adjacency/neighbours/wal: unknown tile 'wal' (did you mean 'wall'?)",
    ),
    (
        {"adjacency": {"forbid": [{"tiles": ["wall"], "direction": "X", "neighbours": ["floor"]}]}},
        "/adjacency/forbid/0/direction: 'X' is not one of the choices",
    ),
    (
        {"adjacency": {"forbid": [{"tiles": ["wall"], "neighbours": ["lava"]}]}},
        "/adjacency/forbid/0/neighbours/0: unknown tile 'lava'",
    ),
    ({"adjacency": {"default": "edges"}}, "/tiles/0: 'edges' is missing"),
    ({"links": ["road"]}, "/links/0: no tile has the edge label 'road'"),
    (
        {"objects": {"key": {"glyph": "k", "color": "#ffcc00", "on": ["flor"]}}},
        "/objects/key/on/0: no tile has the tag 'flor' (did you mean 'floor'?)",
    ),
    (
        {"objects": {"key": {"glyph": "#", "color": "#ffcc00", "on": ["floor"]}}},
        "/objects/key/glyph: the glyph '#' is taken by /tiles/0",
    ),
    ({"format": "levelgen-tileset/2"}, "/format: 'levelgen-tileset/2' is not one of the choices"),
    ({"tile": []}, "/tile: unknown key 'tile' (did you mean 'tiles'?)"),
    ({"[x]": 1}, "/[x]: unknown key '[x]'"),
    ({"str": 1}, "/str: unknown key 'str'"),
    ({"a/b~c": 1}, "/a~1b~0c: unknown key 'a/b~c'"),
    ({"objects": {"a b": {}}}, "/objects/a b: 'a b' is not a usable name"),
]


@pytest.mark.parametrize(("change", "message"), TILESET_MISTAKES)
def test_a_tileset_mistake_is_told(change: dict[str, Any], message: str) -> None:
    problems = told(tileset(**change), Tileset)
    assert len([text for text in problems if message in text]) == 1, problems


def promise(**fields: Any) -> dict[str, Any]:
    return {"name": "p", "constraints": [fields]}


PRESET_MISTAKES = [
    (promise(kind="ratoi"), "/constraints/0: unknown kind 'ratoi' (did you mean 'ratio'?)"),
    (promise(tags="floor"), "/constraints/0: 'kind' is missing"),
    (
        promise(kind="ratio", tags="floor", min=0.5, max=0.2),
        "/constraints/0: the window is empty: min 0.5 is above max 0.2",
    ),
    (
        promise(kind="ratio", tags="floor", min=-0.5),
        "/constraints/0/min: the share -0.5 is out of range",
    ),
    (promise(kind="ratio", tags=[]), "/constraints/0/tags: it is empty"),
    (promise(kind="count", exactly=1), "/constraints/0: none of them given"),
    (
        promise(kind="count", object="key", tile="wall", exactly=1),
        "/constraints/0: tile and object given",
    ),
    (promise(kind="count", object="key"), "/constraints/0: no number is given"),
    (promise(kind="count", object="key", exactly=1, max=2), "both 'exactly' and a window"),
    (promise(kind="count", object="key", exactly=-1), "/constraints/0/exactly: -1 is out of range"),
    (promise(kind="count", object="key", exactly=1.5), "1.5 is not a whole number"),
    (
        {"name": "p", "constraints": [{"kind": "path", "from": "a", "to": "b", "min_length": "6"}]},
        "/constraints/0/min_length: '6' is not a length",
    ),
    (promise(kind="variety", min=0), "/constraints/0/min: 0 is out of range"),
    (promise(kind="border", tags="wall", sides=["up"]), "/constraints/0/sides/0: 'up' is not"),
    (promise(kind="symmetry", axis="diagonal"), "/constraints/0/axis: 'diagonal' is not"),
    (promise(kind="fixed", cells=[{"row": 1, "col": 1}]), "the cell is fixed to nothing"),
    ({"name": "p", "rows": 0}, "/rows: 0 is out of range (it must be >= 1)"),
    ({"constraints": []}, "/name: 'name' is missing"),
]


@pytest.mark.parametrize(("data", "message"), PRESET_MISTAKES)
def test_a_preset_mistake_is_told(data: dict[str, Any], message: str) -> None:
    problems = told(data, Preset)
    assert len([text for text in problems if message in text]) == 1, problems


def level(**changes: Any) -> dict[str, Any]:
    data: dict[str, Any] = {"tileset": "small", "rows": 2, "cols": 2}
    data["tiles"] = [["wall", "floor"], ["floor", "floor"]]
    return {**data, **changes}


LEVEL_MISTAKES = [
    (level(rows=3), "/tiles: 2 rows are given ('rows' says 3)"),
    (level(tiles=[["wall"], ["wall", "wall"]]), "/tiles/0: the row has 1 cells"),
    (level(objects=[{"kind": "key", "row": 2, "col": 0}]), "is not on the 2x2 board"),
    (
        level(objects=[{"kind": "key", "row": 0, "col": 1}, {"kind": "key", "row": 0, "col": 1}]),
        "/objects/1: the cell already holds /objects/0",
    ),
    (level(status="great"), "/status: 'great' is not one of the choices"),
    ({"tileset": "small", "rows": 1, "cols": 1}, "/tiles: 'tiles' is missing"),
]


@pytest.mark.parametrize(("data", "message"), LEVEL_MISTAKES)
def test_a_level_mistake_is_told(data: dict[str, Any], message: str) -> None:
    problems = told(data, LevelDocument)
    assert len([text for text in problems if message in text]) == 1, problems


def test_all_mistakes_of_a_file_are_told_at_once() -> None:
    data = tileset(
        tiles=[tile(weight=-1), tile(color="blue")],
        adjacency={"neighbours": {"x": ["z"]}},
        objects={"key": {"glyph": "k", "color": "#ffcc00", "on": ["nowhere"]}},
        colour="red",
    )
    places = [text.split(": ")[1] for text in told(data, Tileset)]
    assert places == [
        "/adjacency/neighbours/x/0",
        "/colour",
        "/objects/key/on/0",
        "/tiles/0/weight",
        "/tiles/1/color",
        "/tiles/1/glyph",
        "/tiles/1/id",
    ]


@pytest.mark.parametrize("data", [None, [], "text", 3, True])
def test_a_file_that_holds_no_object_is_told(data: Any) -> None:
    assert told(data, Tileset)[0].startswith("file.json: a JSON object is expected")


def test_each_document_raises_its_own_error() -> None:
    for model, error in (
        (Tileset, TilesetError),
        (Preset, PresetError),
        (LevelDocument, LevelError),
    ):
        with pytest.raises(error):
            model.read({}, "file.json")


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.floats(allow_nan=False)
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["id", "tiles", "glyph", "kind", "tags", "on", "adjacency", "neighbours"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(["name", "tiles", "adjacency", "objects", "links", "constraints", "str"]),
        json_values,
    )
)
def test_no_data_at_all_escapes_as_another_exception(data: dict[str, Any]) -> None:
    for model in (Tileset, Preset, LevelDocument):
        with suppress(InputError):
            model.read(data, "file.json")


def test_a_tileset_made_in_python_is_checked_the_same_way() -> None:
    with pytest.raises(ValueError, match="unknown tile"):
        Tileset.model_validate(tileset(adjacency={"neighbours": {"wall": ["no"]}}))


def test_did_you_mean_suggests_or_lists() -> None:
    assert did_you_mean("flor", ["floor", "wall"]) == "did you mean 'floor'?"
    assert did_you_mean("zzz", ["floor", "wall"]) == "known: floor, wall"
    assert did_you_mean("zzz", []) == "none is defined"


def test_every_constraint_kind_is_data_and_describes_itself() -> None:
    examples: list[dict[str, Any]] = [
        {"kind": "ratio", "tags": ["floor"], "min": 0.25, "max": 0.45},
        {"kind": "count", "object": "key", "exactly": 3, "region": [0, 0, 2, 2]},
        {"kind": "density", "object": "enemy", "per": ["floor"], "max": 0.2},
        {"kind": "variety", "min": 3},
        {"kind": "connected", "tags": "walkable"},
        {"kind": "path", "from": "start", "to": "exit", "min_length": "0.6x", "max_length": 30},
        {"kind": "reachable", "objects": ["key", "chest"]},
        {"kind": "distance", "from": "start", "to": "chest", "min": 4},
        {"kind": "lock_and_key", "locks": [{"door": "gate", "key": "key"}]},
        {"kind": "no_softlock"},
        {"kind": "border", "tags": "wall", "sides": ["N"]},
        {"kind": "fixed", "cells": [{"row": 0, "col": 0, "tags": "floor", "object": "start"}]},
        {"kind": "spacing", "objects": "chest", "min": 5},
        {"kind": "max_run", "tags": "wall", "length": 4},
        {"kind": "symmetry", "axis": "vertical"},
        {"kind": "unlike", "tiles": [["wall", None]], "min": 0.5},
    ]
    preset = Preset.read({"name": "all", "constraints": examples}, "all.json")
    assert tuple(constraint.kind for constraint in preset.constraints) == KINDS
    words = [constraint.describe() for constraint in preset.constraints]
    assert words[0] == "floor on 25 % to 45 % of the cells"
    assert words[1] == "exactly 3 key in the 2x2 cells from row 0, column 0"
    assert len(set(words)) == len(words)
