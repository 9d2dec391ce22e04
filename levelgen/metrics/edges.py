"""Edge labels of tiles as they lie on the board, and the sides through which they join."""

from __future__ import annotations

from collections.abc import Iterable

from levelgen.schema.tileset import Tileset

NORTH, EAST, SOUTH, WEST = range(4)


def original_side(direction: int, turns: int, mirrored: bool) -> int:
    """Tell which side of the tile as drawn faces a direction on the board.

    Directions are 0 to 3 for N, E, S, W. A tile is mirrored left-right first and then turned
    clockwise, so the turn is undone first.
    """
    side = (direction - turns) % 4
    return -side % 4 if mirrored else side


def facing_label(tileset: Tileset, tile: int, direction: int) -> str | None:
    """Give the edge label a tile (grid integer) shows in a direction; None without edges."""
    variant = tileset.variants[tile]
    edges = tileset.tiles[variant.base].edges
    if edges is None or isinstance(edges, str):
        return edges
    return edges[original_side(direction, variant.turns, variant.mirrored)]


def open_sides(tileset: Tileset, members: Iterable[int]) -> dict[int, int]:
    """Give, for each tile, the sides through which it can join a neighbour.

    Bit d of the value stands for direction d in the order N, E, S, W. Without `links` all four
    sides are open; with `links` only those whose label is a link.
    """
    if tileset.links is None:
        return dict.fromkeys(members, 0b1111)
    return {
        tile: sum(
            1 << direction
            for direction in range(4)
            if facing_label(tileset, tile, direction) in tileset.links
        )
        for tile in members
    }


def linked_tiles(tileset: Tileset) -> frozenset[int]:
    """Give the tiles (grid integers) with at least one open side under the tileset's `links`."""
    sides = open_sides(tileset, range(len(tileset.ids)))
    return frozenset(tile for tile, mask in sides.items() if mask)
