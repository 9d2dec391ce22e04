"""A winding path for levels whose way must be longer than a texture's own."""

from __future__ import annotations

from levelgen.engine.board import Board
from levelgen.engine.regions import distances
from levelgen.engine.rng import Rng

_PAIR_TRIES = 8
_MAZE_TRIES = 16
_BITES = 8
_MOST_BITES = 4096
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


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
    the first; without fixed cells and where mazes are too short, a piece of a tour of them. Cells
    of it that are no neighbours on the path are none on the board, so its length is the distance
    of its ends.
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
    return _piece_of_tour(topology, free, ends, (down, right), low, high, rng)


def _piece_of_tour(
    topology: Board,
    free: bytearray,
    ends: bytearray,
    corner: tuple[int, int],
    low: int,
    high: int,
    rng: Rng,
) -> list[int]:
    """Cut a path from a random way through all of every second cell; empty where one is not free.

    The way starts as a snake from the ``corner`` and is mixed by backbite moves: an end takes a
    neighbour as its next, and what came after that neighbour is walked the other way round
    (Mansfield, J. Chem. Phys. 77, 1982). Mazes have no ways that are nearly as long.
    """
    cols = topology.cols
    tall = len(range(corner[0], topology.rows, 2))
    wide = len(range(corner[1], cols, 2))
    nodes = tall * wide
    if any(topology.periodic) or 2 * (nodes - 1) < low:
        return []

    def cell_of(node: int) -> int:
        return (corner[0] + node // wide * 2) * cols + corner[1] + node % wide * 2

    order = [
        row * wide + (wide - 1 - col if row % 2 else col)
        for row in range(tall)
        for col in range(wide)
    ]
    for _ in range(min(_BITES * nodes, _MOST_BITES)):
        if rng.below(2):
            order.reverse()
        row, col = divmod(order[-1], wide)
        down, right = _STEPS[rng.below(4)]
        row, col = row + down, col + right
        if 0 <= row < tall and 0 <= col < wide:
            after = order.index(row * wide + col) + 1
            order[after:] = order[after:][::-1]
    path = [cell_of(order[0])]
    for node in order[1:]:
        cell = cell_of(node)
        path += [(path[-1] + cell) // 2, cell]
    if not all(free[cell] for cell in path):
        return []
    for _ in range(_PAIR_TRIES):
        moves = rng.between(low, min(high, len(path) - 1))
        first = rng.below(len(path) - moves)
        if ends[path[first]] and ends[path[first + moves]]:
            return path[first : first + moves + 1]
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
