"""`levelgen learn`: what a sample holds, and a tileset from it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_calls import call, refused

from levelgen.library import find_tileset


@pytest.fixture
def sample(tmp_path: Path) -> str:
    path = tmp_path / "sample.txt"
    path.write_text("aab\nccb\n")
    return str(path)


def test_learn_prints_the_lint(sample: str) -> None:
    text = " ".join(call("learn", sample, "-n", "1x2").stdout.split())
    assert text.startswith("samples: 2x3 tiles 3 a b c patterns 4 of 1x2, from 4 windows")
    assert "lint: nothing fits to the right of 2 patterns, so they lie at that border only" in text
    quiet = call("learn", sample, "-n", "2", "--quiet")
    assert (quiet.exit_code, quiet.output) == (0, "")


def test_learn_says_what_repeats_only(tmp_path: Path) -> None:
    path = tmp_path / "stripes.txt"
    path.write_text("ab\nab\n")
    text = call("learn", str(path), "-n", "2x2", "--periodic").stdout
    assert "every pattern decides its neighbours" in text
    path.write_text("abc\n")
    assert "large levels are impossible" in call("learn", str(path), "-n", "1x2").stdout
    path.write_text("aa\naa\n")
    assert "a stands beside itself only" in call("learn", str(path), "-n", "2").stdout


def test_learn_as_json(sample: str) -> None:
    data = json.loads(call("learn", sample, "-n", "2", "--symmetries", "2", "--json").stdout)
    assert (data["patterns"], data["windows"], data["once"]) == (3, 4, 2)
    assert data["contents"] == [["aa", "cc"], ["ab", "cb"], ["ba", "bc"]]
    assert data["dead"]["N"] == [0, 1, 2]


def test_learn_writes_a_tileset_that_can_be_used(sample: str, tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    result = call("learn", sample, "-n", "2", "--periodic", "-o", str(target))
    assert result.exit_code == 0
    assert find_tileset(target).name == "mine"
    made = call("--tileset", str(target), "--size", "2x3", "--seed", "1", "--json")
    assert made.exit_code == 0
    level = json.loads(made.stdout)
    assert [promise["kind"] for promise in level["promises"]][2:] == ["windows"]
    assert level["manifest"]["strategy"] == "overlap"
    assert "it exists already" in refused("learn", sample, "-o", str(target))


def test_learn_refuses_what_it_cannot_read(sample: str, tmp_path: Path) -> None:
    assert "its 2x3 cells hold no window of 3x3" in refused("learn", sample)
    assert "'x' is not a size" in refused("learn", sample, "-n", "x")
    assert "symmetries: 9 is out of range" in refused(
        "learn", sample, "-n", "2", "--symmetries", "9"
    )
    assert "a levelgen tileset is a .json file" in refused("learn", sample, "-o", "mine.png")
    assert "there is no tileset" in refused("learn", sample, "--subset", "x")
    assert "unknown glyph" in refused("learn", sample, "-n", "2", "--tileset", "cave")
    assert "no such file" in refused("learn", str(tmp_path / "none.png"))
