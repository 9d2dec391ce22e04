"""Where streams run on a board, before any tile is chosen, and the moves that keep them whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from levelgen.engine.topology import Topology

_RING = ((-1, -1, 0b0110), (-1, 0, 0b1100), (0, 0, 0b1001), (0, -1, 0b0011))
"""The cells around a corner, clockwise from the NW: row and column from it, sides that meet it."""


class Bed:
    """The sides of each cell that a stream runs through: none, or two of them.

    ``passages[cell]`` holds bit s where the cell may have the sides s (bit d for direction d); bit
    0 where it may do without a stream. A side at the edge of the board is an outlet. ``wet`` lists
    every cell that has a stream, and perhaps some that had one. ``wraps``: the axes whose lines go
    around.
    """

    def __init__(self, topology: Topology, passages: Sequence[int]) -> None:
        self.topology = topology
        self.neighbours = topology.neighbours
        self.passages = passages
        self.sides = [0] * topology.cells
        self.count = 0
        self.wet: list[int] = []
        rows, cols = topology.rows, topology.cols
        # An axis of one line has no neighbours across its edge.
        self.wraps = topology.periodic[0] and rows > 1, topology.periodic[1] and cols > 1
        self._there = set(topology.existing)
        self._outlets = [
            (cell, side)
            for cell in topology.existing
            for side, other in enumerate(topology.neighbours[cell])
            if other < 0 and any(passages[cell] >> s & 1 for s in range(16) if s >> side & 1)
        ]

    def free(self) -> bytearray:
        """Give a byte per cell: 1 where a stream may still come through."""
        pairs = zip(self.passages, self.sides, strict=True)
        return bytearray(ways > 1 and not sides for ways, sides in pairs)

    def put(self, course: Iterable[tuple[int, int]]) -> None:
        """Lay a stream: (cell, its sides), all of them free before."""
        for cell, sides in course:
            self.sides[cell] = sides
            self.wet.append(cell)
            self.count += 1

    def outlets(self) -> list[tuple[int, int]]:
        """List the (cell, side) pairs at the edge of the board where a stream may still come in."""
        return [(cell, side) for cell, side in self._outlets if not self.sides[cell]]

    def ends(self) -> list[int]:
        """List the cells at the edge of the board where a stream comes in."""
        return [cell for cell, side in self._outlets if self.sides[cell] >> side & 1]

    def gaps(self, axis: int, line: int) -> list[int]:
        """Count the moves from a row (axis 0) or column (axis 1) to every one."""
        length = self.topology.length(axis)
        found = [abs(line - other) for other in range(length)]
        return [min(gap, length - gap) for gap in found] if self.wraps[axis] else found

    def corner(self, cell: int, down: int, right: int) -> int:
        """Name a corner of a cell: 0 or 1 row below its top, columns right of its left edge."""
        row, col = divmod(cell, self.topology.cols)
        row, col = row + down, col + right
        if self.wraps[0]:
            row %= self.topology.rows
        if self.wraps[1]:
            col %= self.topology.cols
        return row * (self.topology.cols + 1) + col

    def around(self, corner: int) -> list[tuple[int, int]]:
        """List (cell or -1, its sides at the corner), clockwise from the north-west."""
        rows, cols = self.topology.rows, self.topology.cols
        row, col = divmod(corner, cols + 1)
        found = []
        for down, right, sides in _RING:
            r, c = row + down, col + right
            if self.wraps[0]:
                r %= rows
            if self.wraps[1]:
                c %= cols
            cell = r * cols + c if 0 <= r < rows and 0 <= c < cols else -1
            found.append((cell if cell in self._there else -1, sides))
        return found

    def flip(self, corners: Iterable[int], most: int) -> bool:
        """Move streams to the other side of some corners, if all cells may have what that gives.

        A stream parts the corners of the board; a corner that changes sides takes the stream
        between it and its neighbours along. Refused where more than ``most`` cells would be added.
        """
        new: dict[int, int] = {}
        for corner in corners:
            for cell, sides in self.around(corner):
                if cell >= 0:
                    new[cell] = new.get(cell, self.sides[cell]) ^ sides
        grown = 0
        for cell, sides in new.items():
            if not self.passages[cell] >> sides & 1:
                return False
            grown += bool(sides) - bool(self.sides[cell])
        if grown > most:
            return False
        for cell, sides in new.items():
            if sides and not self.sides[cell]:
                self.wet.append(cell)
            self.sides[cell] = sides
        self.count += grown
        return True

    def keeps_streams(self, corner: int) -> bool:
        """Whether a corner can change sides without making, joining or parting streams.

        The edges between the cells around it are to hold one run of the stream, not none or all;
        with an end at the edge of the board, exactly one.
        """
        ring = self.around(corner)
        gaps = [at for at in range(4) if ring[at][0] < 0]
        runs = [at for at in gaps if ring[(at + 1) % 4][0] >= 0]
        if len(runs) > 1 or len(gaps) == 4:
            return False
        first = runs[0] if runs else 0
        edges = []
        for at in range(first, first + 4):
            (cell, _), (other, _) = ring[at % 4], ring[(at + 1) % 4]
            # From the cell at the NW the next one lies east, from there south, and so on.
            direction = (at + 1) % 4
            if cell >= 0:
                edges.append(self.sides[cell] >> direction & 1)
            elif other >= 0:
                edges.append(self.sides[other] >> (direction ^ 2) & 1)
        changes = sum(one != two for one, two in pairwise(edges))
        return changes == 1 if runs else changes + (edges[0] != edges[-1]) == 2
