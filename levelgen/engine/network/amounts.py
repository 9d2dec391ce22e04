"""Brings the shares of tiles to their windows, link by link, while the network stays whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from levelgen.engine.network.sockets import socket_of, with_socket
from levelgen.engine.network.weave import Weave
from levelgen.engine.plan import Share

_PASSES = 10
_PLAIN_PASSES = 4
_DETOUR = 60
_SIDEWAYS = 3
_Change = tuple[tuple[int, int], ...]
"""(cell, its new tile)."""


@dataclass(frozen=True, slots=True)
class Target:
    """A share, and the number of cells within its window that is aimed at."""

    share: Share
    number: int

    def miss(self, count: int) -> int:
        """Tell how many cells are too few or too many; near the number is as good as at it."""
        slack = (self.share.high - self.share.low) // 8
        return max(0, abs(count - self.number) - slack)


class Amounts:
    """The counts of a weave and the moves that change them."""

    def __init__(self, weave: Weave, targets: Sequence[Target]) -> None:
        self.weave = weave
        self.targets = targets
        self.member = [
            tuple(target.share.tiles >> tile & 1 for target in targets)
            for tile in range(len(weave.weights))
        ]
        self.counts = [
            sum(self.member[tile][index] for tile in weave.tiles if tile >= 0)
            for index in range(len(targets))
        ]
        self.moves = 0

    @property
    def missing(self) -> int:
        """Cells that the counts are off in all."""
        return sum(t.miss(count) for t, count in zip(self.targets, self.counts, strict=True))

    def settle(self) -> None:
        """Open and close single links in random order as long as that helps.

        After a few passes changes that neither help nor harm are made too now and then, for they
        lead out of corners.
        """
        weave = self.weave
        places = [
            (cell, direction)
            for cell, around in enumerate(weave.neighbours)
            for direction in (1, 2)
            if around[direction] >= 0
        ]
        for turn in range(_PASSES):
            if not self.missing:
                return
            weave.rng.shuffle(places)
            before = self.moves
            for cell, direction in places:
                self._try(cell, direction, sideways=turn >= _PLAIN_PASSES)
                if not self.missing:
                    return
            if self.moves == before and turn >= _PLAIN_PASSES:
                return

    def thin(self, usual: Sequence[int]) -> None:
        """Close links of loops while the network has more crossings than a texture.

        Joining regions turns bends and ends into crossings. ``usual``: the cells of each tile in
        boards of which nothing is asked. No count gets worse.
        """
        weave = self.weave
        crossing = [
            bool(weave.ground >> tile & 1) and weave.open_sides(key).bit_count() > 2
            for tile, key in enumerate(weave.sockets.keys)
        ]
        ground = [tile for tile in range(len(crossing)) if weave.ground >> tile & 1]
        paved = sum(tile >= 0 and weave.ground >> tile & 1 for tile in weave.tiles)
        fair = sum(usual[tile] for tile in ground if crossing[tile]) * paved
        whole = sum(usual[tile] for tile in ground)
        number = sum(tile >= 0 and crossing[tile] for tile in weave.tiles)
        cells = [cell for cell, tile in enumerate(weave.tiles) if tile >= 0 and crossing[tile]]
        weave.rng.shuffle(cells)
        for cell in cells:
            for direction, other in enumerate(weave.neighbours[cell]):
                if number * whole <= fair:
                    return
                both = other >= 0 and crossing[weave.tiles[cell]] and crossing[weave.tiles[other]]
                if not both or not weave.open_sides(weave.keys[cell]) >> direction & 1:
                    continue
                change = self._closing(cell, other, direction)
                if change is not None:
                    number -= sum(int(crossing[weave.tiles[place]]) for place, _ in change)
                    self._apply(change)
                    number += sum(int(crossing[tile]) for _, tile in change)

    def _closing(self, cell: int, other: int, direction: int) -> _Change | None:
        """Find how to close a link so that no count gets worse and nothing comes apart."""
        for socket in self.weave.sockets.closed[direction & 1]:
            for change in self._changes(cell, other, direction, socket):
                if self._after(change) <= self.missing and self._stays_whole(
                    cell, other, direction, change
                ):
                    return change
        return None

    def _try(self, cell: int, direction: int, *, sideways: bool) -> None:
        weave = self.weave
        other = weave.neighbours[cell][direction]
        here, there = weave.on_ground(cell), weave.on_ground(other)
        if weave.ground and not (here or there):
            return
        is_open = weave.open_sides(weave.keys[cell]) >> direction & 1
        known = weave.sockets.closed if is_open else weave.sockets.links
        sockets = known[direction & 1]
        if not weave.ground:
            sockets = weave.sockets.links[direction & 1] + weave.sockets.closed[direction & 1]
        worst = self.missing
        best: _Change | None = None
        least = worst + (sideways and weave.rng.below(_SIDEWAYS) == 0)
        for socket in sockets:
            if socket == socket_of(weave.keys[cell], direction):
                continue
            for change in self._changes(cell, other, direction, socket):
                value = self._after(change)
                if value < least and self._stays_whole(cell, other, direction, change):
                    best, least = change, value
        if best is not None:
            self._apply(best)

    def _changes(self, cell: int, other: int, direction: int, socket: int) -> list[_Change]:
        weave = self.weave
        one = weave.options(cell, with_socket(weave.keys[cell], direction, socket))
        two = weave.options(other, with_socket(weave.keys[other], direction ^ 2, socket))
        if not one or not two:
            return []
        return [
            ((cell, tile), (other, beside))
            for tile in range(one.bit_length())
            if one >> tile & 1
            for beside in range(two.bit_length())
            if two >> beside & 1
        ]

    def _after(self, change: _Change) -> int:
        counts = list(self.counts)
        for cell, tile in change:
            old, new = self.member[self.weave.tiles[cell]], self.member[tile]
            if old != new:
                counts = [c + b - a for c, a, b in zip(counts, old, new, strict=True)]
        return sum(t.miss(count) for t, count in zip(self.targets, counts, strict=True))

    def _apply(self, change: _Change) -> None:
        for cell, tile in change:
            old, new = self.member[self.weave.tiles[cell]], self.member[tile]
            self.counts = [c + b - a for c, a, b in zip(self.counts, old, new, strict=True)]
            self.weave.put(cell, tile)
        self.moves += 1

    def _stays_whole(self, cell: int, other: int, direction: int, change: _Change) -> bool:
        """Whether every ground cell still joins the network after a change."""
        weave = self.weave
        if not weave.ground:
            return True
        ground = [bool(weave.ground >> tile & 1) for _, tile in change]
        if not weave.open_sides(weave.keys[cell]) >> direction & 1:
            # A new link never parts anything, but it must not lead out of the network.
            return all(ground)
        degrees = [len(weave.joined(place)) for place in (cell, other)]
        if not all(ground):
            # An end of the network may go; what it hung on must hang on something else.
            end = 0 if not ground[0] else 1
            return ground[1 - end] and degrees[end] == 1 and degrees[1 - end] > 1
        return min(degrees) > 1 and self._leads_around(cell, other)

    def _leads_around(self, cell: int, other: int) -> bool:
        """Whether a short detour joins two cells that a link joins now."""
        weave = self.weave
        first = [near for near in weave.joined(cell) if near != other]
        seen = {cell, *first}
        queue = first
        for place in queue:
            for near in weave.joined(place):
                if near == other:
                    return True
                if near not in seen:
                    seen.add(near)
                    queue.append(near)
            if len(queue) > _DETOUR:
                return False
        return False
