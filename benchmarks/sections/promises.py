"""Are the promises of the shipped presets kept, and how long does that take?"""

from __future__ import annotations

from collections import Counter
from functools import partial

from options import PRESETS, TILESETS, WARM_UP, Options, progress
from report import Spread, number, table, verdict
from timing import Runs, side_by_side

import levelgen
from levelgen import Level

SIZE = 12
MEDIAN_TARGETS = {"auto": 0.100, "cpsat": 0.250}


def run(options: Options) -> str:
    """Measure every tileset with every preset, `auto` beside `cpsat`."""
    rows, ratios, broken = [], [], []
    whole: dict[str, Runs[Level]] = {name: Runs() for name in MEDIAN_TARGETS}
    kept: Counter[str] = Counter()
    medians: dict[str, list[float]] = {name: [] for name in MEDIAN_TARGETS}
    for tileset in TILESETS:
        for preset in PRESETS:
            progress(f"promises: {tileset} {preset}")
            tasks = {
                name: partial(_generate, tileset, preset, generator=name) for name in MEDIAN_TARGETS
            }
            measured = side_by_side(tasks, range(options.seeds), warm_up=WARM_UP)
            for name, runs in measured.items():
                verdicts = [_fault(level, tileset, preset) for level in runs.answers]
                good = verdicts.count(None)
                kept[name] += good
                medians[name].append(runs.spread.median)
                whole[name].seconds += runs.seconds
                whole[name].answers += runs.answers
                broken += [
                    f"{name}, {tileset} {preset}, seed {seed}: {fault}"
                    for seed, fault in enumerate(verdicts)
                    if fault is not None
                ]
                share = f"{good}/{len(verdicts)}"
                times = runs.spread.cells(1000)
                rows.append([tileset, preset, name, share, *times, _solved(runs.answers)])
            ratios.append(measured["cpsat"].times(measured["auto"]).median)
    return "\n\n".join(
        [
            f"Shipped presets at {SIZE}x{SIZE}, seeds 0-{options.seeds - 1}, the whole call "
            "`levelgen.generate(tileset, preset, seed=..., generator=...)` after one warm-up. "
            "Satisfied: the level was read back from its JSON and checked against the shipped "
            "tileset and preset.",
            table(["figure", "measured", "target", ""], _summary(whole, kept, medians, ratios)),
            table(
                [
                    "tileset",
                    "preset",
                    "generator",
                    "satisfied",
                    "ms: median",
                    "p95",
                    "min-max",
                    "n",
                    "searched by CP-SAT",
                ],
                rows,
            ),
            "Levels that broke a promise:\n\n" + "\n".join(f"- {line}" for line in broken)
            if broken
            else "No level broke a promise.",
            "Strategies: "
            + "; ".join(
                f"`{name}` "
                + ", ".join(f"{count} {way}" for way, count in _strategies(runs.answers))
                for name, runs in whole.items()
            )
            + ".",
        ]
    )


def _generate(tileset: str, preset: str, seed: int, *, generator: str) -> Level:
    return levelgen.generate(tileset, preset, rows=SIZE, cols=SIZE, seed=seed, generator=generator)


def _fault(level: Level, tileset: str, preset: str) -> str | None:
    """Check a level as a stranger who only has its file; None if everything is kept."""
    if level.cells is None:
        return f"no level, {level.status}: {level.reason.text if level.reason else ''}"
    again = Level.from_json(level.to_json())
    report = levelgen.check(again, tileset, preset)
    lost = [promise.kind for promise in report.promises if not promise.kept]
    if lost:
        return f"{again.status}: {', '.join(lost)}"
    return None if again.status == "satisfied" else f"kept, but the status is {again.status}"


def _strategies(levels: list[Level]) -> list[tuple[str, int]]:
    return Counter(level.manifest.strategy for level in levels if level.manifest).most_common()


def _solved(levels: list[Level]) -> str:
    solved = {"warm", "windows", "circuit", "lazy"}
    return str(sum(count for way, count in _strategies(levels) if solved & {*way.split(", ")}))


def _summary(
    whole: dict[str, Runs[Level]],
    kept: Counter[str],
    medians: dict[str, list[float]],
    ratios: list[float],
) -> list[list[str]]:
    rows: list[list[str]] = []
    for name, target in MEDIAN_TARGETS.items():
        number_of = len(whole[name].answers)
        share = f"{kept[name]}/{number_of}"
        rows.append([f"{name}: satisfied", share, "all", verdict(kept[name] == number_of)])
        spread = whole[name].spread
        text = f"{number(spread.median * 1000)} ms (p95 {number(spread.p95 * 1000)})"
        slowest = max(medians[name])
        text += f"; slowest pair {number(slowest * 1000)} ms"
        limit = f"< {target * 1000:.0f} ms"
        rows.append([f"{name}: median of a pair", text, limit, verdict(slowest < target)])
    spread = Spread.of(ratios)
    text = f"{number(spread.median)} ({number(spread.low)}-{number(spread.high)})"
    rows.append(["time of cpsat / auto, pair by pair", text, "", ""])
    boards = [[(level.cells, level.objects) for level in runs.answers] for runs in whole.values()]
    same = sum(one == other for one, other in zip(*boards, strict=True))
    # A hint that is a level already comes back as it was: CP-SAT then only confirms it.
    rows.append(["cpsat confirms auto's level unchanged", f"{same}/{len(boards[0])}", "", ""])
    return rows
