"""A board under repair: every change keeps all sides matching."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.network.sockets import Sockets, socket_of, with_socket
from levelgen.engine.rng import Rng
from levelgen.engine.topology import Topology


class Weave:
    """Tiles whose sides match, and the network of the ground cells that join through them.

    ``ground`` is the bitset of the tiles that are part of the network, ``domains`` the tiles that
    each cell may hold. Sides at the edge of the board change only where a region is taken away.
    """

    def __init__(
        self,
        sockets: Sockets,
        weights: Sequence[int],
        topology: Topology,
        domains: Sequence[int],
        tiles: list[int],
        ground: int,
        rng: Rng,
    ) -> None:
        self.sockets = sockets
        self.weights = weights
        self.topology = topology
        self.neighbours = topology.neighbours
        self.domains = domains
        self.tiles = tiles
        self.ground = ground
        self.rng = rng
        self.keys = [sockets.keys[tile] if tile >= 0 else -1 for tile in tiles]
        # Bit d: side d of a cell with this key is a link.
        self._opens: dict[int, int] = {}

    def open_sides(self, key: int) -> int:
        """Give the sides (bit d for direction d) of a key whose sockets are links."""
        found = self._opens.get(key)
        if found is None:
            links = self.sockets.links
            found = sum(
                1 << direction
                for direction in range(4)
                if socket_of(key, direction) in links[direction & 1]
            )
            self._opens[key] = found
        return found

    def on_ground(self, cell: int) -> bool:
        """Whether a cell is part of the network."""
        tile = self.tiles[cell]
        return tile >= 0 and bool(self.ground >> tile & 1)

    def joined(self, cell: int) -> list[int]:
        """List the ground cells that a ground cell joins."""
        sides = self.open_sides(self.keys[cell])
        around = self.neighbours[cell]
        return [
            around[direction]
            for direction in range(4)
            if sides >> direction & 1
            and around[direction] >= 0
            and self.on_ground(around[direction])
        ]

    def options(self, cell: int, key: int) -> int:
        """Give the bitset of the tiles with these sockets that the cell may hold."""
        return self.sockets.fits.get(key, 0) & self.domains[cell]

    def draw(self, options: int) -> int:
        """Draw a tile of a bitset by weight; those of weight zero only if there is no other."""
        if options & (options - 1) == 0:
            return options.bit_length() - 1
        tiles = [tile for tile in range(options.bit_length()) if options >> tile & 1]
        weights = [self.weights[tile] for tile in tiles]
        return tiles[self.rng.weighted(weights) if any(weights) else 0]

    def put(self, cell: int, tile: int) -> None:
        """Change a cell."""
        self.tiles[cell] = tile
        self.keys[cell] = self.sockets.keys[tile]

    def regions(self) -> list[list[int]]:
        """List the regions of the network, each in breadth-first order, by their first cell."""
        ground = self.ground
        unseen = bytearray(tile >= 0 and ground >> tile & 1 for tile in self.tiles)
        found = []
        for first, is_new in enumerate(unseen):
            if is_new and unseen[first]:
                unseen[first] = 0
                region = [first]
                for cell in region:
                    for other in self.joined(cell):
                        if unseen[other]:
                            unseen[other] = 0
                            region.append(other)
                found.append(region)
        return found

    def clear(self, region: Sequence[int]) -> bool:
        """Take a whole region off the board, if its cells can do without links."""
        new: list[tuple[int, int]] = []
        own = {-1, *region}
        for cell in region:
            key = self.keys[cell]
            for direction, other in enumerate(self.neighbours[cell]):
                if self.open_sides(key) >> direction & 1:
                    closed = self.sockets.closed[direction & 1]
                    if not closed or other not in own:
                        return False
                    key = with_socket(key, direction, closed[0])
            options = self.options(cell, key) & ~self.ground
            if not options:
                return False
            new.append((cell, options))
        for cell, options in new:
            self.put(cell, self.draw(options))
        return True
