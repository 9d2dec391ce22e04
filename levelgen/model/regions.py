"""Regions and ways on a drafted board, for lazy constraints and for hints."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from levelgen.model.shape import Shape

Near = Sequence[Sequence[int]]
"""The neighbours that each cell joins, as far as both are inside."""


def components(near: Near, inside: Sequence[bool]) -> list[list[int]]:
    """Split the cells that are inside into regions, in the order of their first cells."""
    seen = [False] * len(inside)
    found = []
    for first in range(len(inside)):
        if inside[first] and not seen[first]:
            seen[first] = True
            region = [first]
            for cell in region:
                for other in near[cell]:
                    if inside[other] and not seen[other]:
                        seen[other] = True
                        region.append(other)
            found.append(region)
    return found


def separator(shape: Shape, region: Sequence[int], other: int) -> list[int]:
    """Give the cells next to a region that every way from it to another cell has to cross.

    Of the region's outside neighbours only those count that the other cell reaches without
    crossing one, which makes the separator minimal.
    """
    own = [False] * shape.cells
    for cell in region:
        own[cell] = True
    wall = [False] * shape.cells
    for cell in region:
        for beside in shape.near[cell]:
            wall[beside] = not own[beside]
    crossed: dict[int, None] = {}
    reached = [False] * shape.cells
    reached[other] = True
    queue = [other]
    for cell in queue:
        for beside in shape.near[cell]:
            if wall[beside]:
                crossed[beside] = None
            elif not reached[beside]:
                reached[beside] = True
                queue.append(beside)
    return sorted(crossed)


def crossings(shape: Shape, region: Sequence[int], other: int) -> list[int]:
    """Give the joints (numbers) of a region that every way from it to another cell has to pass.

    Only those count that lead to where the other cell is once the region is taken away.
    """
    own = [False] * shape.cells
    for cell in region:
        own[cell] = True
    reached = [False] * shape.cells
    reached[other] = True
    queue = [other]
    for cell in queue:
        for beside in shape.near[cell]:
            if not own[beside] and not reached[beside]:
                reached[beside] = True
                queue.append(beside)
    return sorted(
        number for cell in region for number, beside in shape.around_joints[cell] if reached[beside]
    )


def shortest(near: Near, inside: Sequence[bool], start: int, goal: int) -> list[int] | None:
    """Give the cells of a shortest path, both ends included, or None."""
    if not inside[start] or not inside[goal]:
        return None
    before = {start: start}
    queue = deque([start])
    while queue and goal not in before:
        cell = queue.popleft()
        for other in near[cell]:
            if inside[other] and other not in before:
                before[other] = cell
                queue.append(other)
    if goal not in before:
        return None
    path = [goal]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def distances(near: Near, inside: Sequence[bool], start: int) -> dict[int, int]:
    """Give the moves from a cell to every cell it reaches through cells that are inside."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for other in near[cell]:
            if inside[other] and other not in found:
                found[other] = found[cell] + 1
                queue.append(other)
    return found
