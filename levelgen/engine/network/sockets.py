"""What the sides of tiles show: two tiles fit if their touching sides show the same socket."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from levelgen.engine.task import Masks

BITS = 16
"""Bits of a socket inside the key of a tile."""

MASK = (1 << BITS) - 1


@dataclass(frozen=True, slots=True)
class Sockets:
    """The adjacency of a tileset whose tiles fit by their sides alone.

    ``keys[tile]`` holds the sockets of N, E, S, W, `BITS` bits each from the lowest on; sockets of
    E and W are numbered together, and those of N and S. ``fits[key]`` is the bitset of the tiles
    with these sockets. ``links[axis]`` are the sockets that join cells and ``closed[axis]`` those
    that do not, for axis 0 (N and S) and 1 (E and W), the commonest first.
    """

    keys: tuple[int, ...]
    fits: dict[int, int]
    links: tuple[tuple[int, ...], tuple[int, ...]]
    closed: tuple[tuple[int, ...], tuple[int, ...]]


def with_socket(key: int, direction: int, socket: int) -> int:
    """Give the key of a tile that differs on one side."""
    shift = BITS * direction
    return key & ~(MASK << shift) | socket << shift


def socket_of(key: int, direction: int) -> int:
    """Give the socket that a key holds for a direction."""
    return key >> BITS * direction & MASK


@lru_cache(maxsize=32)
def sockets(weights: tuple[int, ...], masks: Masks, sides: tuple[int, ...]) -> Sockets | None:
    """Read the sockets of an adjacency; ``sides[d]`` is the bitset of tiles open on side d.

    None where the adjacency says more than that equal sides fit, or where a socket joins cells for
    some of its tiles only: such boards cannot be planned joint by joint.
    """
    size = len(weights)
    keys = [0] * size
    links: list[tuple[int, ...]] = []
    closed: list[tuple[int, ...]] = []
    for axis in (0, 1):
        # From the cell whose side looks south or east to the one beside it.
        here, there = (2, 0) if axis == 0 else (1, 3)
        groups: dict[int, int] = {}
        for tile in range(size):
            others = masks[here][tile]
            groups[others] = groups.get(others, 0) | 1 << tile
        seen = 0
        pairs = []
        for others, tiles in groups.items():
            if seen & others:
                return None
            seen |= others
            if others:
                pairs.append((tiles, others))
        ways, walls = [], []
        for socket, (tiles, others) in enumerate(pairs):
            opened = (tiles & sides[here], others & sides[there])
            amount = sum(w for t, w in enumerate(weights) if (tiles | others) >> t & 1)
            if opened == (tiles, others):
                ways.append((-amount, socket))
            elif any(opened):
                return None
            else:
                walls.append((-amount, socket))
        links.append(tuple(socket for _, socket in sorted(ways)))
        closed.append(tuple(socket for _, socket in sorted(walls)))
        for tile in range(size):
            for direction, side in ((here, 0), (there, 1)):
                socket = next((at for at, pair in enumerate(pairs) if pair[side] >> tile & 1), MASK)
                keys[tile] |= socket << BITS * direction
    if not links[0] + links[1]:
        return None
    fits: dict[int, int] = {}
    for tile, key in enumerate(keys):
        fits[key] = fits.get(key, 0) | 1 << tile
    return Sockets(tuple(keys), fits, (links[0], links[1]), (closed[0], closed[1]))
