"""mxgmn tilesets: every pair closed under its eight images, found here by turning pictures."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen import generate
from levelgen.errors import TilesetError
from levelgen.formats.mxgmn import SYMMETRIES, read_mxgmn
from levelgen.library import find_tileset
from levelgen.rules import compile_rules
from levelgen.schema.tileset import Tileset

# One picture for each letter, with exactly the symmetries of the letter.
PICTURES = {
    "X": "010 111 010",
    "I": "010 010 010",
    "\\": "100 010 001",
    "T": "111 010 010",
    "L": "100 100 111",
    "F": "111 100 000",
    "N": "111 100 000",
    "P": "111 100 000",
}
VARIANTS = {"X": 1, "I": 2, "\\": 2, "T": 4, "L": 4, "F": 8, "N": 8, "P": 8}

TINY = """<set>
  <tiles>
    <tile name="field"/>
    <tile name="road" symmetry="I" weight="2.5"/>
    <tile name="turn" symmetry="L" weight="0.5"/>
    <tile name="fork" symmetry="T"/>
    <tile name="slope" symmetry="\\" weight="0"/>
    <tile name="oddity" symmetry="F"/>
  </tiles>
  <neighbors>
    <neighbor left="field" right="field"/>
    <neighbor left="road" right="field"/>
    <neighbor left="road 1" right="road 3"/>
    <neighbor left="turn" right="road 1"/>
    <neighbor left="field" right="turn"/>
    <neighbor left="fork 3" right="turn 3"/>
    <neighbor left="slope" right="turn 2"/>
    <neighbor left="oddity 5" right="slope 1"/>
    <neighbor left="oddity" right="fork 6"/>
    <neighbor left="field 7" right="oddity 2"/>
  </neighbors>
  <subsets>
    <subset name="Roads only">
      <tile name="road" symmetry="F" weight="9"/>
      <tile name="turn"/>
    </subset>
    <subset name="Fields"><tile name="field"/></subset>
  </subsets>
</set>"""


def tiny(*changes: tuple[str, str]) -> bytes:
    return reduce(lambda text, change: text.replace(*change, 1), changes, TINY).encode()


def read(*changes: tuple[str, str], subset: str | None = None) -> Tileset:
    return read_mxgmn(tiny(*changes), "tiny.xml", subset)


def picture(letter: str) -> np.ndarray[Any, Any]:
    return np.array([[int(sign) for sign in row] for row in PICTURES[letter].split()])


def image(board: np.ndarray[Any, Any], number: int) -> np.ndarray[Any, Any]:
    """Turn counterclockwise 0 to 3 times, then mirror for 4 to 7."""
    turned = np.rot90(board, number % 4)
    return np.fliplr(turned) if number > 3 else turned


def by_pictures(text: bytes, subset: str | None = None) -> dict[str, set[tuple[str, str]]]:
    """Give the pairs (here, there) of each direction, without any table of variants."""
    root = ElementTree.fromstring(text)
    kept = {
        tile.get("name")
        for group in root.iter("subset")
        if group.get("name") == subset
        for tile in group
    }
    faces: dict[str, np.ndarray[Any, Any]] = {}
    names: dict[bytes, str] = {}
    for code, tile in enumerate(root.find("tiles") or (), start=1):
        name = str(tile.get("name"))
        faces[name] = picture(tile.get("symmetry", "X")) * code
        count = 0
        for number in range(8):
            face = image(faces[name], number).tobytes()
            if face not in names:
                names[face] = f"{name}.{count}" if count else name
                count += 1
    found: dict[str, set[tuple[str, str]]] = {side: set() for side in "NESW"}
    for pair in root.find("neighbors") or ():
        ends = [(*str(pair.get(side)).split(), "0")[:2] for side in ("left", "right")]
        if subset is not None and not kept.issuperset(name for name, _ in ends):
            continue
        board = np.hstack([image(faces[name], int(number)) for name, number in ends])
        for number in range(8):
            turned = image(board, number)
            along = turned.shape[1] > turned.shape[0]
            halves = np.hsplit(turned, 2) if along else np.vsplit(turned, 2)
            one, other = (names[np.ascontiguousarray(half).tobytes()] for half in halves)
            found["E" if along else "S"].add((one, other))
            found["W" if along else "N"].add((other, one))
    return found


def pairs(tileset: Tileset) -> dict[str, set[tuple[str, str]]]:
    rules = compile_rules(tileset)
    return {
        side: {
            (tileset.ids[here], tileset.ids[there])
            for here, mask in enumerate(masks)
            for there in range(rules.size)
            if mask >> there & 1
        }
        for side, masks in zip("NESW", rules.masks, strict=True)
    }


@pytest.mark.parametrize("letter", SYMMETRIES)
def test_a_letter_means_what_its_picture_shows(letter: str) -> None:
    symmetry = SYMMETRIES[letter]
    faces = [image(picture(letter), number) for number in range(8)][: VARIANTS[letter]]
    assert len({face.tobytes() for face in faces}) == len(faces) == len(symmetry.turned)
    for variant, face in enumerate(faces):
        for number, result in enumerate(symmetry.images(variant)):
            assert np.array_equal(image(face, number), faces[result])


@pytest.mark.parametrize("subset", [None, "Roads only", "Fields"])
def test_the_adjacency_is_what_turned_pictures_give(subset: str | None) -> None:
    assert pairs(read(subset=subset)) == by_pictures(tiny(), subset)


LETTERS = st.lists(st.sampled_from(list(SYMMETRIES)), min_size=1, max_size=4)


@given(letters=LETTERS, data=st.data())
def test_any_set_is_read_as_its_pictures_show(letters: list[str], data: st.DataObject) -> None:
    end = st.tuples(st.integers(0, len(letters) - 1), st.integers(0, 7))
    listed = data.draw(st.lists(st.tuples(end, end), min_size=1, max_size=6))
    tiles = "".join(f'<tile name="t{i}" symmetry="{s}"/>' for i, s in enumerate(letters))
    lines = "".join(f'<neighbor left="t{a} {i}" right="t{b} {j}"/>' for (a, i), (b, j) in listed)
    text = f"<set><tiles>{tiles}</tiles><neighbors>{lines}</neighbors></set>".encode()
    tileset = read_mxgmn(text, "any.xml")
    assert len(tileset.ids) == sum(VARIANTS[letter] for letter in letters)
    found = pairs(tileset)
    assert found == by_pictures(text)
    assert {(b, a) for a, b in found["E"]} == found["W"]
    assert {(b, a) for a, b in found["S"]} == found["N"]


def test_tiles_are_variants_with_the_full_weight() -> None:
    tileset = read()
    assert tileset.name == "tiny"
    assert [tile.id for tile in tileset.tiles][:8] == [
        *("field", "road", "road.1", "turn", "turn.1", "turn.2", "turn.3", "fork"),
    ]
    assert len(tileset.ids) == 1 + 2 + 4 + 4 + 2 + 8
    weights = dict(zip(tileset.ids, compile_rules(tileset).weights, strict=True))
    assert weights["field"] == 1000
    assert weights["road"] == weights["road.1"] == 2500
    assert weights["turn.3"] == 500
    assert weights["slope.1"] == 0
    glyphs = "".join(tile.glyph for tile in tileset.tiles)
    assert glyphs.startswith("f│─└┘┐┌┬├┴┤╲╱")
    colors = {tile.id.partition(".")[0]: tile.color for tile in tileset.tiles}
    assert len(set(colors.values())) == 6
    assert tileset.matching(["turn"]) == {3, 4, 5, 6}


def test_small_weights_keep_their_ratio() -> None:
    tileset = read(('weight="2.5"', 'weight="0.0001"'), ('weight="0.5"', 'weight=".00025"'))
    weights = dict(zip(tileset.ids, compile_rules(tileset).weights, strict=True))
    assert (weights["road"], weights["turn"], weights["field"]) == (10, 25, 100_000)


def test_a_subset_keeps_its_tiles_and_their_looks() -> None:
    whole, part = read(), read(subset="Roads only")
    assert part.name == "tiny-Roads-only"
    assert part.ids == ("road", "road.1", "turn", "turn.1", "turn.2", "turn.3")
    looks = {tile.id: tile for tile in whole.tiles}
    assert all(looks[tile.id] == tile for tile in part.tiles)
    assert "Subsets: Roads only, Fields" in whole.description


BAD = {
    "an unknown letter": (
        [('symmetry="T"', 'symmetry="Q"')],
        "tiny.xml: line 6: unknown symmetry 'Q' (one of X I \\ T L F N P)",
    ),
    "a pair that names no tile": (
        [('left="turn"', 'left="trun"')],
        "tiny.xml: line 14: left names no tile: 'trun' (did you mean 'turn'?)",
    ),
    "a variant that cannot be": (
        [('right="road 3"', 'right="road 8"')],
        "tiny.xml: line 13: right is 'road 8' (a tile, or a tile and a number from 0 to 7)",
    ),
    "a pair with one end": (
        [(' right="road 3"', "")],
        "tiny.xml: line 13: <neighbor> lacks 'right'",
    ),
    "a tile defined twice": (
        [('name="fork"', 'name="road"'), ("fork 3", "road"), ("fork 6", "road")],
        "tiny.xml: line 6: the tile 'road' is defined on line 4 already (names are unique)",
    ),
    "a negative weight": (
        [('weight="2.5"', 'weight="-1"')],
        "tiny.xml: line 4: '-1' is not a weight (a number from 0 to 1000000)",
    ),
    "a weight beyond all numbers": (
        [('weight="2.5"', 'weight="1e999"')],
        "tiny.xml: line 4: '1e999' is not a weight (a number from 0 to 1000000)",
    ),
    "a misspelt attribute": (
        [('weight="2.5"', 'wieght="2.5"')],
        "tiny.xml: line 4: <tile> has no attribute 'wieght' (did you mean 'weight'?)",
    ),
    "a misspelt element": (
        [("<neighbor ", "<neighbour ")],
        "tiny.xml: line 11: <neighbour> means nothing in <neighbors> (did you mean 'neighbor'?)",
    ),
    "a subset of a tile that is not there": (
        [('<tile name="field"/></subset>', '<tile name="feild"/></subset>')],
        "tiny.xml: line 27: there is no tile 'feild' (did you mean 'field'?)",
    ),
    "an empty subset": (
        [('<tile name="field"/></subset>', "</subset>")],
        "tiny.xml: line 27: the subset 'Fields' is empty (name a tile in it)",
    ),
    "a name that is a variant's": (
        [('name="field"', 'name="road.1"'), *[('"field', '"road.1')] * 6],
        "tiny.xml: line 3: 'road.1' is the name of a variant of 'road' (rename one of them)",
    ),
    "a section given twice": (
        [("<subsets>", "<tiles/><subsets>")],
        "tiny.xml: line 22: <tiles> is there twice (once is enough)",
    ),
    "text that is not XML": (
        [("</neighbors>", "</neighbor>")],
        "tiny.xml: line 21, column 5: this is not XML: mismatched tag",
    ),
    "a DOCTYPE": (
        [("<set>", '<!DOCTYPE set [<!ENTITY a "b">]><set>')],
        "tiny.xml: line 1: a DOCTYPE is not accepted (remove it; a tileset needs none)",
    ),
    "another root": (
        [("<set>", "<samples>"), ("</set>", "</samples>")],
        "tiny.xml: line 1: the root is <samples> (a tileset is a <set>)",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_told_once_with_its_line(case: str) -> None:
    changes, message = BAD[case]
    with pytest.raises(TilesetError) as caught:
        read(*changes)
    assert str(caught.value) == message


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(TilesetError) as caught:
        read(('symmetry="T"', 'symmetry="Q"'), ('weight="2.5"', 'weight="x"'), ("turn 2", "tunr"))
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "line 1, column 1: this is not XML: no element found"),
        (b"\xff\xfe\x00", "line 1, column 2: this is not XML"),
        (b'<?xml version="1.0" encoding="klingon"?><set/>', "this is not XML: unknown encoding"),
        (b"<set/>", "line 1: there is no tile"),
        (b"<set><tiles/><neighbors/></set>", "line 1: there is no tile"),
        (b'<set><tiles><tile name="a"/></tiles></set>', "line 1: there is no neighbour"),
    ],
)
def test_what_is_no_tileset_is_refused(text: bytes, message: str) -> None:
    with pytest.raises(TilesetError, match=message):
        read_mxgmn(text, "bad.xml")


def test_entities_never_expand() -> None:
    bomb = '<!DOCTYPE set [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>'
    with pytest.raises(TilesetError, match="a DOCTYPE is not accepted"):
        read_mxgmn(f'{bomb}<set><tiles><tile name="&b;"/></tiles></set>'.encode(), "bomb.xml")


def test_more_variants_than_glyphs_are_refused() -> None:
    tiles = "".join(f'<tile name="t{number}" symmetry="F"/>' for number in range(200))
    text = f'<set><tiles>{tiles}</tiles><neighbors><neighbor left="t1" right="t2"/></neighbors>'
    with pytest.raises(TilesetError, match=r"there are more than [0-9]+ variants"):
        read_mxgmn(f"{text}</set>".encode(), "many.xml")


REAL = {
    "Castle": (11, 29, ()),
    "Circuit": (14, 40, ("Turnless",)),
    "Knots": (
        5,
        13,
        ("Standard", "Dense", "Crossless", "TE", "T", "CL", "CE", "C", "Fabric", "Dense Fabric"),
    ),
    "Rooms": (9, 28, ()),
}


@pytest.mark.parametrize("name", REAL)
def test_real_sets_are_read_exactly(shared_data: Path, name: str) -> None:
    path = shared_data / "tilesets" / "mxgmn" / f"{name}.xml"
    tiles, variants, subsets = REAL[name]
    whole = find_tileset(path)
    assert len({tile.id.partition(".")[0] for tile in whole.tiles}) == tiles
    assert len(whole.ids) == variants
    assert compile_rules(whole).dead_ends == ()
    for subset in (None, *subsets):
        assert pairs(find_tileset(path, subset=subset)) == by_pictures(path.read_bytes(), subset)


def test_hand_checked_pairs_of_the_castle(shared_data: Path) -> None:
    found = pairs(find_tileset(shared_data / "tilesets" / "mxgmn" / "Castle.xml"))
    # A bridge carries its road from left to right over a river that runs from top to bottom.
    assert ("bridge", "road.1") in found["E"]
    assert ("bridge", "road") not in found["E"]
    assert ("bridge", "river") in found["S"]
    assert ("bridge.1", "road") in found["S"]
    # A turn opens upwards and to the right; counterclockwise next: left and upwards.
    assert ("roadturn", "road.1") in found["E"]
    assert ("road.1", "roadturn.1") in found["E"]
    assert ("road", "roadturn.1") in found["S"]
    # A tower joins walls above and to the right of it.
    assert ("tower", "wall.1") in found["E"]
    assert ("wall", "tower") in found["S"]
    assert ("tower", "wall") not in found["E"]


def test_a_level_of_a_real_set_passes_the_check(shared_data: Path) -> None:
    path = shared_data / "tilesets" / "mxgmn" / "Knots.xml"
    level = generate(find_tileset(path, subset="Standard"), rows=8, cols=9, seed=1)
    assert level.status == "satisfied"
    assert {str(name).partition(".")[0] for row in level.tile_ids or () for name in row} <= {
        *("corner", "cross", "empty", "line"),
    }
