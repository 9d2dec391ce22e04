"""Do the levels of a request differ, spread over the windows, and look like their tileset?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from options import PRESETS, TILESETS, Options, progress
from quality import (
    HAMMING_FACTOR,
    Figure,
    chance_hamming,
    equal_pairs,
    figures,
    half_drifts,
    hamming_figure,
    level_set,
    mean_hamming,
    mixture_figures,
    preset_windows,
    total_variation,
    window_figures,
)
from report import table, verdict

import levelgen
from levelgen.library import find_preset, find_tileset
from sections.guaranteed import PRESETS as PRESETS_BY_SIZE
from sections.guaranteed import ROWS, Row

if TYPE_CHECKING:
    from quality import Boards

SIZE = 12
GENERATORS = ("auto", "cpsat")
REFERENCE_SEEDS = range(1000, 1200)
"""Far from the measured seeds, so that no level is compared with its own texture."""


ROW_SIZES = (12, 32, 64)
_LATER = ("drift", "TV walkable", "TV solid", "equal pairs")


@cache
def plain_boards(tileset: str, size: int = SIZE) -> Boards:
    """Sample boards of the tileset alone, with nothing promised."""
    return _boards(tileset, REFERENCE_SEEDS, size)


def measure_row(row: Row, size: int, seeds: Iterable[int]) -> list[Figure]:
    """Make the levels of a request of `guaranteed` and give every figure beside its target."""
    asked = PRESETS_BY_SIZE[row.preset](size) if row.preset in PRESETS_BY_SIZE else row.preset
    made = [
        levelgen.generate(
            row.tileset, asked, rows=size, cols=size, seed=seed, generator=row.generator
        )
        for seed in seeds
    ]
    levels = [level for level in made if level.cells is not None]
    chosen = find_tileset(row.tileset)
    asks = made[0].manifest.request.asks
    numbered = {
        tile
        for ask in asks
        if ask.constraint.kind == "count" and ask.constraint.tags
        for tile in chosen.matching(ask.constraint.tags)
    }
    walkable, others = _sides(row.tileset)
    boards = np.stack([level.tiles for level in levels])
    return [
        hamming_figure(boards),
        *window_figures(levels, [ask.constraint for ask in asks]),
        *mixture_figures(
            boards,
            plain_boards(row.tileset, size),
            walkable,
            [tile for tile in walkable if tile not in numbered],
            [tile for tile in others if tile not in numbered],
        ),
    ]


def measure_pair(tileset: str, preset: str, generator: str, seeds: Iterable[int]) -> list[Figure]:
    """Make the levels of a pair and give every figure beside its target."""
    wanted = find_preset(preset)
    levels = [
        levelgen.generate(tileset, preset, rows=SIZE, cols=SIZE, seed=seed, generator=generator)
        for seed in seeds
    ]
    walkable, others = _sides(tileset)
    floor, enemy = preset_windows(wanted)
    made = level_set(level for level in levels if level.cells is not None)
    return [*figures(made, plain_boards(tileset), walkable, others, floor, enemy)]


def run(options: Options) -> str:
    """Measure every pair with both generators, and plain sampling for comparison."""
    parts = [
        f"Seeds 0-{options.seeds - 1} at {SIZE}x{SIZE}. Hamming: mean share of cells in which two "
        f"levels differ, against {HAMMING_FACTOR} x (1 - sum of squares of the set's own tile "
        "shares). Quartiles: levels whose floor share (enemies per floor cell) lies in each "
        "quarter of the preset's window; each quarter has to hold one. Drift: walkable share of "
        "the board half that is farthest from the mean. TV: total variation of the tile mixture "
        f"against plain WFC without a preset ({len(REFERENCE_SEEDS)} other seeds), among walkable "
        "and among all other tiles. Formulae: `benchmarks/quality.py`."
    ]
    failures: list[str] = []
    total = 0
    for generator in GENERATORS:
        rows = []
        for tileset in TILESETS:
            for preset in PRESETS:
                progress(f"quality: {generator} {tileset} {preset}")
                found = measure_pair(tileset, preset, generator, range(options.seeds))
                total += len(found)
                names = [figure.name for figure in found]
                rows.append([tileset, preset, *map(_cell, found)])
                failures += [
                    f"{generator}, {tileset} {preset}: {figure}"
                    for figure in found
                    if not figure.passed
                ]
        parts.append(f"### {generator}\n\n" + table(["tileset", "preset", *names], rows))
    rows = []
    for row in ROWS:
        for size in ROW_SIZES:
            progress(f"quality: {row.name} {size}x{size}")
            found = measure_row(row, size, range(options.seeds))
            total += len(found)
            named = {figure.name: _cell(figure) for figure in found}
            spread = "; ".join(
                f"{figure.name.removesuffix(' quartiles')}: {_cell(figure)}"
                for figure in found
                if figure.name.endswith(" quartiles")
            )
            rows.append([row.name, size, named["Hamming"], spread, *map(named.get, _LATER)])
            failures += [
                f"{row.name} {size}x{size}: {figure}" for figure in found if not figure.passed
            ]
    head = ["request", "size", "Hamming", "quartiles", *_LATER]
    parts.append(
        "### The requests of `guaranteed`\n\nThe mixture leaves out tiles whose number is asked "
        "for.\n\n" + table(head, rows)
    )
    parts.append("### Plain WFC, for comparison\n\n" + _plain(options.seeds))
    summary = f"**{total - len(failures)} of {total}** figures meet their target."
    if failures:
        summary += " The others:\n\n" + "\n".join(f"- {line}" for line in failures)
    return "\n\n".join([parts[0], summary, *parts[1:]])


def _cell(figure: Figure) -> str:
    if figure.name in {"Hamming", "equal pairs"} or not figure.passed:
        return f"{figure.measured} ({figure.target}) {verdict(figure.passed)}"
    return f"{figure.measured} {verdict(figure.passed)}"


def _boards(tileset: str, seeds: Iterable[int], size: int = SIZE) -> Boards:
    levels = [
        levelgen.generate(tileset, rows=size, cols=size, seed=seed, generator="wfc")
        for seed in seeds
    ]
    return np.stack([level.tiles for level in levels if level.tiles is not None])


def _sides(tileset: str) -> tuple[list[int], list[int]]:
    chosen = find_tileset(tileset)
    walkable = sorted(chosen.matching(("walkable",)))
    return walkable, [tile for tile in range(len(chosen.ids)) if tile not in walkable]


def _plain(seeds: int) -> str:
    """Show what the texture itself reaches: the floor of noise under the figures above."""
    rows = []
    for tileset in TILESETS:
        boards = _boards(tileset, range(seeds))
        walkable, others = _sides(tileset)
        drifts = half_drifts(np.isin(boards, walkable))
        side = max(drifts, key=lambda name: abs(drifts[name]))
        bound = HAMMING_FACTOR * chance_hamming(boards)
        variations = [
            f"{total_variation(boards, plain_boards(tileset), tiles):.3f}"
            for tiles in (walkable, others)
        ]
        hamming = f"{mean_hamming(boards):.3f} ({bound:.3f})"
        drift = f"{side} {drifts[side]:+.1%}"
        rows.append([tileset, hamming, drift, *variations, equal_pairs(boards)])
    head = ["tileset", "Hamming", "drift", "TV walkable", "TV solid", "equal pairs"]
    return table(head, rows)
