"""The classroom notebook's difficulty section, re-made: the shipped presets side by side.

python examples/difficulty_presets.py pictures
"""

from __future__ import annotations

import sys
from pathlib import Path

import levelgen
from levelgen.render.pictures import compare_png

PRESETS = ("easy", "medium", "hard", "hardcore")


def main(folder: Path) -> None:
    """Print what each preset measures on the dungeon, and draw the levels."""
    folder.mkdir(parents=True, exist_ok=True)
    levels = [levelgen.generate("dungeon", name, seed=42) for name in PRESETS]
    print(f"{'preset':10} {'floor':>6} {'enemies':>8} {'keys':>5} {'way out':>8}  status")
    for name, level in zip(PRESETS, levels, strict=True):
        metrics = level.metrics
        print(
            f"{name:10} {metrics['tag_shares']['floor']:>6.0%} {metrics['objects']['enemy']:>8} "
            f"{metrics['objects']['key']:>5} {metrics['path_length']:>8}  {level.status}"
        )
    (folder / "presets.png").write_bytes(compare_png(levels, PRESETS))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"))
