"""Levels are good as a set: every promise kept, and every figure of the quality targets met."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from benchmark_modules import load

import levelgen
from levelgen.library import find_preset, find_tileset

quality = load("quality")

TILESETS = ("dungeon", "cave", "island")
PRESETS = ("easy", "medium", "hard", "hardcore")
SIZE = 12


def levels(tileset: str, preset: str | None, generator: str, seeds: range) -> list[levelgen.Level]:
    """Levels of many seeds."""
    return [
        levelgen.generate(tileset, preset, rows=SIZE, cols=SIZE, seed=seed, generator=generator)
        for seed in seeds
    ]


@cache
def plain(tileset: str) -> Any:
    """Boards of the tileset alone."""
    return quality.level_set(levels(tileset, None, "wfc", range(1000, 1200))).boards


def measured(tileset: str, preset: str, made: list[levelgen.Level]) -> dict[str, Any]:
    """Every figure of a set by its name."""
    chosen = find_tileset(tileset)
    walkable = sorted(chosen.matching(("walkable",)))
    others = [tile for tile in range(len(chosen.ids)) if tile not in walkable]
    windows = quality.preset_windows(find_preset(preset))
    found = quality.figures(quality.level_set(made), plain(tileset), walkable, others, *windows)
    return {figure.name: figure for figure in found}


def broken(made: list[levelgen.Level], tileset: str, preset: str) -> list[int | None]:
    """Seeds of the levels that do not keep everything, judged from their files."""
    return [
        level.seed
        for level in made
        if level.status != "satisfied"
        or not levelgen.check(levelgen.Level.from_json(level.to_json()), tileset, preset).kept
    ]


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("tileset", TILESETS)
def test_auto_keeps_every_promise_and_meets_every_target(tileset: str, preset: str) -> None:
    made = levels(tileset, preset, "auto", range(50))
    assert broken(made, tileset, preset) == []
    figures = measured(tileset, preset, made)
    assert len(figures) == 7
    assert [str(figure) for figure in figures.values() if not figure.passed] == []


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("tileset", TILESETS)
def test_cpsat_keeps_every_promise_and_levels_differ(tileset: str, preset: str) -> None:
    made = levels(tileset, preset, "cpsat", range(10))
    assert broken(made, tileset, preset) == []
    figures = measured(tileset, preset, made)
    # Ten levels are too few to fill quarters or to tell a drift from chance.
    for name in ("Hamming", "equal pairs"):
        assert figures[name].passed, str(figures[name])
