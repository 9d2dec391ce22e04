"""The constructor's own last look at what it built."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.board import Board
from levelgen.engine.doors import broken_locks
from levelgen.engine.placement import bounds, settled, tallied
from levelgen.engine.plan import ObjectDemand, Plan
from levelgen.engine.regions import components, distances
from levelgen.engine.runs import too_long
from levelgen.engine.spacing import Spacing
from levelgen.engine.task import Rules


def broken(
    rules: Rules,
    plan: Plan,
    topology: Board,
    tiles: Sequence[int],
    objects: Sequence[tuple[str, int]],
) -> list[str]:
    """Name every promise of the plan that the board and its objects break.

    ``tiles`` has a number that no bitset holds where no cell exists.
    """
    faults = []
    cells = topology.existing
    if any(not plan.domains[cell] >> tiles[cell] & 1 for cell in topology.existing):
        faults.append("domains")
    if any(
        not rules.masks[direction][tiles[cell]] >> tiles[other] & 1
        for cell in topology.existing
        for direction, other in topology.links[cell]
        if direction in (1, 2)
    ):
        faults.append("adjacency")
    for connected in (plan.connected, *plan.others):
        inside = bytearray(connected >> tile & 1 for tile in tiles)
        regions = len(components(topology, inside))
        if connected and regions != 1 and (regions or connected not in plan.optional):
            faults.append("connected")
    for bits, most in plan.runs:
        held = bytearray(bits >> tile & 1 for tile in tiles)
        if any(held[cell] and too_long(topology, cell, most, held.__getitem__) for cell in cells):
            faults.append("run")
    for share in plan.shares:
        if not share.low <= sum(share.tiles >> tile & 1 for tile in tiles) <= share.high:
            faults.append("share")
    for region in plan.region_shares:
        inner = sum(region.tiles >> tiles[cell] & 1 for cell in region.cells)
        if not region.low <= inner <= region.high:
            faults.append("share")
    if plan.variety is not None:
        groups, minimum = plan.variety
        if sum(any(group >> tile & 1 for tile in tiles) for group in groups) < minimum:
            faults.append("variety")
    faults.extend(_broken_objects(plan, topology, tiles, objects))
    faults.extend(broken_locks(plan, topology, tiles, objects))
    return faults


def _broken_objects(
    plan: Plan, topology: Board, tiles: Sequence[int], objects: Sequence[tuple[str, int]]
) -> list[str]:
    faults = []
    counts = tallied(tiles)
    cells: dict[str, list[int]] = {demand.kind: [] for demand in plan.objects}
    for kind, cell in objects:
        cells.setdefault(kind, []).append(cell)
    if len({cell for _, cell in objects}) != len(objects):
        faults.append("one object per cell")
    if not {(kind, cell) for cell, kind in plan.pinned_objects} <= set(objects):
        faults.append("pinned objects")
    for demand in (settled(demand, tiles) for demand in plan.objects):
        low, high = bounds(demand, counts)
        number = len(cells[demand.kind])
        if not low <= number <= high or not _quotas_kept(demand, cells[demand.kind]):
            faults.append(f"count of {demand.kind}")
        if any(not demand.on >> tiles[cell] & 1 for cell in cells[demand.kind]):
            faults.append(f"place of {demand.kind}")
    spacing = Spacing(plan, topology)
    for kind, cell in objects:
        if not spacing.clear(kind, cell):
            faults.append("apart")
            break
        spacing.put(kind, cell)
    if plan.path is not None:
        starts = cells.get(plan.path.start_kind, [])
        exits = cells.get(plan.path.exit_kind, [])
        longest = topology.cells
        high = longest if plan.path.high is None else min(longest, plan.path.high)
        inside = bytearray(plan.path.through >> tile & 1 for tile in tiles)
        reached = -1
        if len(starts) == len(exits) == 1 and inside[starts[0]]:
            reached = distances(topology, inside, starts[0])[exits[0]]
        if not plan.path.low <= reached <= high:
            faults.append("path")
    return faults


def _quotas_kept(demand: ObjectDemand, cells: Sequence[int]) -> bool:
    for window in demand.windows:
        if window.cells is not None:
            number = len({*window.cells} & {*cells})
            if number < window.low or (window.high is not None and number > window.high):
                return False
    return True
