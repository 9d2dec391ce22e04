"""How much faster is the compiled engine than its reference, and are they equal?"""

from __future__ import annotations

from importlib import import_module

import rulesets
from boards import draw
from options import Options, progress
from report import number, table, verdict

SIZES = (12, 48, 128)
SEEDS = {12: 7, 48: 5, 128: 5}
NATIVE, REFERENCE = "levelgen.engine.native", "levelgen.engine.reference"


def run(_: Options) -> str:
    """Draw the same boards with both and compare times and answers."""
    try:
        native = import_module(NATIVE)
    except ImportError:
        return "The compiled engine is not built here, so there is nothing to compare."
    reference = import_module(REFERENCE)
    rows = []
    for rules in (rulesets.shipped("dungeon"), rulesets.shipped("roads")):
        fast = native.compile_kernel(rules.weights, rules.masks)
        slow = reference.compile_kernel(rules.weights, rules.masks)
        for side in SIZES:
            progress(f"wfc_backends: {rules.name} {side}x{side}")
            seeds = range(SEEDS[side])
            draw(fast, side, seeds[:1])
            theirs, ours = draw(slow, side, seeds), draw(fast, side, seeds)
            same = theirs.samples == ours.samples
            rows.append(
                [
                    rules.name,
                    side,
                    number(theirs.median),
                    number(ours.median),
                    f"**{number(theirs.median / ours.median)}**",
                    len(seeds),
                    verdict(same),
                ]
            )
    head = ["rules", "board", "reference ms", "native ms", "ratio", "n", "same answers"]
    return "\n\n".join(
        ["Thread CPU time, medians. The reference is pure Python.", table(head, rows)]
    )
