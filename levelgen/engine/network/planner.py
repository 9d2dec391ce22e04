"""Plans a network on a sampled texture: one region first, then the amounts, then the objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from levelgen.engine.board import Board
from levelgen.engine.network.amounts import Amounts, Target
from levelgen.engine.network.joining import join
from levelgen.engine.network.sockets import sockets
from levelgen.engine.network.weave import Weave
from levelgen.engine.placement import Placement
from levelgen.engine.plan import Plan, Share
from levelgen.engine.rng import Rng
from levelgen.engine.task import Rules
from levelgen.engine.topology import Topology


@dataclass(frozen=True, slots=True)
class Woven:
    """A board whose sides match. ``whole``: its network is one region and all shares are kept."""

    tiles: list[int]
    whole: bool
    counters: dict[str, int] = field(default_factory=dict)


def targets(plan: Plan, rng: Rng) -> list[Target]:
    """Draw a number for every share, uniform in what its window and the domains leave."""
    found = []
    for share in plan.shares:
        possible = sum(bool(domain & share.tiles) for domain in plan.domains)
        forced = sum(bool(domain) and not domain & ~share.tiles for domain in plan.domains)
        low, high = max(share.low, forced), min(share.high, possible)
        number = rng.between(low, high) if low <= high else share.low
        found.append(Target(Share(share.tiles, share.low, share.high), number))
    return found


def ground_of(plan: Plan) -> int:
    """Give the bitset of the tiles that a plan wants to be one network; 0 where it wants none."""
    return plan.connected or (plan.path.through if plan.path else 0)


def weave(
    rules: Rules,
    plan: Plan,
    sides: tuple[int, ...],
    topology: Topology,
    tiles: Sequence[int],
    wanted: Sequence[Target],
    usual: Sequence[int],
    rng: Rng,
) -> Woven | None:
    """Turn a texture into one network with the wanted amounts, changing as little as it can.

    ``tiles`` must obey the adjacency, -1 where no cell exists; ``sides[d]`` is the bitset of tiles
    through whose side d one can walk. Small regions are joined to others by cheapest ways, then
    single links are opened and closed. ``usual``: the cells of each tile in boards of which nothing
    is asked. None for rules that say more than that sides match.
    """
    known = sockets(rules.weights, rules.masks, sides)
    if known is None:
        return None
    ground = ground_of(plan)
    woven = Weave(known, rules.weights, topology, plan.domains, list(tiles), ground, rng)
    before = list(woven.tiles)
    left = join(woven)
    joined = left == 1 or not ground
    amounts = Amounts(woven, wanted)
    if joined:
        amounts.settle()
    if joined and ground:
        amounts.thin(usual)
    kept = all(
        target.share.low <= count <= target.share.high
        for target, count in zip(wanted, amounts.counts, strict=True)
    )
    changed = sum(one != two for one, two in zip(before, woven.tiles, strict=True))
    counters = {"regions_left": left, "links_changed": amounts.moves, "cells_changed": changed}
    return Woven(woven.tiles, joined and kept, counters)


class Along(Board):
    """A board on which one moves along the links of finished tiles."""

    __slots__ = ()

    def __init__(
        self, topology: Topology, tiles: Sequence[int], sides: tuple[int, ...] | None
    ) -> None:
        super().__init__(topology.rows, topology.cols, (False, False), None)
        self.near = tuple(
            tuple(
                other
                for direction, other in around
                if sides is None
                or (
                    sides[direction] >> tiles[cell] & 1 and sides[direction ^ 2] >> tiles[other] & 1
                )
            )
            for cell, around in enumerate(topology.links)
        )


def place(
    rules: Rules,
    plan: Plan,
    sides: tuple[int, ...] | None,
    topology: Topology,
    tiles: Sequence[int],
    rng: Rng,
) -> list[tuple[str, int]]:
    """Place the objects of a plan on finished tiles, the ends of a path by the way along links.

    Without ``sides`` one walks from any cell to its neighbours.
    """
    if not plan.objects:
        return []
    # A number that no bitset holds stands for cells that do not exist.
    there = [tile if tile >= 0 else len(rules.weights) for tile in tiles]
    return Placement(plan, Along(topology, tiles, sides), there, rng).place((-1, -1))
