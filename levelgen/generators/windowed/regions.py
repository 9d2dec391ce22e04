"""The regions of a ground, kept up to date while parts of the board change.

A change costs about as much as the parts that it splits off are large, not as the board: searches
from all cells around it go on side by side, and stop when all but one have met or come to an end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from levelgen.engine.topology import Topology
from levelgen.generators.windowed.grounds import Ground


@dataclass(frozen=True)
class Change:
    """What new tiles make of the regions; `count` is their number then."""

    count: int
    gone: Mapping[int, int]
    """The region of each changed cell that was in one."""
    split: tuple[tuple[int, tuple[int, ...]], ...]
    """(region, cells): what is no longer a part of it."""
    joined: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """(cells outside, changed cells): each a new region with all parts of the cells outside."""


class Regions:
    """The regions of one ground on a board; `tiles` has -1 where no cell exists.

    `cells[number]` holds the cells of a region in the order in which they came to it.
    """

    def __init__(self, topology: Topology, ground: Ground, tiles: Sequence[int]) -> None:
        self.topology = topology
        self.ground = ground
        self.tiles = tiles
        self.cells: dict[int, dict[int, None]] = {}
        self._number: dict[int, int] = {}
        self._next = 0
        for first in topology.existing:
            if first not in self._number and ground.bits >> tiles[first] & 1:
                self._add(self._reached(first))

    def __len__(self) -> int:
        return len(self.cells)

    def by_size(self) -> list[dict[int, None]]:
        """List the regions, the smallest first."""
        return sorted(self.cells.values(), key=len)

    def change(self, tiles: Mapping[int, int]) -> Change:
        """Say what becomes of the regions when some cells get these tiles."""
        opens, links = self.ground.opens, self.topology.links
        bits, number = self.ground.bits, self._number
        rim: dict[int, None] = {}
        for cell in tiles:
            for _, other in links[cell]:
                if other not in tiles and other in number:
                    rim[other] = None
        gone = {cell: number[cell] for cell in tiles if cell in number}
        touched = dict.fromkeys([*gone.values(), *(number[cell] for cell in rim)])
        parts: dict[int, int] = {}
        split: list[tuple[int, tuple[int, ...]]] = []
        for region in touched:
            seeds = [cell for cell in rim if number[cell] == region]
            self._part(region, seeds, tiles, region in gone.values(), parts, split)
        groups = _Groups()
        for cell in rim:
            groups.add(parts[cell])
        # Parts go by the first of their seeds, changed cells by numbers below 0.
        for cell, tile in tiles.items():
            if not bits >> tile & 1:
                continue
            own = -cell - 1
            groups.add(own)
            for direction, other in links[cell]:
                if not opens[direction][tile]:
                    continue
                there = tiles.get(other)
                if there is not None:
                    if opens[direction ^ 2][there]:
                        groups.join(own, -other - 1)
                elif opens[direction ^ 2][self.tiles[other]]:
                    groups.join(own, parts[other])
        joined = tuple(
            (
                tuple(item for item in group if item >= 0),
                tuple(-item - 1 for item in group if item < 0),
            )
            for group in groups.all()
        )
        count = len(self.cells) - len(touched) + len(joined)
        return Change(count, gone, tuple(split), joined)

    def apply(self, change: Change) -> None:
        """Note a change; the tiles of the board are for the caller to alter."""
        for cell, region in change.gone.items():
            del self.cells[region][cell]
            del self._number[cell]
        for region, cells in change.split:
            for cell in cells:
                del self.cells[region][cell]
            self._add(cells)
        for region in dict.fromkeys(change.gone.values()):
            if not self.cells[region]:
                del self.cells[region]
        for outside, inside in change.joined:
            numbers = dict.fromkeys(self._number[cell] for cell in outside)
            if not numbers:
                self._add(inside)
                continue
            largest = max(numbers, key=lambda region: len(self.cells[region]))
            for region in numbers:
                if region != largest:
                    self._put(self.cells.pop(region), largest)
            self._put(inside, largest)

    def _add(self, cells: Iterable[int]) -> None:
        self.cells[self._next] = {}
        self._put(cells, self._next)
        self._next += 1

    def _put(self, cells: Iterable[int], region: int) -> None:
        self.cells[region] |= dict.fromkeys(cells)
        for cell in cells:
            self._number[cell] = region

    def _reached(self, first: int) -> list[int]:
        found = {first: None}
        queue = [first]
        for cell in queue:
            for other in self._near(cell):
                if other not in found:
                    found[other] = None
                    queue.append(other)
        return queue

    def _near(self, cell: int) -> list[int]:
        """List the neighbours that a cell joins."""
        opens, tiles = self.ground.opens, self.tiles
        tile = tiles[cell]
        return [
            other
            for direction, other in self.topology.links[cell]
            if opens[direction][tile] and opens[direction ^ 2][tiles[other]]
        ]

    def _part(
        self,
        region: int,
        seeds: Sequence[int],
        without: Mapping[int, int],
        is_cut: bool,
        parts: dict[int, int],
        split: list[tuple[int, tuple[int, ...]]],
    ) -> None:
        """Say into which part of a region each seed falls, a part going by its first seed.

        All parts but one are added to `split`.
        """
        if not is_cut or len(seeds) < 2:
            parts.update(dict.fromkeys(seeds, seeds[0] if seeds else -1))
            return
        leaders = {seed: seed for seed in seeds}
        queues = {seed: [seed] for seed in seeds}
        heads = dict.fromkeys(seeds, 0)
        owner = {seed: seed for seed in seeds}
        active = list(seeds)
        ended: list[int] = []
        while len(active) > 1:
            for seed in list(active):
                if leaders[seed] != seed or len(active) < 2:
                    continue
                queue = queues[seed]
                if heads[seed] == len(queue):
                    active.remove(seed)
                    ended.append(seed)
                    continue
                cell = queue[heads[seed]]
                heads[seed] += 1
                for other in self._near(cell):
                    if other in without:
                        continue
                    found = owner.get(other)
                    if found is None:
                        owner[other] = seed
                        queue.append(other)
                        continue
                    while leaders[found] != found:
                        found = leaders[found]
                    if found != seed:
                        # What the other search has yet to look at comes to this one.
                        leaders[found] = seed
                        queues[seed] = queue = (
                            queue[: heads[seed]]
                            + queues[found][: heads[found]]
                            + queue[heads[seed] :]
                            + queues[found][heads[found] :]
                        )
                        heads[seed] += heads[found]
                        active.remove(found)
        for seed in ended:
            split.append((region, tuple(queues[seed])))
        for seed in seeds:
            leader = seed
            while leaders[leader] != leader:
                leader = leaders[leader]
            parts[seed] = leader


class _Groups:
    """Numbers that are joined to groups, in the order in which they were added."""

    def __init__(self) -> None:
        self._leaders: dict[int, int] = {}

    def add(self, item: int) -> None:
        self._leaders.setdefault(item, item)

    def join(self, one: int, two: int) -> None:
        self.add(two)
        one, two = self._leader(one), self._leader(two)
        self._leaders[two] = one

    def all(self) -> list[list[int]]:
        found: dict[int, list[int]] = {}
        for item in self._leaders:
            found.setdefault(self._leader(item), []).append(item)
        return list(found.values())

    def _leader(self, item: int) -> int:
        leaders = self._leaders
        while leaders[item] != item:
            leaders[item] = leaders[leaders[item]]
            item = leaders[item]
        return item
