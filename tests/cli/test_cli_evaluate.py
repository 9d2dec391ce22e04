"""`levelgen evaluate`, `report` and `gate` as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_calls import at_terminal, call, refused

SMALL = ("evaluate", "-t", "cave", "--seeds", "0:4", "--size", "5x5", "--jobs", "1")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "out"
    result = call(*SMALL, "-g", "random,auto", "-o", str(place))
    assert result.exit_code == 0, result.output
    return place


def test_a_finished_evaluation_exits_with_0_whatever_the_levels_say(folder: Path) -> None:
    again = call(*SMALL, "-g", "random", "-g", "auto", "-o", str(folder))
    assert again.exit_code == 0
    assert again.stderr == f"8 rows in {folder}\n"
    head, *lines = again.stdout.splitlines()
    assert head.split()[:4] == ["generator", "size", "levels", "satisfied"]
    assert [line.split()[:3] for line in lines] == [["random", "5x5", "4"], ["auto", "5x5", "4"]]


def test_without_a_folder_the_summary_is_shown_and_nothing_kept(tmp_path: Path) -> None:
    result = call(*SMALL, "--json", "--metrics", "graph")
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    assert summary["levels"] == 4
    columns = summary["groups"][0]["columns"]
    assert "loops" in columns
    assert "openness" not in columns


def test_an_evaluation_that_stopped_goes_on(folder: Path) -> None:
    rows = folder / "rows.jsonl"
    whole = rows.read_bytes()
    rows.write_bytes(whole[: len(whole) // 2])
    assert call(*SMALL, "-g", "random,auto", "-o", str(folder)).exit_code == 0
    assert rows.read_bytes().count(b"\n") == 8


def test_everything_wrong_is_told_at_once(folder: Path) -> None:
    said = refused(
        "evaluate", "-t", "cave", "--seeds", "0:1", "--size", "axb", "--jobs", "0", "--levels"
    )
    for words in ("size", "jobs", "--levels", "-o FOLDER"):
        assert words in said
    said = refused("evaluate", "-t", "cave", "--seeds", "3:1,x", "-g", "autp")
    for words in ("'3:1' holds no seed", "'x' is no range", "did you mean 'auto'"):
        assert words in said
    assert "overlap" in refused("evaluate", "-t", "cave", "--seeds", "0:5,4")
    said = refused("evaluate", "-t", "cave", "--seeds", "0:9", "--size", "5x5", "-o", str(folder))
    assert "seeds: 0:4 there, 0:9 asked" in said
    assert "generators: random,auto there, auto asked" in said
    assert "no results of an evaluation" in refused("report", str(folder.parent))
    assert "levelgen evaluate -o" in refused("report", str(folder / "nothing"))
    assert "one, or two" in refused("report", *[str(folder)] * 3)
    assert "FILE.html" in refused("report", str(folder), "-o", "report.png")
    assert "no limit to hold" in refused("gate", str(folder))


def test_a_report_is_written_once(folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    result = call("report", str(folder), "-o", str(page))
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("generator")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "--force" in refused("report", str(folder), "-o", str(page))


def test_two_evaluations_are_compared(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    call(*SMALL, "-g", "random,auto", "-o", str(other))
    result = call("report", str(folder), str(other))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].endswith("columns differ by no more than noise")


def test_a_gate_exits_with_1_and_names_what_is_broken(folder: Path) -> None:
    good = call("gate", str(folder), "--min", "success=1.0", "--max", "p95_ms=1e6", "-g", "auto")
    assert (good.exit_code, good.stderr) == (0, "")
    bad = call("gate", str(folder), "--min", "levels=5", "--min", "success=0")
    assert bad.exit_code == 1
    assert bad.stderr == "broken: min levels=5\n"
    assert bad.stdout.count("broken") == 2
    rows = folder / "rows.jsonl"
    rows.write_bytes(rows.read_bytes()[:-10])
    assert "7 of 8 rows" in refused("gate", str(folder), "--min", "success=0")
    assert call("gate", str(folder), "--min", "success=0", "--partial").exit_code == 0


def test_progress_tells_rate_and_time_left(tmp_path: Path) -> None:
    seen = at_terminal(
        *("evaluate", "-t", "cave", "-p", "hard", "-g", "cpsat", "--seeds", "0:120"),
        *("--size", "40x40", "--jobs", "1", "-o", str(tmp_path / "out")),
    )
    assert seen.exit_code == 0
    assert "evaluating: row " in seen.plain
    assert "of 120, " in seen.plain
    assert " a second, " in seen.plain
    assert " left" in seen.plain
