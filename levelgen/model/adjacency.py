"""Which tiles may be neighbours, in two forms that mean the same."""

from __future__ import annotations

from typing import Literal

from levelgen.model.context import Context

Form = Literal["clauses", "table"]

_EAST, _SOUTH = 1, 2


def adjacency(context: Context, form: Form) -> None:
    """Post the adjacency of the tileset for every pair of neighbours."""
    if form == "clauses":
        _clauses(context)
    else:
        _tables(context)


def _clauses(context: Context) -> None:
    """A tile forbids what may not stand beside it, in one statement a cell and tile."""
    model, rules, literals = context.model, context.rules, context.grid.literals
    forbidden: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for direction, pairs in ((_EAST, context.shape.east), (_SOUTH, context.shape.south)):
        banned = [
            [other for other in range(rules.size) if not rules.masks[direction][tile] >> other & 1]
            for tile in range(rules.size)
        ]
        for cell, beside in pairs:
            for tile, others in enumerate(banned):
                if others:
                    found = forbidden.setdefault((cell, tile), [])
                    found.extend((beside, other) for other in others)
    for (cell, tile), listed in forbidden.items():
        model.imply(
            (literals[cell][tile],), [-literals[beside][other] - 1 for beside, other in listed]
        )


def _tables(context: Context) -> None:
    """A table of allowed pairs over integer cells that are tied to the literals."""
    model, rules, grid = context.model, context.rules, context.grid
    numbers = [model.integer(0, rules.size - 1) for _ in range(context.shape.cells)]
    with model.always():
        for number, row in zip(numbers, grid.literals, strict=True):
            for tile, literal in enumerate(row):
                model.linear(((number, 1),), tile, tile, (literal,))
    for direction, pairs in ((_EAST, context.shape.east), (_SOUTH, context.shape.south)):
        allowed = [
            (tile, other)
            for tile in range(rules.size)
            for other in range(rules.size)
            if rules.masks[direction][tile] >> other & 1
        ]
        for cell, beside in pairs:
            if allowed:
                model.table((numbers[cell], numbers[beside]), allowed)
            else:
                model.clause(())
