"""Finds where a board breaks what its tiles have to keep."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.model.regions import components
from levelgen.model.repair.task import Network, Task


def misfits(task: Task, cells: Sequence[int]) -> list[int]:
    """List the cells that are open, hold a forbidden tile or do not fit a neighbour or a run."""
    shape, masks = task.shape, task.rules.masks
    found = {
        cell: None
        for cell, exists in enumerate(shape.exists)
        if exists and (cells[cell] < 0 or not task.domains[cell] >> cells[cell] & 1)
    }
    for cell, beside, direction in shape.joints:
        one, two = cells[cell], cells[beside]
        if one >= 0 and two >= 0 and not masks[direction][one] >> two & 1:
            found[cell] = None
    for constraint in task.runs:
        bits, length = task.rules.bits(constraint.tags), constraint.length
        for line, joined in shape.lines():
            if len(line) <= length:
                continue
            twice = [*line, *line[:length]] if joined else [*line]
            run = 0
            for cell in twice:
                run = run + 1 if cells[cell] >= 0 and bits >> cells[cell] & 1 else 0
                if run > length:
                    found[cell] = None
    return list(found)


class Networks:
    """The regions of one ground of a board."""

    def __init__(self, task: Task, cells: Sequence[int], network: Network) -> None:
        self.shape = task.shape
        sides = network.sides
        self.near: list[list[int]] = [[] for _ in cells]
        self.inside = [tile >= 0 and bool(network.bits >> tile & 1) for tile in cells]
        for cell, beside, direction in task.shape.joints:
            if self.inside[cell] and self.inside[beside]:
                here = 1 if sides is None else sides[direction] >> cells[cell] & 1
                there = 1 if sides is None else sides[direction ^ 2] >> cells[beside] & 1
                if here and there:
                    self.near[cell].append(beside)
                    self.near[beside].append(cell)

    def between(self, turn: int) -> int | None:
        """Give a cell half way between a small region and its nearest neighbour; None if one.

        Each `turn` looks at another region, the smallest first.
        """
        regions = components(self.near, self.inside)
        if len(regions) < 2:
            return None
        regions.sort(key=len)
        region = regions[turn % (len(regions) - 1)]
        before = dict.fromkeys(region, -1)
        queue = list(region)
        for cell in queue:
            for other in self.shape.near[cell]:
                if other not in before:
                    before[other] = cell
                    queue.append(other)
                    if self.inside[other]:
                        way = [other]
                        while before[way[-1]] >= 0:
                            way.append(before[way[-1]])
                        return way[len(way) // 2]
        return region[0]
