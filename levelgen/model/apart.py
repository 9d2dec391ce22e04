"""Promises about how far objects are apart: spacing and distance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from levelgen.model.spread import most_apart
from levelgen.schema.constraints import Distance, Spacing

if TYPE_CHECKING:
    from levelgen.model.context import Context
    from levelgen.model.draft import Draft

_MOST_PAIRS = 1 << 20
"""Pairs of cells to look at; with more of them, a lazy model leaves what is banned to cuts."""

_Banned = Callable[[int], list[int]]
"""Gives the cells where no partner of an object on the given cell may stand."""


def spacing(context: Context, constraint: Spacing) -> None:
    """Keep any two objects of the kinds at least a distance apart."""
    shape, radius = context.shape, constraint.min - 1
    kinds = tuple(dict.fromkeys(constraint.objects))

    def close(cell: int) -> list[int]:
        return [other for other in shape.around(cell, radius) if other > cell]

    pairs = shape.cells * min(shape.cells, 2 * radius * radius)
    for kind in kinds:
        _keep(context, kind, kinds, close, pairs)
    _crowd(context, kinds, constraint.min)


def distance(context: Context, constraint: Distance) -> None:
    """Keep every pair of the two kinds inside a window of distances."""
    shape = context.shape
    low = constraint.min or 0
    high = shape.rows + shape.cols if constraint.max is None else constraint.max

    def misplaced(cell: int) -> list[int]:
        return [
            other
            for other in range(shape.cells)
            if other != cell and not low <= shape.distance(cell, other) <= high
        ]

    _keep(context, constraint.from_, (constraint.to,), misplaced, shape.cells * shape.cells)
    if constraint.from_ == constraint.to and low > 0:
        _crowd(context, (constraint.to,), low)


def _crowd(context: Context, kinds: tuple[str, ...], apart: int) -> None:
    """Say how many objects fit so far apart: implied, but to find it takes a search."""
    terms = [(context.objects.total(kind), 1) for kind in kinds]
    context.model.linear(terms, 0, most_apart(context.shape, apart))


def _keep(
    context: Context, kind: str, partners: tuple[str, ...], banned: _Banned, pairs: int
) -> None:
    """Post for each cell where no other object stands, or leave it to cuts if that is too much."""
    model = context.model
    ones = context.objects.literals[kind]
    rows = [context.objects.literals[partner] for partner in partners]
    if context.cutting == "regions" and pairs > _MOST_PAIRS:
        model.watches.append(_Apart(model.condition, kind, partners, ones, rows, banned))
        return
    for cell in range(context.shape.cells):
        cells = banned(cell)
        if cells:
            model.imply((ones[cell],), [-row[other] - 1 for row in rows for other in cells])


@dataclass(frozen=True)
class _Apart:
    """Clauses against an object that is too near to a partner, or too far (lazy)."""

    condition: tuple[int, ...]
    kind: str
    partners: tuple[str, ...]
    ones: Sequence[int]
    rows: Sequence[Sequence[int]]
    banned: _Banned

    def cuts(self, draft: Draft) -> list[tuple[int, ...]]:
        """Clear the surroundings of each object that has a wrong partner, not of the pair alone.

        Else the partner would move on by a cell, and again.
        """
        return list(self._cuts(draft))

    def _cuts(self, draft: Draft) -> Iterator[tuple[int, ...]]:
        elsewhere = [-literal - 1 for literal in self.condition]
        for cell in draft.places.get(self.kind, ()):
            banned = self.banned(cell)
            for partner, row in zip(self.partners, self.rows, strict=True):
                if not set(banned).isdisjoint(draft.places.get(partner, ())):
                    absent = (*elsewhere, -self.ones[cell] - 1)
                    yield from ((*absent, -row[other] - 1) for other in banned)
