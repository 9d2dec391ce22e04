"""Levels like an example map, in one region and with its open share: who makes them, how fast?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from cave_maker import LIMIT, Made, ask
from options import WARM_UP, Options, progress
from quality import mean_hamming
from report import Spread, number, table, verdict

import levelgen
from levelgen import Level
from levelgen.learn import as_maps, learn_adjacency, learn_patterns
from levelgen.metrics.grid import Grid
from levelgen.schema.tileset import Tileset

SIZES = (10, 15, 20, 30, 40, 60)
MOST_SEEDS = 20
MAKER_SEEDS = 3
ENOUGH = 20.0
"""CPU seconds of a level of another maker after which it is not asked for larger ones."""
SHARE = 0.05
"""How far the open share may lie from the example's."""
HAMMING = 0.30
SECOND = {20: 1.0}
"""CPU seconds aimed at, by size, with the share and the one region."""

TILES = {
    "name": "example",
    "tiles": [
        {"id": "wall", "glyph": "X", "color": "#3b3b46", "tags": ["solid"]},
        {"id": "ground", "glyph": "-", "color": "#c9b79c", "tags": ["floor", "walkable"]},
    ],
    "objects": {
        "start": {"glyph": "{", "color": "#2e8b57", "on": ["floor"]},
        "exit": {"glyph": "}", "color": "#b22222", "on": ["floor"]},
    },
}
"""What the signs of the example mean."""


@dataclass(frozen=True)
class Outcome:
    """Levels of one maker and one size: CPU seconds of all, and the boards that there are."""

    name: str
    size: int
    seconds: tuple[float, ...]
    boards: tuple[Any, ...]
    kept: int
    """How many levels keep every promise of the request."""
    regions: int
    """How many have one region."""
    ways: str = ""


def run(options: Options) -> str:
    """Measure both learned tilesets at every size, and the other makers beside them."""
    if options.cave is None:
        return "Not measured: no example map is given (`--cave FILE`)."
    example = as_maps(options.cave.read_text(encoding="utf-8"), Tileset.read(TILES, "example"))
    share = _open_share([_board(level) for level in example])
    asked = _request(share)
    tilesets = {
        "pairs": learn_adjacency(example),
        "windows of 2x2": learn_patterns(example, 2, 2).tileset,
    }
    seeds = range(min(options.seeds, MOST_SEEDS))
    ours = [
        _generated(name, tileset, asked, size, seeds)
        for name, tileset in tilesets.items()
        for size in SIZES
    ]
    head = ["learned", "size", "kept", "open share", "Hamming", ""]
    parts = [
        f"Tilesets learned from an example map, whose open share is {share:.3f}: from its pairs of "
        "neighbours, and from its windows of 2x2 cells. Asked are one region of open ground, an "
        f"open share within {SHARE} of the example's, walls all around as in the example, one "
        "start, one exit and a way between them. CPU time of the whole `levelgen.generate` "
        f"(`auto`), seeds 0-{len(seeds) - 1} after a warm-up. Kept: read back from its JSON and "
        "checked against tileset and request. Hamming: mean share of cells in which two levels "
        "differ; the walls all around, which never do, are counted.",
        table(
            [*head, "ms: median", "p95", "max", "aim", "", "ways"],
            [_line(outcome, share) for outcome in ours],
        ),
    ]
    if options.cave_makers:
        theirs = [
            outcome
            for command in options.cave_makers
            for outcome in _made(command, options.cave, share, asked, tilesets["pairs"])
        ]
        parts += _beside(ours, theirs)
    return "\n\n".join(parts)


def _request(share: float) -> dict[str, Any]:
    ends = [{"kind": "count", "object": kind, "exactly": 1} for kind in ("start", "exit")]
    low, high = round(share - SHARE, 4), round(share + SHARE, 4)
    return {
        "name": "as-the-example",
        "constraints": [
            {"kind": "connected", "tags": "walkable"},
            {"kind": "ratio", "tags": "floor", "min": low, "max": high},
            {"kind": "border", "tags": "solid"},
            {"kind": "path", "from": "start", "to": "exit"},
            *ends,
        ],
    }


def _generated(
    name: str, tileset: Tileset, asked: dict[str, Any], size: int, seeds: range
) -> Outcome:
    progress(f"cave_levels: {name} {size}x{size}")
    seconds, boards = [], []
    kept = regions = 0
    ways: Counter[str] = Counter()
    for seed in (WARM_UP, *seeds):
        start = process_time()
        level = levelgen.generate(tileset, asked, rows=size, cols=size, seed=seed)
        taken = process_time() - start
        if seed == WARM_UP:
            continue
        seconds.append(taken)
        ways[level.manifest.strategy if level.manifest else "?"] += 1
        if level.cells is None or -1 in level.cells:
            continue
        boards.append(_board(level))
        kept += level.status == "satisfied" and _is_kept(level, tileset, asked)
        regions += _regions(level) == 1
    told = ", ".join(f"{count} {way}" for way, count in ways.most_common())
    return Outcome(name, size, tuple(seconds), tuple(boards), kept, regions, told)


def _made(
    command: str, example: Path, share: float, asked: dict[str, Any], tileset: Tileset
) -> list[Outcome]:
    """Ask another maker, size after size, until it gives no level of one or takes long."""
    found: list[Outcome] = []
    name = "another maker"
    for size in SIZES:
        progress(f"cave_levels: {command} {size}x{size}")
        made = [ask(command, example, size, seed) for seed in range(1, MAKER_SEEDS + 1)]
        levels = [_read(one, tileset) for one in made if one.level is not None]
        name = next((one.maker for one in made if one.maker), name)
        found.append(
            Outcome(
                name,
                size,
                tuple(one.seconds for one in made),
                tuple(_board(level) for level in levels),
                sum(_is_kept(level, tileset, asked) for level in levels),
                sum(_regions(level) == 1 for level in levels),
            )
        )
        if (not levels and len(found) > 1) or max(one.seconds for one in made) > ENOUGH:
            break
    return found


def _read(made: Made, tileset: Tileset) -> Level:
    assert made.level is not None
    return as_maps(["\n".join(made.level)], tileset)[0]


def _is_kept(level: Level, tileset: Tileset, asked: dict[str, Any]) -> bool:
    return levelgen.check(Level.from_json(level.to_json(), tileset), tileset, asked).kept


def _board(level: Level) -> Any:
    """Give the open cells of a level."""
    assert level.cells is not None
    ground = [*level.tileset.matching(("floor",))]
    return np.isin(np.array(level.cells).reshape(level.rows, level.cols), ground)


def _regions(level: Level) -> int:
    assert level.cells is not None
    grid = Grid.of(level.tileset, level.rows, level.cols, level.cells)
    return grid.ground(level.tileset.matching(("walkable",))).region_count


def _open_share(boards: list[Any]) -> float:
    return float(sum(board.sum() for board in boards) / sum(board.size for board in boards))


def _line(outcome: Outcome, share: float) -> list[str]:
    number_of, aim = len(outcome.seconds), SECOND.get(outcome.size)
    spread = Spread.of(outcome.seconds)
    distance = _hamming(outcome)
    return [
        outcome.name,
        f"{outcome.size}",
        f"{outcome.kept}/{number_of}" + ("" if outcome.kept == number_of else " **FAIL**"),
        _shares(outcome),
        "-" if distance is None else f"{distance:.3f}",
        verdict(distance is not None and distance >= HAMMING),
        *(number(value * 1000) for value in (spread.median, spread.p95, spread.high)),
        "" if aim is None else f"{aim * 1000:.0f}",
        "" if aim is None else verdict(spread.high <= aim),
        outcome.ways,
    ]


def _beside(ours: list[Outcome], theirs: list[Outcome]) -> list[str]:
    lines = []
    for outcome in theirs:
        spread = Spread.of(outcome.seconds)
        distance = _hamming(outcome)
        times = [
            spread.median / Spread.of(own.seconds).median
            for own in ours
            if own.size == outcome.size
        ]
        lines.append(
            [
                outcome.name,
                f"{outcome.size}",
                f"{len(outcome.boards)}/{len(outcome.seconds)}",
                f"{outcome.regions}",
                f"{outcome.kept}",
                _shares(outcome),
                "-" if distance is None else f"{distance:.3f}",
                number(spread.median * 1000),
                *(f"{number(one)}x" for one in times),
            ]
        )
    head = ["maker", "size", "levels", "one region", "all kept", "open share", "Hamming"]
    return [
        f"Other makers on the same example, seeds 1-{MAKER_SEEDS}, up to {LIMIT:.0f} s of "
        "wall-clock time a level, in CPU time without the start of the process; sizes after one "
        f"without any level, or with one of more than {ENOUGH:.0f} s, are left out. One region, "
        "all kept: how many of their levels have it, and keep everything that ours were asked "
        "for. Times our median: against levels learned from pairs, and from windows.",
        table([*head, "ms: median", "pairs", "windows"], lines),
    ]


def _shares(outcome: Outcome) -> str:
    if not outcome.boards:
        return "-"
    shares = [_open_share([board]) for board in outcome.boards]
    return f"{min(shares):.2f}-{max(shares):.2f}"


def _hamming(outcome: Outcome) -> float | None:
    return mean_hamming(np.stack(outcome.boards)) if len(outcome.boards) > 1 else None
