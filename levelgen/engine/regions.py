"""Regions of open cells under N-E-S-W moves: components, distances, cut cells."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.board import Board

UNREACHED = 1 << 30


def _one_run(pattern: int) -> bool:
    """Whether the open ring cells that touch the centre form one run around it."""
    if pattern == 255:
        return True
    runs = 0
    for first in range(8):
        if pattern >> first & 1 and not pattern >> (first - 1) % 8 & 1:
            position = first
            touches = False
            while pattern >> position % 8 & 1:
                touches = touches or position % 2 == 0
                position += 1
            runs += touches
    return runs == 1


_SIMPLE = bytes(_one_run(pattern) for pattern in range(256))


def is_simple(topology: Board, inside: bytearray, cell: int) -> bool:
    """Whether closing an open cell certainly keeps its region in one piece.

    The 3x3 test for simple points of 4-connected pictures (Rosenfeld, "Connectivity in digital
    pictures", 1970): True is a proof, False may only mean that the way round is longer. A region
    of one cell has no simple cell.
    """
    pattern = 0
    for position, other in enumerate(topology.ring[cell]):
        if other >= 0 and inside[other]:
            pattern |= 1 << position
    return bool(_SIMPLE[pattern])


def components(topology: Board, inside: bytearray) -> list[list[int]]:
    """List the regions of open cells, each in breadth-first order, by their first cell."""
    near = topology.near
    unseen = bytearray(inside)
    found = []
    for first in range(topology.cells):
        if unseen[first]:
            unseen[first] = 0
            region = [first]
            for cell in region:
                for other in near[cell]:
                    if unseen[other]:
                        unseen[other] = 0
                        region.append(other)
            found.append(region)
    return found


def distances(topology: Board, inside: Sequence[int], source: int) -> list[int]:
    """Moves from an open cell to every open cell, UNREACHED elsewhere (breadth first)."""
    near = topology.near
    moves = [UNREACHED] * topology.cells
    moves[source] = 0
    front = [source]
    step = 0
    while front:
        step += 1
        beyond = []
        for cell in front:
            for other in near[cell]:
                if inside[other] and moves[other] == UNREACHED:
                    moves[other] = step
                    beyond.append(other)
        front = beyond
    return moves


def blocks(topology: Board, inside: bytearray) -> list[int]:
    """Number the biconnected blocks of open cells, so that one cell of each may close at once.

    -1 for closed cells and for cut cells, whose closing would split their region; all others
    belong to one block, and closing a cell can make cut cells only inside its own.
    Depth-first low points (Hopcroft and Tarjan, 1973), without recursion.
    """
    near = topology.near
    order = [0] * topology.cells
    low = [0] * topology.cells
    parent = [-1] * topology.cells
    home = [-1] * topology.cells
    cut: list[int] = []
    path: list[int] = []
    found = clock = 0
    for root in range(topology.cells):
        if not inside[root] or order[root]:
            continue
        clock += 1
        order[root] = low[root] = clock
        children = 0
        stack = [(root, 0)]
        while stack:
            cell, position = stack.pop()
            around = near[cell]
            while position < len(around):
                other = around[position]
                position += 1
                if not inside[other]:
                    continue
                if not order[other]:
                    parent[other] = cell
                    clock += 1
                    order[other] = low[other] = clock
                    path.append(other)
                    stack.append((cell, position))
                    stack.append((other, 0))
                    break
                if other != parent[cell]:
                    low[cell] = min(low[cell], order[other])
            else:
                above = parent[cell]
                if above >= 0:
                    low[above] = min(low[above], low[cell])
                    if low[cell] >= order[above]:
                        member = -1
                        while member != cell:
                            member = path.pop()
                            home[member] = found
                        found += 1
                        if above == root:
                            children += 1
                        else:
                            cut.append(above)
        if children > 1:
            cut.append(root)
        else:
            # Its only block, or one of its own.
            home[root] = found - children
            found += not children
    for cell in cut:
        home[cell] = -1
    return home
