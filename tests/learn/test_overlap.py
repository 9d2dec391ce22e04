"""Levels from patterns: every window is a sample's, against brute force on small boards."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learn_samples import Lines, all_images, boards, counted, cut, lines_of, text

import levelgen
from levelgen.errors import RequestError, TilesetError
from levelgen.generators.overlap import overlap
from levelgen.learn import (
    board_of,
    learn_patterns,
    pattern_domains,
    patterns_of,
    windows_outside,
)
from levelgen.learn.windows import board_size
from levelgen.schema.layout import Periodic
from levelgen.schema.level import Level

ROOMS: Lines = ("#######", "#..#..#", "#.....#", "###.###", "#..#..#", "#..#..#", "#######")
ROOMS = tuple(line.replace("#", "W").replace(".", "f") for line in ROOMS)
MEADOW: Lines = ("ssssssss", "ssxsssss", "ssxsxsss", "eexexeee")


def fits(board: Lines, windows: set[Lines], height: int, width: int) -> bool:
    return all(window in windows for _, window in cut(board, height, width))


@pytest.mark.parametrize(
    ("window", "symmetries", "periodic"),
    [((2, 2), 1, False), ((3, 3), 8, True), ((3, 2), 2, True), ((2, 3), 4, False)],
)
def test_every_window_occurs_in_the_sample(
    window: tuple[int, int], symmetries: int, periodic: bool
) -> None:
    patterns = learn_patterns(text(ROOMS), *window, symmetries=symmetries, periodic=periodic)
    known = set(counted(ROOMS, *window, symmetries, periodic=periodic))
    for seed in range(3):
        level = overlap(patterns, 11, 14, seed)
        assert level.status == "satisfied"
        assert {promise.kind for promise in level.promises} == {"adjacency", "objects", "windows"}
        lines = lines_of(level)
        assert (len(lines), len(lines[0])) == (11, 14)
        assert fits(lines, known, *window)
        assert windows_outside(level, patterns) == ()


def test_the_same_seed_gives_the_same_level() -> None:
    patterns = learn_patterns(text(ROOMS), 3, 3, symmetries=8, periodic=True)
    levels = [lines_of(overlap(patterns, 9, 9, seed)) for seed in (4, 4, 5)]
    assert levels[0] == levels[1] != levels[2]


@settings(max_examples=120)
@given(data=st.data())
def test_brute_force_agrees_on_small_boards(data: st.DataObject) -> None:
    size = st.integers(2, 4)
    rows, cols = data.draw(size), data.draw(size)
    row = st.text("ab", min_size=cols, max_size=cols)
    sample: Lines = tuple(data.draw(st.lists(row, min_size=rows, max_size=rows)))
    height, width = data.draw(st.integers(1, 2)), data.draw(st.integers(1, 2))
    symmetries = data.draw(st.integers(1, 8))
    patterns = learn_patterns(text(sample), height, width, symmetries=symmetries)
    letters = "".join(patterns.tileset.ids)
    place = st.tuples(st.integers(0, 2), st.integers(0, 2))
    pins = data.draw(st.dictionaries(place, st.sampled_from(letters), max_size=3))
    known = set(counted(sample, height, width, symmetries))
    periodic: Periodic = data.draw(st.sampled_from(get_args(Periodic)))
    down, right = periodic in ("rows", "both"), periodic in ("cols", "both")
    possible = {
        board
        for board in boards(letters, 3, 3)
        if all(window in known for _, window in cut(board, height, width, down=down, right=right))
        and all(board[row][col] == letter for (row, col), letter in pins.items())
    }
    seed = data.draw(st.integers(0, 99))
    level = overlap(patterns, 3, 3, seed, pins=pins, periodic=periodic)
    if possible:
        assert level.status == "satisfied"
        assert lines_of(level) in possible
    else:
        assert level.status == "infeasible"
        assert level.cells is None


def test_every_possible_board_is_drawn_sooner_or_later() -> None:
    sample: Lines = ("aab", "abb")
    patterns = learn_patterns(text(sample), 2, 2, symmetries=8)
    known = set(counted(sample, 2, 2, 8))
    possible = {board for board in boards("ab", 3, 3) if fits(board, known, 2, 2)}
    drawn = {lines_of(overlap(patterns, 3, 3, seed)) for seed in range(400)}
    assert drawn == possible


def test_the_ground_is_below_and_nowhere_else() -> None:
    patterns = learn_patterns(text(MEADOW), 3, 3, symmetries=2, periodic=True, ground=True)
    for seed in range(5):
        level = overlap(patterns, 10, 12, seed)
        lines = lines_of(level)
        assert level.status == "satisfied"
        assert "e" in lines[-1]
        assert not any("e" in line for line in lines[:-1])
        assert set(lines[-1]) <= {"e", "x"}
        assert windows_outside(level, patterns) == ()


def test_windows_outside_sees_a_ground_in_the_air() -> None:
    patterns = learn_patterns(text(MEADOW), 2, 2, periodic=True, ground=True)
    lines: Lines = ("sss", "eee", "sss", "eee")
    cells = tuple(patterns.tileset.index[letter] for letter in "".join(lines))
    level = Level(tileset=patterns.tileset, rows=4, cols=3, cells=cells)
    assert windows_outside(level, patterns) == ((0, 0), (0, 1), (1, 0), (1, 1))


def test_windows_outside_finds_planted_faults() -> None:
    patterns = learn_patterns(text(ROOMS), 2, 3, symmetries=2)
    known = set(counted(ROOMS, 2, 3, 2))
    level = overlap(patterns, 8, 9, 1)
    assert level.cells is not None
    for place in range(0, 72, 7):
        cells = list(level.cells)
        cells[place] = 1 - cells[place]
        wrong = Level(tileset=patterns.tileset, rows=8, cols=9, cells=tuple(cells))
        lines = lines_of(wrong)
        assert windows_outside(wrong, patterns) == tuple(
            (row, col)
            for row in range(7)
            for col in range(7)
            if tuple(line[col : col + 3] for line in lines[row : row + 2]) not in known
        )


def test_pins_are_kept_wherever_they_lie() -> None:
    patterns = learn_patterns(text(ROOMS), 3, 3, symmetries=8, periodic=True)
    corners = {(0, 0): "f", (0, 10): "W", (8, 0): ("W", "f"), (8, 10): "f"}
    for seed in range(3):
        level = overlap(patterns, 9, 11, seed, pins=corners)
        lines = lines_of(level)
        assert level.status == "satisfied"
        assert [p.kept for p in level.promises if p.kind == "fixed"] == [True]
        assert (lines[0][0], lines[0][10], lines[8][10]) == ("f", "W", "f")


def test_pins_that_cannot_be_kept_together_are_named() -> None:
    patterns = learn_patterns(text(("abab", "baba", "abab")), 2, 2)
    pins = {(0, 0): "a", (5, 5): "b", (3, 3): ("a", "b")}
    level = overlap(patterns, 6, 6, 0, pins=pins)
    assert level.status == "infeasible"
    assert level.reason is not None
    assert level.reason.text == (
        "no 6x6 level can keep all of these: a at row 0, column 0 (/pins/cells/0); "
        "b at row 5, column 5 (/pins/cells/1); "
        "only windows of 2x2 cells that the samples show (/windows)"
    )
    assert level.reason.constraints == ("/pins/cells/0", "/pins/cells/1", "/windows")


def test_a_sample_that_cannot_fill_the_level_is_named() -> None:
    patterns = learn_patterns(text(("abc",)), 1, 2)
    assert lines_of(overlap(patterns, 1, 3, 0)) == ("abc",)
    level = overlap(patterns, 1, 4, 0, pins={(0, 0): "a"})
    assert level.status == "infeasible"
    assert level.reason is not None
    assert level.reason.constraints == ("/windows",)


def test_what_a_spent_budget_leaves_open_is_solved() -> None:
    lines = ("abaabaa", "baaaaba", "aabbaab", "aaaaaaa", "abaaaba", "babbaaa", "abaaaaa")
    patterns = learn_patterns(text(lines), 3, 3, periodic=True)
    levels = [overlap(patterns, 16, 16, seed, budget=1) for seed in range(12)]
    solved = [level for level in levels if level.manifest.strategy == "overlap, warm"]
    assert solved
    for level in levels:
        assert level.status == "satisfied"
        assert windows_outside(level, patterns) == ()


def test_a_spent_budget_is_told_with_the_best_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levelgen.model.solver.MOST_LITERALS", 1000)
    lines = ("abaabaa", "baaaaba", "aabbaab", "aaaaaaa", "abaaaba", "babbaaa", "abaaaaa")
    patterns = learn_patterns(text(lines), 3, 3, periodic=True)
    levels = [overlap(patterns, 16, 16, seed, budget=1) for seed in range(12)]
    spent = [level for level in levels if level.status == "unknown"]
    assert spent
    for level in spent:
        assert level.reason is not None
        assert "the memory limit of CP-SAT" in level.reason.text
        assert "the search got stuck at row" in level.reason.text
        assert level.cells is not None
        assert -1 in level.cells
        assert windows_outside(level, patterns) == ()


def test_a_periodic_level_goes_on_at_the_opposite_border() -> None:
    patterns = learn_patterns(text(ROOMS), 3, 3, symmetries=8, periodic=True)
    known = set(counted(ROOMS, 3, 3, 8, periodic=True))
    lines = lines_of(overlap(patterns, 9, 12, 3, periodic="both"))
    assert all(window in known for _, window in cut(lines, 3, 3, down=True, right=True))


@pytest.mark.parametrize(
    ("size", "pins", "message"),
    [
        ((2, 9), {}, "size: /rows: 2 is too small for windows of 3x3"),
        ((9, 9), {(9, 0): "f"}, "row 9, column 0 is not on a 9x9 board"),
        ((9, 9), {(0, 0): "x"}, "has no tag or tile 'x'"),
        ((9, 9), {(0, 0): ()}, "pins: it is empty"),
        ((2000, 2000), {}, "2000x2000 is 4000000 cells"),
    ],
)
def test_bad_requests_are_refused(
    size: tuple[int, int], pins: dict[tuple[int, int], str], message: str
) -> None:
    patterns = learn_patterns(text(ROOMS), 3, 3)
    with pytest.raises(RequestError, match=message):
        overlap(patterns, *size, 0, pins=pins)


@pytest.mark.parametrize("periodic", ["rows", "cols", "both"])
def test_boards_that_wrap_translate_pins_and_tiles(periodic: Periodic) -> None:
    lines: Lines = ("abcd", "efgh", "ijkl")
    patterns = learn_patterns(text(lines), 2, 2, periodic=True)
    down, right = periodic in ("rows", "both"), periodic in ("cols", "both")
    size = board_size(patterns, 3, 4, periodic)
    assert size == (3 if down else 2, 4 if right else 3)
    cells = [1 << patterns.tileset.index[letter] for letter in "".join(lines)]
    domains = pattern_domains(patterns, 3, 4, cells, periodic)
    board = [domain.bit_length() - 1 for domain in domains]
    assert [1 << pattern for pattern in board] == domains
    tiles = board_of(patterns, 3, 4, board, periodic)
    assert [1 << tile for tile in tiles] == cells
    level = Level(tileset=patterns.tileset, rows=3, cols=4, cells=tuple(tiles))
    assert windows_outside(level, patterns, periodic) == ()


def test_images_of_a_level_need_all_symmetries_to_stay_inside() -> None:
    patterns = learn_patterns(text(ROOMS), 2, 2, symmetries=8)
    level = overlap(patterns, 6, 7, 3)
    known = set(counted(ROOMS, 2, 2, 8))
    assert all(fits(image, known, 2, 2) for image in all_images(lines_of(level), 8))


def test_a_learned_tileset_is_all_it_takes() -> None:
    patterns = learn_patterns(text(ROOMS), 3, 3, symmetries=8, periodic=True)
    assert patterns_of(patterns.tileset) == patterns
    level = levelgen.generate(patterns.tileset, rows=9, cols=10, seed=5, pins={(4, 4): "f"})
    assert level.status == "satisfied"
    assert [promise.kind for promise in level.promises] == [
        *("adjacency", "objects", "windows", "fixed"),
    ]
    assert windows_outside(level, patterns) == ()
    assert levelgen.reproduce(Level.from_json(level.to_json())).same
    assert level.cells == overlap(patterns, 9, 10, 5, pins={(4, 4): "f"}).cells


def test_the_check_and_the_patterns_agree_on_any_board() -> None:
    for ground, periodic in ((False, True), (True, True), (True, False)):
        patterns = learn_patterns(
            text(MEADOW), 2, 3, symmetries=2, periodic=periodic, ground=ground
        )
        noise = levelgen.generate(patterns.tileset, rows=6, cols=8, seed=1, generator="random")
        outside = windows_outside(noise, patterns)
        [found] = [promise for promise in noise.promises if promise.kind == "windows"]
        assert not found.kept
        assert found.measured == len(outside)
        assert levelgen.check(noise).places["/windows"] == outside


def test_windows_cut_out_of_a_level_are_not_judged() -> None:
    patterns = learn_patterns(text(ROOMS), 3, 3, symmetries=8, periodic=True)
    mask = ["#" * 10] * 4 + ["....######"] * 5
    level = levelgen.generate(patterns.tileset, seed=2, mask=mask)
    assert level.status == "satisfied"
    assert level.tile_ids is not None
    assert level.tile_ids[8][0] is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"samples": [[["W", "x"], ["f", "f"]]]}, "/windows/samples/0/0/1: unknown tile 'x'"),
        ({"samples": [[["W", "f"], ["f"]]]}, "/windows/samples/0: the rows have different lengths"),
        ({"samples": [[["W", "f"]]]}, "/windows/samples/0: a sample of 1x2 has no window of 2x2"),
        ({"symmetries": 9}, "/windows/symmetries: 9 is out of range"),
        ({"samples": []}, "/windows/samples: it is empty"),
        ({"samples": [[]]}, "/windows/samples/0: a sample of 0x0 has no window of 2x2"),
    ],
)
def test_wrong_windows_of_a_tileset_are_told(change: dict[str, object], message: str) -> None:
    data = learn_patterns(text(ROOMS), 2, 2).tileset.model_dump(mode="json", by_alias=True)
    data["windows"] |= change
    with pytest.raises(TilesetError) as caught:
        levelgen.library.find_tileset(data)
    assert message in str(caught.value)


def test_more_memory_than_stated_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    patterns = learn_patterns(text(ROOMS), 2, 2)
    monkeypatch.setattr("levelgen.generators.windowed.task.MAX_BITS", 100 * patterns.count)
    assert overlap(patterns, 10, 10, 0).cells is not None
    with pytest.raises(RequestError, match=r"is too large for .* patterns .at most 100 cells"):
        overlap(patterns, 10, 11, 0)
