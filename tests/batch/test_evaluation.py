"""`levelgen.evaluate`: one plain row for each level, whatever happens, however it is run."""

from __future__ import annotations

import csv
import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from evaluations import read, timeless

import levelgen
from levelgen import batch
from levelgen.batch import pool
from levelgen.batch.rows import is_time, make_row, unpack
from levelgen.errors import InputError, OutputError, RequestError

SMALL: dict[str, Any] = {"sizes": [(6, 6), (5, 8)], "generators": ("random", "auto")}


def small(seeds: Any = range(3), **more: Any) -> batch.Evaluation:
    return levelgen.evaluate("cave", seeds=seeds, **{**SMALL, **more})


def test_one_row_for_each_seed_size_and_generator() -> None:
    rows = list(small())
    assert [(row["seed"], (row["rows"], row["cols"]), row["generator"]) for row in rows] == list(
        product(range(3), SMALL["sizes"], SMALL["generators"])
    )
    assert len(small()) == len(rows)
    json.dumps(rows, allow_nan=False)


def test_a_row_holds_promises_metrics_counters_and_times() -> None:
    [row] = levelgen.evaluate("cave", "hard", seeds=[4])
    level = levelgen.generate("cave", "hard", seed=4)
    for promise in level.promises:
        assert row[f"kept{promise.constraint}"] is True
        assert row[f"measured{promise.constraint}"] == promise.measured
    assert row["connectivity"] == level.metrics["connectivity"]
    assert row["tile_shares.rock"] == level.metrics["tile_shares"]["rock"]
    assert row["critical_path_length"] == level.metrics["path_length"]
    assert row["symmetry.turn"] <= 1
    assert row["strategy"] == "constructor"
    assert {name for name in row if is_time(name)} == {"time_ms", "metrics_ms"}


def test_groups_of_metrics_can_be_chosen() -> None:
    [basic] = levelgen.evaluate("cave", seeds=[1], metrics=["basic"])
    [graph] = levelgen.evaluate("cave", seeds=[1], metrics=["graph"])
    assert "connectivity" in basic
    assert "loops" not in basic
    assert {*graph} - {*basic} >= {"loops", "chokepoints", "rooms"}
    assert "openness" not in graph


def test_a_metric_does_not_change_a_level() -> None:
    [row] = levelgen.evaluate("cave", "hard", seeds=[2], levels=True)
    plan = levelgen.evaluate("cave", "hard", seeds=[2]).plan
    level = unpack(row, plan, plan.request(0))
    original = levelgen.generate("cave", "hard", seed=2)
    assert (level.cells, level.objects) == (original.cells, original.objects)
    assert levelgen.check(level).kept


def test_an_infeasible_request_is_a_row_with_its_reason() -> None:
    [row] = levelgen.evaluate("cave", "hard", seeds=[0], set={"key": 500})
    assert row["status"] == "infeasible"
    assert "500" in row["reason"]


def test_a_generator_that_raises_costs_only_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    from levelgen.batch import rows as module

    genuine = module.run

    def run(request: Any, **options: Any) -> Any:
        if request.seed == 1:
            raise ZeroDivisionError("seed one")
        return genuine(request, **options)

    monkeypatch.setattr(module, "run", run)
    found = list(levelgen.evaluate("cave", seeds=range(3)))
    assert [row["status"] for row in found] == ["satisfied", "error", "satisfied"]
    assert found[1]["reason"] == "ZeroDivisionError: seed one"
    assert found[1]["seed"] == 1


def test_the_same_rows_in_one_process_in_two_and_in_a_folder(tmp_path: Path) -> None:
    alone = timeless(small(range(8)))
    assert timeless(small(range(8), jobs=2)) == alone
    kept = small(range(8), jobs=2, out=tmp_path / "two")
    assert timeless(kept) == alone
    assert read(tmp_path / "two") == alone
    small(range(8), out=tmp_path / "one")
    assert read(tmp_path / "one") == alone
    ours = {"manifest.json", "rows.csv", "rows.jsonl"}
    assert {file.name for file in (tmp_path / "two").iterdir()} == ours


def test_a_plan_read_back_gives_the_same_lines() -> None:
    # To the last counter, and in the same order of columns.
    plan = levelgen.evaluate("cave", "hard", seeds=range(12), generators=("cpsat", "auto")).plan
    numbers = range(len(plan))
    here = timeless(make_row(plan, number) for number in numbers)
    for other in (batch.Plan.from_text(plan.text), batch.Plan.from_data(plan.data)):
        there = timeless(make_row(other, number) for number in numbers)
        assert json.dumps(there) == json.dumps(here)


def test_the_csv_holds_every_row_and_column(tmp_path: Path) -> None:
    rows = list(small(out=tmp_path / "out"))
    with (tmp_path / "out" / "rows.csv").open(encoding="utf-8", newline="") as stream:
        found = list(csv.DictReader(stream))
    assert len(found) == len(rows)
    assert {*found[0]} == {name for row in rows for name in row}
    assert [int(row["seed"]) for row in found] == [row["seed"] for row in rows]


def test_parquet_holds_every_row(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    from levelgen.batch.export import write_parquet

    rows = list(small(out=tmp_path / "out"))
    write_parquet(tmp_path / "out" / "rows.jsonl", tmp_path / "rows.parquet")
    with duckdb.connect() as database:
        table = database.read_parquet(str(tmp_path / "rows.parquet"))
        assert {*table.columns} == {name for row in rows for name in row}
        seeds = [seed for (seed,) in table.project("seed").fetchall()]
    assert seeds == [row["seed"] for row in rows]


def test_the_manifest_reproduces_every_row(tmp_path: Path) -> None:
    rows = timeless(levelgen.evaluate("cave", "hard", seeds="3,7:9", set={"key": 2}, out=tmp_path))
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    plan = batch.Plan.from_data(manifest["plan"])
    assert timeless(make_row(plan, number) for number in range(len(plan))) == rows
    assert manifest["promises"]["/set/key"] == "exactly 2 key"
    assert manifest["versions"]["levelgen"] == levelgen.__version__


def test_a_finished_folder_is_not_worked_on_again(tmp_path: Path) -> None:
    small(out=tmp_path)
    before = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    told: list[tuple[int, int]] = []
    small(out=tmp_path, progress=lambda done, total: told.append((done, total)))
    assert told == [(12, 12)]
    assert {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seeds": range(5)}, "seeds: 0:3 there, 0:5 asked"),
        ({"generators": ("auto",)}, "generators: random,auto there, auto asked"),
        ({"sizes": [(6, 6)]}, "sizes: 6x6,5x8 there, 6x6 asked"),
        ({"preset": "easy"}, "preset: none there, 'easy' asked"),
        ({"tileset": "dungeon"}, "tileset: 'cave' there, 'dungeon' asked"),
        ({"set": {"key": 1}}, "set/key: none there, 1 asked"),
        ({"levels": True}, "levels: False there, True asked"),
    ],
)
def test_another_request_in_the_folder_is_refused(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    arguments = {"tileset": "cave", "seeds": range(3), **SMALL, "out": tmp_path}
    levelgen.evaluate(**arguments)
    before = (tmp_path / "rows.jsonl").read_bytes()
    with pytest.raises(OutputError) as caught:
        levelgen.evaluate(**{**arguments, **change})
    assert words in str(caught.value)
    assert (tmp_path / "rows.jsonl").read_bytes() == before
    levelgen.evaluate(**{**arguments, **change, "force": True})
    assert len(batch.open_results(tmp_path)) == len(batch.open_results(tmp_path).plan)


def test_a_changed_tileset_is_told_field_by_field(tmp_path: Path) -> None:
    from levelgen.library import find_tileset

    levelgen.evaluate("cave", seeds=[0], out=tmp_path)
    data = find_tileset("cave").model_dump(mode="json", by_alias=True)
    data["tiles"][0]["weight"] = 77
    with pytest.raises(OutputError, match=r"tileset/tiles/0/weight: 4\.0 there, 77\.0 asked"):
        levelgen.evaluate(data, seeds=[0], out=tmp_path)
    data["tiles"][0]["weight"] = 4.0
    levelgen.evaluate(data, seeds=[0], out=tmp_path)
    data["objects"] = dict(reversed(data["objects"].items()))
    with pytest.raises(OutputError, match="the order of the fields"):
        levelgen.evaluate(data, seeds=[0], out=tmp_path)


def test_a_folder_that_is_not_ours_is_refused(tmp_path: Path) -> None:
    (tmp_path / "holiday.txt").write_text("sea", encoding="utf-8")
    with pytest.raises(OutputError, match=r"no folder of results; it holds holiday\.txt"):
        small(out=tmp_path, force=True)
    assert [file.name for file in tmp_path.iterdir()] == ["holiday.txt"]
    with pytest.raises(OutputError, match="not a folder"):
        small(out=tmp_path / "holiday.txt")
    with pytest.raises(OutputError, match="cannot be written"):
        small(out=tmp_path / "no" / "such")
    for folder in (tmp_path, tmp_path / "nowhere", tmp_path / "holiday.txt"):
        with pytest.raises(RequestError):
            batch.open_results(folder)


def test_everything_wrong_with_a_plan_is_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        levelgen.evaluate(
            "cave",
            seeds="5:1",
            generators=("autp",),
            sizes=[(0, 4), (0, 4)],
            metrics=["grap"],
            time_limit=-1,
        )
    text = str(caught.value)
    for words in ("5:1", "autp", "(0, 4)", "grap", "-1"):
        assert words in text
    with pytest.raises(RequestError, match="jobs"):
        small(jobs=0)
    with pytest.raises(RequestError, match="single size"):
        levelgen.evaluate("cave", seeds=[1], rows=4, sizes=[(4, 4)])
    with pytest.raises(RequestError, match="folder"):
        small(dask="tcp://127.0.0.1:1")


def test_rows_go_into_a_data_frame() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(small())
    assert frame.groupby("generator")["entropy"].mean().shape == (2,)


def test_the_summary_counts_what_the_rows_hold() -> None:
    found = levelgen.evaluate("cave", "hard", seeds=range(6), generators=("wfc", "auto"))
    rows = list(found)
    summary = batch.summarise(rows)
    assert summary.levels == 12
    wfc, auto = summary.groups
    assert (wfc.name, auto.name) == ("wfc 12x12", "auto 12x12")
    assert auto.success_rate == 1.0
    assert auto.success_low == pytest.approx(0.60966, abs=1e-5)
    values = [row["connectivity"] for row in rows if row["generator"] == "wfc"]
    spread = wfc.columns["connectivity"]
    assert (spread.mean, spread.std) == pytest.approx((np.mean(values), np.std(values, ddof=1)))
    assert (spread.min, spread.max) == (min(values), max(values))
    assert summary.total_s == pytest.approx(sum(row["time_ms"] for row in rows) / 1000)
    assert "seed" not in wfc.columns
    assert {row["column"] for row in summary.rows()} >= {"connectivity", "time_ms"}
    type(summary).model_validate_json(summary.model_dump_json())


def test_a_process_that_dies_costs_one_row(tmp_path: Path) -> None:
    # A plug-in that ends its process stands for a crash in native code.
    done = _script(
        tmp_path,
        """
        import os, levelgen
        from levelgen.batch import rows
        genuine = rows.run
        def run(request, **options):
            if request.seed == 3:
                os._exit(11)
            return genuine(request, **options)
        rows.run = run
        if __name__ == "__main__":
            found = list(levelgen.evaluate("cave", seeds=range(6), rows=4, cols=4, jobs=2))
            print([row["status"] for row in found], found[3]["reason"])
        """,
    )
    expected = ["satisfied"] * 3 + ["error"] + ["satisfied"] * 2
    assert done.stdout.strip() == f"{expected} {pool.DIED}"


def test_a_script_without_its_guard_is_told_so(tmp_path: Path) -> None:
    done = _script(
        tmp_path,
        """
        import levelgen
        for row in levelgen.evaluate("cave", seeds=range(6), jobs=2):
            print(row)
        """,
    )
    assert done.stdout == ""
    assert "RequestError: jobs: worker processes end as soon as they start" in done.stderr


def _script(folder: Path, text: str) -> Any:
    import subprocess
    import sys
    from textwrap import dedent

    file = folder / "script.py"
    file.write_text(dedent(text), encoding="utf-8")
    return subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False)
