"""Runs the benchmarks and writes what they measured.

python benchmarks/run.py [SECTION ...] [--seeds N] [--out FILE]

Without a section all are run; `wfc` stands for those whose name begins with `wfc_`, whose options
`benchmarks/wfc.py` tells, and `nonogram` likewise (`benchmarks/nonogram.py`). A section that is run
replaces its own part of the file; the others stay as they are, each with its own date and versions.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
# An installed levelgen comes first; a source tree works without installing it.
sys.path.append(str(HERE.parent))

SECTIONS = (
    "promises",
    "guaranteed",
    "pcg_benchmark",
    "cave_levels",
    "quality",
    "generators",
    "determinism",
    "start",
    "adjacency",
    "evaluation",
    "wfc_speed",
    "wfc_growth",
    "wfc_backends",
    "wfc_success",
    "wfc_sockets",
    "wfc_start",
    "wfc_batch",
    "wfc_fairness",
    "nonogram_speed",
    "nonogram_lines",
    "nonogram_encodings",
    "nonogram_fix",
)
GROUPS = ("wfc", "nonogram")

PREFACE = """# Benchmark results

Written by `python benchmarks/run.py`. Alternatives are measured side by side in one process, the
order turned round at each seed; read the ratios rather than the times, which belong to one machine
under its load of that moment. Times are wall-clock where a section says nothing else. p95 is the
value of rank ceil(.95 n).
"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the sections that were asked for and write the file."""
    parser = argparse.ArgumentParser(description="Measure levelgen.")
    parser.add_argument(
        "section", nargs="*", help=f"{', '.join(GROUPS)}, or any of {', '.join(SECTIONS)}"
    )
    parser.add_argument("--seeds", type=int, default=50, metavar="N", help="seeds 0 .. N-1")
    parser.add_argument("--out", type=Path, default=HERE / "RESULTS.md", metavar="FILE")
    parser.add_argument("--classroom-seeds", type=int, default=3, metavar="N")
    parser.add_argument("--classroom-limit", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument(
        "--classroom-workers", type=int, default=min(4, os.cpu_count() or 1), metavar="N"
    )
    parser.add_argument("--evaluation-seeds", type=int, default=1000, metavar="N")
    parser.add_argument("--peer", metavar="COMMAND", help="another WFC program, to compare with")
    parser.add_argument("--peer-scan", metavar="COMMAND", help="the same, telling its scan share")
    parser.add_argument("--mxgmn", type=Path, metavar="FOLDER", help="where the XML tilesets are")
    parser.add_argument("--solver", metavar="COMMAND", help="another nonogram solver")
    parser.add_argument("--nonograms", type=Path, metavar="FOLDER", help="puzzles as JSON files")
    parser.add_argument("--cave", type=Path, metavar="FILE", help="an example map of a cave")
    parser.add_argument(
        "--cave-maker",
        action="append",
        default=[],
        metavar="COMMAND",
        help="another maker of such levels; may be given several times",
    )
    given = parser.parse_args(words)
    chosen = _chosen(given.section)
    unknown = [name for name in chosen if name not in SECTIONS]
    if unknown:
        parser.error(f"no section {unknown[0]!r}; there are {', '.join(SECTIONS)}")
    if given.seeds < 2 or given.classroom_seeds < 1 or given.evaluation_seeds < 10:
        parser.error("at least 2 seeds, 1 classroom seed and 10 evaluation seeds are needed")

    from options import Options
    from report import machine

    options = Options(
        seeds=given.seeds,
        classroom_seeds=given.classroom_seeds,
        classroom_limit=given.classroom_limit,
        classroom_workers=given.classroom_workers,
        evaluation_seeds=given.evaluation_seeds,
        peer=given.peer,
        peer_scan=given.peer_scan,
        mxgmn=given.mxgmn,
        solver=given.solver,
        nonograms=given.nonograms,
        cave=given.cave,
        cave_makers=tuple(given.cave_maker),
    )
    parts = _parts(given.out)
    for name in SECTIONS:
        if not chosen or name in chosen:
            # The line is made first: the load of the machine is meant to be that of others.
            line = machine()
            body = import_module(f"sections.{name}").run(options)
            parts[name] = f"## {name}\n\n{line}\n\n{body.strip()}\n"
            print(parts[name], flush=True)
            ordered = [parts[section] for section in SECTIONS if section in parts]
            given.out.write_text("\n".join([PREFACE, *ordered]), encoding="utf-8")
    return 0


def _chosen(names: Sequence[str]) -> list[str]:
    """Put the sections that a group stands for in its place."""
    found: list[str] = []
    for name in names:
        every = [section for section in SECTIONS if section.startswith(f"{name}_")]
        found += every if name in GROUPS else [name]
    return found


def _parts(file: Path) -> dict[str, str]:
    """Read the sections that a results file has already."""
    if not file.exists():
        return {}
    pieces = re.split(r"^## (\w+)\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    pairs = zip(pieces[::2], pieces[1::2], strict=True)
    return {name: f"## {name}\n{text.rstrip()}\n" for name, text in pairs if name in SECTIONS}


if __name__ == "__main__":
    raise SystemExit(main())
