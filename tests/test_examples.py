"""The examples run as a user would run them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import levelgen

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def run(name: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        cwd=cwd,
    )


def test_the_build_script_writes_skips_and_rewrites(tmp_path: Path) -> None:
    first = run("build_script.py", "assets", cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    assert first.stdout.count("written") == 10
    files = sorted((tmp_path / "assets").iterdir())
    assert len(files) == 10
    assert all(levelgen.check(levelgen.Level.load(file)).kept for file in files)
    before = [file.read_bytes() for file in files]
    # A level of another request, and one that is no level, are made again.
    document = json.loads(files[0].read_text(encoding="utf-8"))
    document["manifest"]["request"]["rows"] = 13
    files[0].write_text(json.dumps(document), encoding="utf-8")
    files[1].write_text("not a level", encoding="utf-8")
    second = run("build_script.py", "assets", cwd=tmp_path)
    assert second.stdout.count("unchanged") == 8
    assert second.stdout.count("written") == 2
    assert [file.read_bytes() for file in files] == before


def test_the_generators_are_compared(tmp_path: Path) -> None:
    done = run("compare_generators.py", "pictures", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines() if "%" in line]
    by_name = {(index // 4, row[0]): row for index, row in enumerate(rows)}
    for section in range(2):
        assert int(by_name[section, "random"][1]) > 0
        assert by_name[section, "wfc"][1] == "0"
        for name in ("cpsat", "auto"):
            assert by_name[section, name][1:3] == ["0", "100%"]
    assert {file.name for file in (tmp_path / "pictures").iterdir()} == {
        "compare-cave.png",
        "compare-dungeon.png",
    }


def test_the_presets_are_shown_side_by_side(tmp_path: Path) -> None:
    done = run("difficulty_presets.py", "pictures", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("satisfied") == 4
    assert (tmp_path / "pictures" / "presets.png").stat().st_size > 10_000


def test_a_chain_of_locks_is_made_and_spoiled(tmp_path: Path) -> None:
    done = run("locked_doors.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    verdicts = [line for line in done.stdout.splitlines() if ": " in line]
    assert verdicts[0] == "as made: kept: the exit is reached with 2 doors opened"
    assert len(verdicts) == 4
    assert all(" swapped: broken: the " in line for line in verdicts[1:])


def test_nonograms_are_compared_with_trying_everything(tmp_path: Path) -> None:
    words = ("pictures", "--naive-seconds", "0.02", "--repeats", "1")
    done = run("nonogram_speedup.py", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    verdicts = {
        line[:25].strip(): tuple(line[25:].split()[1:3]) for line in lines[3:16] if line.strip()
    }
    assert verdicts["Diamond 15"] == ("unique", "1")
    assert verdicts["Letter A"] == ("multiple", "14")
    assert verdicts["Star"][0] == "multiple"
    assert verdicts["Guided 15x15, as printed"] == ("infeasible", "0")
    assert verdicts["Guided 15x15, as coded"] == ("unique", "1")
    assert verdicts["Exercise 1b"] == ("infeasible", "0")
    for name, product in (
        ("Diamond 5", "225"),
        ("Diamond 10", "1,474,560"),
        ("Diamond 15", "4,108,830,350,625"),
    ):
        line = next(line for line in lines if line.startswith(f"{name} "))
        assert f" {product} " in line
    # Estimates are marked.
    assert all("~" in line for line in lines if line.startswith("Exercise 1b ") and "years" in line)
    assert "Without any solution: Introduction, Guided 15x15, as printed, Exercise 1b." in lines
    assert "With several solutions: Star, Letter A." in lines
    for name in ("nonogram-speedup.png", "nonogram-gallery.png"):
        assert (tmp_path / "pictures" / name).stat().st_size > 20_000


def test_a_batch_of_seeds_is_summarised_for_every_generator(tmp_path: Path) -> None:
    done = run("evaluate.py", "4", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    _, *lines = done.stdout.splitlines()
    rows = [line.split() for line in lines]
    assert [row[:3] for row in rows] == [
        [tileset, name, "4"]
        for tileset in ("dungeon", "cave")
        for name in ("random", "wfc", "cpsat")
    ]
    for row in rows:
        violations, connectivity = float(row[4]), float(row[7])
        assert (violations == 0) == (row[1] != "random")
        assert (connectivity == 1.0, row[3]) == (
            (True, "100%") if row[1] == "cpsat" else (False, row[3])
        )
    assert (tmp_path / "out" / "cave" / "rows.csv").exists()
    assert (tmp_path / "out" / "dungeon.html").stat().st_size > 50_000
