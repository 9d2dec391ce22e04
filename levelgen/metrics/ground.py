"""The cells of some tiles and how they join: regions, dead ends, shortest paths.

Where no edges of the board are joined, numbers are counted on bitboards: one integer holds a bit
for each cell, cell 0 the lowest, so one shift moves every cell of a set at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from levelgen.metrics.edges import EAST, NORTH, SOUTH, WEST
from levelgen.schema.layout import PLAIN, Layout

ALL_SIDES = 0b1111


@dataclass(frozen=True, eq=False)
class Ground:
    """The member cells of a board: those whose tile is a key of `sides`.

    `sides` maps each member tile to its open sides (see `edges.open_sides`); two neighbours join
    when both facing sides are open. A member without open sides is a region of its own.
    """

    rows: int
    cols: int
    cells: Sequence[int]
    sides: Mapping[int, int]
    layout: Layout = PLAIN

    def __contains__(self, cell: int) -> bool:
        """Say whether a cell is a member."""
        return self.cells[cell] in self.sides

    @cached_property
    def size(self) -> int:
        """Number of member cells."""
        return len(self.near) if self._joined else self._members.bit_count()

    @cached_property
    def first_size(self) -> int:
        """Number of cells in the region of the first member in reading order, 0 without any."""
        if self._joined:
            return len(self.regions[0]) if self.regions else 0
        return self._first.bit_count()

    @cached_property
    def region_count(self) -> int:
        """Number of regions."""
        whole = not self._joined and self._first == self._members
        return (1 if self._members else 0) if whole else len(self.regions)

    @cached_property
    def largest_size(self) -> int:
        """Number of cells in the largest region, 0 without any cell."""
        if not self._joined and 2 * self.first_size >= self.size:
            return self.first_size
        return len(self.largest)

    @cached_property
    def dead_end_count(self) -> int:
        """Number of the cells with at most one joined neighbour."""
        if self._joined:
            return sum(len(others) <= 1 for others in self.near.values())
        east, south = self._links
        north, west = south << self.cols, east << 1
        two = (north | east) & (south | west) | north & east | south & west
        return (self._members & ~two).bit_count()

    def distance(self, start: int, goal: int) -> int | None:
        """Moves of a shortest path; None where there is none."""
        if self._joined:
            path = self.shortest_path(start, goal)
            return None if path is None else len(path) - 1
        if start not in self or goal not in self:
            return None
        # A promise and a metric ask for the same way.
        if (start, goal) not in self._distances:
            self._distances[start, goal] = self._moves(1 << start, 1 << goal)
        return self._distances[start, goal]

    def _moves(self, reached: int, goal: int) -> int | None:
        moves = 0
        while not reached & goal:
            wider = self._wider(reached)
            if wider == reached:
                return None
            reached = wider
            moves += 1
        return moves

    @cached_property
    def _distances(self) -> dict[tuple[int, int], int | None]:
        return {}

    @property
    def _joined(self) -> bool:
        return self.layout.joined_rows or self.layout.joined_cols

    @cached_property
    def _members(self) -> int:
        return self._bits(0)

    @cached_property
    def _links(self) -> tuple[int, int]:
        """The cells that join their right neighbour, and those that join their lower one."""
        open_sides = self.sides.values()
        if all(mask == ALL_SIDES for mask in open_sides):
            east = west = north = south = self._members
        else:
            north, east, south, west = (
                self._bits(1 << side) for side in (NORTH, EAST, SOUTH, WEST)
            )
        return east & west >> 1 & _not_last(self.rows, self.cols), south & north >> self.cols

    def _bits(self, side: int) -> int:
        """Give the members whose sides include one, as a bitboard."""
        # The index -1 of a missing cell finds the last sign.
        signs = ["0"] * (max(self.sides, default=0) + 2)
        for tile, mask in self.sides.items():
            if mask & side == side:
                signs[tile] = "1"
        signs += ["0"] * (max(self.cells) + 2 - len(signs))
        return int("".join(map(signs.__getitem__, self.cells))[::-1], 2)

    def _wider(self, bits: int) -> int:
        east, south = self._links
        cols = self.cols
        return (
            bits
            | (bits & east) << 1
            | bits >> 1 & east
            | (bits & south) << cols
            | bits >> cols & south
        )

    @cached_property
    def _first(self) -> int:
        """The region of the first member."""
        reached = self._members & -self._members
        while (wider := self._wider(reached)) != reached:
            reached = wider
        return reached

    @cached_property
    def near(self) -> Mapping[int, Sequence[int]]:
        """The joined N-E-S-W neighbours of each member cell."""
        return _neighbours(self.rows, self.cols, self.cells, self.sides, self.layout)

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

    def without(self, cells: Collection[int]) -> Ground:
        """Give the ground with some cells taken away."""
        gone = frozenset(cells)
        left = tuple(-1 if cell in gone else tile for cell, tile in enumerate(self.cells))
        return Ground(self.rows, self.cols, left, self.sides, self.layout)

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


@lru_cache(maxsize=32)
def _not_last(rows: int, cols: int) -> int:
    """Give the cells that have a right neighbour."""
    return int(("0" + "1" * (cols - 1)) * rows, 2)


def _neighbours(
    rows: int, cols: int, cells: Sequence[int], sides: Mapping[int, int], layout: Layout
) -> dict[int, list[int]]:
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
    return near
