"""The grid of a task: which cells exist, and which are neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Topology:
    """Neighbours on a grid that may wrap and have holes; cell = row * cols + col.

    ``neighbours[cell]`` are the cells to the N, E, S, W, -1 where there is none; a cell is no
    neighbour of its own on a periodic line of one. ``links[cell]`` are the (direction, neighbour)
    pairs that exist. ``existing`` are the cells that exist, in reading order.
    """

    __slots__ = ("cells", "cols", "existing", "links", "neighbours", "periodic", "rows")

    def __init__(
        self, rows: int, cols: int, periodic: tuple[bool, bool], exists: bytes | None
    ) -> None:
        self.rows = rows
        self.cols = cols
        self.cells = rows * cols
        self.periodic = periodic
        there = exists or b"\1" * self.cells
        self.existing = tuple(cell for cell in range(self.cells) if there[cell])
        self.neighbours = tuple(
            tuple(self._at(cell, step, there) for step in _STEPS) for cell in range(self.cells)
        )
        self.links = tuple(
            tuple((direction, other) for direction, other in enumerate(around) if other >= 0)
            for around in self.neighbours
        )

    def _at(self, cell: int, step: tuple[int, int], there: bytes) -> int:
        other = self._place(cell // self.cols + step[0], cell % self.cols + step[1])
        return other if other not in (-1, cell) and there[cell] and there[other] else -1

    def length(self, axis: int) -> int:
        """Cells on a line that runs south (axis 0) or east (axis 1)."""
        return self.cols if axis else self.rows

    def window(self, centre: int, radius: int) -> Iterator[int]:
        """Yield the cells at most ``radius`` rows and columns away, row by row.

        From the top left of the window; on an axis that wraps every line once, and from the first
        line of the board where the window covers them all.
        """
        cols = _span(centre % self.cols, radius, self.cols, self.periodic[1])
        for row in _span(centre // self.cols, radius, self.rows, self.periodic[0]):
            for col in cols:
                yield row * self.cols + col

    def way_out(
        self, centre: int, radius: int, stride: int, ends: Callable[[int], int | bool]
    ) -> list[int]:
        """Lead straight from a window to the nearest cell beyond it where the way ends.

        That is one that ``ends`` accepts or one off the board; of several as near, the first in
        reading order. Gives a cell every ``stride`` rows or columns, from the edge of the window
        on.
        """
        row, col = divmod(centre, self.cols)
        for far in range(radius + 1, max(self.rows, self.cols) + 1):
            for down in range(-far, far + 1):
                step = 1 if abs(down) == far else 2 * far
                for right in range(-far, far + 1, step):
                    end = self._place(row + down, col + right)
                    if end >= 0 and not ends(end):
                        continue
                    cells = (
                        self._place(row + _part(down, passed, far), col + _part(right, passed, far))
                        for passed in range(radius, far, stride)
                    )
                    return [cell for cell in cells if cell >= 0]
        return []

    def _place(self, row: int, col: int) -> int:
        """Give the cell of a row and column that may be off the board: wrapped, or else -1."""
        if self.periodic[0]:
            row %= self.rows
        if self.periodic[1]:
            col %= self.cols
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else -1


def _part(whole: int, share: int, shares: int) -> int:
    part = abs(whole) * share // shares
    return part if whole > 0 else -part


def _span(middle: int, radius: int, length: int, periodic: bool) -> list[int]:
    if not periodic:
        return list(range(max(0, middle - radius), min(length, middle + radius + 1)))
    if 2 * radius + 1 >= length:
        return list(range(length))
    return [line % length for line in range(middle - radius, middle + radius + 1)]


@lru_cache(maxsize=32)
def topology(
    rows: int, cols: int, periodic: tuple[bool, bool] = (False, False), exists: bytes | None = None
) -> Topology:
    """Give the shared topology of this shape."""
    return Topology(rows, cols, periodic, exists)
