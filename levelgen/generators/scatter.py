"""Objects on a board that was made without them, as far as its ground allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from levelgen.engine.rng import Rng
from levelgen.generators.base import placed
from levelgen.rules import Rules
from levelgen.schema.placed import PlacedObject
from levelgen.schema.request import Request

if TYPE_CHECKING:
    from levelgen.engine.plan import Plan


def scatter_objects(
    request: Request, rules: Rules, tiles: Sequence[int]
) -> tuple[PlacedObject, ...]:
    """Draw the number of each kind inside its windows and put the objects on fitting free cells.

    Ways and distances are not looked at. A kind whose window is empty on this ground, or that
    finds no room, is left out: the check then tells what is missing.
    """
    if not request.asks:
        return ()
    # Loading the planner takes longer than drawing a level, and only promises need it.
    from levelgen.engine.board import board
    from levelgen.engine.placement import Placement
    from levelgen.generators.planning import make_plan

    plan = make_plan(request, rules).plan
    topology = board(request.rows, request.cols)
    ground = _ground(rules, tiles)
    found: list[tuple[str, int]] = []
    for demand in plan.objects:
        taken = {cell for _, cell in found}
        pinned = tuple(
            (cell, kind)
            for cell, kind in plan.pinned_objects
            if kind == demand.kind and cell not in taken
        )
        alone = replace(plan, path=None, apart=(), objects=(demand,), pinned_objects=pinned)
        rng = Rng.stream(request.seed, "objects", demand.kind)
        placement = Placement(alone, topology, ground, rng)
        placement.stands[demand.kind] = [
            cell for cell in placement.stands[demand.kind] if cell not in taken
        ]
        found.extend(placement.place((-1, -1)) or ())
    return placed(found, request.cols)


def place_objects(
    request: Request, rules: Rules, plan: Plan, tiles: Sequence[int]
) -> tuple[PlacedObject, ...]:
    """Draw the objects with the ways and distances between them, as far as the ground allows."""
    if not (plan.path or plan.apart):
        return scatter_objects(request, rules, tiles)
    from levelgen.engine.board import board
    from levelgen.engine.placement import Placement

    topology = board(request.rows, request.cols, plan.periodic, plan.exists)
    rng = Rng.stream(request.seed, "objects")
    placement = Placement(plan, topology, _ground(rules, tiles), rng)
    return placed(placement.place((-1, -1)), request.cols)


def _ground(rules: Rules, tiles: Sequence[int]) -> list[int]:
    """Give the tiles, with a number that no bitset holds for cells that do not exist."""
    return [tile if tile >= 0 else rules.size for tile in tiles]
