"""What to expect of some patterns before the first level is drawn from them."""

from __future__ import annotations

from dataclasses import dataclass

from levelgen.learn.patterns import Patterns
from levelgen.rules import compile_rules
from levelgen.schema.tileset import DIRECTIONS, Direction


@dataclass(frozen=True)
class Lint:
    """Facts about patterns; numbers of patterns index `Patterns.contents`."""

    patterns: int
    windows: int
    """How many windows the samples and their images have."""
    tiles: int
    dead: dict[Direction, tuple[int, ...]]
    """For each side, the patterns that no pattern fits on: they can only lie at that border.

    The ground is not among them: it lies at the lower border on purpose.
    """
    inner: int
    """How many patterns are left when those that lead to a dead end sooner or later are gone."""
    forced: dict[Direction, int]
    """For each side, how many patterns have exactly one that fits there."""
    self_only: tuple[str, ...]
    """Tiles that may stand beside nothing but themselves, in every direction."""
    once: int
    """How many patterns occur in a single window."""

    @property
    def repeats_only(self) -> bool:
        """Whether every pattern decides its neighbours: a level can then only repeat the sample."""
        return all(self.forced[side] + len(self.dead[side]) == self.patterns for side in DIRECTIONS)


def lint(patterns: Patterns) -> Lint:
    """Look for what makes levels fail or look alike: dead ends, forced ways, lonely tiles."""
    sides = list(zip(DIRECTIONS, patterns.masks, strict=True))
    ground = patterns.lowest & ~patterns.upper
    return Lint(
        patterns=patterns.count,
        windows=sum(patterns.weights),
        tiles=len(set().union(*patterns.contents)),
        dead={
            side: tuple(
                number
                for number, mask in enumerate(masks)
                if not mask and not (side == "S" and ground >> number & 1)
            )
            for side, masks in sides
        },
        inner=_inner(patterns).bit_count(),
        forced={side: sum(mask.bit_count() == 1 for mask in masks) for side, masks in sides},
        self_only=_self_only(patterns),
        once=sum(weight == 1 for weight in patterns.weights),
    )


def _inner(patterns: Patterns) -> int:
    """Give the bitset of the patterns that can have neighbours, and these too, without end."""
    left = patterns.every
    while True:
        kept = sum(
            1 << number
            for number in range(patterns.count)
            if left >> number & 1 and all(masks[number] & left for masks in patterns.masks)
        )
        if kept == left:
            return left
        left = kept


def _self_only(patterns: Patterns) -> tuple[str, ...]:
    """List the tiles that the windows show beside themselves only, on all four sides."""
    rules = compile_rules(patterns.tileset)
    return tuple(
        name
        for number, name in enumerate(patterns.tileset.ids)
        if {masks[number] for masks in rules.masks} == {1 << number}
    )
