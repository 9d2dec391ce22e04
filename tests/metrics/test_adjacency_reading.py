from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from metric_boards import PIPES, PLAIN, grid, tilesets

from levelgen.errors import LevelError
from levelgen.metrics.adjacency import adjacency_violations, pair_tables
from levelgen.metrics.edges import facing_label, linked_tiles
from levelgen.metrics.grid import Grid
from levelgen.rules import compile_rules
from levelgen.schema.tileset import Tileset

SHIPPED = sorted((Path(__file__).resolve().parents[2] / "tilesets").glob("*.json"))


@given(tileset=tilesets())
@settings(max_examples=300)
def test_the_judge_reads_adjacency_as_the_compiler_does(tileset: Tileset) -> None:
    compiled = compile_rules(tileset).allowed
    tables = pair_tables(tileset)
    size = len(tileset.ids)
    for direction in range(4):
        for tile in range(size):
            for other in range(size):
                read = tables.permits(direction, tile, other)
                assert read == compiled[direction, tile, other]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_tilesets_are_read_as_they_are_compiled(path: Path) -> None:
    tileset = Tileset.read(json.loads(path.read_text(encoding="utf-8")), path.stem)
    compiled = compile_rules(tileset).allowed
    tables = pair_tables(tileset)
    for direction, tile, other in np.ndindex(compiled.shape):
        assert tables.permits(direction, tile, other) == compiled[direction, tile, other]


@given(tileset=tilesets(), data=st.data())
@settings(max_examples=100)
def test_violations_are_the_pairs_the_compiled_rules_forbid(
    tileset: Tileset, data: st.DataObject
) -> None:
    rows, cols = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    tile = st.integers(-1, len(tileset.ids) - 1)
    cells = data.draw(st.lists(tile, min_size=rows * cols, max_size=rows * cols))
    allowed = compile_rules(tileset).allowed
    expected = []
    for cell, here in enumerate(cells):
        for direction, other in ((1, cell + 1), (2, cell + cols)):
            in_line = cell % cols < cols - 1 if direction == 1 else other < rows * cols
            if not in_line or here < 0 or cells[other] < 0:
                continue
            if not allowed[direction, here, cells[other]]:
                expected.append((cell, other))
    assert list(adjacency_violations(Grid.of(tileset, rows, cols, cells))) == sorted(expected)


def test_a_turned_tile_shows_its_edges_clockwise() -> None:
    corner = PIPES.index["corner@90"]
    assert [facing_label(PIPES, corner, side) for side in range(4)] == [
        "none",
        "pipe",
        "pipe",
        "none",
    ]


def test_a_mirrored_and_turned_tile_is_mirrored_first() -> None:
    tileset = Tileset.model_validate(
        {
            "name": "flag",
            "tiles": [
                {
                    "id": "flag",
                    "glyph": "f",
                    "color": "#000000",
                    "rotations": 4,
                    "mirror": True,
                    "edges": ["n", "e", "s", "w"],
                }
            ],
            "adjacency": {"default": "edges"},
        }
    )
    tile = tileset.index["flag@m90"]
    # Mirrored n w s e; turned clockwise the west side comes north.
    assert (
        "".join(str(facing_label(tileset, tile, side)) for side in range(4)) == "ensw"[0:1] + "nws"
    )


def test_linked_tiles_have_a_link_edge() -> None:
    assert {PIPES.ids[tile] for tile in linked_tiles(PIPES)} == set(PIPES.ids) - {"empty"}


def test_violations_name_the_pairs_in_reading_order() -> None:
    board = grid(PLAIN, "++#\n.+#\n..#")
    assert adjacency_violations(board) == ((0, 1), (1, 4))


def test_no_cell_is_no_neighbour() -> None:
    assert adjacency_violations(grid(PLAIN, "+?+\n?+?\n+?+")) == ()


def test_opposite_ends_of_lines_do_not_touch() -> None:
    assert adjacency_violations(grid(PLAIN, "..+\n+..\n..+")) == ()


@pytest.mark.parametrize("cells", [[0], [0, 0, 0], [0, 3], [-2, 0], []])
def test_a_grid_that_does_not_fit_is_refused(cells: list[int]) -> None:
    with pytest.raises(LevelError):
        Grid.of(PLAIN, 1, 2, cells)


def test_numbers_with_fractions_are_refused() -> None:
    with pytest.raises(TypeError):
        Grid.of(PLAIN, 1, 2, [0.5, 1])  # type: ignore[list-item]
