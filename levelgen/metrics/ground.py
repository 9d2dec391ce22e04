"""The cells of some tiles and how they join: regions, dead ends, shortest paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from levelgen.metrics.edges import EAST, NORTH, SOUTH, WEST
from levelgen.schema.layout import PLAIN, Layout


@dataclass(frozen=True)
class Ground:
    """A graph of cells: `near[cell]` lists the joined N-E-S-W neighbours of each member cell."""

    near: Mapping[int, Sequence[int]]

    @cached_property
    def regions(self) -> tuple[tuple[int, ...], ...]:
        """The connected regions in reading order of their first cells, each breadth first."""
        seen: set[int] = set()
        found = []
        for first in self.near:
            if first not in seen:
                seen.add(first)
                region = [first]
                for cell in region:
                    for other in self.near[cell]:
                        if other not in seen:
                            seen.add(other)
                            region.append(other)
                found.append(tuple(region))
        return tuple(found)

    @cached_property
    def largest(self) -> tuple[int, ...]:
        """The region with the most cells, the first one of equals; empty without any cell."""
        return max(self.regions, key=len, default=())

    @property
    def dead_ends(self) -> tuple[int, ...]:
        """The cells with at most one joined neighbour, in reading order."""
        return tuple(cell for cell, others in self.near.items() if len(others) <= 1)

    def shortest_path(self, start: int, goal: int) -> tuple[int, ...] | None:
        """Give the cells of a shortest path, both ends included; None where there is none.

        Breadth first. The length in moves is one less than the number of cells.
        """
        if start not in self.near or goal not in self.near:
            return None
        # Searched from the goal, so that the steps read from the start on.
        step = {goal: goal}
        queue = [goal]
        for cell in queue:
            if cell == start:
                break
            for other in self.near[cell]:
                if other not in step:
                    step[other] = cell
                    queue.append(other)
        if start not in step:
            return None
        path = [start]
        while path[-1] != goal:
            path.append(step[path[-1]])
        return tuple(path)


def lay_ground(
    rows: int,
    cols: int,
    cells: Sequence[int],
    sides: Mapping[int, int],
    layout: Layout = PLAIN,
) -> Ground:
    """Join the member cells of a grid.

    `sides` maps each member tile to its open sides (see `edges.open_sides`); two neighbours join
    when both facing sides are open. A member without open sides is a region of its own.
    """
    near: dict[int, list[int]] = {cell: [] for cell, tile in enumerate(cells) if tile in sides}
    masks = [sides.get(tile, 0) for tile in cells]
    size = rows * cols
    for cell in near:
        mask = masks[cell]
        right, below = cell + 1, cell + cols
        if right % cols == 0:
            right = right - cols if layout.joined_cols else -1
        if below >= size:
            below = below - size if layout.joined_rows else -1
        for side, other, facing in ((EAST, right, WEST), (SOUTH, below, NORTH)):
            # On a joined board of one or two cells the other may be the cell itself, or met twice.
            fits = other >= 0 and mask >> side & 1 and masks[other] >> facing & 1
            if fits and other != cell and other not in near[cell]:
                near[cell].append(other)
                near[other].append(cell)
    return Ground(near)
