"""Chooses the open cells that do not count toward a share, where their number is asked as well.

Doors are an example: the floor has a share, and so have they, while both are walkable.
"""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.board import Board
from levelgen.engine.claims import Ground
from levelgen.engine.entropy import members
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
    rng: Rng,
) -> bool:
    """Let exactly ``ground.rest`` of the open cells not count; False if no more of them fit.

    A cell fits where it has a tile beside which every neighbour keeps one. Those that have to come
    first, then those of the texture. The path's ends always count.
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
    missing = ground.rest
    for cells in ranks:
        rng.shuffle(cells)
        for cell in cells:
            if missing and _fits(rules, topology, cell, domains[cell] & rest, left):
                structure.uncount(cell)
                missing -= 1
    return not missing


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
