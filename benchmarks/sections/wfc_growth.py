"""Does the time of a level grow in proportion to its cells?"""

from __future__ import annotations

import rulesets
from boards import compiled, draw
from growth import exponent
from options import Options, progress
from report import Spread, number, table, verdict

SIZES = (128, 256, 512)
SEEDS = 15
LARGEST_EXPONENT = 1.1
LARGEST_MS = 50.0


def run(_: Options) -> str:
    """Measure growing boards of the shipped tilesets; the targets are those of the dungeon."""
    rows = []
    for rules in map(rulesets.shipped, ("dungeon", "cave", "roads")):
        kernel = compiled(rules)
        progress(f"wfc_growth: {rules.name}")
        times: dict[int, list[float]] = {side: [] for side in SIZES}
        met = dict.fromkeys(SIZES, 0)
        draw(kernel, SIZES[-1], range(1))
        for seed in range(SEEDS):
            # In turns, so that the load of the machine falls on all sizes alike.
            for side, found in times.items():
                drawn = draw(kernel, side, [seed])
                assert drawn.solved
                found += drawn.ms
                met[side] += drawn.samples[0].backtracks
        spreads = [Spread.of(found) for found in times.values()]
        slope = exponent([side * side for side in SIZES], [spread.median for spread in spreads])
        last = spreads[-1].median
        judged = rules.name == "dungeon"
        rows.append(
            [
                rules.name,
                *(
                    f"{number(one.median)} ({number(one.low)}-{number(one.high)})"
                    for one in spreads
                ),
                f"**{slope:.2f}**",
                " / ".join(number(1000 * met[side] / SEEDS / side**2) for side in SIZES),
                verdict(slope < LARGEST_EXPONENT) if judged else "",
                verdict(last < LARGEST_MS) if judged else "",
            ]
        )
    head = ["rules", *(f"{side}x{side} ms" for side in SIZES), "exponent in cells"]
    head += ["contradictions for 1000 cells"]
    head += [f"< {LARGEST_EXPONENT}", f"{SIZES[-1]}x{SIZES[-1]} < {LARGEST_MS:g} ms"]
    return "\n\n".join(
        [
            f"Thread CPU time, median (min-max) of {SEEDS} seeds, sizes in turns. The exponent is "
            "the slope of log time over log cells by least squares; 1 is proportional.",
            table(head, rows),
        ]
    )
