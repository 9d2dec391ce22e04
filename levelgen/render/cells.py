"""Where the cells of a board lie on a page."""

from __future__ import annotations

from dataclasses import dataclass

from levelgen.render.page import Page, Point


@dataclass(frozen=True)
class Cells:
    """Square cells of `side` pixels on a page; the first one's corner is at (left, top)."""

    page: Page
    left: float
    top: float
    side: float

    def corner(self, row: float, col: float) -> Point:
        """Give the top left corner of a cell; fractions give places inside it."""
        return self.left + col * self.side, self.top + row * self.side

    def centre(self, row: int, col: int) -> Point:
        """Give the middle of a cell."""
        return self.corner(row + 0.5, col + 0.5)
