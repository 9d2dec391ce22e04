"""The runner keeps what it does not measure, and its baseline is the model it claims to be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from benchmark_modules import BENCHMARKS, load

import levelgen
from levelgen.library import find_tileset

run = load("run")
classroom = load("classroom")


def test_every_section_has_its_module() -> None:
    modules = {path.stem for path in (BENCHMARKS / "sections").glob("*.py")} - {"__init__"}
    assert modules == {*run.SECTIONS}


def test_one_word_stands_for_the_sections_of_an_engine() -> None:
    assert run._chosen(["start"]) == ["start"]
    assert run._chosen([]) == []
    chosen = run._chosen(["quality", "wfc"])
    assert chosen[0] == "quality"
    assert chosen[1:] == [name for name in run.SECTIONS if name.startswith("wfc_")]
    assert len(chosen) > 5


def test_sections_that_are_not_run_stay(tmp_path: Path) -> None:
    file = tmp_path / "results.md"
    assert run._parts(file) == {}
    file.write_text("# Title\n\n## quality\n\none\n\n### auto\n\ntwo\n\n## start\n\nthree\n")
    assert run._parts(file) == {
        "quality": "## quality\n\none\n\n### auto\n\ntwo\n",
        "start": "## start\n\nthree\n",
    }


@pytest.mark.parametrize("noise", [False, True])
def test_the_classroom_model_keeps_its_own_promises(noise: bool) -> None:
    tileset = find_tileset("dungeon")
    task = classroom.Task(tileset, 5, 6, floor=(30, 55), enemies=(10, 30), keys=1, chests=1)
    answer = classroom.solve(task, 3, noise=noise, workers=1, limit=60)
    assert answer.status == "OPTIMAL"
    cells = np.array(answer.cells).reshape(5, 6)
    report = levelgen.check_grid(
        cells,
        tileset,
        objects=answer.objects,
        set={"floor": (0.3, 0.55), "enemy": (0.1, 0.3), "key": 1, "chest": 1},
    )
    assert report.kept
    floor = np.isin(cells, [*tileset.matching(("floor",))])
    assert floor[0, 0]
    ground = np.pad(floor, 1)
    beside = ground[:-2, 1:-1] | ground[2:, 1:-1] | ground[1:-1, :-2] | ground[1:-1, 2:]
    # Necessary, not sufficient: some neighbour each, and nothing for the first cell.
    assert beside.ravel()[1:][floor.ravel()[1:]].all()


@pytest.mark.slow
def test_the_script_writes_a_section_and_names_no_path(tmp_path: Path) -> None:
    file = tmp_path / "results.md"
    words = ("promises", "--seeds", "2", "--out", str(file))
    # A script finds the modules beside it only where the path is not restricted.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "run.py"), *words],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    text = file.read_text()
    assert "## promises" in text
    assert "| auto: satisfied | 24/24 | all | pass |" in text
    assert str(BENCHMARKS.parent) not in text
