"""Every promise kind on small boards with known answers, kept and broken."""

from __future__ import annotations

from typing import Any

import pytest
from check_boards import DUNGEON, asks, broken, judged, verdict, wanted

from levelgen.checker import JUDGES, judge
from levelgen.errors import LevelError, RequestError, UnsupportedError
from levelgen.schema.constraints import KINDS
from levelgen.schema.tileset import Tileset

FLOOR = {"kind": "ratio", "tags": "floor"}
TEN = "." * 10


def test_every_kind_is_judged() -> None:
    assert set(KINDS) == set(JUDGES)


@pytest.mark.parametrize(
    ("floor", "cells", "low", "high", "kept"),
    [
        (1, 10, 0.1, 0.1, True),
        (2, 10, 0.1, 0.1, False),
        (0, 10, 0.1, 0.1, False),
        (3, 7, 0.0, 0.45, True),
        (4, 7, 0.0, 0.45, False),
        (3, 7, 0.45, 1.0, False),
        (4, 7, 0.45, 1.0, True),
        # 0.29 * 100 is 28.999999999999996 in floats.
        (29, 100, 0.0, 0.29, True),
        (29, 100, 0.29, 0.29, True),
        (28, 100, 0.29, 1.0, False),
        (30, 100, 0.0, 0.29, False),
        (3, 10, 0.3, 0.3, True),
        (7, 10, 0.7, 0.7, True),
        (1, 3, 0.333333, 0.333334, True),
        (1, 3, 0.3333334, 1.0, False),
        (0, 5, 0.0, 0.0, True),
        (5, 5, 1.0, 1.0, True),
    ],
)
def test_shares_are_exact_decimals(
    floor: int, cells: int, low: float, high: float, kept: bool
) -> None:
    board = "." * floor + "#" * (cells - floor)
    assert verdict(board, {**FLOOR, "min": low, "max": high})[:2] == (kept, floor)


def test_ratio_words() -> None:
    assert wanted(TEN, {**FLOOR, "min": 0.25, "max": 0.45}) == (
        "floor on 3..4 of 10 cells (25 % to 45 %)"
    )
    assert wanted(TEN, {**FLOOR, "min": 0.1, "max": 0.1}) == "floor on 1 of 10 cells (10 %)"
    assert wanted("." * 7, {**FLOOR, "min": 0.45, "max": 0.5}) == (
        "floor on no whole number of 7 cells (45 % to 50 %)"
    )
    assert wanted("..", {"kind": "ratio", "tags": ["door", "liquid"]}) == (
        "door or liquid on 0..2 of 2 cells (0 % to 100 %)"
    )


def test_ratio_counts_existing_cells_with_any_of_the_tags() -> None:
    half = {"kind": "ratio", "tags": ["door", "liquid"], "min": 0.5, "max": 0.5}
    assert verdict("+~#.????", half) == (True, 2, ())
    assert verdict("+#~~????", half) == (False, 3, ((0, 3),))
    assert verdict("????", {**FLOOR, "min": 0.5}) == (True, 0, ())


@pytest.mark.parametrize(
    ("window", "number", "kept"),
    [
        ({"exactly": 2}, 2, True),
        ({"exactly": 2}, 1, False),
        ({"exactly": 2}, 3, False),
        ({"exactly": 0}, 0, True),
        ({"min": 1}, 0, False),
        ({"min": 1}, 5, True),
        ({"max": 1}, 1, True),
        ({"max": 1}, 2, False),
        ({"min": 1, "max": 2}, 2, True),
        ({"min": 1, "max": 2}, 3, False),
    ],
)
def test_counts_of_tags_tiles_and_objects(window: dict[str, int], number: int, kept: bool) -> None:
    board = "+" * number + "#" * (6 - number)
    assert verdict(board, {"kind": "count", "tags": "door", **window})[:2] == (kept, number)
    assert verdict(board, {"kind": "count", "tile": "door", **window})[:2] == (kept, number)
    keys = [("key", 0, col) for col in range(number)]
    asked = {"kind": "count", "object": "key", **window}
    assert verdict("......", asked, *keys)[:2] == (kept, number)


def test_a_tile_is_not_the_tag_of_the_same_name() -> None:
    # The dungeon's corridor has the tag floor, too.
    assert verdict(".:#", {"kind": "count", "tags": "floor", "exactly": 2})[0]
    assert verdict(".:#", {"kind": "count", "tile": "floor", "exactly": 1})[0]
    fixed = {"kind": "fixed", "cells": [{"row": 0, "col": 1, "tile": "floor"}]}
    assert not verdict(".:#", fixed)[0]


def test_counts_in_a_rectangle() -> None:
    asked = {"kind": "count", "tags": "floor", "exactly": 2, "region": [1, 1, 2, 2]}
    assert verdict(".../.##/##./..#", asked) == (False, 1, ())
    assert verdict("####/#.##/#..#/####", asked) == (False, 3, ((2, 2),))
    assert verdict("...#/.#.#/..#./....", asked)[:2] == (True, 2)
    keys = {"kind": "count", "object": "key", "max": 0, "region": [0, 1, 1, 1]}
    assert verdict("...", keys, ("key", 0, 0), ("key", 0, 2)) == (True, 0, ())
    assert verdict("...", keys, ("key", 0, 1)) == (False, 1, ((0, 1),))
    assert wanted("...", keys) == "at most 0 key in the 1x1 cells from row 0, column 1"


def test_shares_in_a_rectangle() -> None:
    asked = {"kind": "ratio", "tags": "floor", "min": 0.5, "max": 0.75, "region": [0, 1, 2, 2]}
    assert verdict("#..#/#.##", asked)[:2] == (True, 3)
    assert verdict(".#.#/.###", asked)[:2] == (False, 1)
    assert verdict("#..#/#..#", asked) == (False, 4, ((1, 2),))
    assert wanted("#..#/#.##", asked) == (
        "floor on 2..3 of 4 cells (50 % to 75 %) in the 2x2 cells from row 0, column 1"
    )


def test_objects_per_cell_of_a_rectangle() -> None:
    asked = {
        "kind": "density",
        "object": "key",
        "per": "floor",
        "min": 0.5,
        "max": 0.5,
        "region": [0, 0, 1, 3],
    }
    assert verdict("#..#..", asked, ("key", 0, 1), ("key", 0, 4)) == (True, 1, ())
    assert verdict("#..#..", asked, ("key", 0, 4))[:2] == (False, 0)
    both = (("key", 0, 1), ("key", 0, 2))
    assert verdict("#..#..", asked, *both) == (False, 2, ((0, 2),))
    assert verdict("#####.", asked, ("key", 0, 5)) == (True, 0, ())


def test_an_object_off_the_board_still_counts() -> None:
    one = {"kind": "count", "object": "key", "exactly": 1}
    assert verdict("...", one, ("key", 5, 5)) == (True, 1, ())


@pytest.mark.parametrize(("row", "col"), [(1, 0), (0, 3), (2, 2)])
def test_an_object_off_an_oblong_board_is_misplaced(row: int, col: int) -> None:
    report = judged("...", [("key", row, col)])
    assert broken(report)["/objects"].measured == 1
    assert report.places == {"/objects": ()}


def test_an_object_where_no_cell_is_is_misplaced() -> None:
    assert broken(judged(".?.", [("key", 0, 1)]))["/objects"].measured == 1


def test_density() -> None:
    asked = {"kind": "density", "object": "enemy", "per": "floor", "min": 0.2, "max": 0.4}
    enemies = [("enemy", 0, col) for col in range(5)]
    board = ".....#####"
    assert verdict(board, asked, *enemies[:1])[:2] == (True, 1)
    assert verdict(board, asked, *enemies[:2])[:2] == (True, 2)
    assert verdict(board, asked) == (False, 0, ())
    assert verdict(board, asked, *enemies[:4]) == (False, 4, ((0, 2), (0, 3)))
    assert wanted(board, asked) == "1..2 enemy on 5 floor cells (20 % to 40 %)"


def test_density_without_any_ground() -> None:
    asked = {"kind": "density", "object": "enemy", "per": "floor", "min": 0.2, "max": 0.4}
    assert verdict("###", asked)[:2] == (True, 0)
    assert verdict("###", asked, ("enemy", 0, 0)) == (False, 1, ((0, 0),))


def test_variety_counts_base_tiles() -> None:
    assert verdict("##.+", {"kind": "variety", "min": 3}) == (True, 3, ())
    assert verdict("##..", {"kind": "variety", "min": 3}) == (False, 2, ())


def test_connected() -> None:
    asked = {"kind": "connected", "tags": ["walkable"]}
    assert verdict("..+/##./...", asked) == (True, 1, ())
    assert verdict(".#./.#./.##", asked) == (False, 2, ((0, 2), (1, 2)))
    # Corners do not join.
    assert verdict(".#/#.", asked) == (False, 2, ((1, 1),))
    assert verdict(".?.", asked) == (False, 2, ((0, 2),))
    assert verdict("~.~", {"kind": "connected", "tags": ["liquid", "floor"]})[0]
    assert verdict("##", asked) == (False, 0, ())
    assert verdict("##", {**asked, "allow_empty": True}) == (True, 0, ())
    assert wanted("##", {**asked, "allow_empty": True}) == (
        "1 region of walkable cells, or no such cell"
    )
    assert verdict(".#.", {**asked, "allow_empty": True}) == (False, 2, ((0, 2),))


PATH = {"kind": "path", "from": "start", "to": "exit"}


def test_path_lengths() -> None:
    ends = ("start", 0, 0), ("exit", 2, 0)
    board = "...#/##.#/...#"
    way = ((0, 0), (0, 1), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2))
    assert verdict(board, {**PATH, "min_length": 6}, *ends)[:2] == (True, 6)
    assert verdict(board, {**PATH, "min_length": 7}, *ends) == (False, 6, way)
    assert verdict(board, {**PATH, "max_length": 6}, *ends)[:2] == (True, 6)
    assert verdict(board, {**PATH, "max_length": 5}, *ends) == (False, 6, way)
    # 3 rows + 4 columns: 0.8x is 5.6 moves, 0.9x is 6.3.
    assert verdict(board, {**PATH, "min_length": "0.8x"}, *ends)[0]
    assert not verdict(board, {**PATH, "min_length": "0.9x"}, *ends)[0]
    assert verdict(board, {**PATH, "max_length": "0.9x"}, *ends)[0]
    assert not verdict(board, {**PATH, "max_length": "0.8x"}, *ends)[0]


def test_path_words() -> None:
    assert wanted("..../....", {**PATH, "min_length": "0.4x"}) == (
        "at least 3 moves from start to exit"
    )
    assert wanted("..", {**PATH, "min_length": 1, "max_length": 4}) == (
        "1..4 moves from start to exit"
    )
    assert wanted("..", {**PATH, "min_length": 2, "max_length": 2}) == "2 moves from start to exit"


def test_path_ends() -> None:
    ends = ("start", 0, 0), ("exit", 0, 2)
    assert verdict(".#.", PATH, *ends) == (False, "no path", ((0, 0), (0, 2)))
    assert verdict("...", PATH, ends[0]) == (False, "no exit cell", ())
    two = verdict("....", PATH, *ends, ("exit", 0, 3))
    assert two == (False, "2 exit cells", ((0, 2), (0, 3)))
    assert verdict("..#", PATH, *ends) == (False, "exit not on walkable", ((0, 2),))
    assert verdict(".:.", {**PATH, "through": ["door"]}, *ends)[1] == "start not on door"
    assert verdict(".", PATH, ends[0], ("exit", 0, 0))[:2] == (True, 0)


def test_path_between_tags_and_tiles() -> None:
    asked = {"kind": "path", "from": "door", "to": "corridor", "min_length": 2}
    assert verdict("+.:", asked)[:2] == (True, 2)
    assert verdict("+::", asked)[1] == "2 corridor cells"
    tag = {"kind": "path", "from": "liquid", "to": "door", "through": ["liquid", "walkable"]}
    assert verdict("~..+", tag)[:2] == (True, 3)


def test_reachable() -> None:
    asked = {"kind": "reachable", "objects": ["key", "chest"]}
    start, key, chest = ("start", 0, 0), ("key", 0, 1), ("chest", 1, 2)
    assert verdict("..#/#..", asked, start) == (True, "0 of 0", ())
    assert verdict("..#/#..", asked, start, key, chest) == (True, "2 of 2", ())
    assert verdict("..#/##.", asked, start, key, chest) == (False, "1 of 2", ((1, 2),))
    assert verdict("..#/##.", {**asked, "objects": "key"}, start, key, chest)[0]
    assert verdict("..#/#..", asked, start, key, ("key", 5, 5)) == (False, "1 of 2", ())
    assert verdict("..#", asked, key)[:2] == (False, "no start cell")
    assert verdict("...", asked, start, ("start", 0, 2))[:2] == (False, "2 start cells")
    assert verdict("#.", asked, start)[:2] == (False, "start not on walkable")
    assert verdict(".+:", {**asked, "through": "floor"}, start, ("key", 0, 2))[:2] == (
        *(False, "0 of 1"),
    )
    assert wanted("..", asked) == "every key or chest in reach of start"


def test_distance() -> None:
    asked = {"kind": "distance", "from": "enemy", "to": "start"}
    board = ".....#/......"
    start, near, far = ("start", 0, 0), ("enemy", 1, 1), ("enemy", 1, 5)
    assert verdict(board, {**asked, "min": 2}, start, near, far) == (True, 2, ())
    assert verdict(board, {**asked, "min": 3}, start, near, far) == (False, 2, ((0, 0), (1, 1)))
    assert verdict(board, {**asked, "max": 6}, start, near, far) == (True, 6, ())
    assert verdict(board, {**asked, "max": 5}, start, near, far) == (False, 6, ((0, 0), (1, 5)))
    assert verdict(board, {**asked, "min": 2, "max": 6}, start, near, far) == (True, "2..6", ())
    assert verdict(board, {**asked, "min": 9}, start) == (True, "no pair", ())
    assert verdict(board, {**asked, "min": 9}, near) == (True, "no pair", ())


def test_distance_within_one_kind() -> None:
    asked = {"kind": "distance", "from": "enemy", "to": "enemy", "min": 2, "max": 3}
    assert verdict(".....", asked, ("enemy", 0, 0)) == (True, "no pair", ())
    assert verdict(".....", asked, ("enemy", 0, 0), ("enemy", 0, 2))[:2] == (True, "2..2")
    assert verdict(".....", asked, ("enemy", 0, 0), ("enemy", 0, 4))[:2] == (False, "4..4")
    assert verdict(".....", asked, ("enemy", 0, 1), ("enemy", 0, 1))[:2] == (False, "0..0")


def test_spacing() -> None:
    asked = {"kind": "spacing", "objects": ["enemy", "chest"], "min": 3}
    far = ("enemy", 0, 0), ("chest", 1, 2), ("key", 0, 1)
    assert verdict("...../.....", asked, *far) == (True, 3, ())
    near = ("enemy", 0, 0), ("chest", 1, 1), ("enemy", 1, 4)
    assert verdict("...../.....", asked, *near) == (False, 2, ((0, 0), (1, 1)))
    assert verdict(".....", asked, ("enemy", 0, 0)) == (True, "no pair", ())


def test_border() -> None:
    asked = {"kind": "border", "tags": ["solid"]}
    assert verdict("###/#.#/###", asked) == (True, 0, ())
    assert verdict("#.#/#.#/.##", asked) == (False, 2, ((0, 1), (2, 0)))
    assert verdict("##./##./##.", {**asked, "sides": ["N", "S", "W"]})[1] == 2
    assert verdict(".../#../#..", {**asked, "sides": ["W"]}) == (False, 1, ((0, 0),))
    assert verdict("..#/..#/..#", {**asked, "sides": ["E"]})[0]
    assert verdict("?#?/#.#/?#?", asked) == (True, 0, ())
    assert verdict("#", asked)[0]
    assert wanted("###/#.#/###", asked) == "0 of 8 border cells (N E S W) not solid"


def test_fixed() -> None:
    def fixed(**cell: Any) -> dict[str, Any]:
        return {"kind": "fixed", "cells": [{"row": 0, "col": 1, **cell}]}

    assert verdict(".+.", fixed(tags="walkable"))[0]
    assert verdict(".+.", fixed(tile="door"))[0]
    assert verdict(".+.", fixed(tile="wall")) == (False, 1, ((0, 1),))
    assert verdict("...", fixed(object="key"), ("key", 0, 1))[0]
    assert verdict("...", fixed(object="key"), ("key", 0, 0)) == (False, 1, ((0, 1),))
    assert verdict("...", fixed(object="key"), ("chest", 0, 1))[0] is False
    both = fixed(tags="solid", object="key")
    assert verdict("...", both, ("key", 0, 1))[0] is False
    assert verdict(".?.", fixed(tags="walkable")) == (False, 1, ())
    assert verdict(".", fixed(tags="walkable")) == (False, 1, ())
    many = {"kind": "fixed", "cells": [{"row": 0, "col": col, "tile": "wall"} for col in (0, 1)]}
    assert verdict(".#.", many) == (False, 1, ((0, 0),))


def test_max_run() -> None:
    asked = {"kind": "max_run", "tags": ["floor"], "length": 2}
    assert verdict("..#/..#/##.", asked) == (True, 2, ())
    assert verdict("#.../#:##", asked) == (False, 3, ((0, 1), (0, 2), (0, 3)))
    assert verdict("#.#/#.#/#.#", asked) == (False, 3, ((0, 1), (1, 1), (2, 1)))
    # Runs end with the line, and where there is no cell.
    assert verdict("#../..#", asked)[1] == 2
    assert verdict("..?..", asked)[1] == 2
    assert verdict("###", asked) == (True, 0, ())


def test_symmetry() -> None:
    across = {"kind": "symmetry", "axis": "vertical"}
    down = {"kind": "symmetry", "axis": "horizontal"}
    assert verdict("#.#/..+/+~+", across) == (False, 1, ((1, 0), (1, 2)))
    assert verdict("#.#/+~+", across)[0]
    assert verdict("#./~~/#.", down)[0]
    assert verdict("#./~~/.#", down) == (False, 2, ((0, 0), (0, 1), (2, 0), (2, 1)))
    # The floor of another kind is another tile.
    assert not verdict(".:", across)[0]
    assert verdict("?.", across) == (True, 0, ())
    assert verdict("#", across)[0]


def turned(**tile: Any) -> Tileset:
    pipe = {"id": "pipe", "glyph": "p", "color": "#000000", "rotations": 4, **tile}
    plain = {"id": "sand", "glyph": "s", "color": "#000000"}
    data = {"name": "turned", "tiles": [pipe, plain], "adjacency": {"default": "allow"}}
    return Tileset.model_validate(data)


@pytest.mark.parametrize(
    ("tile", "vertical", "horizontal"),
    [
        # An arrow to the north that has a left and a right wing of different kinds.
        (
            {"mirror": True},
            "pipe@m pipe@m270 pipe@m180 pipe@m90 pipe pipe@270 pipe@180 pipe@90 sand",
            "pipe@m180 pipe@m90 pipe@m pipe@m270 pipe@180 pipe@90 pipe pipe@270 sand",
        ),
        # A corner that joins north and east, and one that leads north only.
        (
            {"edges": ["a", "a", "b", "b"]},
            "pipe@270 pipe@180 pipe@90 pipe sand",
            "pipe@90 pipe pipe@270 pipe@180 sand",
        ),
        (
            {"edges": ["a", "b", "b", "b"]},
            "pipe pipe@270 pipe@180 pipe@90 sand",
            "pipe@180 pipe@90 pipe pipe@270 sand",
        ),
        ({"edges": ["a", "b", "a", "b"], "rotations": 2}, "pipe pipe@90 sand", None),
        ({"edges": ["a", "b", "a", "b"], "rotations": 1}, "pipe sand", None),
    ],
)
def test_mirror_images(tile: dict[str, Any], vertical: str, horizontal: str | None) -> None:
    tileset = turned(**tile)
    ids = tileset.ids
    for axis, names in (("vertical", vertical), ("horizontal", horizontal or vertical)):
        images = tileset.mirror_images(axis)  # type: ignore[arg-type]
        assert [ids[image] for image in images if image is not None] == names.split()
        assert all(images[image] == tile for tile, image in enumerate(images) if image is not None)


def test_symmetry_of_turned_tiles() -> None:
    corner = turned(edges=["a", "a", "b", "b"])
    asked = asks({"kind": "symmetry", "axis": "vertical"})
    # Corners open to the north-east and to the north-west; sand on the axis.
    assert judge(corner, asked, 1, 3, [0, 4, 3]).kept
    assert not judge(corner, asked, 1, 3, [0, 4, 0]).kept
    (places,) = judge(corner, asked, 1, 3, [0, 3, 3]).places.values()
    assert places == ((0, 1),)


@pytest.mark.parametrize("tile", [{}, {"edges": "a"}, {"edges": ["a", "b", "c", "d"]}])
def test_symmetry_without_a_known_mirror_image_is_refused(tile: dict[str, Any]) -> None:
    asked = asks({"kind": "symmetry", "axis": "vertical"})
    with pytest.raises(UnsupportedError, match="mirror"):
        judge(turned(**tile), asked, 1, 1, [0])


def test_unlike() -> None:
    asked = {"kind": "unlike", "tiles": [["wall", "floor", None, "door"]], "min": 0.6}
    assert verdict(".#.+", asked) == (True, 2, ())
    assert verdict("##.+", asked) == (False, 1, ((0, 0), (0, 3)))
    assert verdict("?.?+", asked) == (False, 1, ((0, 1), (0, 3)))
    assert wanted("#.#+", asked) == "at least 2 of 3 cells different (60 %)"
    with pytest.raises(RequestError, match="another size"):
        verdict("##", asked)
    with pytest.raises(RequestError, match="lava"):
        verdict("#", {**asked, "tiles": [["lava"]]})


def test_no_softlock_without_locks_is_refused_with_its_place() -> None:
    with pytest.raises(RequestError, match="no 'lock_and_key' is asked for") as caught:
        judged("...", [], asks({**FLOOR}, {"kind": "no_softlock"}))
    (problem,) = caught.value.problems
    assert problem.pointer == "/constraints/1"


@pytest.mark.parametrize(
    ("constraint", "pointer"),
    [
        ({"kind": "ratio", "tags": ["floor", "lava"]}, "/constraints/0/tags"),
        ({"kind": "count", "object": "dragon", "max": 1}, "/constraints/0/object"),
        ({"kind": "count", "tile": "walkable", "max": 1}, "/constraints/0/tile"),
        ({"kind": "path", "from": "start", "to": "lava"}, "/constraints/0/to"),
        (
            {"kind": "fixed", "cells": [{"row": 0, "col": 0, "tile": "solid"}]},
            "/constraints/0/cells/0/tile",
        ),
    ],
)
def test_names_the_tileset_does_not_have_are_refused(
    constraint: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(RequestError) as caught:
        judged("...", [], asks(constraint))
    assert [problem.pointer for problem in caught.value.problems] == [pointer]
    assert "'dungeon'" in str(caught.value)


def test_links_decide_what_is_connected() -> None:
    pipes = Tileset.model_validate(
        {
            "name": "pipes",
            "tiles": [
                {
                    "id": "pipe",
                    "glyph": "│─",
                    "color": "#000000",
                    "tags": ["pipe"],
                    "rotations": 2,
                    "edges": ["open", "none", "open", "none"],
                }
            ],
            "adjacency": {"default": "edges"},
            "links": ["open"],
        }
    )
    asked = asks({"kind": "connected", "tags": "pipe"})
    assert judged("──", [], asked, pipes).kept
    report = judged("││", [], asked, pipes)
    assert [promise.measured for promise in broken(report).values()] == [2]
    assert report.promises[0].kept


def test_a_board_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(LevelError, match="3 cells are given for a 2x2 board"):
        judge(DUNGEON, (), 2, 2, [0, 0, 0])


def test_promises_without_a_preset_are_the_tilesets_own() -> None:
    report = judged("#")
    assert [promise.constraint for promise in report.promises] == ["/adjacency", "/objects"]
    assert report.kept


@pytest.mark.parametrize("rows", ["#", ".", "?", "....", "./././."])
def test_tiny_boards_are_judged_by_every_kind(rows: str) -> None:
    every: list[dict[str, Any]] = [
        {**FLOOR},
        {"kind": "count", "object": "key", "min": 0},
        {"kind": "density", "object": "enemy", "per": "floor"},
        {"kind": "variety", "min": 1},
        {"kind": "connected", "allow_empty": True},
        PATH,
        {"kind": "distance", "from": "enemy", "to": "start", "min": 1},
        {"kind": "border", "tags": ["solid", "floor"]},
        {"kind": "fixed", "cells": [{"row": 0, "col": 0, "tags": ["solid", "floor"]}]},
        {"kind": "spacing", "objects": "enemy", "min": 2},
        {"kind": "max_run", "tags": "solid", "length": 1},
        {"kind": "symmetry", "axis": "vertical"},
    ]
    report = judged(rows, [], asks(*every))
    expected = {"/constraints/5"}
    if rows == "?":
        expected |= {"/constraints/3", "/constraints/8"}
    assert set(broken(report)) == expected


def test_paths_around_objects() -> None:
    asked = {"kind": "path", "from": "start", "to": "exit", "avoid": "enemy", "min_length": 1}
    ends = ("start", 0, 0), ("exit", 0, 2)
    assert verdict(".../...", asked, *ends)[1] == 2
    assert verdict(".../...", asked, *ends, ("enemy", 0, 1))[1] == 4
    shut = ("enemy", 0, 1), ("enemy", 1, 1)
    assert verdict(".../...", asked, *ends, *shut) == (False, "no path", ((0, 0), (0, 2)))
    # An end is no obstacle to its own path.
    assert verdict("...", {**asked, "avoid": ["exit"]}, *ends)[1] == 2
