"""Patterns: counts by hand, windows against strings, compatibility against the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from learn_samples import Lines, all_images, counted, cut, shown, text

from levelgen.errors import LevelError, RequestError
from levelgen.learn import Patterns, learn_patterns, lint
from levelgen.learn.patterns import MAX_PATTERNS
from levelgen.rules import compile_rules

L_SHAPE: Lines = ("ab", "bb")
MEADOW: Lines = ("ssss", "sxss", "exee")


def learn(lines: Lines, height: int = 2, width: int = 2, **how: object) -> Patterns:
    return learn_patterns(text(lines), height, width, **how)  # type: ignore[arg-type]


def test_counts_by_hand() -> None:
    assert shown(learn(("ab", "ba"))) == {("ab", "ba"): 1}
    assert shown(learn(("ab", "ba"), periodic=True)) == {("ab", "ba"): 2, ("ba", "ab"): 2}
    assert shown(learn(("aab",), 1, 2)) == {("aa",): 1, ("ab",): 1}
    assert shown(learn(("aab",), 1, 2, periodic=True)) == {("aa",): 1, ("ab",): 1, ("ba",): 1}
    assert shown(learn(L_SHAPE, symmetries=8)) == {
        ("ab", "bb"): 2,
        ("ba", "bb"): 2,
        ("bb", "ab"): 2,
        ("bb", "ba"): 2,
    }
    assert learn(("ab", "cd"), symmetries=8).count == 8
    assert shown(learn(("abc", "abc"), 2, 1)) == {("a", "a"): 1, ("b", "b"): 1, ("c", "c"): 1}


def test_the_order_of_symmetries_is_id_mirror_turn() -> None:
    asked = [*shown(learn(("ab", "cd"), symmetries=8))]
    assert asked[:3] == [("ab", "cd"), ("ba", "dc"), ("bd", "ac")]
    for count in range(1, 9):
        assert [*shown(learn(("ab", "cd"), symmetries=count))] == asked[:count]


def samples(letters: str = "abc") -> st.SearchStrategy[Lines]:
    return st.tuples(st.integers(3, 5), st.integers(3, 5)).flatmap(
        lambda size: st.lists(
            st.text(letters, min_size=size[1], max_size=size[1]),
            min_size=size[0],
            max_size=size[0],
        ).map(tuple)
    )


@given(
    lines=samples(),
    height=st.integers(1, 3),
    width=st.integers(1, 3),
    symmetries=st.integers(1, 8),
    periodic=st.booleans(),
)
def test_windows_are_those_of_the_images(
    lines: Lines, height: int, width: int, symmetries: int, periodic: bool
) -> None:
    patterns = learn(lines, height, width, symmetries=symmetries, periodic=periodic)
    known = shown(patterns)
    assert known == counted(lines, height, width, symmetries, periodic=periodic)
    windows = [*known]
    for here, one in enumerate(windows):
        for there, other in enumerate(windows):
            east = all(a[1:] == b[:-1] for a, b in zip(one, other, strict=True))
            south = one[1:] == other[:-1]
            assert patterns.masks[1][here] >> there & 1 == east
            assert patterns.masks[3][there] >> here & 1 == east
            assert patterns.masks[2][here] >> there & 1 == south
            assert patterns.masks[0][there] >> here & 1 == south


@given(lines=samples(), symmetries=st.integers(1, 8))
def test_the_tileset_has_the_pairs_of_the_windows(lines: Lines, symmetries: int) -> None:
    patterns = learn(lines, symmetries=symmetries)
    tileset = patterns.tileset
    pairs = {
        (image[row][col], image[row][col + 1])
        for image in all_images(lines, symmetries)
        for row in range(len(image))
        for col in range(len(image[0]) - 1)
    }
    rules = compile_rules(tileset)
    for here, one in enumerate(tileset.ids):
        for there, other in enumerate(tileset.ids):
            assert rules.masks[1][here] >> there & 1 == ((one, other) in pairs)


def test_several_samples_count_together() -> None:
    patterns = learn_patterns([text(("ab",)), text(("bc", "ab"))], 1, 2)
    assert shown(patterns) == {("ab",): 2, ("bc",): 1}
    assert patterns.tileset.ids == ("a", "b", "c")


def test_a_window_with_a_missing_cell_is_left_out() -> None:
    grid = np.array([[0, 1, -1], [1, 0, 0], [0, 0, 1]])
    assert sum(learn_patterns(grid, 2, 2).weights) == 3
    with pytest.raises(LevelError, match="no window of 3x3 is free of missing cells"):
        learn_patterns(grid, 3, 3)


def test_the_ground_lies_at_the_lower_border() -> None:
    patterns = learn(MEADOW, symmetries=2, periodic=True, ground=True)
    windows = [*shown(patterns)]
    lowest = {window for n, window in enumerate(windows) if patterns.lowest >> n & 1}
    upper = {window for n, window in enumerate(windows) if patterns.upper >> n & 1}
    for number, wanted in ((1, lowest), (0, upper)):
        assert wanted == {
            window
            for image in all_images(MEADOW, 2)
            for row, window in cut(image, 2, 2, right=True)
            if row == number
        }
    assert not any("e" in window[0] for window in windows)


def test_without_a_ground_every_pattern_lies_anywhere() -> None:
    patterns = learn(MEADOW)
    assert patterns.lowest == patterns.upper == patterns.every


@pytest.mark.parametrize(
    ("lines", "window", "how", "message"),
    [
        (("ab", "ba"), (3, 3), {}, r"sample 0: its 2x2 cells hold no window of 3x3"),
        (("ab", "ba"), (3, 3), {"periodic": True}, "hold no window of 3x3"),
        (("abc", "bab"), (2, 3), {"symmetries": 3}, "its 2x3 cells, turned, hold no window of 2x3"),
    ],
)
def test_a_sample_smaller_than_the_window_is_refused(
    lines: Lines, window: tuple[int, int], how: dict[str, object], message: str
) -> None:
    with pytest.raises(LevelError, match=message) as caught:
        learn(lines, *window, **how)
    assert len(caught.value.problems) == 1


def test_bad_numbers_are_refused() -> None:
    with pytest.raises(RequestError, match="symmetries: 9 is out of range"):
        learn(MEADOW, symmetries=9)
    with pytest.raises(RequestError, match="window: /height: 0 is no length"):
        learn(MEADOW, 0, 2)


def test_too_many_patterns_are_refused() -> None:
    generator = np.random.default_rng(0)
    noise = generator.integers(0, 9, (80, 80))
    with pytest.raises(LevelError, match=f"more than {MAX_PATTERNS} windows of 3x3"):
        learn_patterns(noise, 3, 3)


def test_lint_counts_dead_ends_and_forced_ways() -> None:
    found = lint(learn(("abc",), 1, 2))
    assert (found.patterns, found.windows, found.tiles, found.once) == (2, 2, 3, 2)
    assert found.dead["E"] == (1,)
    assert found.dead["W"] == (0,)
    assert found.forced["E"] == 1
    assert found.inner == 0
    chess = lint(learn(("ab", "ba"), periodic=True))
    assert chess.inner == chess.patterns == 2
    assert chess.repeats_only
    assert not lint(learn(("aab", "aba", "baa"), periodic=True, symmetries=8)).repeats_only


def test_lint_names_tiles_that_only_repeat_themselves() -> None:
    found = lint(learn_patterns([text(("aa", "aa")), text(("bcb", "cbc"))], 2, 2))
    assert found.self_only == ("a",)
    assert lint(learn(("ab",), 1, 1)).self_only == ()


def test_lint_does_not_blame_the_ground() -> None:
    found = lint(learn(MEADOW, periodic=True, ground=True))
    assert found.dead["S"] == ()
    assert lint(learn(MEADOW)).dead["S"] != ()
