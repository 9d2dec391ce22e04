"""Does one attempt end with a level where other programs meet a contradiction?"""

from __future__ import annotations

from collections import Counter
from statistics import median

import rulesets
from boards import NO_MXGMN, NO_PEER, ask_peer, check, compiled, draw, peer_name
from options import Options, progress
from report import number, table, verdict

SEEDS = 20
CAP = 20.0
CASES = (
    ("Castle", None, 48, False),
    ("Castle", None, 128, False),
    ("Knots", "Dense", 48, True),
    ("Knots", "CE", 48, True),
    ("Circuit", "Turnless", 128, True),
    ("Rooms", None, 128, False),
)


def run(options: Options) -> str:
    """Draw each set with every seed, once."""
    if options.mxgmn is None:
        return NO_MXGMN
    rows = []
    for name, subset, side, periodic in CASES:
        progress(f"wfc_success: {name} {subset or ''} {side}x{side}")
        rules = rulesets.mxgmn(options.mxgmn, name, subset)
        seeds = range(SEEDS)
        drawn = draw(compiled(rules), side, seeds, periodic=periodic)
        check(rules, side, drawn, periodic=periodic)
        backtracks = [sample.backtracks for sample in drawn.samples]
        used = Counter(tile for item in drawn.samples for tile in set(item.tiles))
        row = [
            rules.name,
            side,
            "yes" if periodic else "no",
            f"{drawn.solved}/{SEEDS}",
            verdict(drawn.solved == SEEDS),
            number(drawn.median),
            number(max(drawn.ms)),
            f"{median(backtracks):g} ({max(backtracks)})",
            f"{len(used)}/{rules.size}",
        ]
        theirs = ask_peer(options.peer, rules, side, seeds, periodic=periodic, cap=CAP)
        if theirs is not None:
            row.append(f"{theirs.solved}/{len(theirs.attempts)}")
            row.append("-" if theirs.ms is None else number(theirs.ms))
        rows.append(row)
    head = ["rules", "board", "periodic", "solved", f"{SEEDS} of {SEEDS}", "ms: median", "max"]
    head += ["contradictions: median (max)", "tiles used"]
    text = (
        f"One attempt for each of {SEEDS} seeds with the default budget of the engine, without "
        "CP-SAT. Every board was held against the rules. Each variant has the full weight of its "
        "file, for the peer too. Tiles used: in any of the boards, since a search could escape to "
        "a trivial tiling."
    )
    if options.peer is None:
        text += f" {NO_PEER}"
    else:
        head += ["peer solved", "peer ms, solved"]
        text += f" Peer: {peer_name(options)}, one attempt for each of its seeds."
    return "\n\n".join([text, table(head, rows)])
