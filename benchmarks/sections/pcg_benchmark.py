"""How do the levels score in the PCG Benchmark (Khalifa et al., FDG 2025, arXiv 2503.21474)?

Its scorer judges, the package `pcg_benchmark` from amidos2006/pcg_benchmark; see
`benchmarks/pcg_benchmark.py`.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from options import WARM_UP, Options, progress
from report import Spread, number, table, verdict

import levelgen
from levelgen import Level

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "pcg"
QUALITY_SEEDS = 100
CONTROL_SEEDS = 100
MEDIAN_TARGET = 500
"""Milliseconds of CPU time."""

MOST_TRIED = 2000

CODES = {"player": 2, "key": 3, "door": 4, "enemy": 5}


@dataclass(frozen=True)
class Problem:
    """A problem of the benchmark, the number of levels its diversity is stated for, the target."""

    name: str
    tileset: str
    number: int
    diversity: float


PROBLEMS = (
    Problem("zelda-v0", "zelda", 100, 0.70),
    Problem("zelda-enemies-v0", "zelda", 100, 0.70),
    Problem("zelda-large-v0", "zelda", 100, 0.70),
    Problem("binary-v0", "binary", 40, 0.80),
    Problem("binary-wide-v0", "binary", 40, 0.80),
)


def run(options: Options) -> str:
    """Score every problem: quality, diversity and control."""
    scorer = _package()
    if scorer is None:
        return "Not measured: the package `pcg_benchmark` is not installed."
    lines = []
    for problem in PROBLEMS:
        progress(f"pcg_benchmark: {problem.name}")
        lines += _score(scorer.make(problem.name), problem)
    return "\n\n".join(
        [
            "Tilesets and presets of `examples/pcg/`; the benchmark's own scorer. Quality: share "
            f"of {QUALITY_SEEDS} levels (seeds 0-{QUALITY_SEEDS - 1}) that score 1. Diversity "
            "falls as sets grow: that of the first of these levels, and that of a set chosen with "
            "the scorer at hand (seed after seed; a level stays if it differs from all before; of "
            "`zelda` the first path's length is drawn for each seed; the scorer takes no notice "
            f"of the second path). Control: share of {CONTROL_SEEDS} levels that meet targets "
            "drawn uniformly from the problem's control space by our own generator (the scorer's "
            "gives all fields the same value). CPU time of the whole `levelgen.generate`. "
            "Of `binary` the scorer wants the longest shortest path, by a double sweep; "
            "the promises are a path of the least length and no more cells than the most.",
            table(
                ["problem", "figure", "measured", "target", "", "ms: median", "p95", "max"], lines
            ),
        ]
    )


def _package() -> Any:
    """Import the package, past the script of this folder that has its name."""
    before = list(sys.path)
    here = Path(__file__).resolve().parents[1]
    sys.path[:] = [place for place in before if Path(place or ".").resolve() != here]
    try:
        return import_module("pcg_benchmark")
    except ImportError:
        return None
    finally:
        sys.path[:] = before


def _score(scorer: Any, problem: Problem) -> list[list[str]]:
    preset = json.loads((FOLDER / f"{problem.name}.preset.json").read_text(encoding="utf-8"))
    times, levels = _made(problem.tileset, [preset] * QUALITY_SEEDS)
    infos = scorer.info([_content(level) for level in levels])
    quality = float(scorer.quality(infos)[0])
    plain = float(scorer.diversity(infos[: problem.number])[0])
    several, tried = _different(scorer, problem, preset)
    diversity = float(scorer.diversity(several)[0])
    random = Random(problem.name)
    targets = [_target(scorer, random) for _ in range(CONTROL_SEEDS)]
    presets = [_controlled(preset, problem, target) for target in targets]
    control_times, controlled = _made(problem.tileset, presets)
    infos = scorer.info([_content(level) for level in controlled])
    control = float(scorer.controlability(infos, targets)[0])
    both = float(scorer.quality(infos)[0])
    return [
        _line(problem.name, "quality", quality, 1.0, times),
        [problem.name, f"diversity of the first {problem.number}", f"{plain:.3f}", *[""] * 5],
        _line(
            problem.name,
            f"diversity of {len(several)} chosen out of {tried}",
            diversity,
            problem.diversity,
            [],
        ),
        _line(problem.name, "control", control, 0.95, control_times),
        _line(problem.name, "quality of these", both, 1.0, []),
    ]


def _different(
    scorer: Any, problem: Problem, preset: dict[str, Any]
) -> tuple[list[dict[str, Any]], int]:
    """Take seed after seed, and keep a level that the scorer calls different from all before.

    Of `zelda` the length of the first path is drawn for each seed. Gives what the scorer knows of
    the levels, and the number of seeds.
    """
    random = Random(f"{problem.name}, lengths")
    around = preset["rows"] + preset["cols"]
    kept: list[dict[str, Any]] = []
    tried = 0
    while len(kept) < problem.number and tried < MOST_TRIED:
        asked = preset
        if problem.tileset == "zelda":
            first = random.randint(2, preset["rows"] * preset["cols"] // 3)
            paths = [dict(one) for one in preset["constraints"] if one["kind"] == "path"]
            paths[0] |= {"min_length": first, "max_length": first + 1}
            paths[1]["min_length"] = max(1, around - first)
            rest = [one for one in preset["constraints"] if one["kind"] != "path"]
            asked = {**preset, "constraints": [*rest, *paths]}
        level = levelgen.generate(FOLDER / f"{problem.tileset}.json", asked, seed=tried)
        tried += 1
        if level.cells is None:
            continue
        info = scorer.info(_content(level))
        if all(scorer._problem.diversity(info, other) >= 1 for other in kept):
            kept.append(info)
    return kept, tried


def _made(tileset: str, presets: list[dict[str, Any]]) -> tuple[list[float], list[Level]]:
    times, levels = [], []
    path = FOLDER / f"{tileset}.json"
    levelgen.generate(path, presets[0], seed=WARM_UP)
    for seed, preset in enumerate(presets):
        start = process_time()
        level = levelgen.generate(path, preset, seed=seed)
        times.append(process_time() - start)
        if level.cells is None:
            raise SystemExit(f"{tileset}, seed {seed}: {level.status}, {level.reason}")
        levels.append(level)
    return times, levels


def _content(level: Level) -> list[list[int]]:
    assert level.tiles is not None
    grid = level.tiles.astype(int)
    for item in level.objects:
        if item.kind in CODES:
            grid[item.row, item.col] = CODES[item.kind]
    content: list[list[int]] = grid.tolist()
    return content


def _target(scorer: Any, random: Random) -> dict[str, int]:
    """Draw a target from the control space: whole numbers, the upper end left out."""
    ranges = scorer.control_space.range()
    return {name: random.randrange(ends["min"], ends["max"]) for name, ends in ranges.items()}


def _controlled(preset: dict[str, Any], problem: Problem, target: dict[str, int]) -> dict[str, Any]:
    """Ask for the lengths of a target, with what the scorer tolerates."""
    around = preset["rows"] + preset["cols"]
    asked = [one for one in preset["constraints"] if one["kind"] not in ("path", "ratio")]
    paths = [dict(one) for one in preset["constraints"] if one["kind"] == "path"]
    if problem.tileset == "binary":
        near = max(around // 4, 1)
        # Room for a sweep that finds less, and a path of n cells has no more than n - 1 moves.
        low, high = target["path"] - near + 1, target["path"] + near
        paths[0]["min_length"] = low
        ground = {"kind": "count", "tags": ["walkable"], "min": low + 1, "max": high + 1}
        return {**preset, "constraints": [*asked, ground, *paths]}
    near = max(int(around / 2 * 0.25), 1)
    for path, name in zip(paths, ("player_key", "key_door"), strict=True):
        path["min_length"] = target[name] - near
        path["max_length"] = target[name] + near
    return {**preset, "constraints": [*asked, *paths]}


def _line(
    problem: str, figure: str, measured: float, target: float, times: list[float]
) -> list[str]:
    cells = [problem, figure, f"{measured:.3f}", f"{target:.2f}"]
    if not times:
        return [*cells, verdict(measured >= target), "", "", ""]
    spread = Spread.of(times)
    passed = measured >= target and spread.median * 1000 <= MEDIAN_TARGET
    figures = (spread.median, spread.p95, spread.high)
    return [*cells, verdict(passed), *(number(value * 1000) for value in figures)]
