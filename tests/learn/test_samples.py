"""Samples of every kind on one tileset, and the adjacency learned from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imsave
from PIL import Image

import levelgen
from levelgen.errors import LevelError, RequestError
from levelgen.learn import as_maps, learn_adjacency, learn_patterns, read_maps
from levelgen.learn.samples import MAX_TILES
from levelgen.library import find_tileset
from levelgen.rules import compile_rules

RED, BLUE = [255, 0, 0], [0, 0, 255]


def test_text_makes_a_tile_of_each_sign() -> None:
    [level] = as_maps("#.~\nA a\n")
    assert level.tileset.ids == ("number-sign", "full-stop", "tilde", "A", "a")
    assert [variant.glyph for variant in level.tileset.variants] == ["#", ".", "~", "A", "a"]
    assert level.cells == (0, 1, 2, 3, -1, 4)


def test_numbers_make_tiles_in_order() -> None:
    one, two = as_maps([np.array([[7, 3]]), [[-1], [12]]])
    assert one.tileset.ids == ("3", "7", "12")
    assert one.cells == (1, 0)
    assert two.cells == (-1, 2)


def test_colours_make_tiles_in_order_of_appearance() -> None:
    picture = np.array([[BLUE, RED], [RED, RED]], dtype=np.uint8)
    [level] = as_maps(picture)
    assert level.tileset.ids == ("0000ff", "ff0000")
    assert [tile.color for tile in level.tileset.tiles] == ["#0000ff", "#ff0000"]
    assert level.cells == (0, 1, 1, 1)
    assert as_maps(picture / 255)[0].cells == level.cells


def test_transparent_pixels_are_tiles_of_their_own() -> None:
    picture = np.array([[[9, 9, 9, 255], [9, 9, 9, 0]]], dtype=np.uint8)
    assert as_maps(picture)[0].tileset.ids == ("090909", "09090900")


def test_a_given_tileset_reads_every_kind() -> None:
    cave = find_tileset("cave")
    colors = [[int(tile.color[i : i + 2], 16) for i in (1, 3, 5)] for tile in cave.tiles]
    picture = np.array([[colors[0], colors[2]]], dtype=np.uint8)
    maps = as_maps(["#~\n", np.array([[0, 2]]), picture], cave)
    assert {level.cells for level in maps} == {(0, 2)}
    with pytest.raises(LevelError, match="no tile of 'cave' has the colour #ff0000"):
        as_maps(np.array([[RED]], dtype=np.uint8), cave)
    with pytest.raises(LevelError, match="4 is no tile of 'cave'"):
        as_maps(np.array([[4]]), cave)
    with pytest.raises(LevelError, match="unknown glyph"):
        as_maps("?", cave)


def test_levels_share_their_tileset() -> None:
    cave, island = (levelgen.generate(name, rows=4, cols=4, seed=1) for name in ("cave", "island"))
    assert as_maps(cave) == (cave,)
    with pytest.raises(LevelError, match="its tileset 'island' is not 'cave'"):
        as_maps([cave, island])


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        ([], "there is no sample"),
        (["a", np.array([[1]])], "text and numbers have no tiles in common"),
        (np.array([1, 2]), r"an array of shape \(2,\) is no map"),
        (np.zeros((2, 2)), r"an array of shape \(2, 2\) is no map"),
        (np.array([[-2, 0]]), "-2 is no tile"),
        (np.array([[-1, -1]]), "the sample is empty"),
        ("  \n  \n", "the sample is empty"),
        ("ab\nc\n", "line 2 has 1 cells"),
        ("a\N{GRINNING FACE}\n", "does not fill one column"),
        (np.zeros((2000, 2000), dtype=int), "2000x2000 is 4000000 cells"),
    ],
)
def test_what_is_no_sample_is_refused(samples: object, message: str) -> None:
    with pytest.raises(LevelError, match=message):
        as_maps(samples)


def test_a_photograph_is_refused() -> None:
    codes = np.arange(10_000).reshape(100, 100)
    photo = np.stack([codes % 256, codes // 256, codes * 0], axis=-1).astype(np.uint8)
    with pytest.raises(LevelError, match="10000 colours, and each of them would be a tile"):
        as_maps(photo)
    assert len(as_maps(photo[:, :, [0, 0, 2]])[0].tileset.ids) == MAX_TILES


def test_pictures_are_read_from_files(tmp_path: Path) -> None:
    picture = np.array([[BLUE, RED], [RED, RED]], dtype=np.uint8)
    imsave(tmp_path / "two.png", picture)
    Image.fromarray(np.array([[0, 128]], dtype=np.uint8)).save(tmp_path / "grey.png")
    [level] = read_maps([tmp_path / "two.png"])
    assert level.cells == (0, 1, 1, 1)
    assert level.tileset.name == "two"
    one, other = read_maps([tmp_path / "two.png", tmp_path / "grey.png"])
    assert other.tileset.ids == ("0000ff", "ff0000", "000000", "808080")
    assert (one.tileset, other.cells) == (other.tileset, (2, 3))


def test_maps_are_read_from_files(tmp_path: Path) -> None:
    level = levelgen.generate("cave", "easy", seed=3)
    level.save(tmp_path / "level.json")
    (tmp_path / "map.txt").write_text("#.\n.~\n")
    (tmp_path / "map.csv").write_text("rock,cave\n")
    cave = find_tileset("cave")
    assert read_maps([tmp_path / "level.json"])[0].cells == level.cells
    maps = read_maps([tmp_path / name for name in ("level.json", "map.txt", "map.csv")], cave)
    assert maps[1].cells == (0, 1, 1, 2)
    with pytest.raises(LevelError, match="a CSV grid needs a tileset"):
        read_maps([tmp_path / "map.csv"])
    (tmp_path / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    with pytest.raises(LevelError, match="this is not a PNG picture"):
        read_maps([tmp_path / "bad.png"])
    with pytest.raises(LevelError, match="there is no such file"):
        read_maps([tmp_path / "none.png"])


def test_adjacency_is_what_occurs() -> None:
    learned = learn_adjacency("aab\nccb\n", name="mine")
    rules = compile_rules(learned)
    assert learned.name == "mine"
    assert learned.ids == ("a", "b", "c")
    assert rules.masks[1] == (0b011, 0, 0b110)
    assert rules.masks[2] == (0b100, 0b010, 0)
    assert rules.weights == (2000, 2000, 2000)
    around = compile_rules(learn_adjacency("aab\nccb\n", periodic=True))
    assert around.masks[1] == (0b011, 0b101, 0b110)
    every = compile_rules(learn_adjacency("aab\nccb\n", symmetries=8))
    assert len({*every.masks}) == 1
    with pytest.raises(RequestError, match="symmetries: 0 is out of range"):
        learn_adjacency("ab", symmetries=0)


def test_a_learned_level_keeps_tags_objects_and_rules_of_its_tileset() -> None:
    sample = levelgen.generate("cave", "easy", seed=5, rows=20, cols=20)
    learned = learn_adjacency(sample)
    whole, part = compile_rules(sample.tileset), compile_rules(learned)
    for side in range(4):
        for here, name in enumerate(learned.ids):
            for there, other in enumerate(learned.ids):
                if part.masks[side][here] >> there & 1:
                    ours = sample.tileset.index
                    assert whole.masks[side][ours[name]] >> ours[other] & 1
    assert set(learned.objects) == set(sample.tileset.objects)
    level = levelgen.generate(learned, "easy", seed=1, rows=16, cols=16)
    assert level.status == "satisfied"
    assert levelgen.check(level, "cave").kept


def test_turned_tiles_keep_their_names_and_edges() -> None:
    sample = levelgen.generate("roads", rows=12, cols=12, seed=2)
    learned = learn_adjacency(sample)
    assert set(learned.ids) <= set(sample.tileset.ids)
    assert learned.links == sample.tileset.links
    level = levelgen.generate(learned, rows=3, cols=3, seed=1, generator="wfc")
    assert level.status in ("satisfied", "infeasible")


def test_objects_without_a_place_are_dropped() -> None:
    learned = learn_adjacency("##\n##\n", tileset=find_tileset("cave"))
    assert learned.ids == ("rock",)
    assert learned.objects == {}


def test_known_pictures_give_known_numbers_of_patterns(shared_data: Path) -> None:
    path = shared_data / "tilesets" / "vglc-zelda" / "tloz1_1.txt"
    [level] = read_maps([path])
    assert (level.rows, level.cols, len(level.tileset.ids)) == (96, 66, 9)
    patterns = learn_patterns(level, 3, 3)
    lines = path.read_text().split()
    windows = {
        tuple(line[col : col + 3] for line in lines[row : row + 3])
        for row in range(94)
        for col in range(64)
    }
    assert patterns.count == len(windows)
