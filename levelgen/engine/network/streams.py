"""Structures that cannot end inside a board, such as rivers: read off the sockets of a tileset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from levelgen.engine.network.sockets import MASK, Sockets, socket_of

_Socket = tuple[int, int]
"""(axis, number of the socket)."""


@dataclass(frozen=True, slots=True)
class Stream:
    """Sockets that every tile shows on an even number of sides: what enters a cell leaves it.

    ``tiles`` is the bitset of the tiles that show one; ``sides[tile]`` the sides where a tile does
    (bit d for direction d). ``links``: cells join through these sockets.
    """

    tiles: int
    sides: tuple[int, ...]
    links: bool

    def passages(self, domain: int) -> int:
        """Give what the tiles of a domain do with the stream: bit s where one has the sides s.

        Only tiles with no side or two are looked at: where streams meet, they are hard to tell.
        """
        found = 0
        for tile, sides in enumerate(self.sides):
            if domain >> tile & 1 and sides.bit_count() in (0, 2):
                found |= 1 << sides
        return found

    def with_sides(self, sides: int) -> int:
        """Give the bitset of the tiles with exactly these sides in the stream."""
        return sum(1 << tile for tile, own in enumerate(self.sides) if own == sides)


def streams(known: Sockets, weights: Sequence[int]) -> tuple[Stream, ...]:
    """List the streams of a tileset, no two with a socket in common.

    One is made of a single socket, or of one of each axis. Where the land beside a stream is even
    too, the one is taken for the stream that has the fewer tiles, by weight. What every tile shows
    is no stream: there would be nothing beside it.
    """
    return _streams(known.keys, known.links, tuple(weights))


@lru_cache(maxsize=32)
def _streams(
    keys: tuple[int, ...], links: tuple[tuple[int, ...], ...], weights: tuple[int, ...]
) -> tuple[Stream, ...]:
    found: list[Stream] = []
    taken: set[_Socket] = set()
    for group in _candidates(keys):
        ranked = []
        for members in group:
            sides = _sides(keys, members)
            if _is_even(sides, weights):
                tiles = sum(1 << tile for tile, own in enumerate(sides) if own)
                weight = sum(weight for own, weight in zip(sides, weights, strict=True) if own)
                ranked.append((not _turns(sides), weight, members, tiles, sides))
        for *_, members, tiles, sides in sorted(ranked):
            if taken.isdisjoint(members):
                taken.update(members)
                joined = all(socket in links[axis] for axis, socket in members)
                found.append(Stream(tiles, sides, joined))
    return tuple(found)


def _candidates(keys: Sequence[int]) -> tuple[list[tuple[_Socket, ...]], ...]:
    """List single sockets, and then those of both axes together."""
    rows, cols = (
        sorted({(axis, socket_of(key, side)) for key in keys for side in (axis, axis + 2)})
        for axis in (0, 1)
    )
    rows, cols = ([one for one in axis if one[1] != MASK] for axis in (rows, cols))
    return [(one,) for one in rows + cols], list(product(rows, cols))


def _sides(keys: Sequence[int], members: Sequence[_Socket]) -> tuple[int, ...]:
    """Give the sides of every tile that show one of some sockets."""
    return tuple(
        sum(1 << side for side in range(4) if (side & 1, socket_of(key, side)) in members)
        for key in keys
    )


def _is_even(sides: Sequence[int], weights: Sequence[int]) -> bool:
    """Whether a stream is passed by some tiles, left out by others, and never ends."""
    counts = [own.bit_count() for own in sides]
    drawn = {count for count, weight in zip(counts, weights, strict=True) if weight}
    return {0, 2} <= drawn and not any(count & 1 for count in counts)


def _turns(sides: Sequence[int]) -> bool:
    """Whether a stream does the same in all directions, as the two axes of one thing do."""
    shown = set(sides)
    return all((own << 1 | own >> 3) & 15 in shown for own in shown)
