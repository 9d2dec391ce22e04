"""Hints, ratings, and the check of what a person has filled in."""

from __future__ import annotations

import random

import numpy as np
import pytest
from puzzles import PALETTE, random_puzzle

import levelgen
from levelgen.nonogram import Hint, NoHint, Puzzle, check, count, hint, rate, solve

EDGE = Puzzle.from_clues(
    [[1], [3], [1], [2], [1], [3], [3], [1], [2], [2], [4]],
    [[1], [3], [1], [2, 2], [2], [4], [1], [3], [3], [1]],
)
SWITCH = Puzzle.from_clues([[1], [1]], [[1], [1]], goal=["#.", ".#"])


def test_hints_lead_to_the_solution_and_never_say_a_wrong_cell() -> None:
    techniques = set()
    ends = set()
    for seed in range(40):
        puzzle = random_puzzle(random.Random(seed), 7)
        solutions = [np.array(grid).reshape(puzzle.shape) for grid in count(puzzle).cells]
        grid = puzzle.start_grid()
        while True:
            found = hint(puzzle, grid)
            if isinstance(found, NoHint):
                ends.add(found.why)
                break
            techniques.add(found.technique)
            assert found.cells
            for row, col, color in found.cells:
                assert grid[row, col] == -1
                assert all(solution[row, col] == color for solution in solutions), found.text
                grid[row, col] = color
        assert (found.why == "solved") == (-1 not in grid)
        if found.why == "solved":
            assert puzzle.accepts(grid)
    assert techniques == {"overlap", "line", "contradiction"}
    assert ends == {"solved", "guess"}


def test_hints_say_why() -> None:
    puzzle = Puzzle.from_clues([[3], [1, 1], [0]], [[2], [1], [1], [1], []])
    found = hint(puzzle)
    assert isinstance(found, Hint)
    assert found.line == ("row", 0)
    assert found.cells == ((0, 2, 1),)
    assert found.text == (
        "row 1 (3): the run of 3 starts somewhere in columns 1 to 3, so it covers column 3"
    )
    found = hint(EDGE)
    assert isinstance(found, Hint)
    assert found.technique == "contradiction"
    assert found.text == "if row 2, column 10 were black, row 3 could not be filled: it is white"
    assert found.cells == ((1, 9, 0),)


def test_no_hint_repeats_a_stored_picture() -> None:
    found = hint(SWITCH)
    assert isinstance(found, NoHint)
    assert found.why == "guess"
    # After a guess the rest follows, whether or not the picture agrees.
    for column, other in ((0, 1), (1, 0)):
        grid = SWITCH.start_grid()
        grid[0, column] = 1
        found = hint(SWITCH, grid)
        assert isinstance(found, Hint)
        assert found.cells == ((0, other, 0),)


def test_hints_see_contradictions() -> None:
    found = hint(SWITCH, [[1, 1], [-1, -1]])
    assert isinstance(found, NoHint)
    assert (found.why, found.line) == ("contradiction", ("row", 0))
    assert found.text == "row 1 cannot be filled: its clue is 1 and its cells are ##"
    with pytest.raises(levelgen.PuzzleError, match=r"\(2, 2\)"):
        hint(SWITCH, [[1]])
    with pytest.raises(levelgen.PuzzleError, match="no colour has the number 7"):
        hint(SWITCH, [[7, 0], [0, 0]])


def test_check_accepts_any_grid_that_keeps_the_clues() -> None:
    for grid in ([[1, 0], [0, 1]], [[0, 1], [1, 0]]):
        found = check(SWITCH, grid)
        assert found.solved
        assert found.wrong is None
        assert found.verdict == "multiple"
        assert found.completable
    found = check(SWITCH, [[1, 1], [-1, -1]])
    assert not found.solved
    assert found.completable is False
    assert [entry.text for entry in found.contradictions] == [
        "row 1 cannot be filled: its clue is 1 and its cells are ##"
    ]
    assert found.contradictions[0].pointer == "/rows/0"


def test_check_names_wrong_cells_of_a_unique_puzzle() -> None:
    solution = solve(EDGE).grid
    assert solution is not None
    assert check(EDGE, solution).solved
    grid = np.full(EDGE.shape, -1)
    grid[4:6] = solution[4:6]
    found = check(EDGE, grid)
    assert (found.wrong, found.completable, found.solved) == ((), True, False)
    grid[4, 3] = 1 - grid[4, 3]
    found = check(EDGE, grid)
    assert found.wrong == ((4, 3),)
    assert found.completable is False


def test_check_completes_what_is_ambiguous() -> None:
    three = Puzzle.from_clues([[1]] * 3, [[1]] * 3)
    assert check(three, [[1, -1, -1], [-1, -1, -1], [-1, -1, -1]]).completable
    # No line contradicts by itself.
    corner = Puzzle.from_clues([[1], [1], []], [[1], [], [1]])
    found = check(corner, [[-1, -1, -1], [-1, -1, -1], [-1, -1, 1]])
    assert found.completable is False
    assert not check(
        three.model_copy(update={"start": ((0, -1, -1),) * 3}), np.full((3, 3), -1)
    ).completable


def test_ratings_name_the_cheapest_technique() -> None:
    assert rate(Puzzle.from_clues([[3], [1], [3]], [[3], [1, 1], [1, 1]])).difficulty == "overlap"
    # Overlap sees the ends of a run only; all arrangements of the line see more.
    rating = rate(EDGE)
    assert (rating.difficulty, rating.level, rating.line_solvable) == ("probing", 3, False)
    assert rating.line_unresolved_cells == 110
    assert rating.probes > 0
    rating = rate(SWITCH)
    assert (rating.verdict, rating.difficulty, rating.level) == ("multiple", None, None)
    rating = rate(Puzzle.from_clues([[2]], [[1], []]))
    assert (rating.verdict, rating.difficulty) == ("infeasible", None)


def test_ratings_follow_the_techniques() -> None:
    seen = set()
    for seed in range(60):
        puzzle = random_puzzle(random.Random(seed), 9)
        rating = rate(puzzle)
        line = solve(puzzle, solver="line")
        assert rating.line_solvable == (line.verdict == "unique")
        assert (rating.difficulty in ("overlap", "line")) == rating.line_solvable
        assert (rating.difficulty is None) == (rating.verdict != "unique")
        assert rate(puzzle.transposed()).difficulty == rating.difficulty
        seen.add(rating.difficulty)
    assert {"overlap", "line", None} <= seen


def test_texts_name_colours() -> None:
    puzzle = Puzzle.of_grid([[2, 2, 2, 0], [1, 0, 0, 0]], PALETTE[:3])
    found = hint(puzzle)
    assert isinstance(found, Hint)
    assert found.text.startswith(
        "row 1 (3 red): the run of 3 red starts somewhere in columns 1 to 2, so it covers"
    )
