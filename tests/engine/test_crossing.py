"""The crossing of lines: line solver against brute force, both backends the same."""

from __future__ import annotations

import random
from itertools import groupby, product

import pytest

from levelgen.engine import _native
from levelgen.engine.crossing import _Native
from levelgen.engine.crossing_reference import Reference
from levelgen.engine.lines import Clue, arrange


def runs_of(line: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((len(list(cells)), color) for color, cells in groupby(line) if color)


def random_line(r: random.Random, colors: int, longest: int) -> tuple[Clue, int, list[int]]:
    """A clue and the sets of cells that may have each colour; sometimes they contradict."""
    length = r.randint(1, longest)
    line = [r.choice((0, 0, *range(1, colors + 1))) for _ in range(length)]
    domains = [(1 << colors + 1) - 1] * length
    for position in range(length):
        if r.random() < 0.35:
            keep = line[position] if r.random() < 0.93 else r.randint(0, colors)
            domains[position] = 1 << keep | (
                r.randrange(1 << colors + 1) if r.random() < 0.5 else 0
            )
    sets = [
        sum(1 << place for place, domain in enumerate(domains) if domain >> color & 1)
        for color in range(colors + 1)
    ]
    return runs_of(tuple(line)), length, sets


def brute(clue: Clue, length: int, cells: list[int]) -> list[int] | None:
    """Union of all lines that have the clue and keep the cells, by trying them all."""
    choices = [
        [color for color in range(len(cells)) if cells[color] >> place & 1]
        for place in range(length)
    ]
    found = [0] * len(cells)
    any_line = False
    for line in product(*choices):
        if runs_of(line) == tuple(clue):
            any_line = True
            for place, color in enumerate(line):
                found[color] |= 1 << place
    return found if any_line else None


@pytest.mark.parametrize(
    ("colors", "longest", "number"), [(1, 9, 14_000), (2, 6, 4_000), (3, 5, 2_000)]
)
def test_twenty_thousand_lines_are_as_brute_force_says(
    colors: int, longest: int, number: int
) -> None:
    r = random.Random(colors)
    contradictions = 0
    for _ in range(number):
        clue, length, cells = random_line(r, colors, longest)
        expected = brute(clue, length, cells)
        found = arrange(clue, length, cells)
        assert (None if found is None else found.cells) == expected, (clue, length, cells)
        contradictions += expected is None
    assert contradictions > number // 100


def random_board(
    r: random.Random, rows: int, cols: int, colors: int
) -> tuple[tuple[int, list[Clue], list[Clue]], list[int]]:
    """A board with the clues of a picture, and domains that may contradict them."""
    share = r.choice((0.3, 0.5, 0.7))
    grid = [
        [r.randint(1, colors) if r.random() < share else 0 for _ in range(cols)]
        for _ in range(rows)
    ]
    every = (1 << colors + 1) - 1
    domains = [every] * (rows * cols)
    for _ in range(r.choice((0, 0, rows))):
        row, col = r.randrange(rows), r.randrange(cols)
        right = r.random() < 0.9
        domains[row * cols + col] = 1 << (grid[row][col] if right else r.randint(0, colors))
    board = (
        colors,
        [runs_of(line) for line in grid],
        [runs_of(line) for line in zip(*grid, strict=True)],
    )
    return board, domains


def both(board: tuple[int, list[Clue], list[Clue]]) -> tuple[_Native, Reference]:
    return _Native(*board), Reference(*board)


@pytest.mark.parametrize(
    ("rows", "cols", "colors", "number"),
    [
        (5, 5, 1, 60),
        (1, 9, 2, 40),
        (9, 1, 2, 40),
        (8, 11, 1, 40),
        (7, 7, 3, 40),
        (4, 63, 1, 6),
        (64, 4, 1, 6),
        (3, 70, 2, 6),
        (130, 3, 1, 4),
        (2, 300, 2, 3),
        (1100, 2, 1, 1),
    ],
)
def test_both_backends_narrow_and_search_alike(
    rows: int, cols: int, colors: int, number: int
) -> None:
    r = random.Random(rows * 1000 + cols)
    for _ in range(number):
        board, domains = random_board(r, rows, cols, colors)
        native, reference = both(board)
        for depth in (0, 1, 2):
            one, two = (
                kind.narrow(domains, depth=depth, budget=1500, record=True)
                for kind in (native, reference)
            )
            assert list(one.domains) == list(two.domains)
            assert (one.contradiction, one.complete, one.line, one.effort, one.steps) == (
                two.contradiction,
                two.complete,
                two.line,
                two.effort,
                two.steps,
            )
        assert native.search(domains, limit=3, budget=3000) == reference.search(
            domains, limit=3, budget=3000
        )


def test_search_counts_every_solution_of_small_boards() -> None:
    for rows, cols in ((2, 2), (3, 3)):
        counts: dict[tuple[object, object], int] = {}
        for cells in product((0, 1), repeat=rows * cols):
            grid = [cells[start : start + cols] for start in range(0, rows * cols, cols)]
            key = tuple(map(runs_of, grid)), tuple(map(runs_of, zip(*grid, strict=True)))
            counts[key] = counts.get(key, 0) + 1
        for (row_clues, col_clues), count in counts.items():
            board = _Native(1, row_clues, col_clues)  # type: ignore[arg-type]
            found = board.search([3] * (rows * cols), limit=1000)
            assert found.exhausted
            assert len(set(found.solutions)) == len(found.solutions) == count


def test_wrong_boards_are_refused_by_the_compiled_kernel() -> None:
    for rows, cols in (([[(3, 1)]], [[]]), ([[(0, 1)]], [[]]), ([[(1, 2)]], [[]]), ([], [[]])):
        with pytest.raises(ValueError):
            _native.Crossing(1, rows, cols)
    board = _native.Crossing(1, [[]], [[]])
    with pytest.raises(ValueError):
        board.narrow(b"", 0, 1, False)
