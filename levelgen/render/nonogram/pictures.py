"""Puzzles as PNG, SVG and PDF files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from levelgen.render.fonts import text_path
from levelgen.render.nonogram.drawing import draw
from levelgen.render.nonogram.scene import Boxes, Labels, Lines, Scene
from levelgen.render.nonogram.svg import svg
from levelgen.render.page import Page

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle

Grid = Sequence[Sequence[int]]


def puzzle_png(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    difference: Iterable[tuple[int, int]] = (),
    cell: int | None = None,
) -> bytes:
    """Draw a puzzle with its clues; see `draw` for the arguments."""
    return onto_page(draw(puzzle, grid, difference=difference, cell=cell)).png()


def puzzle_svg(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    difference: Iterable[tuple[int, int]] = (),
    cell: int | None = None,
    title: bool = True,
) -> str:
    """Draw a puzzle with its clues as SVG; see `draw` for the arguments."""
    scene = draw(puzzle, grid, difference=difference, cell=cell, title=title)
    rows, cols = puzzle.shape
    return svg(scene, label=f"{puzzle.title or 'Nonogram'}, {rows} rows, {cols} columns")


def onto_page(scene: Scene) -> Page:
    """Draw a scene on a page of its size."""
    page = Page(scene.width, scene.height)
    paint(scene, page)
    return page


def paint(scene: Scene, page: Page, left: float = 0, top: float = 0, scale: float = 1) -> None:
    """Draw a scene on a page, its corner at a place, larger or smaller by a factor."""

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * scale, top + y * scale

    for item in scene.items:
        match item:
            case Boxes():
                boxes = [(*at(x, y), w * scale, h * scale) for x, y, w, h in item.boxes]
                page.boxes(boxes, item.fill)
            case Lines():
                segments = [(at(*start), at(*end)) for start, end in item.segments]
                page.lines(segments, item.color, item.width * scale, cap="projecting")
            case Labels():
                shape = text_path(item.text, item.face)
                places = [at(*place) for place in item.places]
                page.stamp(shape, places, item.size * scale, fill=item.color)
