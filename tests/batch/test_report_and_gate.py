"""The words of the report, limits of a gate, and differences larger than noise."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import levelgen
from levelgen.batch import open_results
from levelgen.batch.boards import Boards, spaced
from levelgen.batch.comparing import compare
from levelgen.batch.gate import judge_gates, read_gates
from levelgen.batch.report import report_html
from levelgen.batch.report.svg import ticks
from levelgen.batch.table import Columns, columns_by_group, quantile_interval
from levelgen.errors import RequestError
from levelgen.metrics.levelsets import pairwise_hamming


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("kept") / "out"
    levelgen.evaluate(
        "cave", "hard", seeds=range(8), generators=("random", "auto"), out=place, levels=True
    )
    return place


def test_gates_are_held_against_every_group(folder: Path) -> None:
    gates = read_gates(
        ["success=1.0", "diversity=.3", "unique=100%", "levels=8", "p05.path_length=20"],
        ["max_ms=60000", "adjacency_violations=0"],
    )
    verdicts = {
        (item.gate.name, item.group): item for item in judge_gates(open_results(folder), gates)
    }
    broken = {key for key, item in verdicts.items() if not item.kept}
    assert broken == {
        ("success", "random 12x12"),
        ("p05.path_length", "random 12x12"),
        ("adjacency_violations", "random 12x12"),
    }
    rows = [row for row in open_results(folder) if row["generator"] == "auto"]
    lengths = [row["path_length"] for row in rows]
    assert verdicts["p05.path_length", "auto 12x12"].measured == pytest.approx(
        np.quantile(lengths, 0.05)
    )
    boards = [levelgen.generate("cave", "hard", seed=seed).tiles for seed in range(8)]
    hamming = pairwise_hamming([board for board in boards if board is not None])
    assert hamming is not None
    assert verdicts["diversity", "auto 12x12"].measured == pytest.approx(hamming.value)
    only = judge_gates(open_results(folder), gates, ["auto"])
    assert all(item.kept for item in only)
    assert len(only) == 7


def test_wrong_gates_are_told_at_once(folder: Path) -> None:
    with pytest.raises(RequestError) as caught:
        read_gates(["success", "a=b"], ["=3"])
    assert len(caught.value.problems) == 3
    with pytest.raises(RequestError, match="no limit to hold"):
        read_gates([], [])
    with pytest.raises(RequestError, match="did you mean 'success'"):
        judge_gates(open_results(folder), read_gates(["sucess=1"], []))
    with pytest.raises(RequestError, match="no rows are of generator 'wfc'"):
        judge_gates(open_results(folder), read_gates(["success=1"], []), ["wfc"])


def test_boards_that_were_not_kept_are_made_again(tmp_path: Path, folder: Path) -> None:
    levelgen.evaluate(
        "cave", "hard", seeds=range(8), generators=("random", "auto"), out=tmp_path / "out"
    )
    kept, made = Boards(open_results(folder)), Boards(open_results(tmp_path / "out"))
    for group in columns_by_group(open_results(folder)):
        assert kept.diversity(group) == made.diversity(group)
    one, other = kept.levels([3])[3], made.levels([3])[3]
    assert (one.cells, one.objects, one.seed) == (other.cells, other.objects, other.seed)
    assert made.strayed == 0


def test_a_level_that_comes_out_otherwise_is_told_not_shown(tmp_path: Path) -> None:
    place = tmp_path / "out"
    levelgen.evaluate("cave", seeds=range(3), rows=6, cols=6, out=place)
    text = (place / "rows.jsonl").read_text(encoding="utf-8")
    key = next(iter(open_results(place)))["tiles_key"]
    (place / "rows.jsonl").write_text(text.replace(key, "0" * 16), encoding="utf-8")
    page = report_html([open_results(place)])
    assert " levels came out otherwise when they were made again" in page


def test_the_page_tells_what_is_missing_and_escapes_what_it_is_told(tmp_path: Path) -> None:
    place = tmp_path / "out"
    levelgen.evaluate("cave", seeds=range(4), rows=1, cols=1, out=place)
    lines = (place / "rows.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    failed = '"status":"error","reason":"<script>alert(1)</script>"'
    lines[2] = lines[2].replace('"status":"satisfied","reason":null', failed)
    (place / "rows.jsonl").write_text("".join(lines[:3]), encoding="utf-8")
    page = report_html([open_results(place)])
    assert "It is not finished: 3 of 4 rows are there." in page
    assert "&lt;script&gt;" in page
    assert "<script" not in page
    (place / "rows.jsonl").unlink()
    with pytest.raises(RequestError, match="no rows yet"):
        report_html([open_results(place)])


def group(values: list[float], seeds: list[int], name: str = "x") -> Columns:
    found = Columns("auto", 4, 4, {name: np.array(values)}, seeds)
    found.statuses = ["satisfied"] * len(seeds)
    return found


def test_noise_is_no_difference_and_a_shift_is_one() -> None:
    draw = random.Random(4)
    seeds = [*range(200)]
    base = [draw.gauss(0, 1) for _ in seeds]
    noisy = [value + draw.gauss(0, 0.1) for value in base]
    shifted = [value + 0.1 + draw.gauss(0, 0.1) for value in base]
    by_name = {
        word: next(
            item
            for item in compare([group(base, seeds)], [group(other, seeds)])
            if item.column == "x"
        )
        for word, other in (("noisy", noisy), ("shifted", shifted), ("same", base))
    }
    assert not by_name["noisy"].real
    assert by_name["shifted"].real
    assert by_name["shifted"].paired
    assert by_name["shifted"].low < 0.1 < by_name["shifted"].high
    assert (by_name["same"].chance, by_name["same"].real) == (1.0, False)
    # Other seeds: the means are compared, and the shift is lost in the spread of the levels.
    others = group(shifted, [seed + 1000 for seed in seeds])
    unpaired = next(item for item in compare([group(base, seeds)], [others]) if item.column == "x")
    assert not unpaired.paired
    assert not unpaired.real


def test_few_of_many_columns_without_a_difference_are_called_real() -> None:
    draw = np.random.default_rng(5)
    wrong = 0
    for _ in range(40):
        sides = []
        for _ in range(2):
            columns = Columns("auto", 4, 4, seeds=[*range(30)])
            columns.statuses = ["satisfied"] * 30
            columns.numbers = {f"c{index}": draw.normal(size=30) for index in range(20)}
            sides.append(columns)
        wrong += any(item.real for item in compare([sides[0]], [sides[1]]))
    # 5 % of 40 runs is 2; the normal approximation at 30 rows is a little bold.
    assert wrong <= 7


def test_quantile_intervals_hold_what_they_promise() -> None:
    draw = np.random.default_rng(6)
    for count, share in ((30, 0.5), (80, 0.25), (400, 0.5), (400, 0.95)):
        truth = share
        held = 0
        for _ in range(300):
            values = np.sort(draw.uniform(size=count))
            _, low, high = quantile_interval(values, share)
            held += low <= truth <= high
        assert held >= 0.92 * 300
    assert quantile_interval(np.array([3.0]), 0.5) == (3.0, float("-inf"), float("inf"))


def test_samples_are_spread_evenly() -> None:
    assert spaced(range(100), 4) == [0, 25, 50, 75]
    assert spaced([5, 6], 4) == [5, 6]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (3, 3, [3]), (-5, 12, [-5, 0, 5, 10])],
)
def test_ticks_are_round(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)
