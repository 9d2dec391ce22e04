"""Objects in reach of another one: cuts on demand, or a region of the ground that holds all."""

from __future__ import annotations

from dataclasses import dataclass

from levelgen.model.connectivity import tour
from levelgen.model.context import Context
from levelgen.model.draft import Draft
from levelgen.model.ground import Ground, lay_ground
from levelgen.model.regions import distances
from levelgen.schema.constraints import Reachable


@dataclass(frozen=True)
class Region(Ground):
    """The cells of a ground that are in reach of the only object of a kind; `inside` says which."""

    start: str = ""

    def members(self, draft: Draft) -> list[bool]:
        """Say for each cell of a draft whether it is in reach."""
        ground = super().members(draft)
        starts = draft.places.get(self.start, ())
        found = [False] * self.shape.cells
        if len(starts) == 1 and ground[starts[0]]:
            for cell in distances(self.near(draft), ground, starts[0]):
                found[cell] = True
        return found


def reachable(context: Context, constraint: Reachable) -> None:
    """Keep every object of some kinds where one can walk to it from the only object of another."""
    model, objects = context.model, context.objects
    through = context.rules.bits(constraint.through)
    ground = lay_ground(context, through)
    kinds = tuple(dict.fromkeys((constraint.from_, *constraint.objects)))
    model.linear([(objects.total(constraint.from_), 1)], 1, 1)
    for kind in kinds:
        if objects.standing[kind] & ~through:
            for literal, inside in zip(objects.literals[kind], ground.inside, strict=True):
                model.clause((-literal - 1, inside))
    standing = 0
    for kind in kinds:
        standing |= objects.standing[kind] & through
    if any(not bits & ~through and not standing & ~bits for bits in context.joined):
        # One region of another promise holds them all.
        return
    if context.cutting == "regions":
        literals = {kind: objects.literals[kind] for kind in kinds}
        model.watches.append(OutOfReach(model.condition, ground, constraint.from_, literals))
        return
    region = _region(context, ground, constraint.from_)
    for kind in kinds:
        for literal, inside in zip(objects.literals[kind], region.inside, strict=True):
            model.clause((-literal - 1, inside))
    tour(context, region)


def _region(context: Context, ground: Ground, start: str) -> Region:
    """Choose cells of a ground, as many as the solver likes."""
    model = context.model
    chosen = tuple(model.boolean() for _ in ground.inside)
    for literal, inside in zip(chosen, ground.inside, strict=True):
        model.clause((-literal - 1, inside))
    region = Region(ground.shape, ground.bits, chosen, ground.sides, ground.joints, start=start)

    def witness(draft: Draft) -> list[int]:
        members = region.members(draft)
        return [literal for literal, is_in in zip(chosen, members, strict=True) if is_in]

    model.witnesses.append(witness)
    return region


@dataclass(frozen=True)
class OutOfReach:
    """Separator clauses for objects that are out of reach (lazy)."""

    condition: tuple[int, ...]
    ground: Ground
    start: str
    literals: dict[str, list[int]]

    def cuts(self, draft: Draft) -> list[tuple[int, ...]]:
        """Say of each such object: not there, or not from here, or the separator opens."""
        starts = draft.places.get(self.start, ())
        if len(starts) != 1:
            return []
        ground = self.ground
        seen = distances(ground.near(draft), ground.members(draft), starts[0])
        region = sorted(seen)
        elsewhere = [-literal - 1 for literal in self.condition]
        elsewhere.append(-self.literals[self.start][starts[0]] - 1)
        return [
            (*elsewhere, -row[cell] - 1, *ground.separating(region, cell))
            for kind, row in self.literals.items()
            for cell in draft.places.get(kind, ())
            if cell not in seen
        ]
