"""A puzzle as a scene: clues, grid, the cells that are filled, known to be blank, or in doubt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from levelgen.nonogram.clues import OPEN, Clue
from levelgen.nonogram.formats.plain import EVERY
from levelgen.render.colours import BROKEN, INK, PAPER, QUIET
from levelgen.render.fonts import Face
from levelgen.render.nonogram.layout import Layout, lay_out
from levelgen.render.nonogram.scene import Box, Boxes, Labels, Lines, Scene, Segment
from levelgen.schema.level_html import ink_on

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle

_THIN, _THICK = "#a9a9a9", "#222222"
_BAND = "#f3f1ec"
_CROSS = "#9a9a9a"


def draw(
    puzzle: Puzzle,
    grid: Sequence[Sequence[int]] | None = None,
    *,
    difference: Iterable[tuple[int, int]] = (),
    cell: int | None = None,
    title: bool = True,
) -> Scene:
    """Draw a puzzle with its clues.

    Args:
        puzzle: The puzzle.
        grid: Colour numbers (rows, cols), -1 where a cell is open; None: all cells are open. While
            any is open, the cells that are known to be blank have a cross.
        difference: Cells (row, col) to frame, such as those in which two solutions differ.
        cell: Side of a cell in pixels; default: as large as suits.
        title: Whether the puzzle's title stands above it.
    """
    layout = lay_out(puzzle, cell=cell, title=title)
    scene = Scene(layout.width, layout.height)
    scene.items.append(Boxes(PAPER, ((0, 0, layout.width, layout.height),)))
    if layout.title:
        place = layout.title_place
        scene.items.append(Labels(layout.title, INK, layout.title_size, (place,), "bold"))
    _bands(scene, layout)
    if grid is not None:
        _cells(scene, layout, puzzle, [[int(value) for value in line] for line in grid])
    _lines(scene, layout)
    _clues(scene, layout, puzzle)
    _frames(scene, layout, difference)
    return scene


def _bands(scene: Scene, layout: Layout) -> None:
    """Shade the ground of the clues, so that long ones lead to their line."""
    side = layout.cell
    right, low = layout.left + layout.cols * side, layout.top + layout.rows * side
    first = layout.left - layout.wide * layout.slot - 6
    highest = layout.top - layout.deep * layout.level - 6
    scene.items.append(
        Boxes(
            _BAND,
            (
                (first, layout.top, layout.left - first, low - layout.top),
                (layout.left, highest, right - layout.left, layout.top - highest),
            ),
        )
    )


def _cells(scene: Scene, layout: Layout, puzzle: Puzzle, grid: Sequence[Sequence[int]]) -> None:
    side = layout.cell
    found: dict[int, list[Box]] = defaultdict(list)
    crosses: list[Segment] = []
    partly = any(value == OPEN for line in grid for value in line)
    for row, line in enumerate(grid):
        top = layout.top + row * side
        col = 0
        for value, run in groupby(line):
            length = len(list(run))
            if value > 0 or (value == 0 and puzzle.colors[0].hex.lower() != PAPER):
                found[value].append((layout.left + col * side, top, length * side, side))
            if value == 0 and partly:
                for place in range(col, col + length):
                    crosses += _cross(layout.left + place * side, top, side)
            col += length
    scene.items += [
        Boxes(puzzle.colors[value].hex, tuple(boxes)) for value, boxes in sorted(found.items())
    ]
    if crosses:
        scene.items.append(Lines(_CROSS, max(side / 14, 1.0), tuple(crosses)))


def _cross(left: float, top: float, side: int) -> list[Segment]:
    near, far = side * 0.34, side * 0.66
    return [
        ((left + near, top + near), (left + far, top + far)),
        ((left + near, top + far), (left + far, top + near)),
    ]


def _lines(scene: Scene, layout: Layout) -> None:
    side = layout.cell
    right, low = layout.left + layout.cols * side, layout.top + layout.rows * side
    first = layout.left - layout.wide * layout.slot - 6
    highest = layout.top - layout.deep * layout.level - 6
    thin: list[Segment] = []
    thick: list[Segment] = []
    for row in range(layout.rows + 1):
        y = layout.top + row * side
        bold = row % EVERY == 0 or row == layout.rows
        (thick if bold else thin).append(((first, y), (right, y)))
    for col in range(layout.cols + 1):
        x = layout.left + col * side
        bold = col % EVERY == 0 or col == layout.cols
        (thick if bold else thin).append(((x, highest), (x, low)))
    scene.items.append(Lines(_THIN, 1.0, tuple(thin)))
    scene.items.append(Lines(_THICK, 2.0, tuple(thick)))


def _clues(scene: Scene, layout: Layout, puzzle: Puzzle) -> None:
    ground: dict[str, list[Box]] = defaultdict(list)
    texts: dict[tuple[str, str, Face], list[tuple[float, float]]] = defaultdict(list)

    def put(clue: Clue, boxes: list[Box]) -> None:
        for (length, color), (left, top, width, height) in zip(clue, boxes, strict=True):
            ink = INK
            if puzzle.colored or puzzle.colors[1].hex.lower() != "#000000":
                fill = puzzle.colors[color].hex
                ground[fill].append((left + 1, top + 1, width - 2, height - 2))
                ink = ink_on(fill)
            place = left + width / 2, top + height / 2 + layout.font * 0.36
            texts[str(length), ink, "sans"].append(place)

    for row, clue in enumerate(puzzle.row_clues):
        put(clue, [layout.row_number(row, place, len(clue)) for place in range(len(clue))])
        if not clue:
            left, top, width, height = layout.row_number(row, 0, 1)
            middle = left + width / 2, top + height / 2 + layout.font * 0.36
            texts["0", QUIET, "sans"].append(middle)
    for col, clue in enumerate(puzzle.col_clues):
        put(clue, [layout.col_number(col, place, len(clue)) for place in range(len(clue))])
        if not clue:
            left, top, width, height = layout.col_number(col, 0, 1)
            middle = left + width / 2, top + height / 2 + layout.font * 0.36
            texts["0", QUIET, "sans"].append(middle)
    scene.items += [Boxes(fill, tuple(boxes)) for fill, boxes in ground.items()]
    scene.items += [
        Labels(text, ink, layout.font, tuple(places), face)
        for (text, ink, face), places in texts.items()
    ]


def _frames(scene: Scene, layout: Layout, cells: Iterable[tuple[int, int]]) -> None:
    side = layout.cell
    segments: list[Segment] = []
    for row, col in cells:
        left, top = layout.left + col * side, layout.top + row * side
        right, low = left + side, top + side
        segments += [
            ((left - 1, top), (right + 1, top)),
            ((right, top - 1), (right, low + 1)),
            ((right + 1, low), (left - 1, low)),
            ((left, low + 1), (left, top - 1)),
        ]
    if segments:
        scene.items.append(Lines(BROKEN, max(side / 9, 2.0), tuple(segments)))
