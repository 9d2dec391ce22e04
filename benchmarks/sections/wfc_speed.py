"""How fast is the WFC engine beside another program, on the same rules and boards?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import rulesets
from boards import (
    NO_MXGMN,
    NO_PEER,
    Drawn,
    ask_peer,
    check,
    compile_ms,
    compiled,
    draw,
    peer_name,
)
from options import Options, progress
from report import number, table, verdict

if TYPE_CHECKING:
    from peer import Answer
    from rulesets import RuleSet

SIZES = (12, 48, 128, 256)
SEEDS = {12: 21, 48: 21, 128: 5, 256: 5}
REPEAT = {12: 20, 48: 3, 128: 1, 256: 1}
"""Small boards are drawn several times a seed: the clock is coarse."""
CAP = 8.0
"""Seconds after which the peer begins no other attempt on a board size."""

Targets = tuple[float, ...]
"""The least ratios, by size; boards beyond them are not drawn."""

FEW: Targets = (5, 140, 900, 3000)
MANY: Targets = (5, 10, 45, 120)
PATTERNS: Targets = (1.7, 2.5, 4.5)
AIMS = {48: 4, 128: 8}


@dataclass(frozen=True)
class _Case:
    rules: RuleSet
    kind: str
    targets: Targets


def run(options: Options) -> str:
    """Measure every rule set at every size, the peer between two halves of our runs."""
    rows = []
    cases = _cases(options)
    for case in cases:
        kernel = compiled(case.rules)
        for place, side in enumerate(SIZES[: len(case.targets)]):
            progress(f"wfc_speed: {case.rules.name} {side}x{side}")
            seeds = range(SEEDS[side])
            draw(kernel, side, seeds[:1])
            before = draw(kernel, side, seeds, repeat=REPEAT[side])
            theirs = ask_peer(options.peer, case.rules, side, seeds, cap=CAP)
            ours = before + draw(kernel, side, seeds, repeat=REPEAT[side])
            check(case.rules, side, before)
            scan = None
            if side < SIZES[-1]:
                scan = ask_peer(options.peer_scan, case.rules, side, seeds[:5], cap=CAP)
            rows.append(_row(case, side, place, ours, theirs, scan))
    parts = [_preface(options)]
    if options.mxgmn is None:
        parts.append(NO_MXGMN)
    head = ["rules", "tiles", "board", "ours ms", "max", "n", "solved"]
    if options.peer is None:
        parts.append(NO_PEER)
    else:
        head += ["peer ms", "n", "solved", "ratio", "target", "", "its scan", "ratio without scan"]
    parts.append(table(head, rows))
    costs = [[case.rules.name, case.rules.size, number(compile_ms(case.rules))] for case in cases]
    parts.append("Compiling the rules, once for all boards and seeds:")
    parts.append(table(["rules", "tiles", "ms"], costs))
    return "\n\n".join(parts)


def _cases(options: Options) -> list[_Case]:
    cases = [
        _Case(rulesets.shipped("dungeon"), "tiles", FEW),
        _Case(rulesets.shipped("roads"), "tiles", MANY),
    ]
    if options.mxgmn is not None:
        cases.append(_Case(rulesets.mxgmn(options.mxgmn, "Circuit"), "tiles", MANY))
    cases.append(_Case(rulesets.overlapping_rooms(), "patterns", PATTERNS))
    cases.append(_Case(rulesets.overlapping_cave(), "patterns", PATTERNS))
    return cases


def _preface(options: Options) -> str:
    side = f"{rulesets.WINDOW}x{rulesets.WINDOW}"
    text = (
        "Thread CPU time of one attempt, ms, medians; boards are not periodic. Ours: the whole "
        "call, from a `Task` to a list of tiles, with undo log and backtracking, on rules compiled "
        "before. Every board was held against the rules. `rooms` and `cave` are the overlapping "
        f"model: the {side} patterns of a sample drawn by the benchmark, 8 symmetries, wrapped; "
        "the board counts places of patterns. "
    )
    if options.peer is not None:
        text += (
            f"Peer: {peer_name(options)}, on the same weights, rules and boards; median of the "
            "attempts that gave a board, since it does not recover from a contradiction. After "
            f"{CAP:g} s no attempt begins, so n is small on large boards. "
        )
        if options.peer_scan is not None:
            text += (
                "Its scan: the share of its time in which it looks over all cells for the next "
                "one, which is most of the ratio on few tiles; the last column takes it away. "
                "(At 256, the share was not measured.)"
            )
    return text.strip()


def _row(
    case: _Case, side: int, place: int, ours: Drawn, theirs: Answer | None, scan: Answer | None
) -> list[str]:
    target = case.targets[place]
    row = [case.rules.name, str(case.rules.size), str(side), number(ours.median)]
    row += [number(max(ours.ms)), str(len(ours.ms)), f"{ours.solved}/{len(ours.samples)}"]
    if theirs is None:
        return row
    solved = f"{theirs.solved}/{len(theirs.attempts)}"
    wanted = f">= {target:g}"
    if case.kind == "patterns" and side in AIMS:
        wanted += f", aim {AIMS[side]}"
    if theirs.ms is None:
        return [*row, "-", "0", solved, "-", wanted, "peer has no board", "-", "-"]
    ratio = theirs.ms / ours.median
    share = scan.scan if scan is not None else None
    return [
        *row,
        number(theirs.ms),
        str(theirs.solved),
        solved,
        f"**{number(ratio)}**",
        wanted,
        verdict(ratio >= target),
        "-" if share is None else f"{share:.1%}",
        "-" if share is None else number(ratio * (1 - share)),
    ]
