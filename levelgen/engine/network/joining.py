"""Makes a network one region: new links along cheap ways, or no region at all where none leads."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from levelgen.engine.network.sockets import with_socket
from levelgen.engine.network.weave import Weave

_STEPS = 6000
"""Most cells looked at for one way."""
_COST_BITS = 3
_ROOM = 4
_Way = list[tuple[int, int]]
"""(cell, tiles it may then hold), from region to region."""


def join(weave: Weave) -> int:
    """Join all regions, the smallest first; gives the number of regions that are left.

    From the smallest region the cheapest way through cells off the network is searched to any other
    region (Dijkstra, random costs); every cell on it must have a tile with the new sides.
    """
    regions = dict(enumerate(weave.regions()))
    owner = {cell: number for number, region in regions.items() for cell in region}
    waiting = [(len(region), number) for number, region in regions.items()]
    heapify(waiting)
    stuck = 0
    while len(waiting) > 1:
        size, number = heappop(waiting)
        if size != len(regions[number]):
            heappush(waiting, (len(regions[number]), number))
            continue
        region = regions[number]
        way = _Search(weave, number, owner).cheapest(region)
        if way is None:
            if weave.clear(region):
                for cell in region:
                    del owner[cell]
            else:
                stuck += 1
            continue
        for cell, options in way:
            weave.put(cell, weave.draw(options))
        goal = owner[way[-1][0]]
        region = [*region, *(cell for cell, _ in way[1:-1])]
        regions[goal].extend(region)
        for cell in region:
            owner[cell] = goal
    return len(waiting) + stuck


class _Search:
    """Dijkstra's algorithm over (cell, side it is entered by)."""

    def __init__(self, weave: Weave, number: int, owner: dict[int, int]) -> None:
        self.weave = weave
        self.number = number
        self.owner = owner
        # Of each step: the cell left, by which side, through which socket, and the step before.
        self.steps: list[tuple[int, int, int, int]] = []
        self.queue: list[tuple[int, int]] = []
        self.done: set[tuple[int, int]] = set()

    def cheapest(self, region: list[int]) -> _Way | None:
        """Search a way from a region to any other one."""
        for cell in region:
            self._leave(0, cell, -1)
        for _ in range(_STEPS):
            if not self.queue:
                break
            cost, step = heappop(self.queue)
            left, direction, _, _ = self.steps[step]
            cell = self.weave.neighbours[left][direction]
            if cell in self.owner:
                way = self._traced(step)
                if way is not None:
                    return way
            elif (cell, direction) not in self.done:
                self.done.add((cell, direction))
                self._leave(cost, cell, step)
        return None

    def _leave(self, cost: int, cell: int, before: int) -> None:
        """Take every step that leads on from a cell, which was entered by the step before."""
        weave, owner = self.weave, self.owner
        key, back = weave.keys[cell], -1
        if before >= 0:
            _, direction, socket, _ = self.steps[before]
            back = direction ^ 2
            key = with_socket(key, back, socket)
        sides = weave.open_sides(key)
        for direction, other in enumerate(weave.neighbours[cell]):
            if other < 0 or sides >> direction & 1 or owner.get(other) == self.number:
                continue
            for socket in weave.sockets.links[direction & 1]:
                options = weave.options(cell, with_socket(key, direction, socket)) & weave.ground
                if not options:
                    continue
                price = cost + 1 + weave.rng.bits(_COST_BITS)
                if before < 0:
                    price += _strain(weave, cell, options)
                if other in owner:
                    end = with_socket(weave.keys[other], direction ^ 2, socket)
                    options = weave.options(other, end) & weave.ground
                    if not options:
                        continue
                    price += _strain(weave, other, options)
                elif (other, direction) in self.done:
                    continue
                heappush(self.queue, (price, len(self.steps)))
                self.steps.append((cell, direction, socket, before))

    def _traced(self, step: int) -> _Way | None:
        """Follow a way back; None where it would pass a cell twice."""
        weave = self.weave
        keys: dict[int, int] = {}
        length = 1
        while step >= 0:
            cell, direction, socket, step = self.steps[step]
            length += 1
            for place, side in (
                (weave.neighbours[cell][direction], direction ^ 2),
                (cell, direction),
            ):
                keys[place] = with_socket(keys.get(place, weave.keys[place]), side, socket)
        way = [(cell, weave.options(cell, key) & weave.ground) for cell, key in keys.items()]
        return way[::-1] if len(way) == length and all(options for _, options in way) else None


def _strain(weave: Weave, cell: int, options: int) -> int:
    """Price a link that makes a tile of another kind: rare tiles cost more."""
    heaviest = max(
        weave.weights[tile] for tile in range(options.bit_length()) if options >> tile & 1
    )
    return _ROOM * min(3, weave.weights[weave.tiles[cell]] // max(heaviest, 1))
