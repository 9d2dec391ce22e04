"""The walkable cells as a graph: loops, chokepoints, the longest of the shortest paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from levelgen.metrics.grid import Grid
from levelgen.metrics.joins import Joins, joins

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EXACT_CELLS = 32 * 32
"""Up to how many cells of a board `longest_shortest_path` is exact without being asked."""


def loops(grid: Grid) -> int | None:
    """Count the independent ways round something.

    joined pairs - walkable cells + regions - joined 2x2 blocks: the cycle rank of the graph
    (Kirchhoff, 1847), open squares not counted as loops. On a board without joined edges this is
    the number of holes in the walkable ground, below walkable cells / 3; None where the tileset
    defines no walkable tiles. It does not tell how long a loop is, nor whether it matters: a single
    pillar in a hall is one. On joined edges a way right around the board counts too, and a board
    that is all ground on both counts 1.
    """
    found = joins(grid)
    if found is None or grid.walkable is None:
        return None
    regions = grid.ground(grid.walkable).region_count
    return found.edges - len(found.near) + regions - int(found.squares.sum())


def chokepoints(grid: Grid) -> int | None:
    """Count the walkable cells that alone hold two parts of a region together.

    The articulation points of the graph of walkable cells (Hopcroft and Tarjan, 1973); 0 ..
    walkable cells - 2; None where the tileset defines no walkable tiles. It does not tell how much
    lies behind: every cell of a blind alley but its end is one.
    """
    found = joins(grid)
    return None if found is None else len(articulation_cells(found.near))


def articulation_cells(near: Mapping[int, Sequence[int]]) -> set[int]:
    """Give the cells without which their region would fall apart, in linear time."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    found: set[int] = set()
    for root in near:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        branches = 0
        path = [(root, -1, iter(near[root]))]
        while path:
            cell, parent, others = path[-1]
            for other in others:
                if other not in order:
                    order[other] = low[other] = len(order)
                    path.append((other, cell, iter(near[other])))
                    break
                if other != parent and order[other] < low[cell]:
                    low[cell] = order[other]
            else:
                path.pop()
                if parent < 0:
                    continue
                if parent == root:
                    branches += 1
                elif low[cell] >= order[parent]:
                    found.add(parent)
                low[parent] = min(low[parent], low[cell])
        if branches > 1:
            found.add(root)
    return found


def longest_shortest_path(grid: Grid, *, exact: bool = False) -> tuple[int | None, bool]:
    """Give the largest distance between two walkable cells of one region, and whether it is exact.

    In moves, 0 .. walkable cells - 1 (the diameter of the graph, over its regions); 0 without any
    walkable cell, (None, True) where the tileset defines no walkable tiles. On boards of more than
    32x32 cells it is, unless `exact` is asked for (ten seconds at 128x128), a lower bound: the
    distance from the cell that is farthest from the first one of a region (double sweep; Magnien,
    Latapy, Habib, 2009), mostly the true value. It does not tell how the way winds, nor whether
    anybody has to go there.
    """
    found = joins(grid)
    if found is None:
        return None, True
    small = len(grid.cells) <= EXACT_CELLS
    if small and not (grid.layout.joined_rows or grid.layout.joined_cols):
        return _spread(found, grid.cols), True
    if exact or small:
        return max(
            (max(distances(found.near, cell).values()) for cell in found.near), default=0
        ), True
    best = 0
    for region in grid.ground(grid.walkable or frozenset()).regions:
        if len(region) - 1 > best:
            # A region lists its cells breadth first, so its last one is farthest from the first.
            best = max(best, max(distances(found.near, region[-1]).values()))
    return best, False


def distances(near: Mapping[int, Sequence[int]], start: int) -> dict[int, int]:
    """Give the moves from a cell to every cell that it reaches, breadth first."""
    away = {start: 0}
    queue = [start]
    for cell in queue:
        next_away = away[cell] + 1
        for other in near[cell]:
            if other not in away:
                away[other] = next_away
                queue.append(other)
    return away


def _spread(found: Joins, cols: int) -> int:
    """Let every cell spread at once over a copy of the board, and count the steps that it takes.

    The copies lie one behind the other in a single integer, a bit for each cell, so that one shift
    moves all of them; no join leads from one copy into the next.
    """
    size = found.members.size
    one_each = sum(1 << copy * size for copy in range(len(found.near)))
    east, south = (_bits(joined) * one_each for joined in (found.east, found.south))
    reached = sum(1 << copy * size + cell for copy, cell in enumerate(found.near))
    moves = 0
    while True:
        wider = (
            reached
            | (reached & east) << 1
            | reached >> 1 & east
            | (reached & south) << cols
            | reached >> cols & south
        )
        if wider == reached:
            return moves
        reached = wider
        moves += 1


def _bits(cells: NDArray[np.bool_]) -> int:
    import numpy as np

    return int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")
