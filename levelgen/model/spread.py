"""How many things fit on a board when any two of them keep a distance."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.model.shape import Shape

_OFFSETS = 4


def most_apart(shape: Shape, distance: int) -> int:
    """Bound how many cells can lie pairwise `distance` (rows plus columns, at least 1) apart.

    The board is cut into blocks too small for two of them, in several ways; no way has fewer
    blocks than there can be cells.
    """
    cells = [divmod(cell, shape.cols) for cell, exists in enumerate(shape.exists) if exists]
    heights = range(1, min(distance, shape.rows) + 1)
    bounds = [_rectangles(shape, cells, height, distance + 1 - height) for height in heights]
    # In diamonds, squares of the two diagonals, more cells are near to each other.
    step = max(distance // _OFFSETS, 1)
    bounds += [
        len({((row + col + up) // distance, (row - col + down) // distance) for row, col in cells})
        for up in range(0, distance, step)
        for down in range(0, distance, step)
    ]
    return min(bounds)


def _rectangles(shape: Shape, cells: Sequence[tuple[int, int]], height: int, width: int) -> int:
    if len(cells) == shape.cells:
        return -(-shape.rows // height) * -(-shape.cols // width)
    return len({(row // height, col // width) for row, col in cells})
