"""Objects on a board that was made without them, as far as its ground allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from levelgen.engine.board import board
from levelgen.engine.placement import Placement
from levelgen.engine.rng import Rng
from levelgen.generators.base import placed
from levelgen.generators.planning import make_plan
from levelgen.rules import Rules
from levelgen.schema.placed import PlacedObject
from levelgen.schema.request import Request


def scatter_objects(
    request: Request, rules: Rules, tiles: Sequence[int]
) -> tuple[PlacedObject, ...]:
    """Draw the number of each kind inside its windows and put the objects on fitting free cells.

    Ways and distances are not looked at. A kind whose window is empty on this ground, or that
    finds no room, is left out: the check then tells what is missing.
    """
    plan = make_plan(request, rules).plan
    topology = board(request.rows, request.cols)
    # A number that no bitset holds stands for cells that do not exist.
    tiles = [tile if tile >= 0 else rules.size for tile in tiles]
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
        placement = Placement(alone, topology, tiles, rng)
        placement.stands[demand.kind] = [
            cell for cell in placement.stands[demand.kind] if cell not in taken
        ]
        found.extend(placement.place((-1, -1)) or ())
    return placed(found, request.cols)
