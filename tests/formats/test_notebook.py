"""Tilesets of the classroom notebooks load."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from levelgen.errors import TilesetError
from levelgen.formats.notebook import is_notebook, read_notebook
from levelgen.library import find_tileset
from levelgen.rules import compile_rules


def notebook(**changes: Any) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": "old",
        "tiles": [
            {"id": 0, "name": "wall", "char": "#", "color": "#333333"},
            {"id": 1, "name": "floor", "char": " ", "color": "#eeeeee"},
            {"id": 2, "name": "door", "char": "k", "color": "#aa7733"},
        ],
        "adjacency": {"rules": {"0": [1, 1, 1], "1": [1, 1, 1], "2": [1, 1, 0]}},
        "weights": {"0": 3, "1": 4, "2": 0.5},
    }
    return {**data, **changes}


def test_it_is_recognised_and_loads_from_a_file(tmp_path: Path) -> None:
    assert is_notebook(notebook())
    file = tmp_path / "old.json"
    file.write_text(json.dumps(notebook()), encoding="utf-8")
    tileset = find_tileset(str(file))
    assert tileset.ids == ("wall", "floor", "door")
    assert tileset.matching(["floor"]) == {1}
    assert tileset.matching(["walkable"]) == {1, 2}
    assert tileset.matching(["solid"]) == {0}
    assert set(tileset.objects) == {"enemy", "key", "chest"}


def test_rules_and_weights_carry_over() -> None:
    rules = compile_rules(read_notebook(notebook(), "old"))
    assert rules.masks[0] == (0b111, 0b111, 0b011)
    assert rules.weights == (3000, 4000, 500)


def test_weights_may_also_be_a_list_or_go_by_name() -> None:
    for weights in ([3, 4, 0.5], {"wall": 3, "floor": 4, "door": 0.5}):
        rules = compile_rules(read_notebook(notebook(weights=weights), "old"))
        assert rules.weights == (3000, 4000, 500)


def test_blanks_become_visible_and_object_glyphs_stay_apart() -> None:
    tileset = read_notebook(notebook(), "old")
    glyphs = [variant.glyph for variant in tileset.variants]
    glyphs += [kind.glyph for kind in tileset.objects.values()]
    assert glyphs[1] == "·"
    assert len(set(glyphs)) == len(glyphs)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"adjacency": {"rules": {"0": [1, 0, 1], "1": [1, 1, 1], "2": [1, 1, 0]}}},
            "'floor' allows 'wall', but 'wall' does not allow 'floor'",
        ),
        (
            {"adjacency": {"rules": {"0": [1, 1, 1], "1": [1, 1, 1]}}},
            "the row of tile 2 is missing",
        ),
        ({"adjacency": {"rules": {"0": [1], "1": [1], "2": [1]}}}, "a row of 3 numbers"),
        ({"weights": {"0": -3}}, "/weights/0: -3 is not a weight"),
        ({"weights": {"9": 3}}, "/weights/9: unknown tile '9'"),
        ({"colour": 1}, "/colour: unknown key 'colour'"),
        ({"tiles": []}, "/tiles: a list of tiles is expected"),
        ({"tiles": [{"id": "0", "name": "wall", "char": "#"}]}, "/tiles/0/id: '0' is not a whole"),
    ],
)
def test_mistakes_are_told(change: dict[str, Any], message: str) -> None:
    with pytest.raises(TilesetError) as caught:
        read_notebook(notebook(**change), "old.json")
    assert message in str(caught.value)
