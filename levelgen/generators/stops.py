"""Paths one after the other: from a start over stops to an exit, planned as one long path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from levelgen.engine.plan import PathDemand
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

    On such a way, as short as it can be, a stop that a path is to avoid may only stand further on;
    objects of other kinds move aside.
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
        if passed & {*path.blockers}:
            return []
    return order if len(order) == len(paths) else []


def avoided(order: Sequence[Path]) -> tuple[str, ...]:
    """List the kinds that have to keep off the way of a chain: stops do so by themselves."""
    kinds = {kind for path in order for kind in (path.from_, path.to)}
    found = dict.fromkeys(kind for path in order for kind in path.blockers)
    return tuple(kind for kind in found if kind not in kinds)


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
