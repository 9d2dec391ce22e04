"""The length of a shortest path between two places, exact on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from levelgen.model.context import Context
from levelgen.model.draft import Draft
from levelgen.model.ground import Ground, lay_ground
from levelgen.model.regions import distances, shortest
from levelgen.schema.constraints import Path


@dataclass(frozen=True)
class End:
    """Where a path starts or ends: an object kind, or the tiles of a bitset if there is no such.

    `bits` are the tiles it can stand on, `literals` say for each cell that it is the place.
    """

    kind: str | None
    bits: int
    literals: tuple[int, ...]

    def place(self, draft: Draft) -> int | None:
        """Give the cell in a draft, None unless there is exactly one."""
        if self.kind is not None:
            found: Sequence[int] = draft.places.get(self.kind, ())
        else:
            found = [cell for cell, is_it in enumerate(draft.members(self.bits)) if is_it]
        return found[0] if len(found) == 1 else None


def path(context: Context, constraint: Path) -> None:
    """Keep a shortest path between exactly two places inside a window of lengths."""
    model, shape = context.model, context.shape
    low, high = constraint.bounds(shape.rows, shape.cols)
    through = context.rules.bits(constraint.through)
    start, goal = (_end(context, name) for name in (constraint.from_, constraint.to))
    ground = lay_ground(context, through, constraint.blockers)
    inside = ground.inside
    for end in (start, goal):
        model.linear([(literal, 1) for literal in end.literals], 1, 1)
        if end.bits & ~through or ground.blockers:
            for cell, literal in enumerate(end.literals):
                model.clause((-literal - 1, inside[cell]))
    # The path's own cells; implied, but it makes "too little ground for so long a path" plain.
    model.linear([(context.grid.total(through), 1)], low + 1, shape.cells)
    # Both ends inside one region that lies on the way's tiles: a path exists.
    exists = not ground.blockers and any(
        not bits & ~through and not (start.bits | goal.bits) & ~bits for bits in context.joined
    )
    lazy = context.cutting != "nothing"
    if high is not None or not (exists or lazy):
        (_way if ground.sides is None else _linked_way)(context, start, goal, ground, high)
        exists = True
    if lazy:
        if not exists or low > 0:
            model.watches.append(Way(model.condition, ground, start, goal, low))
    elif low > 0:
        _layers(context, start, goal, ground, low)


def _end(context: Context, name: str) -> End:
    if name in context.rules.tileset.objects:
        literals = tuple(context.objects.literals[name])
        return End(name, context.rules.bits(context.rules.tileset.objects[name].on), literals)
    bits = context.rules.bits((name,))
    return End(None, bits, tuple(context.grid.everywhere(bits)))


@dataclass(frozen=True)
class Way:
    """Clauses against missing and short paths (lazy)."""

    condition: tuple[int, ...]
    ground: Ground
    start: End
    goal: End
    low: int

    def cuts(self, draft: Draft) -> list[tuple[int, ...]]:
        """Say: not from here to there, or the separator opens, or each short path is closed.

        Short paths are taken one after the other, none crossing an earlier one.
        """
        one, two = self.start.place(draft), self.goal.place(draft)
        if one is None or two is None:
            return []
        ground = self.ground
        near, members = ground.near(draft), ground.members(draft)
        elsewhere = [-literal - 1 for literal in self.condition]
        elsewhere += [-self.start.literals[one] - 1, -self.goal.literals[two] - 1]
        way = shortest(near, members, one, two)
        if way is None:
            region = sorted(distances(near, members, one))
            return [(*elsewhere, *ground.separating(region, two))]
        cuts = []
        while way is not None and len(way) - 1 < self.low:
            cuts.append((*elsewhere, *ground.barring(draft, way)))
            if len(way) < 3:
                break
            for cell in way[1:-1]:
                members[cell] = False
            way = shortest(near, members, one, two)
        return cuts


def way(context: Context, starts: Sequence[int], goals: Sequence[int]) -> list[int]:
    """Choose the cells of a path without short cuts: a cell has two of them beside it, an end one.

    `starts` and `goals` say of each cell that it is an end; one of each holds. A shortest path is
    of this form. Cells of a closed loop somewhere else may be chosen too; they change nothing.
    Gives for each cell the literal that it is chosen.
    """
    model, shape = context.model, context.shape
    chosen = [model.boolean() for _ in range(shape.cells)]
    for cell, literal in enumerate(chosen):
        ends = (starts[cell], goals[cell])
        for end in ends:
            model.clause((-end - 1, literal))
        around = [(chosen[other], 1) for other in shape.near[cell]]
        model.linear([*around, *((end, 1) for end in ends)], 2, 2, (literal,))
    return chosen


def _way(context: Context, start: End, goal: End, ground: Ground, high: int | None) -> None:
    """Keep a path of at most `high` moves; loops count against it, only to the solver's harm."""
    model = context.model
    chosen = way(context, start.literals, goal.literals)
    for literal, is_inside in zip(chosen, ground.inside, strict=True):
        model.clause((-literal - 1, is_inside))
    if high is not None:
        model.linear([(literal, 1) for literal in chosen], 0, high + 1)

    def witness(draft: Draft) -> list[int]:
        one, two = start.place(draft), goal.place(draft)
        if one is None or two is None:
            return []
        found = shortest(ground.near(draft), ground.members(draft), one, two)
        return [chosen[cell] for cell in found or ()]

    model.witnesses.append(witness)


def _linked_way(context: Context, start: End, goal: End, ground: Ground, high: int | None) -> None:
    """Choose the joints of a path: a cell on it has two of them, an end one.

    Closed loops somewhere else may be chosen too, as with cells.
    """
    model, shape = context.model, context.shape
    chosen = [model.boolean() for _ in shape.joints]
    passed = [model.boolean() for _ in range(shape.cells)]
    for literal, joint, (cell, beside, _) in zip(chosen, ground.joints, shape.joints, strict=True):
        model.imply((literal,), (joint, passed[cell], passed[beside]))
    for cell, literal in enumerate(passed):
        ends = (start.literals[cell], goal.literals[cell])
        model.clause((-literal - 1, ground.inside[cell]))
        for end in ends:
            model.clause((-end - 1, literal))
        around = [(chosen[number], 1) for number, _ in shape.around_joints[cell]]
        model.linear([*around, *((end, 1) for end in ends)], 2, 2, (literal,))
    if high is not None:
        model.linear([(literal, 1) for literal in chosen], 0, high)

    def witness(draft: Draft) -> list[int]:
        one, two = start.place(draft), goal.place(draft)
        if one is None or two is None:
            return []
        way = shortest(ground.near(draft), ground.members(draft), one, two) or ()
        return [passed[cell] for cell in way] + [chosen[n] for n in ground.passed(draft, way)]

    model.witnesses.append(witness)


def _layers(context: Context, start: End, goal: End, ground: Ground, low: int) -> None:
    """Flood from the start: `near[k][cell]` if the cell is at most k moves away; not the goal.

    Only what is near has to be said to be near, so the least solution of these Horn clauses is the
    breadth-first search, and unit propagation finds it.
    """
    model, shape = context.model, context.shape
    near = [[model.boolean() for _ in range(shape.cells)] for _ in range(low)]
    for cell, literal in enumerate(start.literals):
        model.clause((-literal - 1, near[0][cell]))
    for cell, literal in enumerate(goal.literals):
        model.clause((-literal - 1, -near[-1][cell] - 1))
    for layer, further in pairwise(near):
        for cell, literal in enumerate(layer):
            model.clause((-literal - 1, further[cell]))
            if ground.sides is None:
                for other in shape.near[cell]:
                    model.clause((-literal - 1, -ground.inside[other] - 1, further[other]))
            else:
                for number, other in shape.around_joints[cell]:
                    model.clause((-literal - 1, -ground.joints[number] - 1, further[other]))

    def witness(draft: Draft) -> list[int]:
        one = start.place(draft)
        if one is None:
            return []
        moves = distances(ground.near(draft), ground.members(draft), one)
        return [near[step][cell] for cell, first in moves.items() for step in range(first, low)]

    model.witnesses.append(witness)
