"""Pictures and printable pages of puzzles: nothing is cut off, colours are those of the puzzle."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from render_boards import has_color, pixels

from levelgen.nonogram import Color, Puzzle
from levelgen.render.colours import BROKEN
from levelgen.render.fonts import text_width
from levelgen.render.nonogram.drawing import draw
from levelgen.render.nonogram.pictures import puzzle_png, puzzle_svg
from levelgen.render.nonogram.printing import puzzle_html, puzzle_pdf
from levelgen.render.nonogram.scene import Boxes, Labels, Lines

PALETTE = [
    Color(name="paper", hex="#fff8e0", char="."),
    Color(name="navy", hex="#203080", char="#"),
    Color(name="yellow", hex="#ffe000", char="y"),
]


def colored() -> Puzzle:
    grid = np.random.default_rng(1).integers(0, 3, (12, 17))
    return Puzzle.of_grid(grid, PALETTE, title="A <title> & more")


SIZES = [
    Puzzle.from_clues([[1]], [[1]], title="A title that is much wider than the puzzle below it"),
    Puzzle.from_clues([[]], [[]]),
    Puzzle.from_clues([[1] * 50], [[1], []] * 50),
    Puzzle.from_clues([[120]] * 3, [[3]] * 120),
    Puzzle.from_clues([[1], []] * 60, [[1] * 60, [100], []]),
    colored(),
]


@pytest.mark.parametrize("puzzle", SIZES, ids=lambda puzzle: "x".join(map(str, puzzle.shape)))
def test_nothing_is_cut_off(puzzle: Puzzle) -> None:
    scene = draw(puzzle, puzzle.goal)
    for item in scene.items:
        match item:
            case Boxes():
                corners = [
                    (x, y)
                    for left, top, width, height in item.boxes
                    for x, y in ((left, top), (left + width, top + height))
                ]
            case Lines():
                corners = [point for segment in item.segments for point in segment]
            case Labels():
                half = text_width(item.text, item.face, 100) * item.size / 200
                corners = [
                    (x + side * half, y - up * item.size)
                    for x, y in item.places
                    for side in (-1, 1)
                    for up in (0, 0.75)
                ]
        assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in corners)


def test_every_number_is_there_and_none_touches_another() -> None:
    puzzle = SIZES[2]
    labels = [item for item in draw(puzzle).items if isinstance(item, Labels)]
    count = sum(len(item.places) for item in labels if item.text == "1")
    assert count == 50 + 50
    [zeros] = [item for item in labels if item.text == "0"]
    assert len(zeros.places) == 50
    wide = Puzzle.from_clues(
        [[10, 11, 12, 13]], [[1] if n not in (10, 22, 35) else [] for n in range(49)]
    )
    beside = sorted(
        (x, text_width(item.text, "sans", 100) * item.size / 200)
        for item in draw(wide).items
        if isinstance(item, Labels) and item.text in {"10", "11", "12", "13"}
        for x, _ in item.places
    )
    assert len(beside) == 4
    for (x, half), (other, half_other) in pairwise(beside):
        assert x + half < other - half_other


@pytest.mark.parametrize("cell", [10, 17, 28, 60])
def test_cells_have_the_colours_of_the_grid(cell: int) -> None:
    puzzle = colored()
    png = pixels(puzzle_png(puzzle, puzzle.goal, cell=cell))
    rows, cols = puzzle.shape
    height, width, _ = png.shape
    low, right = height - 12, width - 12
    for row in range(rows):
        for col in range(cols):
            y = low - (rows - row) * cell + cell // 2
            x = right - (cols - col) * cell + cell // 2
            value = (puzzle.goal or ())[row][col]
            assert "#" + bytes(png[y, x, :3].astype(np.uint8)).hex() == PALETTE[value].hex


def test_open_cells_blank_cells_and_differences_are_told_apart() -> None:
    puzzle = Puzzle.from_clues([[1], [1]], [[1], [1]])

    def crosses(grid: list[list[int]]) -> int:
        lines = [item for item in draw(puzzle, grid).items if isinstance(item, Lines)]
        return sum(len(item.segments) // 2 for item in lines if item.color == "#9a9a9a")

    assert crosses([[1, 0], [-1, -1]]) == 1
    assert crosses([[1, 0], [0, -1]]) == 2
    # Where everything is known, what is not filled is blank.
    assert crosses([[1, 0], [0, 1]]) == 0
    framed = pixels(puzzle_png(puzzle, [[1, 0], [0, 1]], difference=[(0, 0)]))
    assert has_color(framed, BROKEN)
    assert not has_color(pixels(puzzle_png(puzzle, [[1, 0], [0, 1]])), BROKEN)


def test_equal_puzzles_are_equal_bytes() -> None:
    puzzle = colored()
    assert puzzle_png(puzzle) == puzzle_png(puzzle)
    assert puzzle_pdf(puzzle, puzzle.goal) == puzzle_pdf(puzzle, puzzle.goal)


def test_svg_is_xml_with_every_clue() -> None:
    puzzle = colored()
    root = ElementTree.fromstring(puzzle_svg(puzzle, puzzle.goal))
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    numbers = [str(n) for clue in (*puzzle.row_clues, *puzzle.col_clues) for n, _ in clue]
    assert sorted(texts) == sorted([*numbers, "A <title> & more"])


def test_pages_to_print_hold_puzzle_and_solution() -> None:
    puzzle = colored()
    page = puzzle_html(puzzle, puzzle.goal, note="One <solution>.")
    assert page.count("<svg") == 2
    assert "A &lt;title&gt; &amp; more" in page
    assert "One &lt;solution&gt;." in page
    assert "<title> &" not in page
    assert "http" not in re.sub(r'xmlns="[^"]*"|http-equiv', "", page)
    assert puzzle_html(puzzle).count("<svg") == 1
    assert len(re.findall(rb"/Type /Page\b", puzzle_pdf(puzzle, puzzle.goal))) == 2
    assert len(re.findall(rb"/Type /Page\b", puzzle_pdf(puzzle))) == 1
