"""Paths one after the other: from a start over stops to an exit, planned as one long path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from levelgen.engine.board import board
from levelgen.engine.plan import PathDemand, Plan
from levelgen.engine.regions import distances
from levelgen.engine.rng import Rng
from levelgen.rules import Rules
from levelgen.schema.constraints import Path
from levelgen.schema.request import Request


@dataclass(frozen=True)
class Leg:
    """A part of the way: ``low`` .. ``high`` moves to the next stop, or to the exit."""

    to: str
    low: int
    high: int | None


def chained(paths: Sequence[Path], request: Request) -> list[Path]:
    """Order paths so that each starts where the one before ends; empty when they do not.

    On such a way, as short as it can be, the object that a path is to avoid may only stand
    further on.
    """
    starts = {path.from_: path for path in paths}
    goals = {path.to for path in paths}
    first = [path for path in paths if path.from_ not in goals]
    kinds = {*starts, *goals}
    if len(starts) < len(paths) or len(goals) < len(paths) or len(first) != 1:
        return []
    if not kinds <= request.tileset.objects.keys() or len({path.through for path in paths}) > 1:
        return []
    order = first
    while (following := starts.get(order[-1].to)) is not None:
        order.append(following)
    passed: set[str] = set()
    for path in order:
        passed |= {path.from_, path.to}
        if (len(paths) == 1 and path.blockers) or not {*path.blockers} <= kinds - passed:
            return []
    return order if len(order) == len(paths) else []


def legs_of(order: Sequence[Path], request: Request) -> tuple[Leg, ...]:
    """Give the moves of each path of a chain; two objects are never on one cell."""
    found = []
    for path in order:
        low, high = path.bounds(request.rows, request.cols)
        found.append(Leg(path.to, max(low, 1), high))
    return tuple(found)


def whole_way(order: Sequence[Path], legs: Sequence[Leg], rules: Rules) -> PathDemand:
    """Ask for a path as long as all legs together, from the first start to the last exit."""
    highs = [leg.high for leg in legs]
    most = None if None in highs else sum(high for high in highs if high is not None)
    through = rules.bits(order[0].through)
    return PathDemand(order[0].from_, order[-1].to, through, sum(leg.low for leg in legs), most)


def place_stops(
    plan: Plan,
    legs: Sequence[Leg],
    on: dict[str, int],
    tiles: Sequence[int],
    objects: Sequence[tuple[str, int]],
    rng: Rng,
) -> list[tuple[str, int]] | None:
    """Place the stops on a shortest path between start and exit, which stand already.

    ``on`` are the tiles that each kind may stand on. An object in the way moves to another cell.
    None where the path is too short or too long, or an object cannot move.
    """
    assert plan.path is not None
    way = _way(plan, tiles, objects, rng)
    if way is None:
        return None
    found = list(objects)
    at = 0
    for index, leg in enumerate(legs[:-1]):
        rest = legs[index + 1 :]
        left = len(way) - 1 - at
        most = left if any(part.high is None for part in rest) else sum(p.high or 0 for p in rest)
        low = max(leg.low, left - most)
        high = left - sum(part.low for part in rest)
        high = high if leg.high is None else min(high, leg.high)
        fits = [
            at + step for step in range(low, high + 1) if on[leg.to] >> tiles[way[at + step]] & 1
        ]
        if not fits:
            return None
        at = rng.choice(fits)
        taken = {cell: number for number, (_, cell) in enumerate(found)}
        if way[at] in taken:
            kind = found[taken[way[at]]][0]
            pinned = (way[at], kind) in plan.pinned_objects
            free = [
                cell
                for cell, tile in enumerate(tiles)
                if cell not in taken and cell not in way and tile >= 0 and on[kind] >> tile & 1
            ]
            if pinned or not free:
                return None
            found[taken[way[at]]] = (kind, rng.choice(free))
        found.append((leg.to, way[at]))
    return sorted(found)


def _way(
    plan: Plan, tiles: Sequence[int], objects: Sequence[tuple[str, int]], rng: Rng
) -> list[int] | None:
    """Draw a shortest path from the start to the exit, both ends included."""
    assert plan.path is not None
    place = dict(objects)
    start, goal = place.get(plan.path.start_kind), place.get(plan.path.exit_kind)
    if start is None or goal is None:
        return None
    topology = board(plan.rows, plan.cols, plan.periodic, plan.exists)
    inside = bytearray(tile >= 0 and plan.path.through >> tile & 1 for tile in tiles)
    moves = distances(topology, inside, goal)
    if not plan.path.low <= moves[start] < topology.cells:
        return None
    way = [start]
    while moves[way[-1]]:
        closer = moves[way[-1]] - 1
        way.append(rng.choice([cell for cell in topology.near[way[-1]] if moves[cell] == closer]))
    return way
