"""Tiles with edges as what they mean: ways from side to side, in one piece from cell to cell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from levelgen.render.colours import INK, NO_CELL, mix
from levelgen.rules import variant_edges
from levelgen.schema.tileset import Tileset

if TYPE_CHECKING:
    from matplotlib.path import Path

WIDTH = 0.36
"""Width of a way as a share of the cell."""

_RAIL = 0.05
_HUB = 0.52
_SIDES = ((0.0, 0.5), (0.5, 0.0), (0.0, -0.5), (-0.5, 0.0))
"""Where the sides N, E, S, W are, seen from the centre of a cell with y going up."""


@dataclass(frozen=True)
class Stroke:
    """A shape in units of the cell around its centre: a line of a width, or a filled area."""

    shape: Path
    color: str
    width: float | None = None


@dataclass(frozen=True)
class Connections:
    """How the tiles of a tileset with edges are drawn."""

    tileset: Tileset

    @cached_property
    def labels(self) -> tuple[tuple[str, str, str, str], ...]:
        """The labels of the sides N, E, S, W of each tile as it lies."""
        return tuple(variant_edges(self.tileset, variant) for variant in self.tileset.variants)

    @cached_property
    def background(self) -> str:
        """The label of what lies between the ways: the one on most sides, counted by weight."""
        found: Counter[str] = Counter()
        for variant, sides in zip(self.tileset.variants, self.labels, strict=True):
            for label in sides:
                found[label] += 1 + round(1000 * self.tileset.tiles[variant.base].weight)
        return found.most_common(1)[0][0]

    @cached_property
    def ground(self) -> str:
        """The colour of what lies between the ways: that of the heaviest tile without any way."""
        plain = [
            self.tileset.tiles[variant.base]
            for variant, sides in zip(self.tileset.variants, self.labels, strict=True)
            if set(sides) == {self.background}
        ]
        return max(plain, key=lambda tile: tile.weight).color if plain else NO_CELL

    @cached_property
    def _label_colors(self) -> dict[str, str]:
        """The colour of each kind of way: that of the heaviest tile with no other kind on it."""
        heaviest: dict[str, tuple[float, str]] = {}
        for number, variant in enumerate(self.tileset.variants):
            tile = self.tileset.tiles[variant.base]
            kinds = self.ways(number)
            if len(kinds) == 1:
                label = next(iter(kinds))
                heaviest.setdefault(label, (tile.weight, tile.color))
                if tile.weight > heaviest[label][0]:
                    heaviest[label] = (tile.weight, tile.color)
        return {label: color for label, (_, color) in heaviest.items()}

    def ways(self, number: int) -> dict[str, list[int]]:
        """Give the sides (0 to 3) of each label of a tile, without the background."""
        found: dict[str, list[int]] = {}
        for side, label in enumerate(self.labels[number]):
            if label != self.background:
                found.setdefault(label, []).append(side)
        return found

    def fill(self, number: int) -> str:
        """Give the colour of a whole cell: the ground, or the tile's own without any way."""
        tile = self.tileset.tiles[self.tileset.variants[number].base]
        return self.ground if self.ways(number) else tile.color

    def strokes(self, number: int) -> tuple[Stroke, ...]:
        """Give what is drawn on a cell, from below to the top."""
        own = self.tileset.tiles[self.tileset.variants[number].base].color
        ways = self.ways(number)
        drawn: list[Stroke] = []
        if len(ways) <= 1:
            for label, sides in ways.items():
                color = self._label_colors.get(label, own)
                drawn += _way(sides, color)
                if color != own:
                    drawn.append(Stroke(_square(_HUB), mix(own, INK, 0.35)))
                    drawn.append(Stroke(_square(_HUB - 2 * _RAIL), own))
            return tuple(drawn)
        # What people walk on goes over what they cannot: the deck has the tile's own colour.
        links = self.tileset.links or ()
        order = sorted(ways, key=lambda label: label in links)
        for label in order[:-1]:
            drawn += _way(ways[label], self._label_colors.get(label, own))
        deck = ways[order[-1]]
        drawn += _way(deck, mix(own, INK, 0.45), WIDTH + 2 * _RAIL)
        drawn += _way(deck, own)
        return tuple(drawn)


def has_connections(tileset: Tileset) -> bool:
    """Say whether a tileset's neighbours go by edges, so that every tile has them."""
    return tileset.adjacency.default == "edges"


def _way(sides: list[int], color: str, width: float = WIDTH) -> list[Stroke]:
    from matplotlib.path import Path

    if len(sides) == 2 and (sides[1] - sides[0]) % 2:
        return [Stroke(_bend(sides[0], sides[1]), color, width)]
    ends = [_SIDES[side] for side in sides]
    through = [pair for pair in ((0, 2), (1, 3)) if set(pair) <= {*sides}]
    if not through:
        # A way that ends here has a round end.
        drawn = [Stroke(Path([end, (0.0, 0.0)]), color, width) for end in ends]
        return [*drawn, Stroke(_disc(width / 2), color)]
    straight = [Stroke(Path([_SIDES[one], _SIDES[two]]), color, width) for one, two in through]
    joined = {side for pair in through for side in pair}
    stubs = [_SIDES[side] for side in sides if side not in joined]
    return straight + [Stroke(Path([end, (0.0, 0.0)]), color, width) for end in stubs]


def _bend(one: int, two: int) -> Path:
    """A quarter circle between two neighbouring sides; it meets both at a right angle."""
    from matplotlib.path import Path

    start, end = _SIDES[one], _SIDES[two]
    pull = 1 - 0.5523
    return Path(
        [start, (start[0] * pull, start[1] * pull), (end[0] * pull, end[1] * pull), end],
        [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4],
    )


def _disc(radius: float) -> Path:
    from matplotlib.path import Path

    return Path.circle((0.0, 0.0), radius)


def _square(side: float) -> Path:
    from matplotlib.path import Path

    half = side / 2
    return Path([(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)])
