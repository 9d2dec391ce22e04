"""The patterns of a line, and the solvers of a first lesson."""

from __future__ import annotations

import random
from itertools import product
from math import comb

import pytest
from puzzles import random_puzzle, runs_of

import levelgen
from levelgen.nonogram import Puzzle, combinations, line_patterns, pattern_count, solve, try_all

DIAMOND = [1, 3, 5, 7, 9, 11, 13, 15, 13, 11, 9, 7, 5, 3, 1]


def diamond(clues: list[int]) -> Puzzle:
    return Puzzle.from_clues([[length] for length in clues], [[length] for length in clues])


@pytest.mark.parametrize(
    ("clue", "length", "number"), [([2, 1], 5, 3), ([3, 2, 1], 10, 10), ([2, 3], 20, 120)]
)
def test_known_numbers_of_patterns(clue: list[int], length: int, number: int) -> None:
    found = line_patterns(clue, length)
    assert len(found) == len(set(found)) == number == pattern_count(clue, length)
    assert all([length for length, _ in runs_of(pattern)] == clue for pattern in found)


def test_patterns_are_all_there_are() -> None:
    for colors, length in ((1, 7), (2, 5)):
        by_clue: dict[object, list[tuple[int, ...]]] = {}
        for line in product(range(colors + 1), repeat=length):
            by_clue.setdefault(runs_of(line), []).append(line)
        for clue, lines in by_clue.items():
            assert sorted(line_patterns(clue, length)) == lines  # type: ignore[arg-type]
            assert pattern_count(clue, length) == len(lines)  # type: ignore[arg-type]


def test_edges_of_line_patterns() -> None:
    assert line_patterns([], 3) == line_patterns([0], 3) == [(0, 0, 0)]
    assert line_patterns([4], 3) == []
    assert line_patterns([2, 1], 5)[0] == (1, 1, 0, 1, 0)
    assert pattern_count([1] * 40, 120) == comb(81, 40)
    for clue, length in (([-1], 3), (["a"], 3), ([0, 1], 3), ([1.5], 3), ([1], 0)):
        with pytest.raises(levelgen.PuzzleError):
            line_patterns(clue, length)
    with pytest.raises(levelgen.PuzzleError, match="137,846,528,820 patterns"):
        line_patterns([1] * 20, 59)


def test_the_product_of_row_patterns_is_exact() -> None:
    assert combinations(diamond([1, 3, 5, 3, 1])) == 225
    assert combinations(diamond([1, 3, 5, 7, 9, 10, 9, 7, 5, 3])) == 1_474_560
    assert combinations(diamond(DIAMOND)) == 4_108_830_350_625


def test_naive_runs_tell_what_they_did() -> None:
    five = diamond([1, 3, 5, 3, 1])
    run = try_all(five)
    assert (run.combinations, run.checked, run.exhausted) == (225, 225, True)
    assert len(run.solutions) == 1
    assert run.first_checked is not None
    assert run.estimated_seconds == run.seconds
    first = try_all(five, solutions=1)
    assert first.checked == first.first_checked == run.first_checked

    large = diamond(DIAMOND)
    cut = try_all(large, limit=500)
    assert (cut.checked, cut.exhausted, cut.limit_hit) == (500, False, "line_limit")
    assert cut.throughput > 0
    assert cut.estimated_seconds == pytest.approx(4_108_830_350_625 / 500 * cut.seconds)
    deep = try_all(large, form="naive-depth-first")
    assert deep.exhausted
    assert deep.solutions == (solve(large).cells,)
    assert deep.checked < 10_000
    assert try_all(large, time_limit=1e-9).limit_hit == "time_limit"


def test_both_naive_forms_agree() -> None:
    for seed in range(40):
        puzzle = random_puzzle(random.Random(seed), 4, given=seed % 2 == 0)
        if combinations(puzzle) > 20_000:
            continue
        one, two = (
            try_all(puzzle, form=form, solutions=100)  # type: ignore[arg-type]
            for form in ("naive", "naive-depth-first")
        )
        assert one.solutions == two.solutions
        assert one.exhausted == two.exhausted
