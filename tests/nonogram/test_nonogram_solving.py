"""Verdicts: all solvers agree with each other, and with exhaustion."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from puzzles import puzzle_of, random_puzzle, runs_of, shared

import levelgen
from levelgen.engine.crossing import crossing
from levelgen.engine.crossing_reference import Reference
from levelgen.model.lines import ENCODINGS, encode
from levelgen.model.lines.enumeration import enumerate_grids
from levelgen.nonogram import Puzzle, Result, count, solve
from levelgen.nonogram.solving import SOLVERS

Clues = tuple[tuple[tuple[int, int], ...], ...]


def clue_sets(rows: int, cols: int) -> dict[tuple[Clues, Clues], int]:
    """The clues of every grid of a size, and how many grids have them."""
    found: dict[tuple[Clues, Clues], int] = {}
    for line in product(product((0, 1), repeat=cols), repeat=rows):
        key = tuple(map(runs_of, line)), tuple(map(runs_of, zip(*line, strict=True)))
        found[key] = found.get(key, 0) + 1
    return found


def judged(puzzle: Puzzle, result: Result) -> None:
    """What any result must keep."""
    for grid in (result.grid, result.second_grid):
        assert grid is None or puzzle.accepts(grid)
    assert (result.verdict == "multiple") == (result.second_grid is not None)
    assert bool(result.difference) == (result.verdict == "multiple")
    if result.verdict == "infeasible":
        assert result.grid is None
        assert result.reason


@pytest.mark.parametrize(
    ("rows", "cols"),
    [(rows, cols) for rows in range(1, 5) for cols in range(1, 5) if rows * cols <= 12],
)
def test_every_board_to_three_by_four_has_the_verdict_and_count_of_exhaustion(
    rows: int, cols: int
) -> None:
    for (row_clues, col_clues), number in clue_sets(rows, cols).items():
        puzzle = Puzzle.from_clues(row_clues, col_clues)
        result = solve(puzzle)
        judged(puzzle, result)
        assert result.verdict == ("unique" if number == 1 else "multiple")
        counted = count(puzzle, limit=1000)
        assert (counted.solutions, counted.exact) == (number, True)


def test_every_board_of_four_by_four_has_the_count_of_exhaustion() -> None:
    for (row_clues, col_clues), number in clue_sets(4, 4).items():
        found = crossing(1, row_clues, col_clues).search([3] * 16, limit=1000)
        assert found.exhausted
        assert len(set(found.solutions)) == len(found.solutions) == number


def test_clues_of_no_grid_are_infeasible_with_a_reason() -> None:
    lines = sorted({runs_of(line) for line in product((0, 1), repeat=3)})
    counts = clue_sets(3, 3)
    r = random.Random(1)
    for _ in range(2000):
        rows, cols = (tuple(r.choice(lines) for _ in range(3)) for _ in "ab")
        puzzle = Puzzle.from_clues(rows, cols)
        result = solve(puzzle)
        judged(puzzle, result)
        number = counts.get((rows, cols), 0)
        expected = "infeasible" if not number else "unique" if number == 1 else "multiple"
        assert result.verdict == expected


def test_all_solvers_and_encodings_agree() -> None:
    seen = set()
    for seed in range(60):
        r = random.Random(seed)
        puzzle = random_puzzle(r, 6, given=seed % 3 == 0)
        result = solve(puzzle)
        judged(puzzle, result)
        seen.add(result.verdict)
        others = [solve(puzzle, solver="search"), solve(puzzle, solver="naive-depth-first")]
        others += [solve(puzzle, solver="cpsat", encoding=encoding) for encoding in ENCODINGS]
        if len(puzzle.rows) * len(puzzle.cols) <= 12:
            others.append(solve(puzzle, solver="naive"))
        for other in others:
            judged(puzzle, other)
            assert other.verdict == result.verdict, (seed, other.solver)
        line = solve(puzzle, solver="line")
        judged(puzzle, line)
        assert line.verdict in (result.verdict, "unknown")
        assert solve(puzzle.transposed()).verdict == result.verdict
        assert solve(puzzle.mirrored()).verdict == result.verdict
        if result.verdict != "infeasible":
            turned = solve(puzzle.transposed(), solver="line")
            assert turned.line_unresolved_cells == line.line_unresolved_cells
    assert seen == {"unique", "multiple", "infeasible"}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_solutions_of_a_model_are_grids(encoding: str) -> None:
    for seed in range(25):
        puzzle = random_puzzle(random.Random(seed), 5)
        colors = len(puzzle.colors)
        domains = [(1 << colors) - 1] * (len(puzzle.rows) * len(puzzle.cols))
        cells = encode(encoding, domains, puzzle.row_clues, puzzle.col_clues)  # type: ignore[arg-type]
        found = enumerate_grids(cells, limit=3000, deterministic_limit=10, time_limit=None)
        assert found.exhausted
        assert len(set(found.grids)) == len(found.grids)
        assert len(found.grids) == count(puzzle, limit=3000).solutions


EDGE = Puzzle.from_clues(
    [[1], [3], [1], [2], [1], [3], [3], [1], [2], [2], [4]],
    [[1], [3], [1], [2, 2], [2], [4], [1], [3], [3], [1]],
)
"""Unique, and no line tells a single cell."""


def test_what_lines_leave_open_does_not_depend_on_anything() -> None:
    result = solve(EDGE, solver="line")
    assert (result.verdict, result.line_unresolved_cells) == ("unknown", 110)
    assert result.limit_hit == "lines_alone"
    assert solve(EDGE).verdict == "unique"
    assert solve(EDGE.mirrored(), solver="line").line_unresolved_cells == 110


def test_given_cells_decide_and_may_contradict() -> None:
    switch = {"rows": [[1], [1]], "cols": [[1], [1]]}
    assert solve(Puzzle.read(switch, "test")).verdict == "multiple"
    given = Puzzle.read({**switch, "start": ["?#", "??"]}, "test")
    result = solve(given)
    assert result.verdict == "unique"
    assert result.cells == (0, 1, 1, 0)
    result = solve(Puzzle.read({**switch, "start": ["##", "??"]}, "test"))
    assert result.verdict == "infeasible"
    assert result.reason == "row 1 cannot be filled: its clue is 1 and its cells are ##"
    assert result.pointers == ("/rows/0",)


def test_sums_that_differ_are_the_reason() -> None:
    for solver in SOLVERS:
        result = solve(Puzzle.from_clues([[2]], [[1], []]), solver=solver)
        assert result.verdict == "infeasible"
        assert result.reason == "the rows ask for 2 cells and the columns for 1"
    assert count(Puzzle.from_clues([[2]], [[1], []])).solutions == 0


def test_awkward_sizes() -> None:
    for rows, cols in ((1, 1), (1, 9), (9, 1), (1, 63), (64, 1), (65, 2), (300, 3)):
        for value in (0, 1):
            puzzle = Puzzle.of_grid([[value] * cols] * rows)
            result = solve(puzzle)
            assert (result.verdict, result.line_unresolved_cells) == ("unique", 0)
            assert set(result.cells or ()) == {value}


def test_huge_numbers_of_solutions_are_capped() -> None:
    size = 30
    permutation = Puzzle.from_clues([[1]] * size, [[1]] * size)
    result = solve(permutation)
    judged(permutation, result)
    assert result.verdict == "multiple"
    counted = count(permutation, limit=50)
    assert (str(counted), counted.exact) == ("at least 50", False)
    assert len(set(counted.cells)) == 50


def test_count_says_exact_only_when_it_is() -> None:
    switch = Puzzle.from_clues([[1], [1]], [[1], [1]])
    assert str(count(switch, limit=2)) == "at least 2"
    assert str(count(switch, limit=3)) == "2"


def test_large_line_solvable_puzzles() -> None:
    r = random.Random(7)
    # Filled triangles with noise at their edge are solved by lines alone.
    for size in (100, 200, 512):
        grid = [[int(col <= row + r.randint(0, 2)) for col in range(size)] for row in range(size)]
        puzzle = Puzzle.of_grid(grid)
        result = solve(puzzle)
        judged(puzzle, result)
        assert result.verdict == "unique"


def test_limits_make_the_verdict_unknown() -> None:
    result = solve(EDGE, solver="search", line_limit=60)
    assert (result.verdict, result.limit_hit) == ("unknown", "line_limit")
    assert result.line_unresolved_cells
    assert result.known is not None
    result = solve(EDGE, solver="cpsat", deterministic_limit=1e-9)
    assert (result.verdict, result.limit_hit) == ("unknown", "deterministic_limit")


def test_results_carry_statistics() -> None:
    puzzle = Puzzle.from_clues([[1], [1], [1]], [[1], [1], [1]])
    table = solve(puzzle, solver="cpsat", encoding="table").statistics
    assert table.patterns == 6 * 3
    assert table.solver_status in ("OPTIMAL", "FEASIBLE")
    assert table.variables
    auto = solve(puzzle).statistics
    assert auto.lines >= 6
    assert auto.sweeps >= 2
    assert auto.branches >= 1


def test_the_reference_engine_gives_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = [random_puzzle(random.Random(seed), 8, given=seed % 2 == 0) for seed in range(20)]
    native = [solve(puzzle) for puzzle in puzzles]
    monkeypatch.setattr("levelgen.nonogram.board.crossing", Reference)
    assert [solve(puzzle) for puzzle in puzzles] == native


def test_models_that_would_be_too_large_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levelgen.model.lines.START_LIMIT", 100)
    result = solve(EDGE, solver="cpsat")
    assert result.verdict == "unknown"
    assert result.limit_hit == "the model has more than 100 starts of runs"
    long = Puzzle.from_clues([[1] * 20], [[1], []] * 19 + [[1]])
    monkeypatch.undo()
    result = solve(
        Puzzle.from_clues([[1] * 10] * 2, [[1]] * 10 + [[]] * 15 + [[1]] * 10),
        solver="cpsat",
        encoding="table",
    )
    assert result.limit_hit == "a line has more than 200,000 patterns"
    assert solve(long, solver="cpsat", encoding="table").verdict == "unique"


def test_wrong_requests_are_refused() -> None:
    puzzle = Puzzle.from_clues([[1]], [[1]])
    with pytest.raises(levelgen.errors.RequestError) as caught:
        solve(puzzle, solver="lines", encoding="ladders", time_limit=0)  # type: ignore[arg-type]
    text = str(caught.value)
    assert "there is no solver 'lines' (did you mean 'line'?)" in text
    assert "there is no encoding 'ladders' (did you mean 'ladder'?)" in text
    assert "/time_limit: 0 is out of range" in text
    with pytest.raises(levelgen.errors.RequestError):
        count(puzzle, limit=0)


def test_classroom_puzzles_have_their_stated_verdicts(shared_data: Path) -> None:
    for entry in shared(shared_data, "classroom.json"):
        puzzle = puzzle_of(entry)
        result = solve(puzzle)
        judged(puzzle, result)
        assert result.verdict == entry["verdict"], entry["id"]
        counted = count(puzzle, limit=2000)
        assert (str(counted) if not counted.exact else counted.solutions) == entry["solutions"]
        search = solve(puzzle, solver="search")
        assert search.verdict == entry["verdict"]
        assert solve(puzzle, solver="cpsat").verdict == entry["verdict"]


def test_shared_puzzles_have_their_stated_verdicts(shared_data: Path) -> None:
    for entry in shared(shared_data, "nonograms-redistributable.json"):
        puzzle = puzzle_of(entry)
        line = solve(puzzle, solver="line")
        assert line.line_unresolved_cells == entry["line_unresolved_cells"], entry["id"]
        if entry["solutions"] == "open":
            continue
        result = solve(puzzle)
        judged(puzzle, result)
        assert result.verdict == entry["solutions"], entry["id"]
        if entry["width"] <= 40:
            assert solve(puzzle.transposed()).verdict == entry["solutions"]
            assert solve(puzzle.mirrored()).verdict == entry["solutions"]
