"""Every window of a board is one of the patterns of its tileset (the overlapping model).

One literal for each place of a window and each pattern that may lie there. For each cell of a
window and each tile, exactly one holds: the cell has another tile, or one of the patterns that show
the tile. So patterns and tiles decide each other by unit propagation. Measured against one table
constraint a window, against implications from patterns to tiles and back, and against literals for
what neighbouring windows share: built twice as fast, and solved as fast or faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from levelgen.learn.patterns import Patterns, patterns_of
from levelgen.learn.windows import board_size
from levelgen.model.context import Context
from levelgen.model.draft import Draft
from levelgen.model.shape import Shape
from levelgen.schema.request import Request

MOST_LITERALS = 2_000_000
"""Windows times patterns of the largest model: of 3x3 cells, they fill about 2.5 GB (measured)."""


@dataclass(frozen=True)
class Place:
    """Where a window lies: its cells row by row, and the bitset of patterns that may be there."""

    cells: tuple[int, ...]
    patterns: int


def windows(context: Context) -> None:
    """Keep every window to the patterns of the tileset; a missing cell excuses a window."""
    model, tiles = context.model, context.grid.literals
    patterns = patterns_of(context.rules.tileset)
    lying: list[tuple[Place, dict[int, int]]] = []
    for place in _places(patterns, context.shape):
        here = {
            number: model.boolean()
            for number in range(patterns.count)
            if place.patterns >> number & 1
        }
        lying.append((place, here))
        model.exactly_one([*here.values()])
        for offset, cell in enumerate(place.cells):
            showing: list[list[int]] = [[] for _ in tiles[cell]]
            for number, literal in here.items():
                showing[patterns.contents[number][offset]].append(literal)
            for tile, found in zip(tiles[cell], showing, strict=True):
                model.exactly_one([-tile - 1, *found])

    numbers = {content: number for number, content in enumerate(patterns.contents)}

    def witness(draft: Draft) -> Iterator[int]:
        for place, here in lying:
            number = numbers.get(tuple(draft.cells[cell] for cell in place.cells))
            if number in here:
                yield here[number]

    model.witnesses.append(witness)


def window_literals(request: Request) -> int:
    """Give the number of literals that the windows of a request need; 0 without windows."""
    if request.tileset.windows is None:
        return 0
    patterns = patterns_of(request.tileset)
    shape = Shape(request.rows, request.cols, request.layout)
    return sum(place.patterns.bit_count() for place in _places(patterns, shape))


def _places(patterns: Patterns, shape: Shape) -> Iterator[Place]:
    """Yield the windows of a board without missing cells.

    Unless its upper and lower border are joined, the ground lies on the lowest row of them.
    """
    layout = shape.layout
    height, width = board_size(patterns, shape.rows, shape.cols, layout.joined)
    for row in range(height):
        if layout.joined_rows:
            possible = patterns.every
        else:
            possible = patterns.lowest if row == height - 1 else patterns.upper
        for col in range(width):
            cells = tuple(
                (row + down) % shape.rows * shape.cols + (col + right) % shape.cols
                for down in range(patterns.height)
                for right in range(patterns.width)
            )
            if all(shape.exists[cell] for cell in cells):
                yield Place(cells, possible)
