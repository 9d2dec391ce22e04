"""Large boards with nearly everything asked at once, without a solver."""

from __future__ import annotations

from typing import Any

import pytest

import levelgen


def everything(side: int) -> list[dict[str, Any]]:
    cells = side * side
    return [
        {"kind": "ratio", "tags": "floor", "min": 0.35, "max": 0.5},
        {"kind": "ratio", "tags": "liquid", "min": 0.04, "max": 0.15},
        {"kind": "density", "object": "enemy", "per": "floor", "min": 0.02, "max": 0.1},
        {"kind": "count", "object": "key", "exactly": 3},
        {"kind": "count", "object": "chest", "exactly": 5},
        {"kind": "count", "object": "start", "exactly": 1},
        {"kind": "count", "object": "exit", "exactly": 1},
        {"kind": "connected"},
        {"kind": "connected", "tags": "floor"},
        {
            "kind": "path",
            "from": "start",
            "to": "exit",
            "min_length": "0.8x",
            "max_length": "3x",
        },
        {"kind": "distance", "from": "start", "to": "exit", "min": side // 4},
        {"kind": "spacing", "objects": "chest", "min": 8},
        {"kind": "border", "tags": "solid"},
        {"kind": "max_run", "tags": "liquid", "length": 6},
        {"kind": "max_run", "tags": "floor", "length": 8},
        {"kind": "variety", "min": 4},
        {"kind": "count", "tags": "floor", "region": [2, 2, 20, 20], "min": 150, "max": 250},
        {"kind": "count", "tags": "door", "min": cells // 60, "max": cells // 30},
    ]


@pytest.mark.parametrize("side", [60, 200])
def test_everything_at_once(side: int) -> None:
    preset = {"name": "everything", "constraints": everything(side)}
    for seed in range(2):
        level = levelgen.generate("dungeon", preset, rows=side, cols=side, seed=seed)
        assert level.manifest is not None
        assert (level.status, level.manifest.strategy) == ("satisfied", "constructor"), seed


@pytest.mark.slow
def test_everything_at_once_on_the_largest_board() -> None:
    preset = {"name": "everything", "constraints": everything(300)}
    level = levelgen.generate("dungeon", preset, rows=300, cols=300, seed=1)
    assert level.manifest is not None
    assert (level.status, level.manifest.strategy) == ("satisfied", "constructor")
