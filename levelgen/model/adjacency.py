"""Which tiles may be neighbours, in two forms that mean the same."""

from __future__ import annotations

from typing import Literal

from levelgen.model.context import Context
from levelgen.rules import Rules

Form = Literal["clauses", "table"]

_EAST, _SOUTH = 1, 2
_TILES_A_SOCKET = 3
"""How many tiles have to share a socket before a literal for it is worth it."""


def adjacency(context: Context, form: Form) -> None:
    """Post the adjacency of the tileset for every pair of neighbours.

    Where sides have to match, `clauses` are over what both sides show: a literal for each label.
    """
    if form == "clauses":
        _clauses(context)
    else:
        _tables(context)


def _clauses(context: Context) -> None:
    """A tile forbids what may not stand beside it, in one statement a cell and tile."""
    model, rules, literals = context.model, context.rules, context.grid.literals
    forbidden: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for direction, pairs in ((_EAST, context.shape.east), (_SOUTH, context.shape.south)):
        sockets = None if model.condition else _sockets(rules, direction)
        if sockets is not None:
            for cell, beside in pairs:
                _match(context, cell, beside, sockets)
            continue
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


def _sockets(rules: Rules, direction: int) -> list[tuple[int, int]] | None:
    """Pair the tiles that show the same on a side with those that match it, if all do so.

    Gives (bitset of the cell, bitset of its neighbour); the sets on either side do not overlap.
    None where tiles share some neighbours but not all, or where there is too little to gain.
    """
    found: dict[int, int] = {}
    for tile, others in enumerate(rules.masks[direction]):
        found[others] = found.get(others, 0) | 1 << tile
    together = 0
    for others in found:
        if together & others:
            return None
        together |= others
    sockets = [(tiles, others) for others, tiles in found.items() if others]
    return sockets if 1 < len(sockets) < rules.size // _TILES_A_SOCKET else None


def _match(context: Context, cell: int, beside: int, sockets: list[tuple[int, int]]) -> None:
    """Say that both sides show the same socket."""
    model, grid = context.model, context.grid
    every = grid.every
    if len(sockets) == 2:
        literal = model.boolean()
        shown = [literal, -literal - 1]
    else:
        shown = [model.boolean() for _ in sockets]
        model.exactly_one(shown)
    for place, side in ((cell, 0), (beside, 1)):
        parts = {socket[side]: literal for socket, literal in zip(sockets, shown, strict=True)}
        rest = every
        for bits in parts:
            rest &= ~bits
        if rest:
            parts[rest] = model.false
        grid.split(place, parts)


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
