"""A winding path for levels whose way must be longer than a texture's own."""

from __future__ import annotations

from levelgen.engine.board import Board
from levelgen.engine.regions import distances
from levelgen.engine.rng import Rng

_PAIR_TRIES = 8


def winding_path(
    topology: Board, may_open: bytearray, ends: bytearray, low: int, high: int, rng: Rng
) -> list[int]:
    """Draw a path of ``low`` .. ``high`` moves that never touches itself; empty when none came.

    It is a path in a maze (randomised depth-first search) on every second row and column, over
    cells that ``may_open``, between two cells of ``ends``. Cells of it that are no neighbours on
    the path are none on the board, so its length is the distance of its ends.
    """
    down, right = rng.below(min(2, topology.rows)), rng.below(min(2, topology.cols))
    nodes = [
        cell
        for cell in range(topology.cells)
        if cell // topology.cols % 2 == down
        and cell % topology.cols % 2 == right
        and may_open[cell]
    ]
    if not nodes:
        return []
    tree = _maze(topology, may_open, rng.choice(nodes), rng)
    candidates = [cell for cell in range(topology.cells) if tree[cell] and ends[cell]]
    for _ in range(_PAIR_TRIES if candidates else 0):
        moves = distances(topology, tree, rng.choice(candidates))
        fits = [cell for cell in candidates if low <= moves[cell] <= high]
        if fits:
            path = [rng.choice(fits)]
            while moves[path[-1]]:
                closer = moves[path[-1]] - 1
                path.append(next(c for c in topology.near[path[-1]] if moves[c] == closer))
            return path
    return []


def _maze(topology: Board, may_open: bytearray, root: int, rng: Rng) -> bytearray:
    """Flag the cells of a spanning tree of every second cell reachable from the root."""
    tree = bytearray(topology.cells)
    tree[root] = 1
    stack = [root]
    while stack:
        steps = []
        for direction, middle in topology.links[stack[-1]]:
            beyond = topology.neighbours[middle][direction]
            free = beyond >= 0 and not tree[beyond]
            if free and may_open[middle] and may_open[beyond]:
                steps.append((middle, beyond))
        if steps:
            middle, beyond = rng.choice(steps)
            tree[middle] = tree[beyond] = 1
            stack.append(beyond)
        else:
            stack.pop()
    return tree
