"""The puzzle and its file."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from puzzles import BLUE, PALETTE, RED

import levelgen
from levelgen.nonogram import Block, Puzzle
from levelgen.nonogram.puzzle import BLACK, WHITE

PLUS = Puzzle.from_clues([[1], [3], [1]], [[1], [3], [1]])


def problems(**data: object) -> list[str]:
    with pytest.raises(levelgen.PuzzleError) as caught:
        Puzzle.read(data, "file.json")
    return [str(problem) for problem in caught.value.problems]


def test_a_puzzle_comes_back_from_its_file() -> None:
    puzzle = Puzzle.from_clues(
        [[1], [3], [0]],
        [[1], [], [1, 1]],
        title="Nothing",
        author="N. N.",
        goal=["#..", "###", "..."],
        start=["?#.", "???", "???"],
    )
    assert Puzzle.from_json(puzzle.to_json()) == puzzle
    assert '"rows": [[1], [3], []]' in puzzle.to_json()
    assert puzzle.goal == ((1, 0, 0), (1, 1, 1), (0, 0, 0))
    assert puzzle.start_grid().tolist() == [[-1, 1, 0], [-1, -1, -1], [-1, -1, -1]]


def test_colours_are_written_by_name_and_read_by_name_or_number() -> None:
    red = {"length": 2, "color": "red"}
    puzzle = Puzzle.from_clues(
        [[red, 1]], [[{"length": 1, "color": 2}], [red | {"length": 1}], [1]], colors=PALETTE[:3]
    )
    assert puzzle.row_clues == (((2, 2), (1, 1)),)
    assert puzzle.cols[0] == (Block(length=1, color=2),)
    assert '{"length": 2, "color": "red"}, {"length": 1, "color": "black"}' in puzzle.to_json()
    assert Puzzle.from_json(puzzle.to_json()) == puzzle


def test_all_that_is_wrong_is_said_at_once() -> None:
    found = problems(
        rows=[[0, 3], [-1], [2.5], ["a"], [3, 2], [True]],
        cols=[[1], [{"length": 2, "color": "blak"}], [{"length": 2, "color": 5}]],
        goal=["ab"],
        titel="x",
    )
    for part in (
        "/cols/1/0/color: there is no colour 'blak' (did you mean 'black'?)",
        "/cols/2/0/color: there is no colour number 5 (1 .. 1)",
        "/goal: the grid has 1 rows and the puzzle 6",
        "/goal/0: 'a' is the character of no colour",
        "/rows/0/0: 0 stands beside other runs (an empty line is [] or [0])",
        "/rows/1/0: -1 is out of range",
        "/rows/2/0: 2.5 is not a whole number",
        "/rows/3/0: 'a' is not a whole number",
        "/rows/4: the clue needs 6 cells and the line has 3",
        "/rows/5/0: True is not a whole number",
        "/titel: unknown key 'titel' (did you mean 'title'?)",
    ):
        assert any(line.startswith(f"file.json: {part}") for line in found), (part, found)


def test_empty_and_misshapen_puzzles() -> None:
    assert problems(rows=[], cols=[]) == [
        "file.json: /cols: it is empty (at least one entry is needed)",
        "file.json: /rows: it is empty (at least one entry is needed)",
    ]
    assert problems(rows=[[1]]) == ["file.json: /cols: 'cols' is missing"]
    assert problems(rows=3, cols=[[1]]) == ["file.json: /rows: 3 is not a list"]
    assert problems(rows=[3], cols=[[1]]) == ["file.json: /rows/0: 3 is not a list"]


def test_neighbouring_runs_need_a_gap_only_in_one_colour() -> None:
    red = {"length": 1, "color": "red"}
    Puzzle.from_clues([[1, red, 1]], [[1], [red], [1]], colors=PALETTE[:3])
    assert problems(rows=[[1, 1, 1]], cols=[[1], [1], [1]]) == [
        "file.json: /rows/0: the clue needs 5 cells and the line has 3"
    ]


def test_colours_that_are_mixed_up() -> None:
    white, black = WHITE.model_dump(), BLACK.model_dump()
    found = problems(
        rows=[[1]], cols=[[1]], colors=[white, black | {"char": "?"}, black | {"hex": "red"}]
    )
    assert any("/colors/1/char: '?' stands for an open cell" in line for line in found)
    assert any("/colors/2/name: the name 'black' is used twice" in line for line in found)
    assert any("/colors/2/hex: 'red' is not written as expected" in line for line in found)
    assert problems(rows=[[]], cols=[[]], colors=[white]) == [
        "file.json: /colors: there are 1 colours (2 to 64, the background first)"
    ]


def test_sums_that_differ_are_told_for_each_colour() -> None:
    red = {"length": 1, "color": "red"}
    puzzle = Puzzle.from_clues([[red], [red]], [[1], [red]], colors=PALETTE[:3])
    assert [problem.message for problem in puzzle.contradictions] == [
        "the rows ask for 0 black cells and the columns for 1",
        "the rows ask for 2 red cells and the columns for 1",
    ]


def test_a_grid_gives_its_clues() -> None:
    puzzle = Puzzle.of_grid(np.array([[1, 1, 2], [0, 0, 2]], dtype=np.int8), (WHITE, RED, BLUE))
    assert puzzle.row_clues == (((2, 1), (1, 2)), ((1, 2),))
    assert puzzle.col_clues == (((1, 1),), ((1, 1),), ((2, 2),))
    assert puzzle.accepts([[1, 1, 2], [0, 0, 2]])
    assert not puzzle.accepts([[1, 1, 2], [0, 2, 0]])
    assert not puzzle.accepts([[1, 1, 2]])


@pytest.mark.parametrize(
    ("grid", "words"),
    [
        ([[0, 3]], "no colour has the number 3"),
        ([[0, -1]], "no colour has the number -1"),
        ([], "the shape (0,) is no grid"),
        ([[0, 1], [1]], "the rows are not of one length"),
        ([[0.5]], "float64, not whole numbers"),
    ],
)
def test_grids_that_are_none(grid: object, words: str) -> None:
    with pytest.raises(levelgen.PuzzleError, match=words.replace("(", r"\(").replace(")", r"\)")):
        Puzzle.of_grid(grid)  # type: ignore[arg-type]


def test_the_hash_names_the_clues_and_nothing_else() -> None:
    other = PLUS.model_copy(update={"title": "Plus", "goal": ((0, 1, 0),) * 3})
    assert other.hash == PLUS.hash
    assert PLUS.hash != Puzzle.from_clues([[1], [3], []], [[1], [2], [1]]).hash
    grid = [[1, 2], [2, 0]]
    swapped = [[2, 1], [1, 0]]
    one, two = Puzzle.of_grid(grid, PALETTE[:3]), Puzzle.of_grid(swapped, PALETTE[:3])
    assert one.hash == two.hash != Puzzle.of_grid([[1, 1], [1, 0]], PALETTE[:3]).hash


def test_turning_and_mirroring_turn_everything() -> None:
    puzzle = Puzzle.from_clues([[2, 1]], [[1], [1], [], [1]], goal=["##.#"], start=["#???"])
    assert puzzle.transposed().shape == (4, 1)
    assert puzzle.transposed().goal == ((1,), (1,), (0,), (1,))
    assert puzzle.mirrored().row_clues == (((1, 1), (2, 1)),)
    assert puzzle.mirrored().start == ((-1, -1, -1, 1),)
    assert puzzle.transposed().transposed() == puzzle == puzzle.mirrored().mirrored()


def test_given_cells_count() -> None:
    puzzle = Puzzle.from_clues([[1], [1]], [[1], [1]], start=["#?", "??"])
    assert puzzle.accepts([[1, 0], [0, 1]])
    assert not puzzle.accepts([[0, 1], [1, 0]])


def test_import_stays_light() -> None:
    code = (
        "import sys, levelgen; levelgen.nonogram\n"
        "heavy = {'numpy', 'ortools', 'matplotlib', 'pydantic', 'PIL'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "puzzle = levelgen.nonogram.Puzzle.from_clues([[1]], [[1]])\n"
        "assert levelgen.nonogram.solve(puzzle).verdict == 'unique'\n"
        "import levelgen.nonogram.solving\n"
        "assert callable(levelgen.nonogram.solve)\n"
        "heavy = {'numpy', 'ortools', 'matplotlib'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
