"""Boards drawn as text, and tilesets, for the tests of numbers."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from levelgen.metrics.grid import Grid
from levelgen.schema.placed import PlacedObject
from levelgen.schema.tileset import Tileset

OBJECT = {"color": "#000000"}
PLAIN = Tileset.model_validate(
    {
        "name": "plain",
        "tiles": [
            {"id": "wall", "glyph": "#", "color": "#000000", "tags": ["solid"]},
            {"id": "ground", "glyph": ".", "color": "#000000", "tags": ["floor", "walkable"]},
            {"id": "gate", "glyph": "+", "color": "#000000", "tags": ["walkable"]},
        ],
        "adjacency": {"default": "allow", "forbid": [{"tiles": ["gate"], "neighbours": ["gate"]}]},
        "objects": {
            "start": {**OBJECT, "glyph": "S", "on": ["floor"]},
            "exit": {**OBJECT, "glyph": "X", "on": ["floor"]},
            "enemy": {**OBJECT, "glyph": "e", "on": ["floor"]},
        },
    }
)
TAGLESS = Tileset.model_validate(
    {
        "name": "tagless",
        "tiles": [
            {"id": "one", "glyph": "1", "color": "#000000"},
            {"id": "two", "glyph": "2", "color": "#000000"},
        ],
        "adjacency": {"default": "allow"},
        "objects": {"enemy": {**OBJECT, "glyph": "e", "on": ["one"]}},
    }
)
PIPES = Tileset.model_validate(
    {
        "name": "pipes",
        "tiles": [
            {"id": "empty", "glyph": "·", "color": "#000000", "edges": "none"},
            {
                "id": "pipe",
                "glyph": "│─",
                "color": "#000000",
                "rotations": 2,
                "edges": ["pipe", "none", "pipe", "none"],
            },
            {
                "id": "corner",
                "glyph": "└┌┐┘",
                "color": "#000000",
                "rotations": 4,
                "edges": ["pipe", "pipe", "none", "none"],
            },
        ],
        "adjacency": {"default": "edges"},
        "links": ["pipe"],
    }
)


def grid(tileset: Tileset, picture: str, *objects: tuple[str, int, int]) -> Grid:
    """Read a board from glyphs, `?` where no cell is; each line is one row."""
    lines = picture.strip("\n").split("\n")
    numbers = {variant.glyph: number for number, variant in enumerate(tileset.variants)}
    cells = [-1 if mark == "?" else numbers[mark] for line in lines for mark in line]
    placed = [PlacedObject(kind=kind, row=row, col=col) for kind, row, col in objects]
    return Grid.of(tileset, len(lines), len(lines[0]), cells, placed)


@st.composite
def tilesets(draw: st.DrawFn) -> Tileset:
    """Any small tileset: all defaults, statements, edges, turned and mirrored tiles."""
    labels = st.sampled_from(["a", "b", "c"])
    tiles: list[dict[str, Any]] = []
    names: list[str] = []
    for number in range(draw(st.integers(1, 4))):
        tile = {
            "id": f"t{number}",
            "glyph": "#.+~"[number],
            "color": "#000000",
            "rotations": draw(st.sampled_from([1, 2, 4])),
            "mirror": draw(st.booleans()),
            "edges": draw(st.one_of(labels, st.tuples(labels, labels, labels, labels).map(list))),
        }
        tiles.append(tile)
        for mirror in ("", "m") if tile["mirror"] else ("",):
            for turns in range(tile["rotations"]):
                suffix = mirror + (str(turns * 90) if turns else "")
                names.append(f"{tile['id']}@{suffix}" if suffix else tile["id"])
    some = st.lists(st.sampled_from(names), min_size=1, max_size=3)
    statements = st.lists(
        st.fixed_dictionaries(
            {"tiles": some, "neighbours": some},
            optional={"direction": st.sampled_from(["N", "E", "S", "W"])},
        ),
        max_size=4,
    )
    adjacency = {
        "default": draw(st.sampled_from(["allow", "forbid", "edges"])),
        "neighbours": draw(
            st.dictionaries(
                st.sampled_from(names), st.lists(st.sampled_from(names), max_size=3), max_size=3
            )
        ),
        "allow": draw(statements),
        "forbid": draw(statements),
    }
    return Tileset.model_validate({"name": "any", "tiles": tiles, "adjacency": adjacency})
