"""Do random pictures become unique, with the fewest changes, and in what time?"""

from __future__ import annotations

from collections import Counter

from options import Options, progress
from puzzles import random_case, timed
from report import Spread, table, verdict

from levelgen.nonogram import make_from_picture, solve

COUNT, SIDE = 100, 15


def run(options: Options) -> str:
    """Fix random pictures, half of their cells filled."""
    made, seconds = [], []
    for seed in range(COUNT):
        progress(f"nonogram_fix: {seed}")
        picture = random_case(SIDE, seed).puzzle.goal
        found, time = timed(lambda picture=picture: make_from_picture(picture, fix=True), repeat=1)
        made.append(found)
        seconds.append(time)
    unique = sum(solve(one.puzzle).verdict == "unique" for one in made)
    fewest = sum(bool(one.fewest) for one in made)
    changes = Counter(len(one.changed) for one in made)
    rows = [[number, changes[number]] for number in sorted(changes)]
    spread = Spread.of(seconds).cells(1000)
    return "\n\n".join(
        [
            f"{COUNT} random pictures of {SIDE}x{SIDE}: {unique} unique afterwards "
            f"({verdict(unique == COUNT)}), {fewest} with the proved fewest changes, the others "
            f"with a stated bound. CPU ms: median {spread[0]}, p95 {spread[1]}, {spread[2]}.",
            table(["changed cells", "pictures"], rows),
        ]
    )
