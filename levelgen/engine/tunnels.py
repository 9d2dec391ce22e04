"""Joins regions by tunnels of random cost."""

from __future__ import annotations

from collections import deque
from heapq import heapify, heappop, heappush

from levelgen.engine.board import Board
from levelgen.engine.regions import UNREACHED
from levelgen.engine.rng import Rng

_HIGHEST_COST = 8


def tunnel(
    topology: Board, inside: bytearray, may_open: bytearray, groups: list[list[int]], rng: Rng
) -> list[list[int]]:
    """Join regions of open cells until one is left, or the others are walled in.

    ``groups`` are the regions; each in turn digs the cheapest way to its nearest neighbour
    (Boruvka's order, Dijkstra's search, a random cost per cell) over cells that ``may_open``.
    Opens the cells in ``inside``; gives the cells of every tunnel dug. ``groups`` holds the
    regions that are left.
    """
    costs = [1 + rng.below(_HIGHEST_COST) for _ in range(topology.cells)]
    label = [-1] * topology.cells
    for index, group in enumerate(groups):
        for cell in group:
            label[cell] = index
    queue = deque(range(len(groups)))
    remaining = len(groups)
    dug = []
    while queue and remaining > 1:
        index = queue.popleft()
        if not groups[index]:
            continue
        way, reached = _dig(topology, inside, may_open, groups[index], label, costs)
        if reached < 0:
            continue
        for cell in way:
            inside[cell] = 1
        dug.append(way)
        remaining -= 1
        other = label[reached]
        if len(groups[index]) < len(groups[other]):
            index, other = other, index
        for cell in (*way, *groups[other]):
            label[cell] = index
        groups[index] += way
        groups[index] += groups[other]
        groups[other] = []
        queue.append(index)
    groups[:] = [group for group in groups if group]
    return dug


def _dig(
    topology: Board,
    inside: bytearray,
    may_open: bytearray,
    group: list[int],
    label: list[int],
    costs: list[int],
) -> tuple[list[int], int]:
    """Cheapest closed cells from a group to another one and the cell reached, -1 for none."""
    home = label[group[0]]
    parent = dict.fromkeys(group, -1)
    best = dict.fromkeys(group, 0)
    heap = [(0, cell) for cell in group]
    heapify(heap)
    while heap:
        cost, cell = heappop(heap)
        if cost > best[cell]:
            continue
        if inside[cell] and label[cell] != home:
            way = []
            step = parent[cell]
            while label[step] != home:
                way.append(step)
                step = parent[step]
            return way, cell
        for other in topology.near[cell]:
            if label[other] == home or not (inside[other] or may_open[other]):
                continue
            total = cost if inside[other] else cost + costs[other]
            if total < best.get(other, UNREACHED):
                best[other] = total
                parent[other] = cell
                heappush(heap, (total, other))
    return [], -1
