"""On boards small enough to try everything, the generators know exactly what is possible."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levelgen
from levelgen.schema.tileset import Tileset

Pairs = frozenset[tuple[int, int]]


@st.composite
def tilesets(draw: st.DrawFn) -> Tileset:
    """Draw a tileset of 1 to 4 tiles with random rules for east and for south."""
    size = draw(st.integers(1, 4))
    names = "abcd"[:size]
    statements = []
    for direction in ("E", "S"):
        for one, other in product(names, names):
            if draw(st.booleans()):
                statements.append({"tiles": [one], "direction": direction, "neighbours": [other]})
    return Tileset.read(
        {
            "name": "drawn",
            "tiles": [
                {
                    "id": name,
                    "glyph": name,
                    "color": "#000000",
                    "weight": draw(st.sampled_from([1, 0.5, 3])),
                    "tags": draw(st.sampled_from([["open"], ["shut"]])),
                }
                for name in names
            ],
            "adjacency": {"allow": statements},
        },
        "drawn",
    )


def pairs(tileset: Tileset, direction: str) -> Pairs:
    return frozenset(
        (tileset.index[statement.tiles[0]], tileset.index[neighbour])
        for statement in tileset.adjacency.allow
        if statement.direction == direction
        for neighbour in statement.neighbours
    )


def boards(tileset: Tileset, rows: int, cols: int) -> Any:
    """Yield every board that obeys the rules, cell after cell (an own, plain enumeration)."""
    east, south = pairs(tileset, "E"), pairs(tileset, "S")
    size = len(tileset.tiles)

    def extend(cells: tuple[int, ...]) -> Any:
        if len(cells) == rows * cols:
            yield cells
            return
        row, col = divmod(len(cells), cols)
        for tile in range(size):
            if col and (cells[-1], tile) not in east:
                continue
            if row and (cells[-cols], tile) not in south:
                continue
            yield from extend((*cells, tile))

    yield from extend(())


shapes = st.tuples(st.integers(1, 3), st.integers(1, 3))


@settings(max_examples=500)
@given(tilesets(), shapes, st.integers(0, 5))
def test_feasible_exactly_when_a_board_exists(
    tileset: Tileset, shape: tuple[int, int], seed: int
) -> None:
    rows, cols = shape
    exists = next(boards(tileset, rows, cols), None) is not None
    for name in ("wfc", "cpsat", "auto"):
        level = levelgen.generate(tileset, rows=rows, cols=cols, seed=seed, generator=name)
        assert level.status == ("satisfied" if exists else "infeasible"), name
        if level.status == "infeasible":
            assert level.reason is not None
            assert level.reason.constraints == ("/adjacency",)


@settings(max_examples=250)
@given(
    tilesets(),
    shapes,
    st.integers(0, 5),
    st.booleans(),
    st.integers(0, 9),
    st.integers(0, 9),
)
def test_global_promises_are_possible_exactly_when_some_board_keeps_them(
    tileset: Tileset, shape: tuple[int, int], seed: int, connected: bool, low: int, high: int
) -> None:
    if "open" not in tileset.tags:
        return
    rows, cols = shape
    low, high = sorted((low, high))
    preset: dict[str, Any] = {
        "name": "drawn",
        "constraints": [{"kind": "count", "tags": "open", "min": low, "max": high}],
    }
    if connected:
        preset["constraints"].append({"kind": "connected", "tags": "open", "allow_empty": True})
    exists = any(
        levelgen.check_grid(
            [list(cells[start : start + cols]) for start in range(0, rows * cols, cols)],
            tileset,
            preset=preset,
        ).kept
        for cells in boards(tileset, rows, cols)
    )
    for name in ("cpsat", "auto"):
        level = levelgen.generate(tileset, preset, rows=rows, cols=cols, seed=seed, generator=name)
        assert level.status == ("satisfied" if exists else "infeasible"), name


@pytest.mark.parametrize("name", ["wfc", "cpsat"])
def test_every_board_can_come_out(name: str) -> None:
    """With two tiles and one forbidden pair, 200 seeds find all boards of a 1x3 strip."""
    tileset = Tileset.read(
        {
            "name": "two",
            "tiles": [
                {"id": "a", "glyph": "a", "color": "#000000"},
                {"id": "b", "glyph": "b", "color": "#ffffff"},
            ],
            "adjacency": {
                "allow": [
                    {"tiles": ["a"], "direction": "E", "neighbours": ["a", "b"]},
                    {"tiles": ["b"], "direction": "E", "neighbours": ["a"]},
                ]
            },
        },
        "two",
    )
    every = set(boards(tileset, 1, 3))
    found = {
        levelgen.generate(tileset, rows=1, cols=3, seed=seed, generator=name).cells
        for seed in range(200)
    }
    assert found == every
