"""The model of a request without its seed: built once, copied for every solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from levelgen.model.adjacency import Form, adjacency
from levelgen.model.context import Context, Cutting, locks_of
from levelgen.model.draft import Draft
from levelgen.model.grid import Grid
from levelgen.model.model import Model
from levelgen.model.objects import Objects, spoken_of
from levelgen.model.places import weightless
from levelgen.model.registry import post
from levelgen.model.shape import Shape
from levelgen.model.windows import windows
from levelgen.rules import Rules
from levelgen.schema.constraints import Connected, counted
from levelgen.schema.overrides import Ask

MOST_TERMS = 5_000_000
"""Literals in the constraints of the largest model of a level: to solve it takes up to 2.5 GB."""


@dataclass(frozen=True)
class Recipe:
    """Everything that decides a skeleton."""

    tileset: str
    rules: Rules = field(compare=False, repr=False)
    shape: Shape
    asks: tuple[Ask, ...]
    form: Form
    cutting: Cutting


@dataclass(frozen=True)
class Skeleton:
    """A model with the grid and the objects it speaks of."""

    model: Model
    grid: Grid
    objects: Objects

    def copy(self) -> Skeleton:
        """Copy the model for one solve; the literals keep their numbers."""
        return Skeleton(self.model.copy(), self.grid, self.objects)

    def hint(self, draft: Draft) -> None:
        """Start the search from a draft, with the auxiliary literals that follow from it."""
        self.model.hint(self._held(draft))

    def decide(self, draft: Draft) -> Draft:
        """Leave nothing open but whether a whole draft is a solution; until `model.undecide`.

        Gives the draft that is decided on: without what the model has no literals for.
        """
        shape = self.grid.shape
        cells = draft.cells
        if shape.size != shape.cells:
            cells = tuple(
                tile if exists else -1 for tile, exists in zip(cells, shape.exists, strict=True)
            )
        decided = Draft(cells, self.objects.known(draft))
        self.model.decide([*self._held(decided), *self.grid.derived(decided)])
        return decided

    def _held(self, draft: Draft) -> list[int]:
        literals = [*self.grid.hinted(draft), *self.objects.hinted(draft)]
        for witness in self.model.witnesses:
            literals.extend(witness(draft))
        return literals

    def decoded(self, solution: list[int]) -> Draft:
        """Read a solution, a list of variable values."""
        return Draft(self.grid.decoded(solution), self.objects.decoded(solution))


def start(rules: Rules, shape: Shape, asks: Sequence[Ask]) -> Skeleton:
    """Make the literals of a board, with exactly one tile a cell and the rules of its objects.

    Raises MemoryLimitError when more is posted than a model may hold.
    """
    model = Model(MOST_TERMS)
    grid = Grid(model, shape, rules.size)
    return Skeleton(model, grid, Objects(grid, rules, spoken_of(asks, rules)))


@lru_cache(maxsize=6)
def skeleton(recipe: Recipe) -> Skeleton:
    """Build the model in which every promise holds. Raises MemoryLimitError if it is too large."""
    rules, asks = recipe.rules, recipe.asks
    made = start(rules, recipe.shape, asks)
    joined = tuple(
        rules.bits(ask.constraint.tags) for ask in asks if isinstance(ask.constraint, Connected)
    )
    context = Context(
        made.model,
        made.grid,
        made.objects,
        rules,
        recipe.cutting,
        joined,
        locks_of(asks),
        counted(ask.constraint for ask in asks),
    )
    adjacency(context, recipe.form)
    if rules.tileset.windows is not None:
        windows(context)
    weightless(context, asks)
    for ask in asks:
        post(context, ask)
    made.grid.tie_totals()
    return made


_SPARE: list[tuple[Recipe, Skeleton]] = []
"""A copy that was given back. Taking from a list and adding to it is safe between threads."""


def borrow(recipe: Recipe) -> Skeleton:
    """Give a copy of the model for one solve, that which was given back last if it fits."""
    try:
        known, made = _SPARE.pop()
    except IndexError:
        return skeleton(recipe).copy()
    return made if known == recipe else skeleton(recipe).copy()


def give_back(recipe: Recipe, made: Skeleton) -> None:
    """Keep a copy to which nothing but hints was added: another would take as long as its solve."""
    _SPARE[:] = [(recipe, made)]
