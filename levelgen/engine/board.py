"""The board of the constructor: a topology that also knows the ring around each cell."""

from __future__ import annotations

from functools import lru_cache

from levelgen.engine.topology import Topology

_RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


class Board(Topology):
    """Topology of a rows x cols grid, with what changes of single cells have to look at.

    ``near[cell]`` are the existing neighbours alone, in the order N, E, S, W; ``ring[cell]`` the
    eight cells around, clockwise from N, -1 where there is none.
    """

    __slots__ = ("near", "ring")

    def __init__(
        self, rows: int, cols: int, periodic: tuple[bool, bool], exists: bytes | None
    ) -> None:
        super().__init__(rows, cols, periodic, exists)
        there = exists or b"\1" * self.cells
        self.ring = tuple(
            tuple(self._at(cell, step, there) for step in _RING) for cell in range(self.cells)
        )
        self.near = tuple(
            tuple(other for other in around if other >= 0) for around in self.neighbours
        )


@lru_cache(maxsize=32)
def board(
    rows: int, cols: int, periodic: tuple[bool, bool] = (False, False), exists: bytes | None = None
) -> Board:
    """Give the shared board of this shape; raises ValueError unless both sizes are positive."""
    if rows < 1 or cols < 1:
        raise ValueError(f"a board needs at least one row and one column, got {rows}x{cols}")
    return Board(rows, cols, periodic, exists)
