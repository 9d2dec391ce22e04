"""The grid as the kernel sees it: flat cells, row by row, with their neighbours."""

from __future__ import annotations

from functools import lru_cache

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
_RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


class Board:
    """Topology of a rows x cols grid; cell = row * cols + col.

    ``neighbours[cell]`` are the four cells in the order N, E, S, W, -1 where the grid ends;
    ``links[cell]`` are the (direction, neighbour) pairs that exist, ``near[cell]`` the existing
    neighbours alone, ``ring[cell]`` the eight cells around, clockwise from N, -1 outside.
    """

    __slots__ = ("cells", "cols", "links", "near", "neighbours", "ring", "rows")

    def __init__(self, rows: int, cols: int) -> None:
        self.rows = rows
        self.cols = cols
        self.cells = rows * cols
        self.neighbours = tuple(
            tuple(self._at(cell // cols + down, cell % cols + right) for down, right in _STEPS)
            for cell in range(self.cells)
        )
        self.ring = tuple(
            tuple(self._at(cell // cols + down, cell % cols + right) for down, right in _RING)
            for cell in range(self.cells)
        )
        self.links = tuple(
            tuple((direction, other) for direction, other in enumerate(around) if other >= 0)
            for around in self.neighbours
        )
        self.near = tuple(
            tuple(other for other in around if other >= 0) for around in self.neighbours
        )

    def _at(self, row: int, col: int) -> int:
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return row * self.cols + col if inside else -1

    def manhattan(self, one: int, two: int) -> int:
        """Steps between two cells on the empty grid."""
        down = abs(one // self.cols - two // self.cols)
        return down + abs(one % self.cols - two % self.cols)


@lru_cache(maxsize=32)
def board(rows: int, cols: int) -> Board:
    """Give the shared board of this shape; raises ValueError unless both sizes are positive."""
    if rows < 1 or cols < 1:
        raise ValueError(f"a board needs at least one row and one column, got {rows}x{cols}")
    return Board(rows, cols)
