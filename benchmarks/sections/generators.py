"""The generators side by side, and the classroom model they have to be compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

import classroom
from options import TILESETS, WARM_UP, Options, progress
from report import SPREAD_HEAD, number, table
from timing import Runs, side_by_side

import levelgen
from levelgen import Level, Preset, Tileset
from levelgen.library import find_preset, find_tileset
from levelgen.metrics import measure

GENERATORS = ("random", "wfc", "auto", "cpsat")
SIZES = (12, 24, 32)
PRESET = "medium"
LARGE_SEEDS = 20
"""At most this many seeds on the larger boards."""

CLASSROOM_SIZE = 12
FREE_SEEDS = 10


def run(options: Options) -> str:
    """Measure every generator at every size, then the classroom model."""
    parts = [
        f"Preset `{PRESET}` (its counts do not grow with the board). The tileset and the preset "
        "are read before; `random` and `wfc` promise neither the windows nor connectivity. "
        "Violations: pairs of neighbours that the tileset forbids, mean. Connectivity: largest "
        "region / walkable cells; reach: share of the floor that the first floor cell reaches "
        "over floor alone (doors and stairs are walls to it); means over the seeds."
    ]
    for size in SIZES:
        seeds = range(options.seeds if size == SIZES[0] else min(options.seeds, LARGE_SEEDS))
        rows = [row for name in TILESETS for row in _compare(name, size, seeds)]
        head = ["tileset", "generator", "ms: median", *SPREAD_HEAD[1:], "time / auto"]
        head += ["satisfied", "violations", "connectivity", "one region", "reach"]
        parts.append(f"### {size}x{size}\n\n" + table(head, rows))
    parts.append("### The classroom model\n\n" + _classroom(options))
    return "\n\n".join(parts)


def _compare(name: str, size: int, seeds: range) -> list[list[str]]:
    progress(f"generators: {name} {size}x{size}")
    tileset, preset = find_tileset(name), find_preset(PRESET)
    tasks = {
        generator: partial(_level, tileset, preset, size, generator) for generator in GENERATORS
    }
    measured = side_by_side(tasks, seeds, warm_up=WARM_UP)
    rows = []
    for generator, runs in measured.items():
        levels = runs.answers
        good = sum(level.status == "satisfied" for level in levels)
        boards = [level.metrics for level in levels if level.cells is not None]
        rows.append(
            [
                name,
                generator,
                *runs.spread.cells(1000),
                number(runs.times(measured["auto"]).median),
                f"{good}/{len(levels)}",
                *_judged(boards),
            ]
        )
    return rows


def _judged(boards: Sequence[dict[str, float]]) -> list[str]:
    """Give violations, connectivity, boards in one region and reach as cells."""
    if not boards:
        return ["-"] * 4
    return [
        number(fmean(board["adjacency_violations"] for board in boards)),
        f"{fmean(board['connectivity'] for board in boards):.0%}",
        f"{sum(board['connectivity'] == 1 for board in boards)}/{len(boards)}",
        f"{fmean(board['reachable_from_first'] for board in boards):.0%}",
    ]


def _level(tileset: Tileset, preset: Preset | None, size: int, generator: str, seed: int) -> Level:
    return levelgen.generate(tileset, preset, rows=size, cols=size, seed=seed, generator=generator)


@dataclass(frozen=True)
class _Outcome:
    """A board from anywhere, judged by the same metrics."""

    status: str
    metrics: dict[str, float] | None


def _classroom(options: Options) -> str:
    """Run the classroom model beside `auto` and `cpsat`, with and without its objective."""
    tileset, preset = find_tileset("dungeon"), find_preset(PRESET)
    task = classroom.Task(
        tileset, CLASSROOM_SIZE, CLASSROOM_SIZE, floor=(30, 55), enemies=(8, 18), keys=2, chests=1
    )
    workers, limit = options.classroom_workers, options.classroom_limit

    def old(noise: bool, seed: int) -> classroom.Answer:
        return classroom.solve(task, seed, noise=noise, workers=workers, limit=limit)

    own = {
        name: partial(_level, tileset, preset, CLASSROOM_SIZE, name) for name in ("auto", "cpsat")
    }
    for make in own.values():
        make(WARM_UP)
    rows = []
    for label, noise, seeds in (
        (f"with its noise objective, limit {limit:g} s", True, options.classroom_seeds),
        ("without an objective", False, min(FREE_SEEDS, options.seeds)),
    ):
        progress(f"generators: classroom model {label}")
        tasks: dict[str, Callable[[int], classroom.Answer | Level]] = {
            "old": partial(old, noise),
            **own,
        }
        measured = side_by_side(tasks, range(seeds))
        names = {"old": f"classroom, {label}", "auto": "`auto`", "cpsat": "`cpsat`"}
        for key, name in names.items():
            runs = measured[key]
            outcomes = [_outcome(tileset, answer) for answer in runs.answers]
            states = Counter(outcome.status for outcome in outcomes).most_common()
            boards = [outcome.metrics for outcome in outcomes if outcome.metrics is not None]
            rows.append(
                [
                    name,
                    *runs.spread.cells(1000),
                    *_ratios(measured["old"], runs, shown=key != "old"),
                    ", ".join(f"{count} {state}" for state, count in states),
                    *_judged(boards),
                ]
            )
    head = ["model", "ms: median", *SPREAD_HEAD[1:], "classroom / this", "min-max", "status"]
    head += ["violations", "connectivity", "one region", "reach"]
    return "\n\n".join(
        [
            f"`benchmarks/classroom.py`, dungeon {CLASSROOM_SIZE}x{CLASSROOM_SIZE}, the figures "
            f"of `{PRESET}` without start, exit and path (which it does not know), {workers} "
            "workers; levelgen uses one and keeps every promise of the preset. Building the model "
            "counts on both sides. Its connectivity is relaxed: a floor cell needs some floor "
            "neighbour.",
            table(head, rows),
        ]
    )


def _ratios(old: Runs[Any], new: Runs[Any], *, shown: bool) -> list[str]:
    if not shown:
        return ["", ""]
    spread = old.times(new)
    return [f"**{number(spread.median)}**", f"{number(spread.low)}-{number(spread.high)}"]


def _outcome(tileset: Tileset, answer: classroom.Answer | Level) -> _Outcome:
    if isinstance(answer, Level):
        return _Outcome(str(answer.status), answer.metrics if answer.cells else None)
    if answer.cells is None:
        return _Outcome(answer.status, None)
    size = CLASSROOM_SIZE
    return _Outcome(answer.status, measure(tileset, size, size, answer.cells, answer.objects))
