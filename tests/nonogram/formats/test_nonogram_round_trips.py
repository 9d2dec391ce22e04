"""What is written is read back: the same clues, colours and grids."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen.errors import OutputError
from levelgen.nonogram import Color, Puzzle
from levelgen.nonogram.formats import read_puzzles, write_puzzles
from levelgen.nonogram.formats.plain import plain_lines

WORDS = st.text("aé<>&\" '#;=,0123 \u4e2d", min_size=1, max_size=12).map(
    lambda text: " ".join(text.split())
)


@st.composite
def puzzles(draw: st.DrawFn, colors: int | None = None) -> Puzzle:
    count = draw(st.integers(1, 4)) if colors is None else colors
    letters = draw(st.permutations("abcdxyzXYZ#*"))
    palette = [Color(name="white", hex="#ffffff", char=".")]
    palette += [
        Color(name=f"c{n}", hex=f"#{draw(st.integers(0, 0xFFFFFF)):06x}", char=letters[n])
        for n in range(1, count + 1)
    ]
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cell = st.integers(0, count)
    grid = draw(
        st.lists(st.lists(cell, min_size=cols, max_size=cols), min_size=rows, max_size=rows)
    )
    puzzle = Puzzle.of_grid(grid, palette)
    start = [[draw(st.sampled_from((-1, value))) for value in line] for line in grid]
    texts = {
        key: draw(st.none() | WORDS) or None
        for key in ("title", "author", "copyright", "source", "license", "notes")
    }
    found = {"start": tuple(map(tuple, start)) if draw(st.booleans()) else None, **texts}
    if draw(st.booleans()):
        found["goal"] = None
    return puzzle.model_copy(update=found)


def hexes(puzzle: Puzzle) -> list[str]:
    return [color.hex for color in puzzle.colors]


@given(puzzles())
def test_json_keeps_everything(puzzle: Puzzle) -> None:
    [again] = read_puzzles(write_puzzles([puzzle], "json"), "json")
    assert again == puzzle


@given(st.lists(puzzles(), min_size=1, max_size=3))
@settings(max_examples=60)
def test_non_keeps_clues_colours_and_grids(written: list[Puzzle]) -> None:
    for puzzle, again in zip(
        written, read_puzzles(write_puzzles(written, "non"), "non"), strict=True
    ):
        # A colour that no clue has is not numbered by its clues.
        order = [hexes(again).index(color) for color in hexes(puzzle)]
        if order == sorted(set(order)):
            assert again.row_clues == puzzle.row_clues
            assert again.col_clues == puzzle.col_clues
            assert (again.goal, again.start) == (puzzle.goal, puzzle.start)
        assert again.hash == puzzle.hash
        for key in ("title", "author", "copyright", "source", "license"):
            assert getattr(again, key) == getattr(puzzle, key)


@given(st.lists(puzzles(), min_size=1, max_size=3))
@settings(max_examples=60)
def test_webpbn_keeps_clues_colours_and_grids(written: list[Puzzle]) -> None:
    for puzzle, again in zip(
        written, read_puzzles(write_puzzles(written, "xml"), "xml"), strict=True
    ):
        assert again.hash == puzzle.hash
        assert (again.goal is None) == (puzzle.goal is None)
        assert (again.start is None) == (puzzle.start is None)
        for key in ("title", "author", "source", "notes"):
            assert getattr(again, key) == getattr(puzzle, key)
        if puzzle.row_clues and any(1 in {color for _, color in c} for c in puzzle.row_clues):
            # The default colour is in use, so nothing is left out.
            assert again.row_clues == puzzle.row_clues
            assert (again.goal, again.start) == (puzzle.goal, puzzle.start)
            assert hexes(again) == hexes(puzzle)


def test_text_shows_every_clue_whole() -> None:
    puzzle = Puzzle.from_clues([[1] * 10, [19]], [[2], *([[1]] * 18)], title="Long")
    title, blank, *lines = write_puzzles([puzzle], "text").splitlines()
    assert (title, blank) == ("Long", "")
    assert lines[0].split() == ["│", "2", *"1111", "│", *"11111", "│", *"11111", "│", *"1111"]
    assert lines[2].startswith(" ".join("1" * 10) + " │")
    assert lines[3].startswith(" " * 17 + "19 │")


def test_text_of_a_grid() -> None:
    puzzle = Puzzle.from_clues([[2], [12]], [[1]] * 10 + [[2]] * 2)
    assert plain_lines(puzzle, [[-1] * 10 + [1, 1], [1] * 12]) == [
        "   │ 1 1 1 1 1 │ 1 1 1 1 1 │ 2 2",
        "  ─┼───────────┼───────────┼────",
        " 2 │           │           │ # #",
        "12 │ # # # # # │ # # # # # │ # #",
    ]


def test_text_of_colours_names_them() -> None:
    palette = [
        Color(name="white", hex="#ffffff", char="."),
        Color(name="red", hex="#ff0000", char="r"),
        Color(name="blue", hex="#0000ff", char="b"),
    ]
    puzzle = Puzzle.of_grid([[1, 2], [0, 2]], palette)
    assert plain_lines(puzzle, puzzle.goal) == [
        "      │ 1r 2b",
        "     ─┼──────",
        "1r 1b │  r  b",
        "   1b │  .  b",
    ]


def test_more_colours_than_letters_are_refused() -> None:
    def puzzle(signs: list[str]) -> Puzzle:
        palette = [Color(name=f"n{n}", hex=f"#{n:06x}", char=sign) for n, sign in enumerate(signs)]
        return Puzzle.of_grid([list(range(len(signs)))], palette)

    # Signs of their own are as good as letters; digits are none.
    own = puzzle([chr(0x4E00 + n) for n in range(60)])
    digits = puzzle([chr(code) for code in range(0x30, 0x3000) if chr(code).isdigit()][:60])
    [again] = read_puzzles(write_puzzles([own], "non"))
    assert again.hash == own.hash == digits.hash
    with pytest.raises(OutputError, match="more than there are letters"):
        write_puzzles([digits], "non")
