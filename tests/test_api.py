"""What people import: generate, check, check_grid, evaluate, reproduce, Level."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import levelgen
from levelgen.schema.level import LevelDocument


def test_exported_names_are_sorted_and_there() -> None:
    assert sorted(levelgen.__all__) == sorted(set(levelgen.__all__))
    for name in levelgen.__all__:
        assert getattr(levelgen, name) is not None
    with pytest.raises(AttributeError):
        _ = levelgen.nothing_of_the_kind  # type: ignore[attr-defined]


def test_checking_stays_a_function_after_its_rooms_are_loaded() -> None:
    code = "import levelgen.checker, levelgen, levelgen.api; print(callable(levelgen.check))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_importing_levelgen_is_light() -> None:
    code = "import sys, levelgen; print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout.replace("'", '"')))
    assert not loaded & {"ortools", "numpy", "matplotlib", "networkx", "pydantic", "typer"}


def test_the_constructor_route_does_not_load_the_solver() -> None:
    code = (
        "import sys, levelgen; levelgen.generate('cave', 'hard', seed=7);"
        "print(not {'ortools', 'matplotlib', 'networkx'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_a_level_is_plain_data() -> None:
    level = levelgen.generate("cave", "hard", seed=7)
    assert level.tiles is not None
    assert level.tiles.shape == (12, 12)
    assert level.tiles.dtype == np.int16
    assert {item.kind for item in level.objects} == {"enemy", "key", "chest", "start", "exit"}
    assert level.status == "satisfied"
    assert all(promise.kept for promise in level.promises)
    grid = level.objects_grid()
    assert (grid == 2).sum() == 3
    assert (grid == 3).sum() == 1
    assert grid.shape == (12, 12)


def test_a_drawn_seed_is_told_and_gives_the_level_again() -> None:
    level = levelgen.generate("cave", "easy")
    assert level.seed is not None
    assert 0 <= level.seed < 1 << 32
    assert levelgen.generate("cave", "easy", seed=level.seed).to_json() == level.to_json()


def test_a_level_file_round_trips(tmp_path: Path) -> None:
    level = levelgen.generate("island", "medium", seed=1)
    file = tmp_path / "level.json"
    level.save(file)
    again = levelgen.Level.load(file)
    assert again == level
    assert again.to_json() == level.to_json()
    with pytest.raises(levelgen.OutputError, match="exists already"):
        level.save(file)
    level.save(file, force=True)
    assert os.listdir(tmp_path) == ["level.json"]


def test_a_level_file_obeys_its_json_schema() -> None:
    schema = LevelDocument.model_json_schema()
    for generator in ("auto", "cpsat", "random", "wfc"):
        level = levelgen.generate("dungeon", "hard", seed=3, generator=generator)
        jsonschema.validate(json.loads(level.to_json()), schema)


def test_time_and_place_are_no_part_of_the_bytes() -> None:
    level = levelgen.generate("cave", seed=1)
    assert level.run is not None
    assert level.run.seconds > 0
    assert level.run.backend in {"reference", "native"}
    text = level.to_json()
    for word in ("seconds", "backend", level.run.platform):
        assert word not in text


def test_the_same_bytes_in_every_process() -> None:
    code = (
        "import levelgen, hashlib;"
        "print([hashlib.sha256(levelgen.generate(t, p, seed=s, generator=g).to_json().encode())"
        ".hexdigest() for t, p, s, g in"
        " [('cave', 'hard', 7, 'auto'), ('island', 'hardcore', 5, 'cpsat'),"
        "  ('dungeon', 'easy', 3, 'wfc'), ('roads', None, 2, 'wfc'),"
        "  ('cave', 'easy', 1, 'random')]])"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(prints) == 1


def test_overrides_reach_the_level() -> None:
    level = levelgen.generate(
        "dungeon", "hard", seed=7, set={"enemy": (0.05, 0.2), "connected": False, "key": 5}
    )
    assert level.metrics["objects"]["key"] == 5
    assert "connected" not in [promise.kind for promise in level.promises]
    assert "/set/enemy" in [promise.constraint for promise in level.promises]


def test_check_judges_against_other_promises() -> None:
    level = levelgen.generate("cave", "easy", seed=2)
    assert levelgen.check(level).kept
    report = levelgen.check(level, preset="hardcore")
    assert not report.kept
    broken = {promise.kind for promise in report.promises if not promise.kept}
    assert "ratio" in broken


def test_check_grid_judges_any_array() -> None:
    level = levelgen.generate("cave", "hard", seed=7)
    assert level.tiles is not None
    for objects in (level.objects, [(o.kind, o.row, o.col) for o in level.objects]):
        assert levelgen.check_grid(level.tiles, "cave", objects=objects, preset="hard").kept
    grid = level.objects_grid()
    assert levelgen.check_grid(level.tiles, "cave", objects=grid, preset="hard").kept
    broken = level.tiles.copy()
    broken[:] = 0
    report = levelgen.check_grid(broken, "cave", preset="hard")
    assert not report.kept
    assert report.metrics["connectivity"] == 0.0


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([[0, 9]], "9 is no tile of 'cave'"),
        ([0, 1], "the shape is (2,)"),
        ([[0.5]], "the values are float64"),
        ([[]], "not empty"),
    ],
)
def test_wrong_arrays_are_told(grid: list[object], message: str) -> None:
    with pytest.raises(levelgen.LevelError) as caught:
        levelgen.check_grid(grid, "cave")  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_evaluate_yields_a_plain_row_for_each_seed_and_generator() -> None:
    rows = list(levelgen.evaluate("cave", "hard", seeds=range(3), generators=("random", "auto")))
    assert [(row["seed"], row["generator"]) for row in rows] == [
        (seed, name) for seed in range(3) for name in ("random", "auto")
    ]
    assert all(row["status"] == "satisfied" for row in rows if row["generator"] == "auto")
    assert all(row["connectivity"] == 1.0 for row in rows if row["generator"] == "auto")
    json.dumps(rows)


def test_reproduce_says_what_differs() -> None:
    level = levelgen.generate("cave", "medium", seed=8)
    assert levelgen.reproduce(level).same
    document = json.loads(level.to_json())
    document["tiles"][3][4] = "lake" if document["tiles"][3][4] != "lake" else "rock"
    document["manifest"]["versions"]["levelgen"] = "0.0.1"
    changed = levelgen.Level.from_json(json.dumps(document))
    result = levelgen.reproduce(changed)
    assert not result.same
    assert result.differences[0].startswith("version of levelgen: 0.0.1 then")
    assert "tiles: 1 of 144 cells, the first at row 3, column 4" in result.differences


def test_a_level_shows_itself_in_a_notebook() -> None:
    html = levelgen.generate("cave", "easy", seed=1)._repr_html_()
    assert html.count("<tr>") >= 12
    assert "seed 1" in html
    infeasible = levelgen.generate("cave", "hard", rows=1, cols=1, seed=0)
    assert "<p>" in infeasible._repr_html_()


@pytest.mark.parametrize("seed", [-1, 1 << 53, 1.5, "7", True])
def test_wrong_seeds_are_told(seed: object) -> None:
    with pytest.raises(levelgen.RequestError, match="seed"):
        levelgen.generate("cave", seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rows", "cols"), [(0, 5), (-3, 5), (2000, 2000), (2.5, 3)])
def test_wrong_sizes_are_told(rows: int, cols: int) -> None:
    with pytest.raises(levelgen.RequestError, match="size"):
        levelgen.generate("cave", rows=rows, cols=cols)


def test_a_preset_that_does_not_fit_names_both() -> None:
    with pytest.raises(levelgen.PresetError) as caught:
        levelgen.generate("platform", "hard")
    text = str(caught.value)
    assert "tileset 'platform' has no tag or tile 'floor'" in text
    assert "preset hard: /constraints/0/tags" in text


def test_a_time_limit_must_be_positive() -> None:
    with pytest.raises(levelgen.RequestError, match="time limit"):
        levelgen.generate("cave", time_limit=0)
