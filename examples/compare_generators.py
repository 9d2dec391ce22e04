"""The classroom notebook's comparison, re-made: three generators on one request.

12x12, seed 42, floor .30-.60, enemies .05-.20, one key, one chest on the dungeon; then the cave
with seed 7, floor .25-.65 and enemies .03-.15. Writes a table, and a picture for each.

    python examples/compare_generators.py pictures
"""

from __future__ import annotations

import sys
from pathlib import Path

import levelgen
from levelgen.render.pictures import compare_png

GENERATORS = ("random", "wfc", "cpsat", "auto")


def preset(floor: tuple[float, float], enemies: tuple[float, float]) -> dict[str, object]:
    """Write the notebook's settings as a preset."""
    return {
        "name": "classroom",
        "constraints": [
            {"kind": "ratio", "tags": "floor", "min": floor[0], "max": floor[1]},
            {
                "kind": "density",
                "object": "enemy",
                "per": "floor",
                "min": enemies[0],
                "max": enemies[1],
            },
            {"kind": "count", "object": "key", "exactly": 1},
            {"kind": "count", "object": "chest", "exactly": 1},
            {"kind": "connected", "tags": "walkable"},
        ],
    }


SECTIONS = [
    ("dungeon", 42, preset((0.30, 0.60), (0.05, 0.20))),
    ("cave", 7, preset((0.25, 0.65), (0.03, 0.15))),
]


def main(folder: Path) -> None:
    """Print a table for each section and draw its picture."""
    folder.mkdir(parents=True, exist_ok=True)
    for tileset, seed, settings in SECTIONS:
        levels = [
            levelgen.generate(tileset, settings, seed=seed, generator=name) for name in GENERATORS
        ]
        print(f"\n{tileset}, 12x12, seed {seed}")
        print(f"{'generator':10} {'violations':>10} {'connectivity':>12} {'first floor':>11} kept")
        for name, level in zip(GENERATORS, levels, strict=True):
            kept = sum(promise.kept for promise in level.promises)
            print(
                f"{name:10} {level.metrics['adjacency_violations']:>10} "
                f"{level.metrics['connectivity']:>12.0%} "
                f"{level.metrics['reachable_from_first']:>11.0%} "
                f"{kept}/{len(level.promises)}"
            )
        (folder / f"compare-{tileset}.png").write_bytes(compare_png(levels, GENERATORS))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"))
