"""Four encodings of a line side by side, and what they gain over trying all combinations."""

from __future__ import annotations

from options import Options, progress
from puzzles import NO_NONOGRAMS, stated, timed
from report import number, table, verdict

from levelgen.model.lines import ENCODINGS
from levelgen.nonogram import count, solve, try_all

LESSON = ("diamond-5", "diamond-10", "diamond-15", "heart-10")
"""The classroom puzzles on which the solvers are compared with trying all combinations."""
NAIVE_SECONDS = 10.0
CAP = 2000


def run(options: Options) -> str:
    """Measure the encodings on whole puzzles, without working lines first."""
    classroom = stated(options.nonograms, "classroom.json")
    if not classroom:
        return NO_NONOGRAMS
    parts = ["The whole puzzle in one CP-SAT call each (building and solving), ms of CPU time:"]
    rows = []
    wide = stated(options.nonograms, "nonograms-redistributable.json")
    for case in [*classroom, *(case for case in wide if case.verdict != "open")]:
        progress(f"nonogram_encodings: {case.name}")
        row = [case.name, "x".join(map(str, case.puzzle.shape))]
        for encoding in ENCODINGS:
            result, seconds = timed(
                lambda case=case, encoding=encoding: solve(
                    case.puzzle, solver="cpsat", encoding=encoding, deterministic_limit=10
                ),
                repeat=2,
            )
            decided = result.verdict == case.verdict
            row.append(number(seconds * 1000) if decided else result.limit_hit or "**FAIL**")
        row.append(number(timed(lambda case=case: solve(case.puzzle))[1] * 1000))
        rows.append(row)
    parts.append(table(["puzzle", "size", *ENCODINGS, "auto"], rows))

    parts.append("Classroom puzzles: verdicts and numbers of solutions.")
    rows = []
    for case in classroom:
        counted = count(case.puzzle, limit=CAP)
        result = solve(case.puzzle)
        found = counted.solutions if counted.exact else str(counted)
        fine = result.verdict == case.verdict and found == case.solutions
        rows.append([case.name, result.verdict, found, verdict(fine)])
    parts.append(table(["puzzle", "verdict", "solutions", "as stated"], rows))

    parts.append(
        "All combinations of row patterns against `auto`: seconds for exhaustion, measured or "
        f"(~) estimated from {NAIVE_SECONDS:.0f} s of trying."
    )
    rows = []
    for case in classroom:
        if case.name not in LESSON:
            continue
        progress(f"nonogram_encodings: naive {case.name}")
        naive = try_all(case.puzzle, time_limit=NAIVE_SECONDS)
        deep, deep_seconds = timed(
            lambda case=case: try_all(case.puzzle, form="naive-depth-first"), repeat=1
        )
        _, seconds = timed(lambda case=case: solve(case.puzzle))
        sign = "" if naive.exhausted else "~"
        rows.append(
            [
                case.name,
                f"{naive.combinations:,}",
                f"{naive.checked:,}",
                f"{naive.throughput:,.0f}",
                f"{sign}{naive.estimated_seconds:.3g}",
                f"{deep.checked:,} in {number(deep_seconds * 1000)} ms",
                number(seconds * 1000),
                f"{sign}{naive.estimated_seconds / seconds:.2g}",
            ]
        )
    head = ["puzzle", "combinations", "checked", "a second", "all, s", "depth first: rows placed"]
    parts.append(table([*head, "auto ms", "speed-up"], rows))
    return "\n\n".join(parts)
