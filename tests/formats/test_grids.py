"""Text and CSV grids lose nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.errors import LevelError
from levelgen.formats.csv import read_csv_grid, write_csv_grid
from levelgen.formats.text import read_text_grid, text_map, write_text_grid
from levelgen.library import find_tileset, read_level
from levelgen.schema.level import Level
from levelgen.schema.placed import PlacedObject

DUNGEON = find_tileset("dungeon")
ROADS = find_tileset("roads")


@st.composite
def levels(draw: st.DrawFn) -> Level:
    tileset = draw(st.sampled_from([DUNGEON, ROADS]))
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    tile = st.integers(0, len(tileset.ids) - 1)
    cells = draw(st.lists(tile, min_size=rows * cols, max_size=rows * cols))
    spots = draw(st.sets(st.integers(0, rows * cols - 1), max_size=4))
    kinds = list(tileset.objects)
    objects = [
        PlacedObject(kind=draw(st.sampled_from(kinds)), row=spot // cols, col=spot % cols)
        for spot in sorted(spots)
    ]
    objects.sort(key=lambda item: (item.kind, item.row, item.col))
    return Level(tileset, rows, cols, tuple(cells), tuple(objects))


@given(levels())
def test_round_trips(level: Level) -> None:
    for write, read in (
        (write_text_grid, read_text_grid),
        (write_csv_grid, read_csv_grid),
        (Level.to_json, lambda text, tileset: Level.from_json(text, tileset)),
    ):
        again = read(write(level), level.tileset)
        assert (again.cells, again.objects) == (level.cells, level.objects)


def test_objects_may_stand_among_the_tiles() -> None:
    level = read_text_grid("#####\n#S.k#\n#####\n", DUNGEON)
    assert [item.kind for item in level.objects] == ["key", "start"]
    assert level.tile_ids is not None
    assert level.tile_ids[1] == ["wall", "floor", "floor", "floor", "wall"]
    assert text_map(level) == "#####\n#S.k#\n#####\n"


def test_blanks_are_no_cells() -> None:
    level = read_text_grid("#.\n #\n", DUNGEON)
    assert level.cells == (0, 1, -1, 0)
    assert read_csv_grid("0,1\n,0\n", DUNGEON).cells == (0, 1, -1, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("##\n#\n", "line 2 has 1 cells"),
        ("#?\n", "unknown glyph '?' at line 1, column 2"),
        ("#.\n\n.k\n\n..\n", "3 blocks of lines"),
        ("#.\n\n.Q\n", "unknown glyph 'Q' at line 3, column 2"),
        ("", "0 blocks of lines"),
    ],
)
def test_text_mistakes_are_told(text: str, message: str) -> None:
    with pytest.raises(LevelError) as caught:
        read_text_grid(text, DUNGEON, "map.txt")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wall,floor\nwall\n", "row 2 has 1 cells"),
        ("wall,flor\n", "unknown tile 'flor' at row 1, column 2 (did you mean 'floor'?)"),
        ("7\n", "unknown tile '7'"),
        ("floor:kye\n", "unknown object 'kye' at row 1, column 1 (did you mean 'key'?)"),
        ("", "the grid is empty"),
    ],
)
def test_csv_mistakes_are_told(text: str, message: str) -> None:
    with pytest.raises(LevelError) as caught:
        read_csv_grid(text, DUNGEON, "map.csv")
    assert message in str(caught.value)


def test_a_plain_grid_needs_a_tileset(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_text("##\n", encoding="utf-8")
    assert read_level(file, DUNGEON).cells == (0, 0)
    with pytest.raises(LevelError, match="needs a tileset"):
        read_level(file)


def test_a_real_boxoban_level_is_read(shared_data: Path) -> None:
    block = (
        (shared_data / "tilesets" / "boxoban" / "hard-000-first20.txt").read_text().split("\n\n")[0]
    )
    lines = [line for line in block.splitlines() if not line.startswith(";")]
    sokoban = find_tileset(
        {
            "name": "sokoban",
            "tiles": [
                {"id": "wall", "glyph": "#", "color": "#333333", "tags": ["solid"]},
                {"id": "floor", "glyph": "_", "color": "#dddddd", "tags": ["floor"]},
            ],
            "objects": {
                "player": {"glyph": "@", "color": "#0000ff", "on": ["floor"]},
                "box": {"glyph": "$", "color": "#aa5500", "on": ["floor"]},
                "goal": {"glyph": ".", "color": "#ff0000", "on": ["floor"]},
            },
        }
    )
    level = read_text_grid("\n".join(lines).replace(" ", "_"), sokoban)
    assert (level.rows, level.cols) == (10, 10)
    kinds = [item.kind for item in level.objects]
    assert kinds.count("player") == 1
    assert kinds.count("box") == kinds.count("goal") == 4
