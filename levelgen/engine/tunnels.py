"""Joins regions by tunnels of random cost."""

from __future__ import annotations

from levelgen.engine.board import Board
from levelgen.engine.regions import UNREACHED
from levelgen.engine.rng import Rng

_HIGHEST_COST = 8


def tunnel(
    topology: Board, inside: bytearray, may_open: bytearray, groups: list[list[int]], rng: Rng
) -> list[list[int]]:
    """Join regions of open cells until one is left, or the others are walled in.

    ``groups`` are the regions. Every cell that ``may_open`` has a random cost; the tunnels are a
    minimum spanning tree of the regions, found in one pass: every cell goes to its nearest region,
    and the cheapest tunnels run through pairs of cells of different regions (Mehlhorn, "A faster
    approximation algorithm for the Steiner problem in graphs", 1988).
    Opens the cells in ``inside``; gives the cells of every tunnel dug. ``groups`` holds the
    regions that are left.
    """
    if len(groups) < 2:
        return []
    label, parent, best = _claimed(topology, inside, may_open, groups, rng)
    leaders = list(range(len(groups)))
    remaining = len(groups)
    dug = []
    for bucket in _meetings(topology, label, best):
        if remaining == 1:
            break
        # Tunnels of equal cost: none may profit from its place on the board.
        rng.shuffle(bucket)
        for cell, other in bucket:
            one, two = _leader(leaders, label[cell]), _leader(leaders, label[other])
            if one == two:
                continue
            leaders[max(one, two)] = min(one, two)
            remaining -= 1
            way = []
            for end in (cell, other):
                step = end
                while step >= 0 and not inside[step]:
                    inside[step] = 1
                    way.append(step)
                    step = parent[step]
            groups[one] += way
            dug.append(way)
    for index in range(len(groups) - 1, -1, -1):
        leader = _leader(leaders, index)
        if leader != index:
            groups[leader] += groups[index]
            groups[index] = []
    groups[:] = [group for group in groups if group]
    return dug


def _claimed(
    topology: Board, inside: bytearray, may_open: bytearray, groups: list[list[int]], rng: Rng
) -> tuple[list[int], list[int], list[int]]:
    """Give every cell its nearest region, the next cell on the way there, and the cost.

    Dijkstra's search from all regions at once, over buckets of equal cost (Dial, 1969).
    """
    costs = [1 + rng.below(_HIGHEST_COST) for _ in range(topology.cells)]
    label = [-1] * topology.cells
    parent = [-1] * topology.cells
    best = [UNREACHED] * topology.cells
    buckets: list[list[int]] = [[] for _ in range(_HIGHEST_COST + 1)]
    for index, group in enumerate(groups):
        for cell in group:
            label[cell] = index
            best[cell] = 0
            buckets[0].append(cell)
    cost = 0
    waiting = len(buckets[0])
    while waiting:
        bucket = buckets[cost % len(buckets)]
        for cell in bucket:
            if best[cell] != cost:
                continue
            for other in topology.near[cell]:
                if inside[other] or not may_open[other]:
                    continue
                total = cost + costs[other]
                if total < best[other]:
                    best[other] = total
                    label[other] = label[cell]
                    parent[other] = cell
                    buckets[total % len(buckets)].append(other)
                    waiting += 1
        waiting -= len(bucket)
        bucket.clear()
        cost += 1
    return label, parent, best


def _meetings(topology: Board, label: list[int], best: list[int]) -> list[list[tuple[int, int]]]:
    """List the pairs of neighbours of different regions by the cost of a tunnel through them."""
    found: list[list[tuple[int, int]]] = []
    for cell in topology.existing:
        for direction in (1, 2):
            other = topology.neighbours[cell][direction]
            if other < 0 or label[cell] < 0 or label[other] < 0 or label[cell] == label[other]:
                continue
            cost = best[cell] + best[other]
            while len(found) <= cost:
                found.append([])
            found[cost].append((cell, other))
    return found


def _leader(leaders: list[int], index: int) -> int:
    while leaders[index] != index:
        leaders[index] = leaders[leaders[index]]
        index = leaders[index]
    return index
