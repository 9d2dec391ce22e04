"""The ground of a promise: the cells of some tiles, and how neighbours among them join.

Without `links` any two neighbours on the ground join. With `links` they join only through two
facing sides whose labels are links, and what separates or bars a way are such sides, not cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from levelgen.model.context import Context
from levelgen.model.draft import Draft
from levelgen.model.regions import crossings, separator
from levelgen.model.shape import Shape
from levelgen.rules import Rules

if TYPE_CHECKING:
    from levelgen.model.model import Model


@dataclass(frozen=True)
class Ground:
    """Cells with a tile of the bitset `bits`, and the literals that say so.

    `inside[cell]` holds if the cell is on the ground. With `sides` (for N, E, S, W the tiles of the
    ground that are open there), `joints[number]` holds if the joint of `shape.joints` is open.
    A cell with an object of the kinds `blockers` is off the ground.
    """

    shape: Shape
    bits: int
    inside: tuple[int, ...]
    sides: tuple[int, ...] | None = None
    joints: tuple[int, ...] = ()
    blockers: tuple[str, ...] = ()

    def members(self, draft: Draft) -> list[bool]:
        """Say for each cell of a draft whether it is on the ground and nothing blocks it."""
        found = draft.members(self.bits)
        for kind in self.blockers:
            for cell in draft.places.get(kind, ()):
                found[cell] = False
        return found

    def near(self, draft: Draft) -> Sequence[Sequence[int]]:
        """Give the neighbours that each cell of a draft joins, as far as both are on the ground."""
        if self.sides is None:
            return self.shape.near
        found: list[list[int]] = [[] for _ in range(self.shape.cells)]
        for number, (cell, beside, _) in enumerate(self.shape.joints):
            if self.is_open(draft, number):
                found[cell].append(beside)
                found[beside].append(cell)
        return found

    def is_open(self, draft: Draft, number: int) -> bool:
        """Say whether a joint (its number) is open in a draft."""
        assert self.sides is not None
        cell, beside, direction = self.shape.joints[number]
        one, two = draft.cells[cell], draft.cells[beside]
        if one < 0 or two < 0:
            return False
        here, there = self.sides[direction] >> one, self.sides[(direction + 2) % 4] >> two
        return bool(here & there & 1)

    def separating(self, region: Sequence[int], other: int) -> list[int]:
        """Give literals of which one holds wherever a region joins up with another cell."""
        if self.sides is None:
            return [self.inside[cell] for cell in separator(self.shape, region, other)]
        return [self.joints[number] for number in crossings(self.shape, region, other)]

    def barring(self, draft: Draft, way: Sequence[int]) -> list[int]:
        """Give literals of which one holds wherever a way of the draft is barred between its ends.

        Whether the ends themselves are on the ground is left to the caller.
        """
        if self.sides is None:
            return [-self.inside[cell] - 1 for cell in way[1:-1]]
        return [-self.joints[number] - 1 for number in self.passed(draft, way)]

    def passed(self, draft: Draft, way: Sequence[int]) -> list[int]:
        """Give the joints (numbers) that a way of a draft leads through."""
        return [
            next(
                number
                for number, beside in self.shape.around_joints[cell]
                if beside == other and self.is_open(draft, number)
            )
            for cell, other in pairwise(way)
        ]


def sides_of(rules: Rules, bits: int) -> tuple[int, ...] | None:
    """Give for N, E, S, W the tiles of a bitset with an open side; None where all sides are."""
    opened = rules.open_sides
    return None if opened is None else tuple(bits & side for side in opened)


def lay_ground(context: Context, bits: int, blockers: tuple[str, ...] = ()) -> Ground:
    """Make the literals of a ground, without the cells where an object of the kinds stands."""
    grid = context.grid
    shape = grid.shape
    sides = sides_of(context.rules, bits)
    inside = tuple(grid.everywhere(bits))
    joints: tuple[int, ...] = ()
    if sides is not None:
        joints = tuple(
            grid.both(cell, sides[direction], beside, sides[(direction + 2) % 4])
            for cell, beside, direction in shape.joints
        )
    if not blockers:
        return Ground(shape, bits, inside, sides, joints)
    model = context.model
    kinds = [context.objects.literals[kind] for kind in blockers]
    free = tuple(
        _all(model, (literal, *(-row[cell] - 1 for row in kinds)))
        for cell, literal in enumerate(inside)
    )
    passable = tuple(
        _all(model, (joint, free[cell], free[beside]))
        for joint, (cell, beside, _) in zip(joints, shape.joints, strict=bool(joints))
    )
    ground = Ground(shape, bits, free, sides, passable, blockers)

    def witness(draft: Draft) -> list[int]:
        members = ground.members(draft)
        found = [literal for literal, is_free in zip(free, members, strict=True) if is_free]
        for number, (cell, beside, _) in enumerate(shape.joints if joints else ()):
            if members[cell] and members[beside] and ground.is_open(draft, number):
                found.append(passable[number])
        return found

    model.witnesses.append(witness)
    return ground


def _all(model: Model, literals: Sequence[int]) -> int:
    """Make the literal that holds exactly if all of these do."""
    found = model.boolean()
    with model.always():
        model.imply((found,), literals)
        model.clause((found, *(-literal - 1 for literal in literals)))
    return found
