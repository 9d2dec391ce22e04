"""The board without its contents: cell numbers, neighbours, distances, lines and mirrors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from levelgen.schema.layout import PLAIN, Layout
from levelgen.schema.tileset import Direction


@dataclass(frozen=True)
class Shape:
    """A rows x cols board; cell = row * cols + col, row 0 on top.

    Cells that the layout's mask leaves out have a number, but no neighbours.
    """

    rows: int
    cols: int
    layout: Layout = PLAIN

    @property
    def cells(self) -> int:
        """Number of cells, missing ones counted."""
        return self.rows * self.cols

    @cached_property
    def exists(self) -> tuple[bool, ...]:
        """Whether each cell exists."""
        return self.layout.existing(self.rows, self.cols)

    @cached_property
    def size(self) -> int:
        """Number of existing cells."""
        return sum(self.exists)

    @property
    def flat(self) -> bool:
        """Whether no edges are joined, so that the board can be drawn without crossings."""
        return not (self.layout.joined_rows or self.layout.joined_cols)

    @cached_property
    def east(self) -> tuple[tuple[int, int], ...]:
        """Pairs (cell, its neighbour in the east), across a joined edge too."""
        pairs = []
        for cell in range(self.cells):
            if (cell + 1) % self.cols:
                pairs.append((cell, cell + 1))
            elif self.layout.joined_cols:
                pairs.append((cell, cell + 1 - self.cols))
        return self._existing(pairs)

    @cached_property
    def south(self) -> tuple[tuple[int, int], ...]:
        """Pairs (cell, its neighbour in the south), across a joined edge too."""
        pairs = [(cell, cell + self.cols) for cell in range(self.cells - self.cols)]
        if self.layout.joined_rows:
            last = self.cells - self.cols
            pairs += [(last + col, col) for col in range(self.cols)]
        return self._existing(pairs)

    def _existing(self, pairs: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        return tuple(pair for pair in pairs if self.exists[pair[0]] and self.exists[pair[1]])

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each cell, itself never one of them, in ascending order."""
        found: list[set[int]] = [set() for _ in range(self.cells)]
        for one, two in (*self.east, *self.south):
            if one != two:
                found[one].add(two)
                found[two].add(one)
        return tuple(tuple(sorted(cells)) for cells in found)

    @cached_property
    def joints(self) -> tuple[tuple[int, int, int], ...]:
        """Every place where two cells touch: (cell, its neighbour, direction: 1 east, 2 south)."""
        found = [(cell, beside, 1) for cell, beside in self.east]
        found += [(cell, below, 2) for cell, below in self.south]
        return tuple(joint for joint in found if joint[0] != joint[1])

    @cached_property
    def around_joints(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each cell the (number in `joints`, other cell) of where it touches another."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.cells)]
        for number, (cell, beside, _) in enumerate(self.joints):
            found[cell].append((number, beside))
            found[beside].append((number, cell))
        return tuple(map(tuple, found))

    def distance(self, one: int, two: int) -> int:
        """Rows plus columns between two cells."""
        down = abs(one // self.cols - two // self.cols)
        return down + abs(one % self.cols - two % self.cols)

    def around(self, cell: int, radius: int) -> list[int]:
        """Give the cells within a distance, the cell itself left out, in ascending order."""
        row, col = divmod(cell, self.cols)
        found: list[int] = []
        for other in range(max(0, row - radius), min(self.rows, row + radius + 1)):
            reach = radius - abs(other - row)
            left, right = max(0, col - reach), min(self.cols, col + reach + 1)
            found += range(other * self.cols + left, other * self.cols + right)
        return [other for other in found if other != cell]

    def lines(self) -> Iterator[tuple[range, bool]]:
        """Yield the cells of every row, then of every column, and whether its ends are joined."""
        for row in range(self.rows):
            yield range(row * self.cols, (row + 1) * self.cols), self.layout.joined_cols
        for col in range(self.cols):
            yield range(col, self.cells, self.cols), self.layout.joined_rows

    def edge(self, sides: Iterable[Direction]) -> list[int]:
        """Give the existing outermost cells of the sides, each of them once."""
        ranges = {
            "N": range(self.cols),
            "E": range(self.cols - 1, self.cells, self.cols),
            "S": range(self.cells - self.cols, self.cells),
            "W": range(0, self.cells, self.cols),
        }
        found = dict.fromkeys(cell for side in sides for cell in ranges[side])
        return [cell for cell in found if self.exists[cell]]

    def rectangle(self, top: int, left: int, height: int, width: int) -> list[int]:
        """Give the existing cells of a rectangle that lies on the board."""
        cells = (
            row * self.cols + col
            for row in range(top, top + height)
            for col in range(left, left + width)
        )
        return [cell for cell in cells if self.exists[cell]]

    def mirrored(self, cell: int, axis: str) -> int:
        """Give the mirror image of a cell: `vertical` swaps left and right."""
        row, col = divmod(cell, self.cols)
        if axis == "vertical":
            return row * self.cols + self.cols - 1 - col
        return (self.rows - 1 - row) * self.cols + col
