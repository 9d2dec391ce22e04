"""Open cells by quantised entropy: the lowest class is found without a scan."""

from __future__ import annotations

from levelgen.engine.entropy import BUCKETS


class Buckets:
    """Sets of cells in which every move takes constant time.

    A cell enters at the end of its bucket; when one leaves, the last of the bucket takes its
    place. So the order inside a bucket depends on nothing but the sequence of moves.
    """

    __slots__ = ("_homes", "_members", "_places", "_used", "size")

    def __init__(self, cells: int) -> None:
        self.size = 0
        self._homes = [-1] * cells
        self._places = [0] * cells
        self._members: list[list[int]] = [[] for _ in range(BUCKETS)]
        self._used = 0

    def clear(self) -> None:
        """Take every cell out."""
        self.size = 0
        self._homes = [-1] * len(self._homes)
        for members in self._members:
            members.clear()
        self._used = 0

    def place(self, cell: int, bucket: int) -> None:
        """Move a cell to the end of a bucket, or out of all with -1."""
        home = self._homes[cell]
        if home == bucket:
            return
        self._homes[cell] = bucket
        if home >= 0:
            self.size -= 1
            members = self._members[home]
            last = members.pop()
            if last != cell:
                place = self._places[cell]
                members[place] = last
                self._places[last] = place
            if not members:
                self._used ^= 1 << home
        if bucket >= 0:
            self.size += 1
            members = self._members[bucket]
            if not members:
                self._used |= 1 << bucket
            self._places[cell] = len(members)
            members.append(cell)

    def lowest(self) -> list[int]:
        """Give the members of the lowest bucket that has any; only when ``size`` is positive."""
        return self._members[(self._used & -self._used).bit_length() - 1]
