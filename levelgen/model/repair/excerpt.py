"""The model of a window: a sub-board of the same tileset, built once for each size."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from levelgen.model.adjacency import adjacency
from levelgen.model.context import Context
from levelgen.model.ground import Ground, lay_ground
from levelgen.model.places import max_run
from levelgen.model.shape import Shape
from levelgen.model.skeleton import Skeleton, start
from levelgen.rules import Rules
from levelgen.schema.constraints import MaxRun
from levelgen.schema.tileset import DIRECTIONS


@dataclass(frozen=True)
class Recipe:
    """Everything that decides the model of a window."""

    tileset: str
    rules: Rules = field(compare=False, repr=False)
    shape: Shape
    totals: tuple[int, ...]
    grounds: tuple[int, ...]
    runs: tuple[MaxRun, ...]


@dataclass(frozen=True)
class Excerpt:
    """A window's model; the literals keep their numbers in copies."""

    made: Skeleton
    totals: dict[int, int]
    """The integer variable that counts the cells with a tile of a bitset."""
    grounds: tuple[Ground, ...]
    entries: tuple[dict[tuple[int, int], int], ...]
    """For each ground: (cell on the rim, direction) -> it is on the ground and open there."""


@lru_cache(maxsize=32)
def excerpt(recipe: Recipe) -> Excerpt:
    """Build the model of a window without its surroundings."""
    rules, shape = recipe.rules, recipe.shape
    made = start(rules, shape, ())
    context = Context(made.model, made.grid, made.objects, rules, "regions")
    adjacency(context, "clauses")
    for constraint in recipe.runs:
        max_run(context, constraint)
    grounds = tuple(lay_ground(context, bits) for bits in recipe.grounds)
    entries = tuple(_entries(context, ground) for ground in grounds)
    totals = {bits: made.grid.total(bits) for bits in recipe.totals}
    made.grid.tie_totals()
    return Excerpt(made, totals, grounds, entries)


def _entries(context: Context, ground: Ground) -> dict[tuple[int, int], int]:
    found = {}
    for direction, side in enumerate(DIRECTIONS):
        bits = ground.bits if ground.sides is None else ground.sides[direction]
        for cell in context.shape.edge((side,)):
            found[cell, direction] = context.grid.among(cell, bits)
    return found
