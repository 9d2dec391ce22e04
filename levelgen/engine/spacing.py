"""Keeps track of where objects may stand that must be near to or far from each other."""

from __future__ import annotations

from levelgen.engine.plan import Plan
from levelgen.engine.topology import Topology


class Spacing:
    """The distances of a plan, and the objects that stand so far.

    Distances are rows plus columns, whatever edges are joined. Each object blocks the cells around
    it that are too near for others, so that a look at a cell takes no time; being near enough to
    all objects of a kind is being near enough to the outermost ones, along the two diagonals.
    """

    def __init__(self, plan: Plan, topology: Topology) -> None:
        self.topology = topology
        self.blocked: dict[str, bytearray] = {}
        """For a kind: the cells that are too near to an object for it."""
        self.extremes: dict[str, tuple[int, int, int, int]] = {}
        """For a kind: the least and most of row + col and of row - col of its objects."""
        self.rules: dict[str, list[tuple[str, int, int | None]]] = {}
        for one, two, low, high in plan.apart:
            self.rules.setdefault(one, []).append((two, low, high))
            if one != two:
                self.rules.setdefault(two, []).append((one, low, high))

    def clear(self, kind: str, cell: int) -> bool:
        """Whether an object on this cell keeps its distances to all that stand."""
        if kind in self.blocked and self.blocked[kind][cell]:
            return False
        row, col = divmod(cell, self.topology.cols)
        for other, _, high in self.rules.get(kind, ()):
            if high is not None and other in self.extremes:
                least, most, left, right = self.extremes[other]
                up, down = row + col, row - col
                if max(up - least, most - up, down - left, right - down) > high:
                    return False
        return True

    def put(self, kind: str, cell: int) -> None:
        """Let an object stand."""
        row, col = divmod(cell, self.topology.cols)
        up, down = row + col, row - col
        least, most, left, right = self.extremes.get(kind, (up, up, down, down))
        self.extremes[kind] = min(least, up), max(most, up), min(left, down), max(right, down)
        for other, low, _ in self.rules.get(kind, ()):
            if low > 0:
                blocked = self.blocked.setdefault(other, bytearray(self.topology.cells))
                self._block(blocked, row, col, low - 1)

    def fits(self, kind: str, cell: int, other: str, at: int) -> bool:
        """Whether two objects keep their distances to each other."""
        cols = self.topology.cols
        steps = abs(cell // cols - at // cols) + abs(cell % cols - at % cols)
        return all(
            low <= steps and (high is None or steps <= high)
            for partner, low, high in self.rules.get(kind, ())
            if partner == other
        )

    def _block(self, blocked: bytearray, row: int, col: int, radius: int) -> None:
        rows, cols = self.topology.rows, self.topology.cols
        for line in range(max(0, row - radius), min(rows, row + radius + 1)):
            reach = radius - abs(line - row)
            first, end = max(0, col - reach), min(cols, col + reach + 1)
            blocked[line * cols + first : line * cols + end] = b"\1" * (end - first)
