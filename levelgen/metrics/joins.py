"""Which walkable cells of a board join which, as arrays and as a graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from levelgen.metrics.edges import EAST, NORTH, SOUTH, WEST, open_sides
from levelgen.metrics.grid import Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Joins:
    """Walkable cells and their joins; all arrays are boolean (rows, cols)."""

    members: NDArray[np.bool_]
    east: NDArray[np.bool_]
    """Whether a cell joins the one to its right; the last column joins the first where it may."""
    south: NDArray[np.bool_]
    """Whether a cell joins the one below, likewise."""
    near: Mapping[int, Sequence[int]]
    """The joined neighbours of each member, cells counted row by row."""

    @property
    def edges(self) -> int:
        """Number of joined pairs."""
        return sum(map(len, self.near.values())) // 2

    @cached_property
    def squares(self) -> NDArray[np.bool_]:
        """Whether a cell is the upper left one of a 2x2 block whose four sides are all joined."""
        return self.east & self.south & _from_below(self.east) & _from_right(self.south)

    @property
    def in_squares(self) -> NDArray[np.bool_]:
        """Whether a cell lies in any joined 2x2 block."""
        both = self.squares | _from_right(self.squares[:, ::-1])[:, ::-1]
        return both | _from_below(both[::-1])[::-1]


def _from_below(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Give what the next row holds, the first one after the last; quicker than rolling."""
    import numpy as np

    found = np.empty_like(cells)
    found[:-1], found[-1] = cells[1:], cells[0]
    return found


def _from_right(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return _from_below(cells.T).T


@lru_cache(maxsize=2)
def joins(grid: Grid) -> Joins | None:
    """Give the joins of the walkable cells; None where the tileset defines no walkable tiles."""
    if grid.walkable is None:
        return None
    import numpy as np

    sides = open_sides(grid.tileset, grid.walkable)
    # The last entry is what the index -1 of a missing cell finds.
    table = np.full(len(grid.tileset.ids) + 1, -1, dtype=np.int8)
    for tile, mask in sides.items():
        table[tile] = mask
    masks = table[np.array(grid.cells, dtype=np.intp).reshape(grid.rows, grid.cols)]
    members = masks >= 0
    masks = np.where(members, masks, 0)

    def opened(side: int) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = (masks >> side & 1).astype(bool)
        return found

    east = opened(EAST) & _from_right(opened(WEST))
    south = opened(SOUTH) & _from_below(opened(NORTH))
    # A line of one cell has no neighbour in itself, and a joined line of two meets it only once.
    if not grid.layout.joined_cols or grid.cols < 3:
        east[:, -1] = False
    if not grid.layout.joined_rows or grid.rows < 3:
        south[-1, :] = False
    return Joins(members, east, south, grid.ground(grid.walkable).near)
