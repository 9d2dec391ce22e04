"""Finds cells that a region can lose, one by one, in random order."""

from __future__ import annotations

from levelgen.engine.board import Board
from levelgen.engine.regions import is_simple
from levelgen.engine.rng import Rng


class Peeling:
    """The open cells of a mask that may close, until all that are left hold it together.

    Cells come first where the texture agrees (``easy``) and from the edge of the open ground: a
    closed cell in the middle of it would need tiles that rarely stand alone. Every cell waits in
    one of two pools and leaves it when it is looked at; it comes back when something closes beside
    it. So the work grows with the cells that close, not with the rounds.
    """

    def __init__(
        self, topology: Board, inside: bytearray, may_close: bytearray, easy: bytearray, rng: Rng
    ) -> None:
        self.topology = topology
        self.inside = inside
        self.may_close = may_close
        self.easy = easy
        self.rng = rng
        self.gentle: list[int] = []
        self.rough: list[int] = []
        self.waiting = bytearray(topology.cells)
        for cell in topology.existing:
            self.put(cell)

    def put(self, cell: int) -> None:
        """Let a cell wait in its pool, if it is open and may close."""
        if cell >= 0 and self.inside[cell] and self.may_close[cell] and not self.waiting[cell]:
            self.waiting[cell] = 1
            (self.gentle if self.easy[cell] else self.rough).append(cell)

    def look_around(self, cell: int) -> None:
        """Let the cells around one that closed wait again."""
        for other in self.topology.ring[cell]:
            self.put(other)

    def next(self, kept: tuple[int, int]) -> int:
        """Draw a cell whose closing keeps the region in one piece, none of ``kept``; -1 if none."""
        while self.gentle or self.rough:
            gentle = bool(self.gentle)
            pool = self.gentle or self.rough
            position = self.rng.below(len(pool))
            pool[position], pool[-1] = pool[-1], pool[position]
            cell = pool.pop()
            self.waiting[cell] = 0
            if gentle and all(self.inside[other] for other in self.topology.near[cell]):
                self.rough.append(cell)
                continue
            if (
                self.inside[cell]
                and cell not in kept
                and is_simple(self.topology, self.inside, cell)
            ):
                return cell
        return -1
