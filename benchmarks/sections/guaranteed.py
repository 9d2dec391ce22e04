"""Are promises kept at game speed, at every size, and by whom?"""

from __future__ import annotations

import resource
from collections import Counter
from dataclasses import dataclass
from time import process_time
from typing import Any

import classroom
from options import WARM_UP, Options, progress
from report import Spread, number, table, verdict

import levelgen
from levelgen import Level
from levelgen.library import find_preset, find_tileset
from levelgen.metrics import measure

SIZES = (12, 32, 64, 128)
MOST_SEEDS = 30
FREE_SEEDS = 10
"""Seeds of the classroom model without its objective."""

THROUGHPUT = {"auto": {12: 500, 32: 150}, "cpsat": {12: 250, 32: 60}}
"""Levels per second of one thread that are aimed at."""


@dataclass(frozen=True)
class Row:
    """A request at all sizes; targets in milliseconds, of the median and of the 95th percentile."""

    name: str
    tileset: str
    preset: str
    generator: str
    medians: tuple[int, ...]
    late: tuple[int, ...] = ()


ROWS = (
    Row("dungeon hard, auto", "dungeon", "hard", "auto", (2, 6, 20, 80)),
    Row("cave hard, auto", "cave", "hard", "auto", (2, 6, 20, 80)),
    Row("dungeon hard, cpsat", "dungeon", "hard", "cpsat", (4, 15, 60, 260), (12, 45, 180, 800)),
    Row("cave hard, cpsat", "cave", "hard", "cpsat", (4, 15, 60, 260), (12, 45, 180, 800)),
    Row("dungeon, one lock, auto", "dungeon", "locked", "auto", (4, 20, 80, 350)),
    Row("roads, one network", "roads", "network", "auto", (80, 400, 1200, 3500)),
    Row("roads, with rivers", "roads", "rivers", "auto", (80, 400, 1200, 3500)),
)


def network(size: int) -> dict[str, Any]:
    """One road network, an exact number of houses, a window for the share of roads."""
    houses = {"kind": "count", "tags": "house", "exactly": size * size // 48}
    share = {"kind": "ratio", "tags": "road", "min": 0.3, "max": 0.65}
    return {
        "name": "network",
        "constraints": [{"kind": "connected", "tags": "road"}, houses, share],
    }


def with_rivers(size: int) -> dict[str, Any]:
    """The same with a window for the cells of rivers, and fewer roads."""
    cells = size * size
    preset = network(size)
    share = {"kind": "ratio", "tags": "road", "min": 0.3, "max": 0.6}
    river = {"kind": "count", "tags": "liquid", "min": -(-cells // 40), "max": cells // 6}
    return {"name": "rivers", "constraints": [*preset["constraints"][:2], share, river]}


PRESETS = {"network": network, "rivers": with_rivers}
"""Presets that say another number for every size."""


def run(options: Options) -> str:
    """Measure every request at every size."""
    seeds = range(min(options.seeds, MOST_SEEDS))
    lines, rates = [], []
    for row in ROWS:
        for index, size in enumerate(SIZES):
            progress(f"guaranteed: {row.name} {size}x{size}")
            lines.append(_line(row, index, size, seeds))
    lines += _classroom(options)
    for generator, targets in THROUGHPUT.items():
        for size, target in targets.items():
            rates.append(_rate(generator, size, target))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    head = ["request", "size", "satisfied", "ms: median", "target", "", "p95", "target", ""]
    return "\n\n".join(
        [
            "CPU time of the whole `levelgen.generate`, objects and check included, seeds "
            f"0-{len(seeds) - 1} after a warm-up, rules compiled once. Satisfied: every level was "
            "read back from its JSON and checked against tileset and preset. `roads`: all roads "
            "one network along their links, exactly n*n//48 houses, road share .30-.65; with "
            "rivers on n*n/40 to n*n/6 cells .30-.60. The classroom model "
            "(`benchmarks/classroom.py`, one worker) has the figures of `hard` without start, exit "
            "and path, which it does not know; satisfied means one region here.",
            table([*head, "max", "ways"], lines),
            f"Levels per second of one thread, dungeon hard, {MOST_SEEDS * 4} seeds:",
            table(["generator", "size", "levels/s", "target", ""], rates),
            f"Peak memory of the process after all of it: {memory:.0f} MiB.",
        ]
    )


def _line(row: Row, index: int, size: int, seeds: range) -> list[str]:
    tileset = find_tileset(row.tileset)
    preset = PRESETS[row.preset](size) if row.preset in PRESETS else find_preset(row.preset)
    times, good = [], 0
    ways: Counter[str] = Counter()
    for seed in (WARM_UP, *seeds):
        start = process_time()
        level = levelgen.generate(
            tileset, preset, rows=size, cols=size, seed=seed, generator=row.generator
        )
        taken = process_time() - start
        if seed == WARM_UP:
            continue
        times.append(taken)
        good += _is_kept(level, row.tileset, preset)
        ways[level.manifest.strategy if level.manifest else "?"] += 1
    spread = Spread.of(times)
    target = row.medians[index]
    late = row.late[index] if row.late else None
    return [
        row.name,
        f"{size}",
        f"{good}/{len(seeds)}" + ("" if good == len(seeds) else " **FAIL**"),
        number(spread.median * 1000),
        f"{target}",
        verdict(spread.median * 1000 <= target),
        number(spread.p95 * 1000),
        f"{late}" if late else "",
        verdict(spread.p95 * 1000 <= late) if late else "",
        number(spread.high * 1000),
        ", ".join(f"{count} {way}" for way, count in ways.most_common()),
    ]


def _classroom(options: Options) -> list[list[str]]:
    """Measure the classroom model at the smallest size, with and without its objective."""
    tileset, size = find_tileset("dungeon"), SIZES[0]
    task = classroom.Task(tileset, size, size, floor=(25, 45), enemies=(18, 35), keys=3, chests=1)
    limit = options.classroom_limit
    lines = []
    for label, noise, seeds in (
        (f"as shipped, {limit:g} s", True, options.classroom_seeds),
        ("without its objective", False, min(FREE_SEEDS, options.seeds)),
    ):
        progress(f"guaranteed: classroom model {label}")
        times, good = [], 0
        states: Counter[str] = Counter()
        for seed in range(seeds):
            start = process_time()
            answer = classroom.solve(task, seed, noise=noise, workers=1, limit=limit)
            times.append(process_time() - start)
            states[answer.status] += 1
            if answer.cells is not None:
                metrics = measure(tileset, size, size, answer.cells, answer.objects)
                good += metrics["connectivity"] == 1
        spread = Spread.of(times)
        median, late, high = (
            number(1000 * seconds) for seconds in (spread.median, spread.p95, spread.high)
        )
        ways = ", ".join(f"{count} {state}" for state, count in states.most_common())
        name, kept = f"classroom model, {label}", f"{good}/{seeds}"
        lines.append([name, f"{size}", kept, median, "", "", late, "", "", high, ways])
    return lines


def _is_kept(level: Level, tileset: str, preset: Any) -> bool:
    if level.status != "satisfied":
        return False
    return levelgen.check(Level.from_json(level.to_json()), tileset, preset).kept


def _rate(generator: str, size: int, target: int) -> list[str]:
    tileset, preset = find_tileset("dungeon"), find_preset("hard")
    start = process_time()
    for seed in range(MOST_SEEDS * 4):
        levelgen.generate(tileset, preset, rows=size, cols=size, seed=seed, generator=generator)
    rate = MOST_SEEDS * 4 / (process_time() - start)
    return [generator, f"{size}", f"{rate:.0f}", f"{target}", verdict(rate >= target)]
