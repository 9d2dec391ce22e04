"""Chooses the open cells that do not count toward a share, where their number is asked as well.

Doors are an example: the floor has a share, and so have they, while both are walkable.
"""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.board import Board
from levelgen.engine.claims import Ground
from levelgen.engine.entropy import members
from levelgen.engine.plan import RegionShare
from levelgen.engine.regions import is_simple
from levelgen.engine.rng import Rng
from levelgen.engine.structure import Structure
from levelgen.engine.task import Rules


def leave_out(
    rules: Rules,
    topology: Board,
    domains: Sequence[int],
    drawn: Sequence[int],
    structure: Structure,
    ground: Ground,
    parts: Sequence[RegionShare],
    rng: Rng,
    whole: bool,
) -> bool:
    """Let exactly ``ground.rest`` of the open cells not count; False if that does not work out.

    A cell fits where it has a tile beside which every neighbour keeps one. Those that have to come
    first, then those of the texture. The path's ends always count. Each of the ``parts`` gets what
    it needs before the others get more. ``whole``: those that count stay one region.
    """
    rest = ground.tiles & ~ground.counted
    left = [domain & ~ground.tiles for domain in domains]
    ranks: tuple[list[int], list[int], list[int]] = ([], [], [])
    for cell in topology.existing:
        if structure.inside[cell]:
            forced = not domains[cell] & ground.counted
            left[cell] = domains[cell] & (rest if forced else ground.counted)
            if forced or cell not in (structure.start, structure.exit):
                ranks[0 if forced else 1 if rest >> drawn[cell] & 1 else 2].append(cell)
    quotas = [_Quota(part, topology.cells) for part in parts]
    chosen = 0

    def choose(cell: int, *, forced: bool = False) -> None:
        nonlocal chosen
        if not structure.counted[cell] or not (forced or all(q.takes(cell) for q in quotas)):
            return
        if whole and not forced and not is_simple(topology, structure.counted, cell):
            return
        if _fits(rules, topology, cell, domains[cell] & rest, left) or forced:
            structure.uncount(cell)
            chosen += 1
            for quota in quotas:
                quota.number += quota.inside[cell]

    for cells in ranks:
        rng.shuffle(cells)
    for cell in ranks[0]:
        choose(cell, forced=True)
    for quota in quotas:
        for cell in (*ranks[1], *ranks[2]):
            if quota.inside[cell] and quota.number < quota.low and chosen < ground.rest:
                choose(cell)
    for cell in (*ranks[1], *ranks[2]):
        if chosen < ground.rest:
            choose(cell)
    return chosen == ground.rest and all(quota.number >= quota.low for quota in quotas)


class _Quota:
    """How many of the cells of a part are chosen."""

    def __init__(self, part: RegionShare, cells: int) -> None:
        self.low = part.low
        self.high = part.high
        self.number = 0
        self.inside = bytearray(cells)
        for cell in part.cells:
            self.inside[cell] = 1

    def takes(self, cell: int) -> bool:
        return not self.inside[cell] or self.number < self.high


def _fits(rules: Rules, topology: Board, cell: int, domain: int, left: list[int]) -> bool:
    """Give a cell the tiles of a domain that fit what is ``left`` around it, if there are any."""
    links = topology.links[cell]
    fits = [
        tile
        for tile in members(domain)
        if all(left[other] & rules.masks[direction][tile] for direction, other in links)
    ]
    if not fits:
        return False
    left[cell] = sum(1 << tile for tile in fits)
    for direction, other in links:
        beside = 0
        for tile in fits:
            beside |= rules.masks[direction][tile]
        left[other] &= beside
    return True
