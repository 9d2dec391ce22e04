"""A puzzle to print: one page for the puzzle, one for the solution, as HTML or PDF."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from levelgen.render.colours import QUIET
from levelgen.render.fonts import Style, text_width
from levelgen.render.nonogram.drawing import draw
from levelgen.render.nonogram.pictures import Grid, paint, puzzle_svg
from levelgen.render.page import Page, pdf

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle

_A4 = 595, 842
"""Points."""

_MARGIN = 36


def puzzle_html(puzzle: Puzzle, solution: Grid | None = None, *, note: str = "") -> str:
    """Write a page that needs no other file: the puzzle, and the solution on a sheet of its own.

    On a screen the solution is hidden until it is asked for. `note` is a line below the puzzle,
    such as one about its solutions.
    """
    title = escape(puzzle.title or "Nonogram")
    parts = {
        "title": title,
        "about": escape(about(puzzle)),
        "puzzle": puzzle_svg(puzzle, puzzle.start, title=False),
        "legend": _legend(puzzle),
        "note": f"<p>{escape(note)}</p>" if note else "",
        "solution": _solution(puzzle, solution, title),
    }
    text = (files(__package__) / "printed.html").read_text(encoding="utf-8")
    # One pass over the template: what is filled in is never searched for places again.
    first, *rest = text.split("{{")
    filled = [first]
    for piece in rest:
        name, after = piece.split("}}", 1)
        filled += [parts[name], after]
    return "".join(filled)


def about(puzzle: Puzzle) -> str:
    """Say in a line how large a puzzle is and who made it."""
    rows, cols = puzzle.shape
    words = [f"{rows} rows, {cols} columns", puzzle.author and f"by {puzzle.author}"]
    return " · ".join(filter(None, [*words, puzzle.copyright, puzzle.license, puzzle.source]))


def _legend(puzzle: Puzzle) -> str:
    if not puzzle.colored:
        return ""
    items = "".join(
        f'<li><i style="background:{color.hex}"></i>{escape(color.name)}</li>'
        for color in puzzle.colors[1:]
    )
    return f'<ul class="colors">{items}</ul>'


def _solution(puzzle: Puzzle, grid: Grid | None, title: str) -> str:
    if grid is None:
        return ""
    drawing = puzzle_svg(puzzle, grid, title=False)
    return (
        '<input type="checkbox" id="solved"><label for="solved">Show the solution</label>\n'
        f'<section class="solution"><h2>{title}: the solution</h2>\n{drawing}</section>'
    )


def puzzle_pdf(puzzle: Puzzle, solution: Grid | None = None, *, note: str = "") -> bytes:
    """Draw A4 pages, upright or across as suits: the puzzle, and the solution if it is given."""
    title = puzzle.title or "Nonogram"
    pages = [_sheet(puzzle, puzzle.start, title, " · ".join(filter(None, [about(puzzle), note])))]
    if solution is not None:
        pages.append(_sheet(puzzle, solution, f"{title}: the solution", about(puzzle)))
    return pdf(pages, title)


def _sheet(puzzle: Puzzle, grid: Grid | None, title: str, words: str) -> Page:
    scene = draw(puzzle, grid, title=False)
    width, height = _A4 if scene.height >= scene.width else _A4[::-1]
    page = Page(width, height)
    across = width - 2 * _MARGIN
    heads = [
        *_wrapped(title, Style(20, face="bold"), across),
        *_wrapped(words, Style(10, QUIET), across),
    ]
    top = float(_MARGIN)
    for text, style in heads:
        page.text(_MARGIN, top + style.baseline, text, style)
        top += style.leading
    top += 10
    scale = min(across / scene.width, (height - _MARGIN - top) / scene.height, 1.3)
    paint(scene, page, (width - scene.width * scale) / 2, top, scale)
    return page


def _wrapped(text: str, style: Style, width: float) -> Sequence[tuple[str, Style]]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, style.face, style.size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [(line, style) for line in lines]
