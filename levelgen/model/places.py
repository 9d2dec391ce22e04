"""Promises about where tiles and objects lie: borders, fixed cells, runs, symmetry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.constraints import (
    Border,
    Fixed,
    MaxRun,
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
