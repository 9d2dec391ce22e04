"""The classroom notebooks' exercise, re-made: a batch of seeds with mean and standard deviation.

python examples/evaluate.py [SEEDS] [FOLDER]

Violations, connectivity and time of three generators on two tilesets. With a folder the rows and a
report of each tileset stay there, and the same command goes on where it was stopped.
"""

from __future__ import annotations

import sys
from pathlib import Path

import levelgen
from levelgen.batch.report import report_html

TILESETS = ("dungeon", "cave")
GENERATORS = ("random", "wfc", "cpsat")


def main(seeds: int, folder: Path | None) -> None:
    """Print the table; write rows and reports where a folder is given."""
    print(f"{'tileset':9}{'generator':11}{'levels':>7}{'satisfied':>11}", end="")
    print("".join(f"{words:>18}" for words in ("violations", "connectivity", "time ms")))
    for tileset in TILESETS:
        out = None
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            out = folder / tileset
        found = levelgen.evaluate(
            tileset, "medium", seeds=range(seeds), generators=GENERATORS, out=out
        )
        for group in found.summary().groups:
            cells = [
                f"{spread.mean:.2f} ± {spread.std:.2f}"
                for name in ("adjacency_violations", "connectivity", "time_ms")
                for spread in [group.columns[name]]
            ]
            line = f"{tileset:9}{group.generator:11}{group.levels:>7}{group.success_rate:>11.0%}"
            print(line + "".join(f"{cell:>18}" for cell in cells))
        if folder is not None and found.results is not None:
            page = report_html([found.results])
            (folder / f"{tileset}.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(int(words[0]) if words else 20, Path(words[1]) if len(words) > 1 else None)
