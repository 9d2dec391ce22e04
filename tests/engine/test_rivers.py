"""Rivers before tiling: which tiles make them, where they run, and on how many cells."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen.engine.network.bed import Bed
from levelgen.engine.network.laying import lay
from levelgen.engine.network.meander import meander
from levelgen.engine.network.rivers import River, planned, rivers
from levelgen.engine.network.shaping import shape
from levelgen.engine.network.sockets import sockets
from levelgen.engine.network.streams import Stream, streams
from levelgen.engine.plan import Plan, Share
from levelgen.engine.rng import Rng
from levelgen.engine.topology import Topology
from levelgen.library import find_tileset
from levelgen.rules import Rules, compile_rules
from levelgen.schema.tileset import Tileset

ROADS = compile_rules(find_tileset("roads"))
LIQUID, ROAD = ROADS.bits(["liquid"]), ROADS.bits(["road"])
PASSED = [sides for sides in range(16) if sides.bit_count() == 2]
ANY = 1 | sum(1 << sides for sides in PASSED)


def streams_of(rules: Rules) -> tuple[Stream, ...]:
    known = sockets(rules.weights, rules.masks, rules.open_sides or (rules.every,) * 4)
    return streams(known, rules.weights) if known else ()


def tiled(shapes: dict[str, Any]) -> Rules:
    """Make rules of tiles by their edges, turned all ways."""
    tiles = [
        {"id": name, "glyph": name[0], "color": "#000000", "edges": edges, "rotations": turns}
        for name, (edges, turns) in shapes.items()
    ]
    raw = {"name": "drawn", "tiles": tiles, "adjacency": {"default": "edges"}}
    return compile_rules(Tileset.read(raw, "drawn"))


LAND = {"land": ("n", 1)}
PIPE = {"pipe": (["p", "n", "p", "n"], 2)}
BEND = {"bend": (["p", "p", "n", "n"], 4)}


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ({}, 1),
        ({"cross": ("p", 1)}, 2),
        ({"end": (["p", "n", "n", "n"], 4)}, 0),
        ({"tee": (["p", "p", "p", "n"], 4)}, 0),
        ({"rail": (["r", "n", "r", "n"], 2), "curve": (["r", "r", "n", "n"], 4)}, 2),
        ({"rail": (["r", "n", "r", "n"], 1)}, 2),
        ({"spring": (["p", "r", "n", "n"], 4)}, 0),
    ],
    ids=[
        "bends",
        "crossings of rivers or of land",
        "ends",
        "forks",
        "two kinds",
        "one axis",
        "kinds that change",
    ],
)
def test_streams_are_what_no_tile_ends(more: dict[str, Any], found: int) -> None:
    assert len(streams_of(tiled(LAND | PIPE | BEND | more))) == found


def test_the_rivers_of_roads_are_streams_and_its_roads_are_not() -> None:
    (stream,) = streams_of(ROADS)
    assert stream.tiles == LIQUID
    assert not stream.links
    assert stream.passages(ROADS.every) == ANY
    assert stream.with_sides(0) == ROADS.every & ~LIQUID


def test_only_shares_of_stream_tiles_ask_for_rivers() -> None:
    known = sockets(ROADS.weights, ROADS.masks, ROADS.open_sides or ())
    assert known is not None
    bridge, house = ROADS.bits(["bridge"]), ROADS.bits(["house"])

    def asked(*shares: Share) -> tuple[River, ...]:
        return rivers(known, ROADS.weights, shares, [ROAD])

    assert not asked(Share(ROAD, 3, 9), Share(house, 1, 1), Share(LIQUID | house, 2, 5))
    (whole,) = asked(Share(LIQUID, 3, 9), Share(LIQUID, 5, 20), Share(bridge, 1, 2))
    assert (whole.low, whole.high, whole.parts) == (5, 9, (Share(bridge, 1, 2),))
    (part,) = asked(Share(bridge, 1, 2))
    assert (part.low, part.high) == (None, None)


BOARDS = st.builds(
    lambda rows, cols, joined, holes: Topology(
        rows,
        cols,
        joined,
        bytes((number * holes) % 11 != 3 for number in range(rows * cols)) if holes else None,
    ),
    st.integers(1, 14),
    st.integers(1, 14),
    st.tuples(st.booleans(), st.booleans()),
    st.integers(0, 4),
)


def matches(bed: Bed) -> bool:
    """Whether all touching sides show the same, only existing cells have sides, and none ends."""
    existing = set(bed.topology.existing)
    return all(
        bed.passages[cell] >> bed.sides[cell] & 1 if cell in existing else not bed.sides[cell]
        for cell in range(bed.topology.cells)
    ) and all(
        bed.sides[cell] >> direction & 1 == bed.sides[other] >> (direction ^ 2) & 1
        for cell in existing
        for direction, other in bed.topology.links[cell]
    )


def systems(bed: Bed) -> int:
    """Count the streams, in the plainest words."""
    label = {cell: cell for cell in bed.topology.existing if bed.sides[cell]}
    for _ in label:
        for cell in label:
            for direction, other in bed.topology.links[cell]:
                if bed.sides[cell] >> direction & 1:
                    label[cell] = label[other] = min(label[cell], label[other])
    return len(set(label.values()))


def laid(topology: Topology, wanted: int, seed: int, **more: Any) -> tuple[Bed, bool]:
    passages = more.pop("passages", None) or [ANY] * topology.cells
    bed = Bed(topology, passages)
    return bed, lay(bed, wanted, single=more.get("single", False), rng=Rng.stream(seed, "bed"))


@settings(max_examples=100, deadline=None)
@given(BOARDS, st.integers(0, 60), st.booleans(), st.integers(0, 999))
def test_streams_never_end_on_any_board(
    topology: Topology, wanted: int, single: bool, seed: int
) -> None:
    bed, done = laid(topology, wanted, seed, single=single)
    assert matches(bed)
    assert bed.count == sum(map(bool, bed.sides))
    if done and single:
        assert systems(bed) <= 1


@settings(max_examples=80, deadline=None)
@given(st.integers(4, 20), st.integers(4, 20), st.integers(0, 999), st.data())
def test_every_number_of_cells_can_be_laid_on_an_open_board(
    rows: int, cols: int, seed: int, data: st.DataObject
) -> None:
    wanted = data.draw(st.integers(0, rows * cols // 4))
    topology = Topology(rows, cols, (False, False), None)
    numbers = {laid(topology, wanted, 10 * seed + turn)[0].count for turn in range(3)}
    assert wanted in numbers


@settings(max_examples=80, deadline=None)
@given(BOARDS, st.lists(st.integers(0, 195), max_size=3), st.integers(0, 999))
def test_cells_that_must_have_a_stream_get_one(
    topology: Topology, pins: list[int], seed: int
) -> None:
    there = set(topology.existing)
    forced = {pin % topology.cells for pin in pins} & there
    passages = [ANY & ~1 if cell in forced else ANY for cell in range(topology.cells)]
    bed, done = laid(topology, 20, seed, passages=passages)
    if done:
        assert matches(bed)
        assert all(bed.sides[cell] for cell in forced)


@settings(max_examples=60, deadline=None)
@given(st.integers(6, 16), st.integers(-6, 12), st.integers(0, 999))
def test_bends_change_the_length_but_not_the_number_of_streams(
    size: int, change: int, seed: int
) -> None:
    topology = Topology(size, size, (False, False), None)
    bed, _ = laid(topology, 2 * size, seed)
    before = systems(bed), len(bed.ends())
    meander(bed, max(1, bed.count + change), Rng.stream(seed, "more"))
    assert matches(bed)
    assert systems(bed) == before[0]
    assert len(bed.ends()) <= 2 * before[0]


@settings(max_examples=40, deadline=None)
@given(st.integers(6, 16), st.integers(4, 20), st.integers(0, 999))
def test_corners_move_until_the_number_of_bends_is_met(size: int, bends: int, seed: int) -> None:
    topology = Topology(size, size, (False, False), None)
    bed, _ = laid(topology, 2 * size, seed)
    number = systems(bed)
    window = (size, 3 * size)

    def is_bend(_: int, sides: int) -> list[tuple[int, int]]:
        return [(int(sides not in (0, 5, 10)),) * 2]

    met = shape(bed, window, [(bends, bends + 1)], is_bend, Rng.stream(seed, "more"))
    assert matches(bed)
    assert systems(bed) == number
    assert window[0] <= bed.count <= window[1]
    if met:
        assert bends <= sum(sides not in (0, 5, 10) for sides in bed.sides) <= bends + 1


def test_where_no_stream_may_come_in_it_runs_in_rings() -> None:
    size = 12
    topology = Topology(size, size, (False, False), None)
    inner = [0 < cell // size < size - 1 and 0 < cell % size < size - 1 for cell in range(144)]
    for seed in range(10):
        bed, _ = laid(topology, 24, seed, passages=[ANY if one else 1 for one in inner])
        assert matches(bed)
        assert bed.count == 24
        assert not bed.ends()


def plan_of(size: int, *shares: Share) -> Plan:
    return Plan(size, size, (ROADS.every,) * size**2, connected=ROAD, shares=shares)


def test_planned_domains_hold_the_wanted_rivers_and_no_others() -> None:
    known = sockets(ROADS.weights, ROADS.masks, ROADS.open_sides or ())
    assert known is not None
    bridge = ROADS.bits(["bridge"])
    plan = plan_of(16, Share(LIQUID, 30, 50), Share(bridge, 3, 3))
    asked = rivers(known, ROADS.weights, plan.shares, [ROAD])
    topology = Topology(16, 16, (False, False), None)
    numbers = set()
    for seed in range(20):
        rng = Rng.stream(seed, "test")
        domains = planned(asked, plan, ROADS.masks, topology, ROADS.weights, rng, 0)
        assert domains is not None
        wet = [domain for domain in domains if domain & LIQUID]
        assert not any(domain & ~LIQUID for domain in wet)
        assert 30 <= len(wet) <= 50
        assert sum(not domain & ~bridge for domain in wet) == 3
        assert sum(bool(domain & bridge) for domain in wet) == 3
        numbers.add(len(wet))
    assert len(numbers) > 8


def test_a_window_without_a_number_is_not_planned() -> None:
    known = sockets(ROADS.weights, ROADS.masks, ROADS.open_sides or ())
    assert known is not None
    plan = plan_of(6, Share(LIQUID, 10, 20), Share(LIQUID, 2, 8))
    asked = rivers(known, ROADS.weights, plan.shares, [])
    topology = Topology(6, 6, (False, False), None)
    assert (
        planned(asked, plan, ROADS.masks, topology, ROADS.weights, Rng.stream(1, "test"), 0) is None
    )
