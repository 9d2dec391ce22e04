"""Promises about where things stand: borders, fixed cells, distances, runs, symmetry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from levelgen.model.shape import Shape
from levelgen.model.spread import most_apart
from levelgen.rules import Rules
from levelgen.schema.constraints import (
    Border,
    Distance,
    Fixed,
    MaxRun,
    Spacing,
    Symmetry,
    Unlike,
)
from levelgen.schema.overrides import Ask

if TYPE_CHECKING:
    from levelgen.model.context import Context


def border(context: Context, constraint: Border) -> None:
    """Keep the outermost cells of the named sides to tiles with the tags."""
    bits = context.rules.bits(constraint.tags)
    cells = context.shape.edge(constraint.sides)
    context.model.imply((), [context.grid.among(cell, bits) for cell in cells])


def fixed(context: Context, constraint: Fixed) -> None:
    """Keep what is decided beforehand."""
    wanted = []
    for item in constraint.cells:
        cell = item.row * context.shape.cols + item.col
        if item.tiles_wanted:
            wanted.append(context.grid.among(cell, context.rules.held(item)))
        if item.object is not None:
            wanted.append(context.objects.literals[item.object][cell])
        if item.empty:
            wanted += [-row[cell] - 1 for row in context.objects.literals.values()]
    context.model.imply((), wanted)


def weightless(context: Context, asks: Sequence[Ask]) -> None:
    """Keep a tile of weight 0 to cells whose pins match it and no tile that is sampled."""
    rules = context.rules
    if rules.sampled != rules.every:
        allowed = [
            rules.sampled if bits & rules.sampled else rules.sampled | bits
            for bits in pinned(rules, context.shape, asks)
        ]
        inside = [
            context.grid.among(cell, bits)
            for cell, bits in enumerate(allowed)
            if context.shape.exists[cell]
        ]
        context.model.imply((), inside)


def pinned(rules: Rules, shape: Shape, asks: Sequence[Ask]) -> list[int]:
    """Give for each cell the tiles that every `fixed` and `border` promise on it matches."""
    found = [rules.every] * shape.cells
    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Fixed):
            for item in constraint.cells:
                if item.tiles_wanted:
                    found[item.row * shape.cols + item.col] &= rules.held(item)
        elif isinstance(constraint, Border):
            for cell in shape.edge(constraint.sides):
                found[cell] &= rules.bits(constraint.tags)
    return found


def spacing(context: Context, constraint: Spacing) -> None:
    """Keep any two objects of the kinds at least a distance apart."""
    rows = [context.objects.literals[kind] for kind in dict.fromkeys(constraint.objects)]
    for cell in range(context.shape.cells):
        close = [other for other in context.shape.around(cell, constraint.min - 1) if other > cell]
        banned = [-row[other] - 1 for row in rows for other in close]
        if banned:
            for row in rows:
                context.model.imply((row[cell],), banned)
    _crowd(context, dict.fromkeys(constraint.objects), constraint.min)


def distance(context: Context, constraint: Distance) -> None:
    """Keep every pair of the two kinds inside a window of distances."""
    shape = context.shape
    ones = context.objects.literals[constraint.from_]
    others = context.objects.literals[constraint.to]
    low = constraint.min or 0
    high = shape.rows + shape.cols if constraint.max is None else constraint.max
    for cell in range(shape.cells):
        banned = [
            -others[other] - 1
            for other in range(shape.cells)
            if other != cell and not low <= shape.distance(cell, other) <= high
        ]
        if banned:
            context.model.imply((ones[cell],), banned)
    if constraint.from_ == constraint.to and low > 0:
        _crowd(context, (constraint.to,), low)


def _crowd(context: Context, kinds: Iterable[str], apart: int) -> None:
    """Say how many objects fit so far apart: implied, but to find it takes a search."""
    terms = [(context.objects.total(kind), 1) for kind in kinds]
    context.model.linear(terms, 0, most_apart(context.shape, apart))


def max_run(context: Context, constraint: MaxRun) -> None:
    """Allow no longer row of such cells: one clause for each window that is one cell too long."""
    inside = context.grid.everywhere(context.rules.bits(constraint.tags))
    for line, joined in context.shape.lines():
        windows = len(line) if joined else len(line) - constraint.length
        if len(line) > constraint.length:
            for first in range(windows):
                window = [*line, *line][first : first + constraint.length + 1]
                context.model.clause([-inside[cell] - 1 for cell in window])


def symmetry(context: Context, constraint: Symmetry) -> None:
    """Give mirrored cells tiles that are mirror images of each other."""
    literals = context.grid.literals
    images = context.rules.tileset.mirror_images(constraint.axis)
    for cell in range(context.shape.cells):
        other = context.shape.mirrored(cell, constraint.axis)
        if cell <= other and context.shape.exists[cell] and context.shape.exists[other]:
            for tile, image in enumerate(images):
                if image is not None and (cell, tile) != (other, image):
                    context.model.imply((literals[cell][tile],), (literals[other][image],))


def unlike(context: Context, constraint: Unlike) -> None:
    """Let so many cells hold another tile than a given map does."""
    index = context.rules.tileset.index
    names = [name for line in constraint.tiles for name in line]
    same = [
        context.grid.literals[cell][index[name]]
        for cell, name in enumerate(names)
        if name is not None and context.shape.exists[cell]
    ]
    given = sum(name is not None for name in names)
    context.model.linear([(literal, 1) for literal in same], 0, given - constraint.wanted)
