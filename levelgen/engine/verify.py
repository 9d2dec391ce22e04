"""The constructor's own last look at what it built."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from levelgen.engine.board import Board
from levelgen.engine.placement import bounds, too_near_or_far
from levelgen.engine.plan import Plan
from levelgen.engine.regions import components, distances
from levelgen.engine.task import Rules


def broken(
    rules: Rules,
    plan: Plan,
    topology: Board,
    tiles: Sequence[int],
    objects: Sequence[tuple[str, int]],
) -> list[str]:
    """Name every promise of the plan that the board and its objects break."""
    if any(tile < 0 for tile in tiles):
        return ["tiles"]
    faults = []
    if any(not domain >> tile & 1 for domain, tile in zip(plan.domains, tiles, strict=True)):
        faults.append("domains")
    if any(
        not rules.masks[direction][tiles[cell]] >> tiles[other] & 1
        for cell in range(topology.cells)
        for direction, other in topology.links[cell]
        if direction in (1, 2)
    ):
        faults.append("adjacency")
    if plan.connected:
        inside = bytearray(plan.connected >> tile & 1 for tile in tiles)
        if len(components(topology, inside)) != 1:
            faults.append("connected")
    for share in plan.shares:
        if not share.low <= sum(share.tiles >> tile & 1 for tile in tiles) <= share.high:
            faults.append("share")
    if plan.variety is not None:
        groups, minimum = plan.variety
        if sum(any(group >> tile & 1 for tile in tiles) for group in groups) < minimum:
            faults.append("variety")
    faults.extend(_broken_objects(plan, topology, tiles, objects))
    return faults


def _broken_objects(
    plan: Plan, topology: Board, tiles: Sequence[int], objects: Sequence[tuple[str, int]]
) -> list[str]:
    faults = []
    cells: dict[str, list[int]] = {demand.kind: [] for demand in plan.objects}
    for kind, cell in objects:
        cells.setdefault(kind, []).append(cell)
    if len({cell for _, cell in objects}) != len(objects):
        faults.append("one object per cell")
    if any((kind, cell) not in objects for cell, kind in plan.pinned_objects):
        faults.append("pinned objects")
    for demand in plan.objects:
        low, high = bounds(demand, tiles)
        if not low <= len(cells[demand.kind]) <= high:
            faults.append(f"count of {demand.kind}")
        if any(not demand.on >> tiles[cell] & 1 for cell in cells[demand.kind]):
            faults.append(f"place of {demand.kind}")
    if any(
        too_near_or_far(plan, topology, kind, cell, other, at)
        for (kind, cell), (other, at) in combinations(objects, 2)
    ):
        faults.append("apart")
    if plan.path is not None:
        starts = cells.get(plan.path.start_kind, [])
        exits = cells.get(plan.path.exit_kind, [])
        high = topology.cells if plan.path.high is None else plan.path.high
        inside = bytearray(plan.path.through >> tile & 1 for tile in tiles)
        reached = -1
        if len(starts) == len(exits) == 1 and inside[starts[0]]:
            reached = distances(topology, inside, starts[0])[exits[0]]
        if not plan.path.low <= reached <= high:
            faults.append("path")
    return faults
