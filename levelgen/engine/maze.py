"""A winding path for levels whose way must be longer than a texture's own."""

from __future__ import annotations

from levelgen.engine.board import Board
from levelgen.engine.regions import distances
from levelgen.engine.rng import Rng

_PAIR_TRIES = 8
_MAZE_TRIES = 16


def winding_path(
    topology: Board,
    may_open: bytearray,
    ends: bytearray,
    fixed: tuple[int, int],
    low: int,
    high: int,
    rng: Rng,
) -> list[int]:
    """Draw a path of ``low`` .. ``high`` moves that never touches itself; empty when none came.

    It is a path in a maze (randomised depth-first search) on every second row and column, over
    cells that ``may_open``, between the ``fixed`` cells (-1: any of ``ends``), from the second to
    the first. Cells of it that are no neighbours on the path are none on the board, so its length
    is the distance of its ends.
    """
    rows, cols = topology.rows, topology.cols
    # Across a joined edge every second line only stays so where their number is even.
    tall = rows - (topology.periodic[0] and rows > 1 and rows % 2)
    wide = cols - (topology.periodic[1] and cols > 1 and cols % 2)
    free = bytearray(
        may_open[cell] and cell // cols < tall and cell % cols < wide
        for cell in range(topology.cells)
    )
    if max(fixed) >= 0:
        return _path_between(topology, free, ends, fixed, low, high, rng)
    down, right = rng.below(min(2, rows)), rng.below(min(2, cols))
    nodes = [
        cell
        for cell in topology.existing
        if cell // cols % 2 == down and cell % cols % 2 == right and free[cell]
    ]
    if not nodes:
        return []
    tree = _maze(topology, free, rng.choice(nodes), rng)
    candidates = [cell for cell in topology.existing if tree[cell] and ends[cell]]
    for _ in range(_PAIR_TRIES if candidates else 0):
        moves = distances(topology, tree, rng.choice(candidates))
        fits = [cell for cell in candidates if low <= moves[cell] <= high]
        if fits:
            return _way_back(topology, moves, rng.choice(fits))
    return []


def _path_between(
    topology: Board,
    free: bytearray,
    ends: bytearray,
    fixed: tuple[int, int],
    low: int,
    high: int,
    rng: Rng,
) -> list[int]:
    """Draw mazes around a fixed end until one has a fit way to the other end."""
    anchor, other = fixed if fixed[0] >= 0 else (fixed[1], -1)
    for _ in range(_MAZE_TRIES if free[anchor] else 0):
        tree = _maze(topology, free, anchor, rng)
        if other >= 0:
            # It may lie beside the maze; the shortest way to it still has no short cut.
            tree[other] = 1
        moves = distances(topology, tree, anchor)
        targets = topology.existing if other < 0 else (other,)
        fits = [
            cell for cell in targets if tree[cell] and ends[cell] and low <= moves[cell] <= high
        ]
        if fits:
            path = _way_back(topology, moves, rng.choice(fits))
            return path if anchor == fixed[0] else path[::-1]
    return []


def _way_back(topology: Board, moves: list[int], cell: int) -> list[int]:
    """Follow falling distances to their source."""
    path = [cell]
    while moves[path[-1]]:
        closer = moves[path[-1]] - 1
        path.append(next(c for c in topology.near[path[-1]] if moves[c] == closer))
    return path


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
