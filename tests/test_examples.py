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
