"""The grid of a task: which cells exist, and which are neighbours."""

from __future__ import annotations

from collections.abc import Iterator
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
        row, col = cell // self.cols + step[0], cell % self.cols + step[1]
        if self.periodic[0]:
            row %= self.rows
        if self.periodic[1]:
            col %= self.cols
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            return -1
        other = row * self.cols + col
        return other if there[cell] and there[other] and other != cell else -1

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
