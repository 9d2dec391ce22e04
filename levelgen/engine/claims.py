"""Refines the domains of a board around a texture, before its open cells are shaped.

Counts of rectangles pin as many cells as they need; every further connected set claims its cells
and leaves the others to the main one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from levelgen.engine.board import Board
from levelgen.engine.flips import options
from levelgen.engine.plan import RegionShare
from levelgen.engine.regions import components, is_simple
from levelgen.engine.rng import Rng
from levelgen.engine.structure import Structure
from levelgen.engine.task import Kernel

_TINY_REGION = 2
_SHARES = 12
"""A further attempt leaves a set of any size one share less of what it has in the texture."""


class Ground(NamedTuple):
    """Tiles whose cells form one region; the cells of ``counted`` among them number ``target``.

    ``rest`` is the number of the other ones, like doors. Each is -1 where any number will do. Where
    the rest is a number, all cells count until the structure is done; then the rest is chosen.
    """

    tiles: int
    counted: int
    target: int
    rest: int = -1

    @property
    def counting(self) -> int:
        """The tiles that count while the structure is made."""
        return self.counted if self.rest < 0 else self.tiles

    def leaves_out(self, tiles: int) -> bool:
        """Whether these are the tiles of the cells that do not count and have a number."""
        return self.rest >= 0 and tiles == self.tiles & ~self.counted

    @property
    def size(self) -> int:
        """The number of cells with such tiles, -1 for any."""
        return self.target if self.target < 0 else self.target + max(self.rest, 0)


class Claims:
    """One board whose domains are refined; ``domains`` are those that are left."""

    def __init__(
        self,
        rules: Kernel,
        topology: Board,
        domains: Sequence[int],
        drawn: Sequence[int],
        runs: Sequence[tuple[int, int]],
        rng: Rng,
        count: Callable[[str, int], None],
    ) -> None:
        self.rules = rules
        self.topology = topology
        self.domains = list(domains)
        self.drawn = drawn
        self.runs = runs
        self.rng = rng
        self.count = count

    def structure(self, ground: Ground) -> Structure:
        """Give the mask of a set: the cells of the texture as far as the domains let them."""
        tiles, counted = ground.tiles, ground.counted
        inside = bytearray(self.topology.cells)
        counting = bytearray(self.topology.cells)
        for cell in self.topology.existing:
            domain, tile = self.domains[cell], self.drawn[cell]
            # Without its tile a cell stays open only as one that counts: doors are rare. Where
            # their place is chosen later, all have to be able to count.
            kept = ground.rest < 0 and domain >> tile & 1
            is_open = tiles >> tile & 1 and (kept or domain & counted)
            if domain & tiles and (is_open or not domain & ~tiles):
                inside[cell] = 1
                uncounted = domain & tiles & ~counted
                counting[cell] = ground.rest >= 0 or bool(
                    domain & counted and (counted >> tile & 1 or not (is_open and uncounted))
                )
        return Structure(
            self.topology,
            inside,
            counting,
            bytearray(bool(domain & counted) for domain in self.domains),
            bytearray(bool(domain & ~tiles) for domain in self.domains),
            self._easy(tiles),
            self.rng,
        )

    def limit(self, structure: Structure, ground: Ground) -> None:
        """Bound the runs of open and of closed cells where a mask decides which tiles are in them.

        Every tile of the open cells has to be in the run; of the tiles that a closed cell may
        hold, all or none.
        """
        cells = self.topology.cells
        most_open = most_closed = cells
        aside = bytearray(cells)
        for bits, length in self.runs:
            if not ground.counted & ~bits:
                most_open = min(most_open, length)
            closed = [domain & ~ground.tiles for domain in self.domains]
            if any(tiles & bits and tiles & ~bits for tiles in closed):
                continue
            if length < most_closed and any(tiles & bits for tiles in closed):
                most_closed = length
                aside = bytearray(not tiles & bits for tiles in closed)
        structure.limit(most_open, most_closed, aside)

    def restrict(self, structure: Structure, ground: Ground) -> None:
        """Leave every cell on its side of a mask."""
        for cell, domain in enumerate(self.domains):
            if not structure.inside[cell]:
                domain &= ~ground.tiles
            elif structure.counted[cell]:
                domain &= ground.counted
            else:
                domain &= ground.tiles & ~ground.counted
            self.domains[cell] = domain

    def pin(self, share: RegionShare, main: Ground) -> None:
        """Pin random cells until the count of a rectangle cannot leave its window.

        Cells that agree with the texture are pinned first, and such that the cells which the main
        set may use stay in one piece; so what the set may not use is pinned before the rest, and
        what it has to use lies in the largest piece.
        """
        openable = bytearray(bool(domain & main.counted) for domain in self.domains)
        largest = bytearray(self.topology.cells)
        for cell in max(components(self.topology, openable), key=len, default=()):
            largest[cell] = 1
        size = len(share.cells)
        sides = [(share.tiles, share.low), (~share.tiles, size - share.high)]
        sides.sort(key=lambda side: bool(side[0] & main.counted))
        for tiles, wanted in sides:
            order = list(share.cells)
            self.rng.shuffle(order)
            wanted -= sum(not self.domains[cell] & ~tiles for cell in order)
            for safe, agreeing in ((True, True), (True, False), (False, True), (False, False)):
                pinned = -1
                # Each pin may free the next one, like a dead end that is taken back.
                while wanted > 0 and pinned:
                    pinned = self._pin(
                        order, tiles, wanted, main, openable, largest, safe, agreeing
                    )
                    wanted -= pinned

    def _pin(
        self,
        order: list[int],
        tiles: int,
        wanted: int,
        main: Ground,
        openable: bytearray,
        largest: bytearray,
        safe: bool,
        agreeing: bool,
    ) -> int:
        """Pin cells to ``tiles`` that may be either, perhaps only ``agreeing`` ones; count them."""
        pinned = 0
        for cell in order:
            domain, tile = self.domains[cell], self.drawn[cell]
            same = bool(tiles >> tile & 1 and domain >> tile & 1)
            if pinned == wanted or (agreeing and not same):
                continue
            if not domain & tiles or not domain & ~tiles:
                continue
            opens = not domain & tiles & ~main.tiles
            if opens and safe and not largest[cell]:
                continue
            closes = openable[cell] and not domain & tiles & main.counted
            if closes and safe and not is_simple(self.topology, openable, cell):
                continue
            self.domains[cell] = domain & tiles
            openable[cell] = openable[cell] and not closes
            pinned += 1
        return pinned

    def settle(self, narrowed: Callable[[Sequence[int]], list[int] | None]) -> bool:
        """Let the cells that are decided narrow their neighbours; False if that contradicts."""
        domains = narrowed(self.domains)
        self.domains = domains or self.domains
        return domains is not None

    def claim(self, ground: Ground, main: Ground, attempt: int) -> bool:
        """Give a further set its cells, so that the main one keeps room; False if it cannot be.

        Where it cuts the board in pieces, it has to keep off the edges of the board, so that
        there is a way round it. If its size is free, each attempt leaves it fewer cells.
        """
        before = self.domains
        for fenced in (False, True):
            self.domains = list(before)
            structure = self.structure(ground)
            if fenced:
                self._fence(structure)
            if not structure.join(_TINY_REGION):
                continue
            self.limit(structure, ground)
            texture = bytearray(structure.inside)
            if ground.size >= 0 and not structure.resize(ground.size, texture):
                self.count("sizes failed", 1)
            if ground.size < 0 and attempt:
                left = max(1, _SHARES - attempt)
                structure.resize(structure.count * left // _SHARES, texture)
            self.restrict(structure, ground)
            if fenced or self._is_roomy(main):
                for name, amount in structure.counters.items():
                    self.count(name, amount)
                return True
        return False

    def _fence(self, structure: Structure) -> None:
        """Keep a set off the edges; a second line leaves room to lead a long run round."""
        ring = self.topology.ring
        edge = {cell for cell in self.topology.existing if min(ring[cell]) < 0}
        beside = {other for cell in edge for other in ring[cell]} if self.runs else set()
        for cell in self.topology.existing:
            if (cell in edge or cell in beside) and structure.may_close[cell]:
                structure.shut(cell)

    def _is_roomy(self, main: Ground) -> bool:
        """Whether one piece of the board has room for the main set."""
        free = bytearray(bool(domain & main.counted) for domain in self.domains)
        largest = max(map(len, components(self.topology, free)), default=0)
        return largest >= main.size and 4 * largest >= 3 * sum(free)

    def _easy(self, tiles: int) -> bytearray:
        """Flag the cells that could open or close without a change of their neighbours."""
        easy = bytearray(self.topology.cells)
        for cell in self.topology.existing:
            fits = options(self.rules, self.topology, self.drawn, cell, self.domains[cell])
            easy[cell] = bool(fits & ~tiles if tiles >> self.drawn[cell] & 1 else fits & tiles)
        return easy
