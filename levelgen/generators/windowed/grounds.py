"""Tiles whose cells have to form one region, and how they join."""

from __future__ import annotations

from dataclasses import dataclass

from levelgen.rules import Rules


@dataclass(frozen=True)
class Ground:
    """Tiles whose cells have to form one region."""

    bits: int
    sides: tuple[int, ...]
    """For N, E, S, W the tiles that one can leave by that side."""
    opens: tuple[tuple[bool, ...], ...]
    """The same by direction and tile."""
    optional: bool
    """There may be no such cell at all."""

    @classmethod
    def of(cls, rules: Rules, bits: int, *, optional: bool) -> Ground:
        """Read how the tiles of a bitset join."""
        opened = (rules.every,) * 4 if rules.open_sides is None else rules.open_sides
        sides = tuple(bits & side for side in opened)
        opens = tuple(tuple(bool(side >> tile & 1) for tile in range(rules.size)) for side in sides)
        return cls(bits, sides, opens, optional)

    def excess(self, regions: int) -> int:
        """Say how many regions there are beyond the one; a lack of any counts as well."""
        return regions - 1 if regions else int(not self.optional)
