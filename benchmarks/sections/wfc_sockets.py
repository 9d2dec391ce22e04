"""Random tilesets that restarting cannot solve: what does the search decide, what CP-SAT?"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from time import perf_counter, thread_time

import rulesets
from boards import check, compiled, draw, task
from options import Options, progress
from report import number, table, verdict

import levelgen
from levelgen.engine.task import Sample
from levelgen.library import find_tileset
from levelgen.schema.tileset import Tileset

SIDE = 48
WANTED = 200
SETS = 400
MOST = 20_000
"""Seeds of tilesets that are looked through at most."""
NAIVE_SEEDS = 5
NAIVE_BUDGET = 1
SEARCH_SEED = 1
SHARE = 0.9
CPSAT_SETS = 8
"""How many of the tilesets without an answer are given to CP-SAT."""
CPSAT_SECONDS = 10.0


@dataclass(frozen=True)
class _Case:
    tileset: Tileset
    sample: Sample
    ms: float


def run(_: Options) -> str:
    """Collect the tilesets, search each once, hand some of the rest to the whole generator."""
    progress("wfc_sockets: collecting")
    looked, easy, empty, kept = _collect()
    progress("wfc_sockets: searching")
    cases = [_searched(seed) for seed in kept]
    solved = [case for case in cases if case.sample.status == "solved"]
    refuted = [case for case in cases if case.sample.status == "infeasible"]
    unknown = [case for case in cases if case.sample.status == "unknown"]
    ends: dict[str, int] = {}
    seconds = []
    for case in unknown[:CPSAT_SETS]:
        progress(f"wfc_sockets: CP-SAT on {case.tileset.name}")
        start = perf_counter()
        level = levelgen.generate(
            case.tileset,
            rows=SIDE,
            cols=SIDE,
            seed=SEARCH_SEED,
            generator="wfc",
            time_limit=CPSAT_SECONDS,
        )
        seconds.append(perf_counter() - start)
        ends[str(level.status)] = ends.get(str(level.status), 0) + 1
    possible = len(cases) - len(refuted) - ends.get("infeasible", 0)
    share = len(solved) / possible if possible else 1.0
    rows = [
        ["tilesets that naive restarts cannot solve", str(len(cases)), f">= {WANTED}"],
        ["solved by the search alone", str(len(solved)), ""],
        ["proved unsolvable by the search alone", str(len(refuted)), ""],
        ["no answer within the default budget", str(len(unknown)), ""],
        ["solved / not proved unsolvable", f"{share:.1%}", f">= {SHARE:.0%}"],
        ["answered by the search / all", f"{1 - len(unknown) / max(len(cases), 1):.1%}", ""],
    ]
    good = ["", "", "", "", verdict(share >= SHARE), ""]
    good[0] = verdict(len(cases) >= WANTED)
    parts = [
        f"Tilesets of 10-40 tiles whose sides match by 3-5 sockets (`benchmarks/rulesets.py`), "
        f"boards of {SIDE}x{SIDE}. Naive: the first contradiction ends an attempt. Of the first "
        f"{looked} tilesets, {empty} have no board by arc consistency alone, {easy} were solved by "
        f"one of {NAIVE_SEEDS} naive attempts, and the rest are kept. The search: one attempt, "
        "default budget, no CP-SAT; every board was held against the rules.",
        table(
            ["figure", "measured", "target", ""],
            [[*row, mark] for row, mark in zip(rows, good, strict=True)],
        ),
        _times("solved", solved) + " " + _times("no answer", unknown),
    ]
    if unknown:
        text = ", ".join(f"{count} {status}" for status, count in sorted(ends.items()))
        slow = number(max(seconds))
        parts.append(
            f"The first {len(seconds)} of the {len(unknown)} without an answer, by "
            f'`levelgen.generate(..., generator="wfc", time_limit={CPSAT_SECONDS:g})`, which '
            f"searches and then hands over to CP-SAT: {text}; at most {slow} s of wall time each. "
            "The others were not tried."
        )
    return "\n\n".join(parts)


def _collect() -> tuple[int, int, int, list[int]]:
    """Give how many tilesets were looked at, were easy, were empty, and the seeds of the rest."""
    easy = empty = 0
    kept: list[int] = []
    for seed in range(MOST):
        rules = rulesets.sockets(seed)
        kernel = compiled(rules)
        if kernel.narrowed(task(SIDE, 0)) is None:
            empty += 1
            continue
        naive = (
            kernel.sample(task(SIDE, 1000 + attempt, budget=NAIVE_BUDGET)).status
            for attempt in range(NAIVE_SEEDS)
        )
        if "solved" in naive:
            easy += 1
            continue
        kept.append(seed)
        if len(kept) == SETS:
            return seed + 1, easy, empty, kept
    return MOST, easy, empty, kept


def _searched(seed: int) -> _Case:
    rules = rulesets.sockets(seed)
    start = thread_time()
    drawn = draw(compiled(rules), SIDE, [SEARCH_SEED])
    check(rules, SIDE, drawn)
    tileset = find_tileset(rulesets.socket_data(seed))
    return _Case(tileset, drawn.samples[0], (thread_time() - start) * 1000)


def _times(name: str, cases: list[_Case]) -> str:
    if not cases:
        return ""
    times = [case.ms for case in cases]
    contradictions = [case.sample.backtracks for case in cases]
    return (
        f"{name.capitalize()}: median {number(median(times))} ms, at most {number(max(times))} ms "
        f"CPU; contradictions {median(contradictions):g}, at most {max(contradictions)}."
    )
