"""Metrics and generators of other packages, installed as these are."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from evaluations import read

MODULE = '''
from levelgen.generators.wfc import WfcGenerator

def corners(grid):
    """Corner cells that exist, and what lies there."""
    ends = [grid.cells[0], grid.cells[-1]]
    return {"there": sum(cell >= 0 for cell in ends), "mean": sum(ends) / 2}

def moody(grid):
    if grid.rows == 5:
        raise ValueError("not today")
    return 1.5

def useless(grid):
    return [1, 2]

class Mine(WfcGenerator):
    name = "mine"

    def generate(self, request, *, time_limit=None):
        if request.seed == 1:
            raise RuntimeError("no seed 1, please")
        return super().generate(request, time_limit=time_limit)
'''
POINTS = """
[levelgen.metrics]
corners = metrics_plugin:corners
moody = metrics_plugin:moody
useless = metrics_plugin:useless
broken = metrics_plugin:nothing_of_that_name
missing = no_such_module_anywhere:metric

[levelgen.generators]
mine = metrics_plugin:Mine
"""


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "metrics_plugin-1.dist-info").mkdir(parents=True)
    (site / "metrics_plugin.py").write_text(dedent(MODULE), encoding="utf-8")
    info = site / "metrics_plugin-1.dist-info"
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: metrics-plugin\nVersion: 1\n")
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    return site


def levelgen(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    import os

    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "levelgen", *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_plugged_in_metrics_are_listed_and_a_broken_one_by_name(plugins: Path) -> None:
    data = json.loads(levelgen(plugins, "list", "--json").stdout)
    metrics = {entry["name"]: entry for entry in data["metrics"]}
    assert [*metrics][:4] == ["basic", "graph", "way", "shape"]
    assert metrics["corners"]["origin"] == "metrics_plugin:corners"
    assert metrics["corners"]["description"] == "Corner cells that exist, and what lies there."
    assert "metric 'broken'" in metrics["broken"]["error"]
    assert "metric 'missing'" in metrics["missing"]["error"]
    text = levelgen(plugins, "list").stdout
    assert "does not load: metric 'broken' (metrics_plugin:nothing_of_that_name)" in " ".join(
        text.split()
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_broken_metric_is_told_and_costs_no_row(plugins: Path, tmp_path: Path, jobs: str) -> None:
    folder = tmp_path / "out"
    words = ("evaluate", "-t", "cave", "--seeds", "0:3", "--size", "4x4,5x4", "-j", jobs)
    done = levelgen(plugins, *words, "-g", "mine,auto", "-o", str(folder))
    assert done.returncode == 0, done.stderr
    assert "Warning: metric 'broken' (metrics_plugin:nothing_of_that_name)" in done.stderr
    assert "Warning: metric 'missing'" in done.stderr
    rows = read(folder)
    assert len(rows) == 12
    for row in rows:
        if row["generator"] == "mine" and row["seed"] == 1:
            assert (row["status"], row["reason"]) == ("error", "RuntimeError: no seed 1, please")
            continue
        assert row["status"] == "satisfied"
        assert (row["corners.there"], "corners.mean" in row) == (2, True)
        errors = row["metric_errors"]
        assert "broken: metric 'broken'" in errors
        assert "useless: TypeError: useless is list" in errors
        assert ("moody: ValueError: not today" in errors) == (row["rows"] == 5)
        assert row.get("moody") == (None if row["rows"] == 5 else 1.5)


def test_own_metrics_can_be_left_out(plugins: Path) -> None:
    words = (
        "evaluate",
        "-t",
        "cave",
        "--seeds",
        "0:1",
        "--metrics",
        "corners",
        "--json",
        "-j",
        "1",
    )
    done = levelgen(plugins, *words)
    assert "Warning" not in done.stderr
    columns = json.loads(done.stdout)["groups"][0]["columns"]
    assert "corners.mean" in columns
    assert "loops" not in columns
