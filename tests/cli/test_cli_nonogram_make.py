"""`levelgen nonogram make`: pictures, levels and chance."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_calls import call, refused
from PIL import Image

import levelgen
from levelgen.cli.nonogram import make
from levelgen.nonogram import solve
from levelgen.nonogram.formats import load_puzzle, read_puzzles
from levelgen.nonogram.random import SYMMETRIES
from levelgen.nonogram.rating import DIFFICULTIES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two pictures: a ring that is one puzzle, and a switch that is two."""
    ring = Image.new("RGB", (60, 60), "white")
    ring.paste((200, 20, 20), (10, 10, 50, 50))
    ring.paste((255, 255, 255), (20, 20, 40, 40))
    ring.save(tmp_path / "ring.png")
    switch = Image.new("1", (2, 2), 1)
    switch.putpixel((0, 0), 0)
    switch.putpixel((1, 1), 0)
    switch.save(tmp_path / "switch.pbm")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_choices_are_those_of_the_library() -> None:
    assert make.SYMMETRIES == SYMMETRIES
    assert make.DIFFICULTIES == DIFFICULTIES


def test_a_picture_becomes_a_puzzle(folder: Path) -> None:
    result = call("nonogram", "make", "ring.png", "--longest", "6", "-o", "ring.non")
    assert result.exit_code == 0
    assert "unique: 6x6, exactly one solution" in result.stderr
    puzzle = load_puzzle("ring.non")
    assert puzzle.shape == (6, 6)
    assert puzzle.goal is not None
    assert puzzle.goal[1] == (0, 1, 1, 1, 1, 0)
    assert puzzle.goal[2] == (0, 1, 0, 0, 1, 0)


def test_size_threshold_invert_and_colours(folder: Path) -> None:
    words = ("nonogram", "make", "ring.png", "--json")
    wide = json.loads(call(*words, "--size", "4x9").stdout)["puzzle"]
    assert (len(wide["rows"]), len(wide["cols"])) == (4, 9)
    nothing = json.loads(call(*words, "--longest", "6", "--threshold", "10").stdout)["puzzle"]
    assert nothing["rows"] == [[]] * 6
    inverted = json.loads(call(*words, "--longest", "6", "--invert").stdout)["puzzle"]
    assert inverted["rows"][0] == [6]
    red = json.loads(call(*words, "--longest", "6", "--colors", "2").stdout)["puzzle"]
    assert [color["name"] for color in red["colors"]] == ["white", "red"]
    assert "/colors: 99 is out of range" in refused(*words[:-1], "--colors", "99")
    assert "'4' is not a size" in refused(*words[:-1], "--size", "4")


def test_preview_shows_and_solves_nothing(folder: Path) -> None:
    result = call("nonogram", "make", "ring.png", "--longest", "6", "--preview")
    assert result.exit_code == 0
    assert "6x6, 33% filled, colours: black" in result.stderr
    assert "4 │ . # # # # │ ." in result.stdout
    assert "only a picture has a preview" in refused(
        "nonogram", "make", "--level", "x.json", "--preview"
    )


def test_fix_makes_an_ambiguous_picture_unique(folder: Path) -> None:
    several = call("nonogram", "make", "switch.pbm")
    assert several.exit_code == 0
    assert "multiple: 2x2" in several.stderr
    assert "--fix changes the picture" in several.stderr
    assert call("nonogram", "make", "switch.pbm", "--unique").exit_code == 1
    fixed = call("nonogram", "make", "switch.pbm", "--fix", "-o", "fixed.json")
    assert fixed.exit_code == 0
    assert "1 cell changed, the fewest that do" in fixed.stderr
    assert solve(load_puzzle("fixed.json")).verdict == "unique"


def test_random_puzzles_can_be_made_again(folder: Path) -> None:
    words = ("nonogram", "make", "--random", "8x10", "--seed", "3", "--symmetry", "vertical")
    first, second = call(*words, "-o", "-"), call(*words, "-o", "-")
    assert first.stdout == second.stdout
    [puzzle] = read_puzzles(first.stdout, "non")
    assert puzzle.shape == (8, 10)
    assert puzzle.goal is not None
    assert all(line == line[::-1] for line in puzzle.goal)
    assert solve(puzzle).verdict == "unique"
    assert "unique: random 8x10, seed 3" in first.stderr
    drawn = call("nonogram", "make", "--random", "5x5", "--quiet", "-o", "drawn.non")
    seed = drawn.stderr.strip().removeprefix("seed ")
    again = call("nonogram", "make", "--random", "5x5", "--seed", seed, "-o", "again.non")
    assert again.exit_code == 0
    assert (folder / "drawn.non").read_text() == (folder / "again.non").read_text()


def test_random_puzzles_of_a_difficulty(folder: Path) -> None:
    words = ("nonogram", "make", "--random", "8x8", "--seed", "1", "--difficulty", "line", "--json")
    data = json.loads(call(*words).stdout)
    assert data["matched"] is True
    assert data["rating"]["difficulty"] == "line"
    assert "not one of the choices" in refused(*words[:-3], "--difficulty", "harder")
    assert "'2' is no share" in refused(*words[:6], "--density", "2")


def test_a_level_becomes_a_puzzle(folder: Path) -> None:
    level = levelgen.generate("cave", "easy", seed=4)
    level.save("level.json")
    result = call("nonogram", "make", "--level", "level.json", "--tag", "walkable", "-o", "c.json")
    assert result.exit_code == 0
    goal = load_puzzle("c.json").goal
    assert goal is not None
    wanted = level.tileset.matching(("walkable",))
    assert [value for line in goal for value in line] == [
        int(tile in wanted) for tile in level.cells or ()
    ]
    message = refused("nonogram", "make", "--level", "level.json", "--tag", "flor")
    assert "did you mean 'floor'?" in message


def test_one_source_and_only_one(folder: Path) -> None:
    assert "nothing to make a puzzle from" in refused("nonogram", "make")
    message = refused("nonogram", "make", "ring.png", "--random", "5x5")
    assert "more than one source" in message
    assert "there is no such file" in refused("nonogram", "make", "none.png")
    (folder / "text.png").write_text("no picture")
    assert "this is no picture" in refused("nonogram", "make", "text.png")
