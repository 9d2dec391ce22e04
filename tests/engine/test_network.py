"""Networks: sides keep matching, one region comes out, and the amounts are met."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen import engine
from levelgen.engine.network.amounts import Target
from levelgen.engine.network.joining import join
from levelgen.engine.network.planner import targets, weave
from levelgen.engine.network.sockets import socket_of, sockets
from levelgen.engine.network.weave import Weave
from levelgen.engine.plan import Plan, Share
from levelgen.engine.rng import Rng
from levelgen.engine.task import Task
from levelgen.engine.topology import Topology
from levelgen.library import find_tileset
from levelgen.rules import Rules, compile_rules

ROADS = compile_rules(find_tileset("roads"))
ROAD, HOUSE = ROADS.bits(["road"]), ROADS.bits(["house"])
SIDES = ROADS.open_sides or ()
USUAL = ROADS.weights
"""What is usual on a board, near enough."""


def texture(topology: Topology, seed: int) -> list[int]:
    exists = bytes(cell in set(topology.existing) for cell in range(topology.cells))
    task = Task(
        rows=topology.rows,
        cols=topology.cols,
        exists=exists,
        periodic_rows=topology.periodic[0],
        periodic_cols=topology.periodic[1],
        state=Rng.stream(seed, "test").state,
    )
    return engine.compile(ROADS.weights, ROADS.masks).sample(task).tiles


def fits(rules: Rules, topology: Topology, tiles: list[int]) -> bool:
    return all(
        rules.masks[direction][tiles[cell]] >> tiles[other] & 1
        for cell in topology.existing
        for direction, other in topology.links[cell]
    )


def regions(topology: Topology, tiles: list[int]) -> int:
    """Count the regions of road, in the plainest words."""
    left = {cell for cell in topology.existing if ROAD >> tiles[cell] & 1}
    found = 0
    while left:
        found += 1
        queue = [left.pop()]
        for cell in queue:
            for direction, other in topology.links[cell]:
                open_here = SIDES[direction] >> tiles[cell] & 1
                if open_here and SIDES[direction ^ 2] >> tiles[other] & 1 and other in left:
                    left.remove(other)
                    queue.append(other)
    return found


def woven(topology: Topology, tiles: list[int], domains: list[int], seed: int) -> Weave:
    known = sockets(ROADS.weights, ROADS.masks, SIDES)
    assert known is not None
    rng = Rng.stream(seed, "weave")
    return Weave(known, ROADS.weights, topology, domains, list(tiles), ROAD, rng)


def test_sockets_are_what_the_edges_say() -> None:
    known = sockets(ROADS.weights, ROADS.masks, SIDES)
    assert known is not None
    assert [len(links) for links in known.links] == [1, 1]
    assert [len(closed) for closed in known.closed] == [2, 2]
    for tile in range(ROADS.size):
        assert known.fits[known.keys[tile]] >> tile & 1
        for direction in range(4):
            is_link = socket_of(known.keys[tile], direction) in known.links[direction & 1]
            assert is_link == bool(SIDES[direction] >> tile & 1)


def test_rules_beyond_sides_have_no_sockets() -> None:
    dungeon = compile_rules(find_tileset("dungeon"))
    every = (dungeon.every,) * 4
    assert sockets(dungeon.weights, dungeon.masks, every) is None


BOARDS = st.builds(
    lambda rows, cols, joined, holes: Topology(
        rows,
        cols,
        joined,
        bytes((number * holes) % 7 != 3 for number in range(rows * cols)) if holes else None,
    ),
    st.integers(1, 14),
    st.integers(2, 14),
    st.tuples(st.booleans(), st.booleans()),
    st.integers(0, 4),
)


@settings(max_examples=150)
@given(BOARDS, st.integers(0, 999))
def test_joining_leaves_a_valid_board_with_one_region(topology: Topology, seed: int) -> None:
    tiles = texture(topology, seed)
    if -1 in (tiles[cell] for cell in topology.existing):
        return
    work = woven(topology, tiles, [ROADS.every] * topology.cells, seed)
    left = join(work)
    assert fits(ROADS, topology, work.tiles)
    assert regions(topology, work.tiles) == left
    assert [tile < 0 for tile in work.tiles] == [tile < 0 for tile in tiles]


@settings(max_examples=60)
@given(st.integers(8, 20), st.integers(1, 12), st.integers(0, 999))
def test_amounts_are_met_while_the_network_stays_whole(size: int, houses: int, seed: int) -> None:
    topology = Topology(size, size, (False, False), None)
    shares = (Share(HOUSE, houses, houses), Share(ROAD, size * size // 3, size * size * 3 // 5))
    plan = Plan(size, size, (ROADS.every,) * topology.cells, connected=ROAD, shares=shares)
    rng = Rng.stream(seed, "test")
    tiles = texture(topology, seed)
    found = weave(ROADS, plan, SIDES, topology, tiles, targets(plan, rng), USUAL, rng)
    assert found is not None
    assert fits(ROADS, topology, found.tiles)
    counted = sum(HOUSE >> tile & 1 for tile in found.tiles)
    if found.whole:
        assert regions(topology, found.tiles) == 1
        assert counted == houses
        assert size * size // 3 <= sum(ROAD >> tile & 1 for tile in found.tiles)


def test_networks_have_no_more_crossings_than_textures() -> None:
    topology = Topology(14, 14, (False, False), None)
    shares = (Share(ROAD, 60, 130),)
    plan = Plan(14, 14, (ROADS.every,) * 196, connected=ROAD, shares=shares)
    crossing = [
        ROAD >> tile & 1 and sum(side >> tile & 1 for side in SIDES) > 2
        for tile in range(len(ROADS.weights))
    ]
    textures = [texture(topology, seed) for seed in range(40)]
    usual = [sum(tiles.count(tile) for tiles in textures) for tile in range(len(crossing))]
    made = [0] * len(crossing)
    for seed, tiles in enumerate(textures):
        rng = Rng.stream(seed, "test")
        found = weave(ROADS, plan, SIDES, topology, tiles, targets(plan, rng), usual, rng)
        assert found is not None
        assert fits(ROADS, topology, found.tiles)
        assert regions(topology, found.tiles) == 1 or not found.whole
        made = [a + found.tiles.count(tile) for tile, a in enumerate(made)]

    def share(counts: list[int]) -> float:
        paved = sum(number for tile, number in enumerate(counts) if ROAD >> tile & 1)
        return sum(n for n, many in zip(counts, crossing, strict=True) if many) / paved

    # Not all loops can be opened, but most.
    assert share(made) < 1.35 * share(usual)


def test_most_textures_can_be_made_networks() -> None:
    topology = Topology(16, 16, (False, False), None)
    shares = (Share(HOUSE, 5, 5), Share(ROAD, 77, 166))
    plan = Plan(16, 16, (ROADS.every,) * 256, connected=ROAD, shares=shares)
    done = 0
    for seed in range(30):
        rng = Rng.stream(seed, "test")
        tiles = texture(topology, seed)
        found = weave(ROADS, plan, SIDES, topology, tiles, targets(plan, rng), USUAL, rng)
        done += found is not None and found.whole
    assert done >= 28


def test_pinned_cells_stay() -> None:
    topology = Topology(10, 10, (False, False), None)
    tiles = texture(topology, 5)
    kept = [cell for cell in range(100) if cell % 3 == 0]
    domains = [1 << tiles[cell] if cell in kept else ROADS.every for cell in range(100)]
    work = woven(topology, tiles, domains, 5)
    join(work)
    assert fits(ROADS, topology, work.tiles)
    assert all(work.tiles[cell] == tiles[cell] for cell in kept)
    assert sum(one != two for one, two in zip(tiles, work.tiles, strict=True)) > 0


@pytest.mark.parametrize(("count", "miss"), [(4, 1), (5, 0), (7, 2)])
def test_an_exact_target_is_missed_by_what_it_is_off(count: int, miss: int) -> None:
    assert Target(Share(HOUSE, 5, 5), 5).miss(count) == miss
