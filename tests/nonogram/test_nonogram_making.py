"""Puzzles from pictures, levels and chance; the fewest changes to one solution."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from puzzles import random_grid, runs_of

import levelgen
from levelgen.nonogram import make_from_level, make_from_picture, make_random, solve
from levelgen.nonogram.making import changes
from levelgen.nonogram.puzzle import BLACK, WHITE
from levelgen.nonogram.repair import Workshop, repair, soften
from levelgen.nonogram.switches import support, switches


def grids(rows: int, cols: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    yield from product(product((0, 1), repeat=cols), repeat=rows)


def test_fixing_changes_the_fewest_pixels_of_every_small_picture() -> None:
    for rows, cols in ((2, 2), (3, 3), (2, 5), (3, 4)):
        by_clues: dict[object, list[tuple[int, ...]]] = {}
        for grid in grids(rows, cols):
            key = tuple(map(runs_of, grid)), tuple(map(runs_of, zip(*grid, strict=True)))
            by_clues.setdefault(key, []).append(tuple(value for line in grid for value in line))
        unique = [found[0] for found in by_clues.values() if len(found) == 1]
        ambiguous = [grid for found in by_clues.values() if len(found) > 1 for grid in found]
        r = random.Random(rows * 10 + cols)
        for picture in r.sample(ambiguous, min(len(ambiguous), 40)):
            least = min(sum(a != b for a, b in zip(grid, picture, strict=True)) for grid in unique)
            found = repair(Workshop(picture, cols, (WHITE, BLACK)))
            assert found.cells in unique
            assert found.changes == sum(a != b for a, b in zip(found.cells, picture, strict=True))
            assert found.fewest
            assert found.changes == least


def test_fixing_random_pictures_gives_unique_puzzles_with_a_true_claim() -> None:
    for seed in range(12):
        grid = random_grid(random.Random(seed), 15, 15)
        made = make_from_picture(grid, fix=True)
        assert made.result.verdict == "unique"
        assert solve(made.puzzle, solver="search").verdict == "unique"
        assert made.puzzle.goal is not None
        assert made.changed == changes(made.picture, made.puzzle.goal)
        assert made.at_least is not None
        assert made.at_least <= len(made.changed)
        assert made.puzzle.accepts(made.puzzle.goal)


def test_fixing_coloured_pictures() -> None:
    for seed in range(6):
        made = make_from_picture(random_grid(random.Random(seed), 6, 7, 3), fix=True)
        assert made.result.verdict == "unique"


def test_switches_stand_alone_and_are_supported_by_their_surroundings() -> None:
    one = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0)
    two = (0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    found = switches(one, two, 4)
    assert found == [[0, 1, 4, 5], [10, 11, 14, 15]]
    around = support(one, two, found[0], 4)
    assert {0, 1, 4, 5} < set(around)
    r = random.Random(1)
    for _ in range(200):
        cells = [r.randint(0, 1) for _ in one]
        for cell in around:
            cells[cell] = one[cell]
        other = list(cells)
        for cell in found[0]:
            other[cell] = two[cell]
        a, b = (np.array(grid).reshape(4, 4) for grid in (cells, other))
        for lines in ((a, b), (a.T, b.T)):
            assert [runs_of(line) for line in lines[0].tolist()] == [
                runs_of(line) for line in lines[1].tolist()
            ]


def test_softening_ends_with_the_technique_asked_for() -> None:
    for seed in range(5):
        grid = [value for line in random_grid(random.Random(seed), 9, 9) for value in line]
        shop = Workshop(grid, 9, (WHITE, BLACK))
        cells = soften(shop, "line")
        assert solve(shop.board(cells).puzzle, solver="line").verdict == "unique"
        assert shop.unique(soften(shop))


# ---------------------------------------------------------------------- pictures


def drawn(path: Path, mode: str = "RGB") -> Path:
    picture = Image.new(mode, (12, 8), "white")
    picture.paste(0 if mode == "1" else "black", (2, 2, 6, 6))
    if mode == "RGB":
        picture.paste("red", (6, 2, 10, 6))
    picture.save(path)
    return path


@pytest.mark.parametrize("suffix", ["png", "pbm", "gif", "bmp"])
def test_pictures_that_pillow_reads(tmp_path: Path, suffix: str) -> None:
    made = make_from_picture(drawn(tmp_path / f"square.{suffix}", "1"), title="Square")
    assert made.puzzle.shape == (8, 12)
    assert made.puzzle.title == "Square"
    assert made.grid.sum() == 16
    assert made.result.verdict == "unique"
    assert made.fewest is None


def test_thresholds_inverting_and_sizes(tmp_path: Path) -> None:
    path = drawn(tmp_path / "two.png")
    assert make_from_picture(path).grid.sum() == 32
    assert make_from_picture(path, threshold=50).grid.sum() == 16
    assert make_from_picture(path, invert=True).grid.sum() == 96 - 32
    assert make_from_picture(path, longest=6).puzzle.shape == (4, 6)
    assert make_from_picture(path, rows=4).puzzle.shape == (4, 6)
    assert make_from_picture(path, cols=24).puzzle.shape == (16, 24)
    assert make_from_picture(path, rows=3, cols=3).puzzle.shape == (3, 3)
    big = Image.new("L", (900, 300), 255)
    assert make_from_picture(big).puzzle.shape == (21, 64)


def test_palettes(tmp_path: Path) -> None:
    made = make_from_picture(drawn(tmp_path / "two.png"), colors=3)
    assert [color.name for color in made.puzzle.colors] == ["white", "black", "red"] or [
        color.name for color in made.puzzle.colors
    ] == ["white", "red", "black"]
    assert made.puzzle.colors[0].char == "."
    assert sorted(np.bincount(made.grid.ravel()).tolist()) == [16, 16, 64]
    plain = make_from_picture(Image.new("RGB", (3, 2), "blue"), colors=4)
    assert plain.puzzle.colors[0].name == "blue"
    assert plain.grid.sum() == 0
    clear = Image.new("RGBA", (4, 4), (0, 0, 0, 0))
    assert make_from_picture(clear).grid.sum() == 0


def test_arrays() -> None:
    made = make_from_picture(np.array([[True, False], [True, True]]))
    assert made.puzzle.row_clues == (((1, 1),), ((2, 1),))
    made = make_from_picture([[0, 3], [1, 0]])
    assert len(made.puzzle.colors) == 4
    assert made.puzzle.accepts([[0, 3], [1, 0]])


def test_pictures_and_options_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture", encoding="utf-8")
    with pytest.raises(levelgen.PuzzleError, match="this is no picture"):
        make_from_picture(tmp_path / "text.png")
    with pytest.raises(levelgen.PuzzleError, match="there is no such file"):
        make_from_picture(tmp_path / "none.png")
    (tmp_path / "cut.png").write_bytes(drawn(tmp_path / "a.png").read_bytes()[:60])
    with pytest.raises(levelgen.PuzzleError, match=r"cut\.png"):
        make_from_picture(tmp_path / "cut.png")
    with pytest.raises(levelgen.errors.RequestError) as caught:
        make_from_picture(tmp_path / "a.png", threshold=999, colors=1, invert=True, rows=0)
    assert len(caught.value.problems) == 4


def test_a_level_becomes_a_puzzle() -> None:
    level = levelgen.generate("cave", "easy", seed=3, generator="wfc")
    assert level.tiles is not None
    made = make_from_level(level, "floor", fix=True)
    assert made.result.verdict == "unique"
    floor = level.tileset.matching(("floor",))
    assert made.picture == tuple(
        tuple(int(tile in floor) for tile in line) for line in level.tiles.tolist()
    )
    with pytest.raises(levelgen.errors.RequestError, match="did you mean 'floor'"):
        make_from_level(level, "flor")


# ---------------------------------------------------------------------- chance


@pytest.mark.parametrize("symmetry", ["none", "vertical", "horizontal", "both", "rotation"])
def test_random_puzzles_are_unique_and_keep_their_symmetry(symmetry: str) -> None:
    found = make_random(9, 8, density=0.6, symmetry=symmetry, seed=4)  # type: ignore[arg-type]
    assert solve(found.puzzle).verdict == "unique"
    grid = np.array(found.puzzle.goal)
    images = {
        "none": [],
        "vertical": [grid[:, ::-1]],
        "horizontal": [grid[::-1]],
        "both": [grid[:, ::-1], grid[::-1]],
        "rotation": [grid[::-1, ::-1]],
    }[symmetry]
    assert all((image == grid).all() for image in images)
    again = make_random(9, 8, density=0.6, symmetry=symmetry, seed=4)  # type: ignore[arg-type]
    assert again == found
    assert make_random(9, 8, density=0.6, seed=5).puzzle != found.puzzle
    assert found.density == pytest.approx(grid.mean(), abs=1e-4)
    assert abs(found.density - 0.6) < 0.2


@pytest.mark.parametrize("difficulty", ["overlap", "line", "probing"])
def test_random_puzzles_have_the_difficulty_asked_for(difficulty: str) -> None:
    found = make_random(12, 12, difficulty=difficulty, seed=2)  # type: ignore[arg-type]
    assert found.matched
    assert found.rating.difficulty == difficulty


def test_a_difficulty_that_is_not_found_is_said() -> None:
    found = make_random(4, 4, difficulty="search", seed=1)
    assert not found.matched
    assert found.rating.verdict == "unique"


def test_extreme_densities() -> None:
    assert np.array(make_random(5, 5, density=0).puzzle.goal).sum() == 0
    assert np.array(make_random(5, 5, density=1).puzzle.goal).sum() == 25
    for wrong in ({"density": 1.5}, {"seed": -1}, {"symmetry": "round"}, {"difficulty": "easy"}):
        with pytest.raises(levelgen.errors.RequestError):
            make_random(5, 5, **wrong)  # type: ignore[arg-type]
    with pytest.raises(levelgen.errors.RequestError):
        make_random(0, 5)
