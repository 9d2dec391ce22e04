"""Marks on a board: frames around cells, bars between neighbours, numbers that name a promise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from levelgen.render.cells import Cells
from levelgen.render.colours import BROKEN, PAPER
from levelgen.render.fonts import Style, text_width
from levelgen.render.marks import Mark, Place
from levelgen.render.page import Page, Point

BADGE = Style(10, PAPER, "bold")
BADGE_SIDE = 13.0

_RIMS_FROM = 12.0
_HATCH_FROM = 8.0
"""Smaller cells, in pixels, have no room for lines."""

Segment = tuple[Point, Point]


def hatch_marks(cells: Cells, marks: Iterable[Mark]) -> None:
    """Hatch marked cells: an outline alone does not tell which side of it is meant.

    Unlike a tint, a hatch leaves the colours of the tiles what the legend says.
    """
    from matplotlib.path import Path

    places = sorted({place for mark in marks for place in mark.cells})
    if not places or cells.side < _HATCH_FROM:
        return
    # The lines run on from cell to cell, since they repeat every half cell.
    ends = [(-0.5, 0.0), (0.0, 0.5), (-0.5, -0.5), (0.5, 0.5), (0.0, -0.5), (0.5, 0.0)]
    hatch = Path(ends, [Path.MOVETO, Path.LINETO] * 3)
    points = [cells.centre(row, col) for row, col in places]
    line = min(max(cells.side * 0.035, 0.8), 1.5)
    cells.page.stamp(hatch, points, cells.side, edge=BROKEN, line=line, opacity=0.5)


def draw_marks(cells: Cells, marks: Iterable[Mark]) -> None:
    """Draw frames, bars and numbers on top of a board."""
    marks = tuple(marks)
    line = min(max(cells.side * 0.075, 1.0), 3.0)
    # Rims around every line would cover a board of small cells.
    rim = line if cells.side >= _RIMS_FROM else 0.0
    for mark in marks:
        if mark.cells:
            draw_frame(cells.page, _outline(cells, frozenset(mark.cells)), line, rim)
    sides = [_shared_side(cells, one, other) for mark in marks for one, other in mark.pairs]
    if sides:
        draw_bars(cells.page, sides, line * 1.7, rim)
    numbered: dict[Place, list[int]] = defaultdict(list)
    for mark in marks:
        if mark.number is not None:
            numbered[min(mark.cells)].append(mark.number)
    for (row, col), numbers in numbered.items():
        left, top = cells.corner(row, col)
        # On the corner, where it hides least of the cell.
        left, top = left - BADGE_SIDE // 2, top - BADGE_SIDE // 2
        for number in numbers:
            draw_badge(cells.page, number, left, top)
            left += badge_width(number)


def draw_frame(page: Page, outline: Sequence[Segment], line: float, rim: float) -> None:
    """Draw an outline in red with a white rim, which parts it from any colour beneath."""
    if rim:
        page.lines(outline, PAPER, line + min(rim, 2.0), cap="projecting")
    page.lines(outline, BROKEN, line, cap="projecting")


def draw_bars(page: Page, sides: Sequence[Segment], line: float, rim: float) -> None:
    """Draw thick red bars with a white rim."""
    if rim:
        page.lines(sides, PAPER, line + min(rim, 2.5), cap="round")
    page.lines(sides, BROKEN, line, cap="round")


def badge_width(number: int) -> float:
    """Measure a badge, in pixels."""
    return max(BADGE_SIDE, round(text_width(str(number), BADGE.face, BADGE.size)) + 4.0)


def draw_badge(page: Page, number: int, left: float, top: float) -> None:
    """Draw a number on a red plate."""
    width = badge_width(number)
    page.box(left, top, width, BADGE_SIDE, fill=BROKEN, edge=PAPER)
    baseline = round(top + BADGE_SIDE / 2 + BADGE.size * 0.36)
    page.text(left + width / 2, baseline, str(number), BADGE, align="center")


def _outline(cells: Cells, places: frozenset[Place]) -> list[Segment]:
    """Give the sides between marked cells and others, so that a region has one frame."""
    found: list[Segment] = []
    for row, col in sorted(places):
        here, right = cells.corner(row, col), cells.corner(row, col + 1)
        below, across = cells.corner(row + 1, col), cells.corner(row + 1, col + 1)
        sides = {
            (row - 1, col): (here, right),
            (row, col + 1): (right, across),
            (row + 1, col): (below, across),
            (row, col - 1): (here, below),
        }
        found += [side for place, side in sides.items() if place not in places]
    return found


def _shared_side(cells: Cells, one: Place, other: Place) -> Segment:
    row, col = max(one, other)
    if one[0] == other[0]:
        return cells.corner(row + 0.1, col), cells.corner(row + 0.9, col)
    return cells.corner(row, col + 0.1), cells.corner(row, col + 0.9)
