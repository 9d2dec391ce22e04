"""Boards that are no plain rectangles: joined edges, missing cells, fillings, pins, weights."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levelgen
from levelgen.rules import compile_rules
from levelgen.schema.tileset import Tileset

PROVING = ["auto", "cpsat", "wfc"]
RING = [
    "..####..",
    ".######.",
    "###..###",
    "###..###",
    ".######.",
    "..####..",
]


@pytest.mark.parametrize("name", [*PROVING, "random"])
class TestEvery:
    def test_a_mask_leaves_cells_out(self, name: str) -> None:
        level = levelgen.generate("cave", mask=RING, seed=3, generator=name)
        assert level.tile_ids is not None
        for line, names in zip(RING, level.tile_ids, strict=True):
            assert [tile is not None for tile in names] == [letter == "#" for letter in line]
        assert next(promise for promise in level.promises if promise.kind == "mask").kept
        assert (level.status == "satisfied") or name == "random"
        assert levelgen.check(levelgen.Level.from_json(level.to_json())).promises == level.promises

    def test_a_boolean_array_is_a_mask_too(self, name: str) -> None:
        array = np.array([[letter == "#" for letter in line] for line in RING])
        one = levelgen.generate("cave", mask=array, seed=3, generator=name)
        two = levelgen.generate("cave", mask=RING, seed=3, generator=name)
        assert one.to_json() == two.to_json()

    def test_the_same_request_gives_the_same_bytes(self, name: str) -> None:
        water = np.linspace(0, 4, 8)[:, None] * np.ones((8, 9))
        one, two = (
            levelgen.generate(
                "dungeon",
                rows=8,
                cols=9,
                periodic="both",
                weights={"water": water},
                pins={(0, 0): "wall"},
                seed=5,
                generator=name,
            )
            for _ in range(2)
        )
        assert one.to_json() == two.to_json()
        assert levelgen.reproduce(levelgen.Level.from_json(one.to_json())).same


@pytest.mark.parametrize("name", PROVING)
class TestProving:
    @pytest.mark.parametrize("periodic", ["rows", "cols", "both"])
    def test_joined_edges_match(self, name: str, periodic: Any) -> None:
        level = levelgen.generate(
            "roads", rows=7, cols=6, periodic=periodic, seed=2, generator=name
        )
        assert level.status == "satisfied", level.reason
        assert level.tiles is not None
        allowed = compile_rules(level.tileset).allowed
        if periodic in ("rows", "both"):
            pairs = zip(level.tiles[-1], level.tiles[0], strict=True)
            assert all(allowed[2][above, below] for above, below in pairs)
        if periodic in ("cols", "both"):
            pairs = zip(level.tiles[:, -1], level.tiles[:, 0], strict=True)
            assert all(allowed[1][left, right] for left, right in pairs)

    def test_pins_and_bans_hold(self, name: str) -> None:
        level = levelgen.generate(
            "roads",
            seed=1,
            generator=name,
            pins={(0, 0): "corner@90", (5, 5): ["bridge", "cross"]},
            bans={(row, 3): "road" for row in range(12)},
        )
        assert level.status == "satisfied", level.reason
        assert level.tile_ids is not None
        assert level.tile_ids[0][0] == "corner@90"
        assert str(level.tile_ids[5][5]).split("@")[0] in ("bridge", "cross")
        roads = level.tileset.matching(["road"])
        assert level.tiles is not None
        assert not roads & set(level.tiles[:, 3].tolist())

    def test_a_filling_is_kept_and_the_rest_is_new(self, name: str) -> None:
        whole = levelgen.generate("island", rows=10, cols=10, seed=4)
        assert whole.tiles is not None
        part = whole.tiles.copy()
        part[3:7, 3:7] = -1
        level = levelgen.generate("island", fill=part, seed=9, generator=name)
        assert level.status == "satisfied", level.reason
        assert level.tiles is not None
        kept = part >= 0
        assert (level.tiles[kept] == part[kept]).all()
        fill = next(p for p in level.promises if p.constraint == "/fill")
        assert fill.kept

    def test_impossible_pins_are_proved(self, name: str) -> None:
        pins = {(0, 0): "deep", (0, 1): "mountain"}
        level = levelgen.generate("island", seed=1, generator=name, pins=pins)
        assert level.status == "infeasible"
        assert level.reason is not None
        assert "/adjacency" in level.reason.constraints
        assert any(place.startswith("/pins") for place in level.reason.constraints)

    def test_max_run_is_kept(self, name: str) -> None:
        preset = {"name": "p", "constraints": [{"kind": "max_run", "tags": "solid", "length": 2}]}
        for seed in range(3):
            level = levelgen.generate("dungeon", preset, seed=seed, generator=name)
            assert level.status == "satisfied", level.reason


def test_weights_shift_the_mixture() -> None:
    preset = {
        "name": "south",
        "constraints": [],
        "weights": [{"tags": "water", "towards": "S", "near": 8, "far": 0.1}],
    }
    north = south = 0
    for seed in range(20):
        level = levelgen.generate("dungeon", preset, seed=seed, generator="wfc")
        assert level.tiles is not None
        water = level.tiles == level.tileset.index["water"]
        north += int(water[:6].sum())
        south += int(water[6:].sum())
    assert south > 3 * north


def test_a_multiplier_of_zero_keeps_a_tile_away() -> None:
    field = np.ones((12, 12))
    field[:, :6] = 0
    level = levelgen.generate("dungeon", weights={"liquid": field}, seed=1, generator="wfc")
    assert level.tiles is not None
    assert not (level.tiles[:, :6] == level.tileset.index["water"]).any()


def test_regenerating_keeps_the_surroundings() -> None:
    old = levelgen.generate("dungeon", "medium", seed=3)
    new = levelgen.regenerate(old, (2, 3, 5, 6), seed=8)
    assert new.status == "satisfied", new.reason
    assert old.tiles is not None
    assert new.tiles is not None
    outside = np.ones((12, 12), dtype=bool)
    outside[2:7, 3:9] = False
    assert (old.tiles[outside] == new.tiles[outside]).all()
    assert (old.tiles != new.tiles).any()
    kept = [item for item in old.objects if outside[item.row, item.col]]
    assert [item for item in new.objects if outside[item.row, item.col]] == kept
    assert levelgen.reproduce(new).same


def test_whole_promises_on_a_torus_and_on_a_ring() -> None:
    for board in ({"periodic": "both"}, {"mask": RING, "set": {"path": 4}}):
        level = levelgen.generate("cave", "medium", seed=2, **board)  # type: ignore[arg-type]
        assert level.status == "satisfied", level.reason


@st.composite
def small_boards(draw: st.DrawFn) -> dict[str, Any]:
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    mask = draw(
        st.lists(st.text("#.", min_size=cols, max_size=cols), min_size=rows, max_size=rows).filter(
            lambda lines: any("#" in line for line in lines)
        )
    )
    rules = [
        {"tiles": [one], "direction": direction, "neighbours": [other]}
        for direction, one, other in product("ES", "abc", "abc")
        if draw(st.booleans())
    ]
    tileset = {
        "name": "drawn",
        "tiles": [{"id": name, "glyph": name, "color": "#000000"} for name in "abc"],
        "adjacency": {"allow": rules},
    }
    periodic = draw(st.sampled_from(["none", "rows", "cols", "both"]))
    return {"tileset": tileset, "mask": mask, "periodic": periodic}


@settings(max_examples=150)
@given(small_boards(), st.integers(0, 3))
def test_feasible_exactly_when_a_board_exists(given: dict[str, Any], seed: int) -> None:
    tileset = Tileset.read(given["tileset"], "drawn")
    mask = given["mask"]
    cells = [letter == "#" for line in mask for letter in line]
    boards = (
        [next(tiles) if exists else -1 for exists in cells]
        for choice in product(range(3), repeat=sum(cells))
        for tiles in [iter(choice)]
    )
    cols = len(mask[0])
    exists = any(
        levelgen.check_grid(
            [board[start : start + cols] for start in range(0, len(cells), cols)],
            tileset,
            periodic=given["periodic"],
        ).kept
        for board in boards
    )
    for name in PROVING:
        level = levelgen.generate(
            tileset, mask=mask, periodic=given["periodic"], seed=seed, generator=name
        )
        assert level.status == ("satisfied" if exists else "infeasible"), name


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"mask": ["..", ".."]}, "the mask leaves no cell at all"),
        ({"mask": ["##", "#"]}, "not a rectangle"),
        ({"mask": ["##"], "rows": 3, "cols": 3}, "the mask is 1x2, the board 3x3"),
        ({"periodic": "up"}, "'up' is not one of the choices"),
        ({"weights": {"lava": np.ones((12, 12))}}, "has no tag or tile 'lava'"),
        ({"weights": {"wall": np.ones((3, 3))}}, "the array does not fit the board"),
        ({"weights": {"wall": -np.ones((12, 12))}}, "a multiplier is out of range"),
        ({"weights": {"wall": "much"}}, "the values are not numbers"),
        ({"pins": {(0, 0): "lava"}}, "has no tag or tile 'lava'"),
        ({"pins": {(99, 0): "wall"}}, "is not on a 12x12 board"),
        ({"mask": ["#."], "pins": {(0, 1): "wall"}}, "does not exist in the mask"),
        ({"fill": [[99]]}, "99 is no tile of 'dungeon'"),
        ({"fill": [["lava"]]}, "has no tile 'lava'"),
        ({"fill": [[0, 0], [0]]}, "the row has 1 cells"),
    ],
)
def test_mistakes_are_told(given: dict[str, Any], message: str) -> None:
    with pytest.raises(levelgen.InputError) as caught:
        levelgen.generate("dungeon", **given)
    assert message in str(caught.value)


def test_a_region_off_the_board_is_told() -> None:
    level = levelgen.generate("cave", seed=1)
    for region in ((10, 10, 5, 5), (-1, 0, 2, 2), (0, 0, 0, 2)):
        with pytest.raises(levelgen.RequestError, match="region"):
            levelgen.regenerate(level, region)
