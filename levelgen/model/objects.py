"""Objects on cells: a literal for each kind and cell, at most one object a cell."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.model.draft import Draft
from levelgen.model.grid import Grid
from levelgen.rules import Rules
from levelgen.schema.constraints import Path
from levelgen.schema.overrides import Ask


class Objects:
    """The objects of the kinds that promises speak of; other kinds are absent.

    `literals[kind][cell]` holds if an object of the kind stands there.
    """

    def __init__(self, grid: Grid, rules: Rules, kinds: Sequence[str]) -> None:
        model = grid.model
        declared = rules.tileset.objects
        cells = range(grid.shape.cells)
        self.standing = {kind: rules.bits(declared[kind].on) for kind in kinds}
        self.literals = {
            kind: [model.boolean() if bits else model.false for _ in cells]
            for kind, bits in self.standing.items()
        }
        with model.always():
            grounds = dict.fromkeys(self.standing.values())
            for bits in grounds:
                rows = [self.literals[kind] for kind, on in self.standing.items() if on == bits]
                for cell in cells:
                    # Ground that is no ground takes the place of the object.
                    off = -grid.among(cell, bits) - 1
                    model.at_most_one([off, *(row[cell] for row in rows)])
            if len(grounds) > 1:
                for cell in cells:
                    model.at_most_one([row[cell] for row in self.literals.values()])

        self._totals: dict[str, int] = {}
        self._crowd(grid)

    def total(self, kind: str) -> int:
        """Give the integer variable that counts the objects of a kind."""
        return self._totals[kind]

    def _crowd(self, grid: Grid) -> None:
        """Say that objects are no more than the cells they stand on: implied, but hard to find."""
        model = grid.model
        for kind, row in self.literals.items():
            self._totals[kind] = model.total(row)
        with model.always():
            for bits in dict.fromkeys([*self.standing.values(), grid.every]):
                crowd = [kind for kind, on in self.standing.items() if not on & ~bits]
                terms = [(self._totals[kind], -1) for kind in crowd]
                model.linear([(grid.total(bits), 1), *terms], 0, grid.shape.cells)

    def known(self, draft: Draft) -> dict[str, tuple[int, ...]]:
        """Give the cells of each kind in a draft as far as there are literals for it, each once."""
        return {
            kind: tuple(dict.fromkeys(draft.places.get(kind, ())))
            for kind, bits in self.standing.items()
            if bits
        }

    def hinted(self, draft: Draft) -> list[int]:
        """Give the true object literals of a draft."""
        known = self.known(draft)
        return [self.literals[kind][cell] for kind in known for cell in known[kind]]

    def decoded(self, solution: list[int]) -> dict[str, tuple[int, ...]]:
        """Read the cells of each kind from a solution, a list of variable values."""
        return {
            kind: tuple(cell for cell, literal in enumerate(row) if solution[literal])
            for kind, row in self.literals.items()
            if self.standing[kind]
        }


def spoken_of(asks: Sequence[Ask], rules: Rules) -> tuple[str, ...]:
    """List the object kinds that any promise names, in the order of the tileset."""
    named = {name for ask in asks for _, name in ask.constraint.object_names()}
    for ask in asks:
        if isinstance(ask.constraint, Path):
            named |= {ask.constraint.from_, ask.constraint.to}
    return tuple(kind for kind in rules.tileset.objects if kind in named)
