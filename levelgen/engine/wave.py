"""Domains of all cells, propagation to the fixpoint, and the undo log; the reference's half."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache

from levelgen.engine.entropy import members
from levelgen.engine.task import Masks
from levelgen.engine.topology import Topology

_MEMO_LIMIT = 1 << 16
OBSERVE, BAN, CONTRADICTION, BACKTRACK, RESTART, RESET, RESTORE = range(7)


class Supports:
    """Unions of neighbour masks per direction, memoised per domain bitset."""

    __slots__ = ("masks", "unions")

    def __init__(self, masks: Masks) -> None:
        self.masks = masks
        self.unions: tuple[dict[int, int], ...] = ({}, {}, {}, {})

    def union(self, direction: int, domain: int) -> int:
        """Tiles that some tile of ``domain`` allows in ``direction``."""
        masks = self.masks[direction]
        result = 0
        for tile in members(domain):
            result |= masks[tile]
        memo = self.unions[direction]
        if len(memo) >= _MEMO_LIMIT:
            memo.clear()
        memo[domain] = result
        return result


@lru_cache(maxsize=16)
def supports(masks: Masks) -> Supports:
    """Give the shared supports of these rules."""
    return Supports(masks)


class Wave:
    """The board of a search: narrowing, propagating, taking back.

    A step begins with ``begin()``. The undo log holds each cell at most once a step, with the
    domain it had before; ``touched`` are its cells. Changed cells wait in a queue, first in,
    first out, each at most once. A cell from the queue narrows its neighbours N, E, S, W to the
    tiles that one of its own allows there (AC-3, Mackworth 1977), then keeps the runs it belongs
    to. Everything ends at the first contradiction: a cell without a tile, or the cell whose run
    is too long. ``failures`` counts the contradictions of each cell.
    """

    __slots__ = (
        "_olds",
        "_queue",
        "_stamps",
        "_step",
        "_support",
        "_waiting",
        "domains",
        "failures",
        "grid",
        "record",
        "runs",
        "stuck",
        "touched",
    )

    def __init__(
        self,
        grid: Topology,
        masks: Masks,
        domains: list[int],
        runs: Sequence[tuple[int, int]],
        record: list[int] | None,
    ) -> None:
        self.grid = grid
        self.domains = domains
        self.runs = runs
        self.record = record
        self.touched: list[int] = []
        self.failures = [0] * grid.cells
        self.stuck = 0
        self._support = supports(masks)
        self._olds: list[int] = []
        self._stamps = [0] * grid.cells
        self._step = 0
        self._queue: deque[int] = deque()
        self._waiting = bytearray(grid.cells)

    def forget(self) -> None:
        """Drop the undo log: what was done stays."""
        self.touched.clear()
        self._olds.clear()

    def begin(self) -> None:
        """Begin a step: from here on the first change of a cell is logged again."""
        self._step += 1

    def root(self) -> bool:
        """Bring the board to its first fixpoint; False when no board exists.

        Before that, tiles leave all domains that cannot stand beside themselves on periodic lines
        of one cell, and those of runs of length 0.
        """
        self.begin()
        for cell in self.grid.existing:
            if not self.domains[cell]:
                self._fail(cell)
                return False
        banned = 0
        for axis, direction in ((1, 1), (0, 2)):
            if self.grid.periodic[axis] and self.grid.length(axis) == 1:
                masks = self._support.masks[direction]
                banned |= sum(1 << tile for tile, mask in enumerate(masks) if not mask >> tile & 1)
        for tiles, length in self.runs:
            if not length:
                banned |= tiles
        if banned:
            for cell in self.grid.existing:
                if self.domains[cell] & banned and not self.narrow(cell, ~banned):
                    self._drain()
                    return False
        for cell in self.grid.existing:
            self.enqueue(cell)
        return self.propagate()

    def narrow(self, cell: int, keep: int) -> bool:
        """Keep only the tiles of a set in a cell; False when none is left."""
        old = self.domains[cell]
        return not old & ~keep or self._shrink(cell, old, old & keep)

    def observe(self, cell: int, tile: int) -> None:
        """Decide a cell; the caller propagates."""
        self._log(cell, self.domains[cell])
        self.domains[cell] = 1 << tile
        if self.record is not None:
            self.record += (OBSERVE | cell << 3, tile)
        self.enqueue(cell)

    def restore(self, cell: int, domain: int) -> None:
        """Give a cell tiles back; the caller propagates."""
        old = self.domains[cell]
        if old != domain:
            self._log(cell, old)
            if self.record is not None:
                self.difference(cell, old, domain)
            self.domains[cell] = domain

    def enqueue(self, cell: int) -> None:
        """Let a cell look at its neighbours."""
        if not self._waiting[cell]:
            self._waiting[cell] = 1
            self._queue.append(cell)

    def propagate(self) -> bool:
        """Run to the fixpoint; False on a contradiction."""
        domains = self.domains
        links = self.grid.links
        unions = self._support.unions
        queue = self._queue
        waiting = self._waiting
        shrink = self._shrink
        while queue:
            cell = queue.popleft()
            waiting[cell] = 0
            domain = domains[cell]
            for direction, other in links[cell]:
                union = unions[direction].get(domain)
                if union is None:
                    union = self._support.union(direction, domain)
                old = domains[other]
                if old & ~union and not shrink(other, old, old & union):
                    self._drain()
                    return False
            if self.runs and not self._keep_runs(cell, domain):
                self._drain()
                return False
        return True

    def undo(self, mark: int, *, explicitly: bool = False) -> list[int]:
        """Take back every change since the log had length ``mark``; give the cells, latest first.

        ``explicitly``: write each of them into the record.
        """
        cells = self.touched[mark:]
        olds = self._olds[mark:]
        del self.touched[mark:], self._olds[mark:]
        cells.reverse()
        olds.reverse()
        for cell, old in zip(cells, olds, strict=True):
            if explicitly and self.record is not None:
                self.difference(cell, self.domains[cell], old)
            self.domains[cell] = old
        return cells

    def difference(self, cell: int, old: int, new: int) -> None:
        """Record how a domain becomes another one: restored tiles, then banned ones."""
        assert self.record is not None
        for tile in members(new & ~old):
            self.record += (RESTORE | cell << 3, tile)
        for tile in members(old & ~new):
            self.record += (BAN | cell << 3, tile)

    def _log(self, cell: int, domain: int) -> None:
        if self._stamps[cell] != self._step:
            self._stamps[cell] = self._step
            self.touched.append(cell)
            self._olds.append(domain)

    def _shrink(self, cell: int, old: int, new: int) -> bool:
        if self._stamps[cell] != self._step:
            self._stamps[cell] = self._step
            self.touched.append(cell)
            self._olds.append(old)
        if self.record is not None:
            self.difference(cell, old, new)
        self.domains[cell] = new
        if not new:
            self._fail(cell)
            return False
        if not self._waiting[cell]:
            self._waiting[cell] = 1
            self._queue.append(cell)
        return True

    def _fail(self, cell: int) -> None:
        self.failures[cell] += 1
        self.stuck = cell
        if self.record is not None:
            self.record += (CONTRADICTION | cell << 3, 0)

    def _drain(self) -> None:
        for cell in self._queue:
            self._waiting[cell] = 0
        self._queue.clear()

    def _keep_runs(self, cell: int, domain: int) -> bool:
        """Close off the runs of a cell that has no tile outside them; False if one is too long."""
        for tiles, length in self.runs:
            if domain & ~tiles:
                continue
            for axis, forward in ((1, 1), (0, 2)):
                if self.grid.periodic[axis] and self.grid.length(axis) <= length:
                    continue
                total, back = self._follow(cell, forward ^ 2, tiles, length, 1)
                total, front = self._follow(cell, forward, tiles, length, total)
                if total > length:
                    self._fail(cell)
                    return False
                self._close(back, forward ^ 2, tiles, length, total)
                self._close(front, forward, tiles, length, total)
        return True

    def _follow(
        self, cell: int, direction: int, tiles: int, length: int, total: int
    ) -> tuple[int, int]:
        """Count on along a run, until it is too long; give the count and the cell after it."""
        neighbours = self.grid.neighbours
        domains = self.domains
        cell = neighbours[cell][direction]
        while total <= length and cell >= 0 and not domains[cell] & ~tiles:
            total += 1
            cell = neighbours[cell][direction]
        return total, cell

    def _close(self, end: int, direction: int, tiles: int, length: int, total: int) -> None:
        """Ban the tiles of a run from the cell at its end, if the run would become too long."""
        if end < 0 or not self.domains[end] & tiles:
            return
        total, _ = self._follow(end, direction, tiles, length, total + 1)
        if total > length:
            old = self.domains[end]
            self._shrink(end, old, old & ~tiles)
