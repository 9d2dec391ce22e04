"""Compiles a tileset: which tile may stand beside which, integer weights, tiles by tag."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from levelgen.schema.constraints import FixedCell
from levelgen.schema.tileset import DIRECTIONS, Statement, Tileset, Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHT_SCALE = 1000
OPPOSITE = (2, 3, 0, 1)


@dataclass(frozen=True)
class DeadEnd:
    """A tile that can have no neighbour on some side, so it can only stand at that border."""

    tile: str
    direction: str


@dataclass(frozen=True)
class Rules:
    """A compiled tileset; tile numbers index `tileset.ids`, directions are N, E, S, W."""

    tileset: Tileset
    weights: tuple[int, ...]
    """Integer weight of each tile (x1000, positive ones at least 1)."""
    masks: tuple[tuple[int, ...], ...]
    """masks[d][a]: bitset of the tiles that may be the neighbour of a in direction d."""

    @property
    def size(self) -> int:
        """Number of tiles, variants counted."""
        return len(self.weights)

    @cached_property
    def allowed(self) -> NDArray[np.bool_]:
        """The adjacency as a boolean array (4, tiles, tiles) in the order N, E, S, W."""
        import numpy as np

        bits = range(self.size)
        return np.array(
            [[[mask >> b & 1 for b in bits] for mask in side] for side in self.masks], dtype=bool
        )

    def bits(self, names: Iterable[str]) -> int:
        """Give the bitset of the tiles that match any tag or tile id. Raises KeyError."""
        return sum(1 << tile for tile in self.tileset.matching(names))

    def held(self, cell: FixedCell) -> int:
        """Give the bitset of the tiles that a fixed cell may hold. Raises KeyError."""
        return sum(1 << tile for tile in cell.members(self.tileset))

    @cached_property
    def every(self) -> int:
        """The bitset of all tiles."""
        return (1 << self.size) - 1

    @cached_property
    def sampled(self) -> int:
        """The bitset of the tiles with a positive weight."""
        return sum(1 << tile for tile, weight in enumerate(self.weights) if weight)

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """The bitset of the variants of each base tile, in the order of the tileset."""
        found = [0] * len(self.tileset.tiles)
        for number, variant in enumerate(self.tileset.variants):
            found[variant.base] |= 1 << number
        return tuple(found)

    @cached_property
    def open_sides(self) -> tuple[int, ...] | None:
        """For N, E, S, W the bitset of the tiles that join neighbours there; None: all join."""
        links = self.tileset.links
        if links is None:
            return None
        found = [0, 0, 0, 0]
        for tile, variant in enumerate(self.tileset.variants):
            if self.tileset.tiles[variant.base].edges is not None:
                for side, label in enumerate(variant_edges(self.tileset, variant)):
                    found[side] |= (label in links) << tile
        return tuple(found)

    @cached_property
    def dead_ends(self) -> tuple[DeadEnd, ...]:
        """Tiles without any possible neighbour on some side, for the lint."""
        return tuple(
            DeadEnd(self.tileset.ids[tile], DIRECTIONS[side])
            for tile in range(self.size)
            for side in range(4)
            if not self.masks[side][tile]
        )


@lru_cache(maxsize=64)
def compile_rules(tileset: Tileset) -> Rules:
    """Compile a tileset into bitsets; the result is cached by the tileset's content."""
    return _compile(tileset)


def integer_weight(weight: float) -> int:
    """Turn a weight into an integer (x1000, half up), keeping every positive weight positive."""
    scaled = (Decimal(str(weight)) * WEIGHT_SCALE).to_integral_value(ROUND_HALF_UP)
    return max(int(scaled), 1) if weight > 0 else 0


def _compile(tileset: Tileset) -> Rules:
    size = len(tileset.variants)
    every = (1 << size) - 1
    rules = tileset.adjacency
    if rules.default == "edges":
        masks = _edge_masks(tileset)
    else:
        start = every if rules.default == "allow" else 0
        masks = [[start] * size for _ in range(4)]
    for name, others in rules.neighbours.items():
        for side in range(4):
            _join(masks, side, _bits(tileset, (name,)), _bits(tileset, others), add=True)
    for statement in rules.allow:
        _state(masks, tileset, statement, add=True)
    for statement in rules.forbid:
        _state(masks, tileset, statement, add=False)
    return Rules(
        tileset=tileset,
        weights=tuple(
            integer_weight(tileset.tiles[variant.base].weight) for variant in tileset.variants
        ),
        masks=tuple(tuple(side) for side in masks),
    )


def _bits(tileset: Tileset, names: Iterable[str]) -> int:
    found = 0
    for name in names:
        for tile in tileset.tiles_named(name):
            found |= 1 << tile
    return found


def _state(masks: list[list[int]], tileset: Tileset, statement: Statement, *, add: bool) -> None:
    tiles = _bits(tileset, statement.tiles)
    others = _bits(tileset, statement.neighbours)
    sides = range(4) if statement.direction is None else (DIRECTIONS.index(statement.direction),)
    for side in sides:
        _join(masks, side, tiles, others, add=add)


def _join(masks: list[list[int]], side: int, tiles: int, others: int, *, add: bool) -> None:
    """Allow or forbid `others` on one side of `tiles`, and the opposite with it."""
    for direction, here, there in ((side, tiles, others), (OPPOSITE[side], others, tiles)):
        row = masks[direction]
        for tile in range(len(row)):
            if here >> tile & 1:
                row[tile] = row[tile] | there if add else row[tile] & ~there


def _edge_masks(tileset: Tileset) -> list[list[int]]:
    labels = [variant_edges(tileset, variant) for variant in tileset.variants]
    return [
        [
            sum(
                1 << other
                for other, there in enumerate(labels)
                if there[OPPOSITE[side]] == here[side]
            )
            for here in labels
        ]
        for side in range(4)
    ]


def variant_edges(tileset: Tileset, variant: Variant) -> tuple[str, str, str, str]:
    """Give the edge labels N, E, S, W of a tile as it lies: mirrored first, then turned clockwise.

    Raises ValueError for a tile without edges.
    """
    edges = tileset.tiles[variant.base].edges
    if edges is None:
        raise ValueError(f"tile {variant.id!r} has no edges")
    north, east, south, west = (edges,) * 4 if isinstance(edges, str) else edges
    if variant.mirrored:
        east, west = west, east
    for _ in range(variant.turns):
        north, east, south, west = west, north, east, south
    return north, east, south, west
