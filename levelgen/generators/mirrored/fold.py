"""How a board that mirrors itself is laid onto its half."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Axis = Literal["vertical", "horizontal"]


def first_line(axis: Axis, rows: int, cols: int) -> range:
    """List the cells of the column, or row, that is the farthest from where the halves meet."""
    return range(0, rows * cols, cols) if axis == "vertical" else range(cols)


def last_line(axis: Axis, rows: int, cols: int) -> range:
    """List the cells of the column, or row, where the halves meet."""
    last = cols - 1 if axis == "vertical" else (rows - 1) * cols
    return range(last, rows * cols, cols if axis == "vertical" else 1)


class Fold(NamedTuple):
    """How a board of a size is laid onto its left (or upper) half."""

    axis: Axis
    rows: int
    cols: int
    images: tuple[int, ...]
    """The mirror image of each tile."""
    joined: bool = False
    """Whether the edges that mirror each other are joined, so that there is a second seam."""

    @property
    def half(self) -> tuple[int, int]:
        """Rows and columns of the half; on an odd board the middle line belongs to it."""
        if self.axis == "vertical":
            return self.rows, (self.cols + 1) // 2
        return (self.rows + 1) // 2, self.cols

    @property
    def has_middle(self) -> bool:
        """Whether there is a line that mirrors itself."""
        return bool((self.cols if self.axis == "vertical" else self.rows) % 2)

    def onto(self, cell: int) -> tuple[int, bool]:
        """Give the cell of the half that a cell is laid onto, and whether it is turned over."""
        row, col = divmod(cell, self.cols)
        height, width = self.half
        over = row >= height or col >= width
        if over and self.axis == "vertical":
            col = self.cols - 1 - col
        elif over:
            row = self.rows - 1 - row
        return row * width + col, over

    def seam(self) -> range:
        """List the cells of the half beside, or on, the line that mirrors."""
        return last_line(self.axis, *self.half)

    def edge(self) -> range:
        """List the cells of the half on its edge across from the seam."""
        return first_line(self.axis, *self.half)

    def is_closed(self, bits: int) -> bool:
        """Whether the image of every tile of a bitset is in it too."""
        return all(bits >> image & 1 for tile, image in enumerate(self.images) if bits >> tile & 1)

    def unfolded(self, half: Sequence[int]) -> list[int]:
        """Give the tiles of the whole board."""
        images = (*self.images, -1)
        found = []
        for cell in range(self.rows * self.cols):
            onto, over = self.onto(cell)
            # The index -1 of a missing cell finds the last image.
            found.append(images[half[onto]] if over else half[onto])
        return found
