"""Promises about numbers: shares of tiles, counts, objects per cell, different tiles."""

from __future__ import annotations

from levelgen.model.context import Context
from levelgen.model.draft import Draft
from levelgen.model.naming import subject
from levelgen.schema.constraints import Count, Density, Ratio, Variety, exact, integer_window


def ratio(context: Context, constraint: Ratio) -> None:
    """Keep the share of cells with the tags inside its exact integer window."""
    bits = context.rules.bits(constraint.tags)
    if constraint.region is None:
        low, high = integer_window(constraint.min, constraint.max, context.shape.size)
        context.model.linear([(context.grid.total(bits), 1)], low, high)
        return
    cells = context.shape.rectangle(*constraint.region)
    low, high = integer_window(constraint.min, constraint.max, len(cells))
    context.model.linear([(context.grid.among(cell, bits), 1) for cell in cells], low, high)


def count(context: Context, constraint: Count) -> None:
    """Keep a number of cells or objects, on the whole board or in a rectangle."""
    model, shape = context.model, context.shape
    high = shape.cells if constraint.high is None else constraint.high
    bits = subject(context.rules, constraint.tags, constraint.tile)
    kind = constraint.object
    if constraint.region is None:
        total = context.grid.total(bits) if kind is None else context.objects.total(kind)
        model.linear([(total, 1)], constraint.low, high)
        return
    cells = shape.rectangle(*constraint.region)
    if kind is None:
        found = [context.grid.among(cell, bits) for cell in cells]
    else:
        found = [context.objects.literals[kind][cell] for cell in cells]
    model.linear([(literal, 1) for literal in found], constraint.low, high)


def density(context: Context, constraint: Density) -> None:
    """Keep min * cells <= objects <= max * cells, multiplied out so that it stays exact."""
    model, bits = context.model, context.rules.bits(constraint.per)
    if constraint.region is None:
        objects = [context.objects.total(constraint.object)]
        ground = [context.grid.total(bits)]
    else:
        cells = context.shape.rectangle(*constraint.region)
        objects = [context.objects.literals[constraint.object][cell] for cell in cells]
        ground = [context.grid.among(cell, bits) for cell in cells]
    low, high = exact(constraint.min), exact(constraint.max)
    for share, sign in ((low, 1), (high, -1)):
        terms = [(one, sign * share.denominator) for one in objects]
        terms += [(one, -sign * share.numerator) for one in ground]
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

    def witness(draft: Draft) -> list[int]:
        return [
            literal
            for literal, bits in zip(used, context.rules.bases, strict=True)
            if any(draft.members(bits))
        ]

    model.witnesses.append(witness)
    model.linear([(literal, 1) for literal in used], constraint.min, len(used))
