"""The levels of the golden files; run as a script, it writes the files anew.

    python tests/generators/golden_levels.py

A change that is to move levels belongs in the changelog, with the files written anew beside it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import levelgen
from levelgen.formats.text import text_map

FOLDER = Path(__file__).resolve().parent / "golden"
TILESETS = ("cave", "dungeon", "island", "platform", "roads")
DIFFICULTIES = ("easy", "medium", "hard", "hardcore", "locked")
PRESETS: dict[str, tuple[str | None, ...]] = {
    "cave": (None, *DIFFICULTIES),
    "dungeon": (None, *DIFFICULTIES),
    "island": (None, *DIFFICULTIES),
    "platform": (None,),
    "roads": (None, "town"),
}
GENERATORS = ("wfc", "auto", "random")
BOARDS = (*((12, 12, seed) for seed in (0, 1, 2, (1 << 53) - 1)), (32, 24, 0))
"""Rows, columns and seeds."""
DRAWN = (12, 12, 0)
"""The board that is written out as well: a digest alone does not show what has changed."""

Case = tuple[str, str | None, str, tuple[int, int, int]]


def cases(tileset: str) -> Iterator[Case]:
    for preset in PRESETS[tileset]:
        for generator in GENERATORS:
            for board in BOARDS:
                yield tileset, preset, generator, board


def made(case: Case) -> levelgen.Level:
    tileset, preset, generator, (rows, cols, seed) = case
    return levelgen.generate(tileset, preset, rows=rows, cols=cols, seed=seed, generator=generator)


def named(case: Case) -> str:
    _, preset, generator, (rows, cols, seed) = case
    return f"{preset or 'no preset'}, {generator}, {rows}x{cols}, seed {seed}"


def digest(level: levelgen.Level) -> str:
    """Give the SHA-256 of a level's bytes without the versions, which change with every release."""
    assert level.manifest is not None
    manifest = level.manifest.model_copy(update={"versions": {}})
    return sha256(replace(level, manifest=manifest).to_json().encode()).hexdigest()


def golden(tileset: str, *, threads: int = 1) -> dict[str, Any]:
    """Make all levels of a tileset, as its golden file holds them."""
    every = list(cases(tileset))
    with ThreadPoolExecutor(threads) as pool:
        # In threads the last comes first: what is cached must not matter.
        order = every if threads == 1 else every[::-1]
        levels = dict(zip(order, pool.map(made, order), strict=True))
    for case, level in levels.items():
        # What the solver searched is equal on one wheel of OR-Tools alone.
        assert level.manifest is not None
        assert "ortools" not in level.manifest.versions, f"{tileset}: {named(case)}"
    return {
        "digests": {named(case): digest(levels[case]) for case in every},
        "boards": {
            named(case): text_map(levels[case]).splitlines()
            for case in every
            if case[-1] == DRAWN and case[2] == "auto"
        },
    }


def file(tileset: str) -> Path:
    return FOLDER / f"{tileset}.json"


def written(levels: dict[str, Any]) -> str:
    return json.dumps(levels, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        print(json.dumps({tileset: golden(tileset, threads=4) for tileset in TILESETS}))
    else:
        FOLDER.mkdir(exist_ok=True)
        for name in TILESETS:
            file(name).write_text(written(golden(name)), encoding="utf-8")
