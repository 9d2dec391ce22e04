"""Variants, tags and compiled rules of a tileset."""

from __future__ import annotations

from typing import Any

import pytest

from levelgen.library import find_tileset, shipped
from levelgen.rules import compile_rules, integer_weight, variant_edges
from levelgen.schema.tileset import Tileset


def small(tiles: list[dict[str, Any]], **more: Any) -> Tileset:
    body = [
        {"color": "#000000", "glyph": "abcdefgh"[index], **tile} for index, tile in enumerate(tiles)
    ]
    return Tileset.read({"name": "small", "tiles": body, **more}, "small")


def test_variants_are_named_by_quarter_turns() -> None:
    tileset = small([{"id": "corner", "rotations": 4}, {"id": "one"}])
    assert tileset.ids == ("corner", "corner@90", "corner@180", "corner@270", "one")


def test_mirrored_variants_come_after_the_plain_ones() -> None:
    tileset = small([{"id": "f", "rotations": 2, "mirror": True}])
    assert tileset.ids == ("f", "f@90", "f@m", "f@m90")


def test_a_glyph_for_each_variant() -> None:
    tileset = small([{"id": "straight", "rotations": 2, "glyph": "│─"}])
    assert [variant.glyph for variant in tileset.variants] == ["│", "─"]


def test_edges_turn_clockwise_after_mirroring() -> None:
    tileset = small(
        [{"id": "t", "rotations": 4, "mirror": True, "edges": ["n", "e", "s", "w"]}],
        adjacency={"default": "edges"},
    )
    edges = {variant.id: variant_edges(tileset, variant) for variant in tileset.variants}
    assert edges["t@90"] == ("w", "n", "e", "s")
    assert edges["t@m"] == ("n", "w", "s", "e")
    assert edges["t@m90"] == ("e", "n", "w", "s")


def test_edges_match_when_the_labels_are_equal() -> None:
    rules = compile_rules(find_tileset("roads"))
    index = rules.tileset.index
    east = rules.allowed[1]
    assert east[index["straight@90"], index["straight@90"]]
    assert not east[index["straight@90"], index["straight"]]
    assert east[index["straight"], index["empty"]]


def test_a_statement_implies_its_opposite_and_base_ids_mean_all_variants() -> None:
    tileset = small(
        [{"id": "a", "rotations": 2, "glyph": "a"}, {"id": "b"}],
        adjacency={"allow": [{"tiles": ["a"], "direction": "N", "neighbours": ["b"]}]},
    )
    rules = compile_rules(tileset)
    assert rules.masks[0] == (0b100, 0b100, 0)
    assert rules.masks[2] == (0, 0, 0b011)
    assert rules.masks[1] == (0, 0, 0)


def test_forbid_wins_over_allow() -> None:
    tileset = small(
        [{"id": "a"}, {"id": "b"}],
        adjacency={"default": "allow", "forbid": [{"tiles": ["a"], "neighbours": ["b"]}]},
    )
    assert compile_rules(tileset).masks[0] == (0b01, 0b10)


def test_opposite_directions_are_transposes() -> None:
    for name in shipped("tilesets"):
        allowed = compile_rules(find_tileset(name)).allowed
        assert (allowed[0] == allowed[2].T).all()
        assert (allowed[1] == allowed[3].T).all()


def test_weights_are_integers_and_positive_ones_stay_positive() -> None:
    assert [integer_weight(w) for w in (0, 1, 0.4, 0.0001, 1.0005)] == [0, 1000, 400, 1, 1001]


def test_a_tag_wins_over_a_tile_of_the_same_name() -> None:
    dungeon = find_tileset("dungeon")
    assert dungeon.matching(["floor"]) == {dungeon.index["floor"], dungeon.index["corridor"]}
    assert dungeon.matching(["water"]) == {dungeon.index["water"]}
    with pytest.raises(KeyError):
        dungeon.matching(["lava"])


def test_dead_ends_are_told() -> None:
    tileset = small(
        [{"id": "a"}, {"id": "b"}],
        adjacency={"allow": [{"tiles": ["a"], "direction": "E", "neighbours": ["b"]}]},
    )
    found = {(end.tile, end.direction) for end in compile_rules(tileset).dead_ends}
    assert ("b", "E") in found
    assert ("a", "E") not in found


def test_the_shipped_tilesets_are_as_described() -> None:
    assert set(shipped("tilesets")) == {"cave", "dungeon", "island", "platform", "roads"}
    dungeon = compile_rules(find_tileset("dungeon"))
    assert dungeon.size == 5
    assert all(sum(mask.bit_count() for mask in side) == 20 for side in dungeon.masks)
    assert len(set(dungeon.masks)) == 1
    platform = compile_rules(find_tileset("platform"))
    assert platform.masks[1] != platform.masks[0] != platform.masks[2]
    for name in shipped("tilesets"):
        assert not compile_rules(find_tileset(name)).dead_ends
