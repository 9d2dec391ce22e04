"""How far are the levels of many seeds from the exact distribution of the weights?"""

from __future__ import annotations

import rulesets
from boards import compiled
from fairness import (
    counted,
    effective_size,
    exact_distribution,
    expected_variation,
    tile_shares,
    variation,
)
from options import Options, progress
from report import table

from levelgen.engine.rng import Rng
from levelgen.engine.task import Task

SEEDS = 2000


def run(_: Options) -> str:
    """Enumerate small boards and compare the levels of many seeds with them."""
    cases = (
        (rulesets.no_two_alike(), 3, 3),
        (rulesets.coast(), 3, 3),
        (rulesets.shipped("dungeon"), 2, 2),
        (rulesets.shipped("dungeon"), 2, 3),
    )
    rows = []
    contradictions = 0
    for rules, height, width in cases:
        progress(f"wfc_fairness: {rules.name} {height}x{width}")
        exact = exact_distribution(rules.weights, rules.masks, height, width)
        kernel = compiled(rules)
        samples = [
            kernel.sample(Task(rows=height, cols=width, state=Rng.stream(seed, "texture").state))
            for seed in range(SEEDS)
        ]
        contradictions += sum(sample.backtracks for sample in samples)
        boards = counted(sample.tiles for sample in samples)
        found = variation(boards, exact)
        noise = expected_variation(exact, SEEDS)
        want = tile_shares(exact, rules.size)
        have = tile_shares(boards, rules.size)
        tiles = sum(abs(one - other) for one, other in zip(want, have, strict=True)) / 2
        largest = max(range(rules.size), key=lambda tile: abs(have[tile] - want[tile]))
        rows.append(
            [
                rules.name,
                rules.size,
                f"{height}x{width}",
                len(exact),
                f"{effective_size(exact):.0f}",
                f"**{found:.3f}**",
                f"{noise:.3f}",
                f"{tiles:.3f}",
                f"{largest}: {want[largest]:.1%}, drawn {have[largest]:.1%}",
            ]
        )
    head = ["rules", "tiles", "board", "possible boards", "effective", "TV", "TV of exact samples"]
    head += ["TV of the tiles", "tile that is furthest off"]
    return "\n\n".join(
        [
            f"{SEEDS} seeds against the exact distribution, in which the probability of a board is "
            "the product of its tiles' weights, normalised over all boards that keep the rules. "
            "TV: half the sum of |p - q|, over boards and over the shares of the tiles. So few "
            "samples do not reach 0 even if they are exact; the column beside it tells what they "
            "would show. Effective: exp of the entropy of the exact distribution.",
            table(head, rows),
            "What is above that noise is the bias of WFC itself. The cell with the least entropy "
            "is decided first, and its tile is drawn by the weights of the tiles that are left in "
            "it, whatever all boards with that tile weigh together. So a tile whose boards weigh "
            "little comes out too often (the sea of `coast`, which keeps the heavy land away), and "
            "the tile that most of the weight goes with too seldom. Backtracking would add to it: "
            f"{contradictions} contradictions were met here.",
        ]
    )
