"""Promises about numbers: shares of tiles, counts, objects per cell, different tiles."""

from __future__ import annotations

from levelgen.model.context import Context
from levelgen.model.naming import subject
from levelgen.schema.constraints import Count, Density, Ratio, Variety, exact, integer_window


def ratio(context: Context, constraint: Ratio) -> None:
    """Keep the share of cells with the tags inside its exact integer window."""
    low, high = integer_window(constraint.min, constraint.max, context.shape.cells)
    inside = context.grid.everywhere(context.rules.bits(constraint.tags))
    context.model.linear([(literal, 1) for literal in inside], low, high)


def count(context: Context, constraint: Count) -> None:
    """Keep a number of cells or objects, on the whole board or in a rectangle."""
    shape = context.shape
    cells = shape.rectangle(*constraint.region) if constraint.region else range(shape.cells)
    if constraint.object is not None:
        row = context.objects.literals[constraint.object]
        found = [row[cell] for cell in cells]
    else:
        bits = subject(context.rules, constraint.tags, constraint.tile)
        found = [context.grid.among(cell, bits) for cell in cells]
    high = len(cells) if constraint.high is None else constraint.high
    context.model.linear([(literal, 1) for literal in found], constraint.low, high)


def density(context: Context, constraint: Density) -> None:
    """Keep min * cells <= objects <= max * cells, multiplied out so that it stays exact."""
    model = context.model
    objects = context.objects.literals[constraint.object]
    ground = context.grid.everywhere(context.rules.bits(constraint.per))
    low, high = exact(constraint.min), exact(constraint.max)
    for share, sign in ((low, 1), (high, -1)):
        terms = [(literal, sign * share.denominator) for literal in objects]
        terms += [(literal, -sign * share.numerator) for literal in ground]
        limit = context.shape.cells * (share.denominator + share.numerator)
        model.linear(terms, 0, limit)


def variety(context: Context, constraint: Variety) -> None:
    """Ask for a number of base tiles of which at least one variant stands somewhere."""
    model = context.model
    used = []
    for bits in context.rules.bases:
        literal = model.boolean()
        with model.always():
            model.clause((-literal - 1, *context.grid.everywhere(bits)))
        used.append(literal)
    model.linear([(literal, 1) for literal in used], constraint.min, len(used))
