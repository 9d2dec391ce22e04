"""How fast are verdicts, beside another solver, and are they the stated ones?"""

from __future__ import annotations

from math import exp, log

from options import Options, progress
from puzzle_peer import LIMIT, Told, ask
from puzzles import NO_NONOGRAMS, NO_SOLVER, Case, random_case, stated, timed
from report import Spread, number, table, verdict

from levelgen.nonogram import solve

FLOOR = 0.005
"""Puzzles that neither solver needs longer for say nothing about speed."""
OPEN = "open"
STRETCH = 80.0
"""About a minute of CPU time."""
RANDOM = {30: (100, 0.1, 1.0), 25: (200, 0.04, None)}
"""Side: how many, the median and the maximum aimed at, in seconds."""


def run(options: Options) -> str:
    """Measure stated and random puzzles; the open ones with another limit."""
    parts = ["Milliseconds of CPU time; the other solver's without the start of its process."]
    pairs: list[tuple[Told, Told]] = []
    if options.nonograms is None:
        parts.append(NO_NONOGRAMS)
    if options.solver is None:
        parts.append(NO_SOLVER)
    cases = stated(options.nonograms, "nonograms-redistributable.json")
    rows = []
    for case in cases:
        progress(f"nonogram_speed: {case.name}")
        if case.verdict == OPEN:
            continue
        ours, theirs = _both(options, case)
        result = solve(case.puzzle)
        size = "x".join(map(str, case.puzzle.shape))
        row = [case.name, size, ours.verdict, verdict(ours.verdict == case.verdict)]
        row += [str(result.line_unresolved_cells), _ms(ours.seconds)]
        if theirs is not None:
            pairs.append((ours, theirs))
            row += [theirs.verdict, _ms(theirs.seconds)]
        rows.append(row)
    if rows:
        head = ["puzzle", "size", "verdict", "as stated", "open after lines", "ms"]
        head += ["its verdict", "its ms"] if options.solver else []
        parts.append(table(head, rows))
    for side, (count, median, most) in RANDOM.items():
        parts += _random(options, side, count, median, most, pairs)
    if pairs:
        parts.append(_geometric(pairs))
    parts += _stretch(cases)
    return "\n\n".join(parts)


def _both(options: Options, case: Case) -> tuple[Told, Told | None]:
    result, seconds = timed(lambda: solve(case.puzzle))
    theirs = None if options.solver is None else ask(options.solver, case.puzzle, repeat=3)
    word = "undecided" if result.verdict == "unknown" else result.verdict
    return Told(word, seconds), theirs


def _random(
    options: Options,
    side: int,
    count: int,
    median: float,
    most: float | None,
    pairs: list[tuple[Told, Told]],
) -> list[str]:
    ours, theirs = [], []
    for seed in range(count):
        progress(f"nonogram_speed: random {side}x{side} #{seed}")
        mine, its = _both(options, random_case(side, seed))
        ours.append(mine)
        if its is not None:
            theirs.append(its)
            pairs.append((mine, its))
    rows = [["levelgen", *_summary(ours)]]
    if theirs:
        rows.append(["other solver", *_summary(theirs)])
    spread = Spread.of(one.seconds for one in ours)
    decided = all(one.verdict != "undecided" for one in ours)
    aims = [f"all decided {verdict(decided)}"]
    aims.append(f"median <= {median * 1000:.0f} ms {verdict(spread.median <= median)}")
    if most is not None:
        aims.append(f"maximum <= {most * 1000:.0f} ms {verdict(spread.high <= most)}")
    head = ["solver", "unique", "multiple", "undecided", "median ms", "p95", "min-max", "n"]
    title = f"{count} random puzzles of {side}x{side}, half of the cells filled: "
    return [title + "; ".join(aims) + ".", table(head, rows)]


def _summary(told: list[Told]) -> list[str]:
    counts = [
        str(sum(one.verdict == word for one in told))
        for word in ("unique", "multiple", "undecided")
    ]
    return [*counts, *Spread.of(one.seconds for one in told).cells(1000)]


def _geometric(pairs: list[tuple[Told, Told]]) -> str:
    decided = [
        (ours, theirs)
        for ours, theirs in pairs
        if "undecided" not in (ours.verdict, theirs.verdict)
        and max(ours.seconds, theirs.seconds) > FLOOR
    ]
    agree = all(
        ours.verdict == theirs.verdict
        for ours, theirs in pairs
        if "undecided" not in (ours.verdict, theirs.verdict)
    )
    lost = sum(
        ours.verdict == "undecided" and theirs.verdict != "undecided" for ours, theirs in pairs
    )
    won = sum(
        theirs.verdict == "undecided" and ours.verdict != "undecided" for ours, theirs in pairs
    )
    mean = exp(sum(log(ours.seconds / theirs.seconds) for ours, theirs in decided) / len(decided))
    return (
        f"Geometric mean of our time over the other solver's, on the {len(decided)} puzzles that "
        f"both decide and the slower needs more than {FLOOR * 1000:.0f} ms for: {number(mean)} "
        f"(aim <= 1.0: {verdict(mean <= 1)}); sums "
        f"{_ms(sum(ours.seconds for ours, _ in decided))} and "
        f"{_ms(sum(theirs.seconds for _, theirs in decided))} ms. All verdicts agree: "
        f"{verdict(agree)}. Decided by the other solver alone in {LIMIT:.0f} s: {lost} "
        f"({verdict(not lost)}); by us alone: {won}."
    )


def _stretch(cases: list[Case]) -> list[str]:
    rows = []
    for case in cases:
        if case.verdict != OPEN:
            continue
        progress(f"nonogram_speed: {case.name}")
        result, seconds = timed(
            lambda case=case: solve(case.puzzle, deterministic_limit=STRETCH),
            repeat=1,
        )
        rows.append([case.name, result.verdict, number(seconds), result.limit_hit or "-"])
    if not rows:
        return []
    return [
        f"Puzzles whose number of solutions is not stated, with {STRETCH:.0f} units of CP-SAT's "
        "deterministic time each:",
        table(["puzzle", "verdict", "CPU s", "limit hit"], rows),
    ]


def _ms(seconds: float) -> str:
    return number(seconds * 1000)
