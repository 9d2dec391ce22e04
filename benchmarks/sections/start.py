"""How long does a whole process take, from the first instruction to the exit?"""

from __future__ import annotations

import tempfile
from functools import partial

from options import Options, progress
from processes import python
from report import table
from timing import side_by_side

RUNS = 5

# What the installed command does, without depending on where it was installed.
_COMMAND = "import sys; from levelgen.cli import main; sys.exit(main())"

PROGRAMS = {
    "python -c pass": ("-c", "pass"),
    "import levelgen": ("-c", "import levelgen"),
    "levelgen --help": ("-c", _COMMAND, "--help"),
    "levelgen --tileset cave --preset hard": (
        *("-c", _COMMAND, "--tileset", "cave", "--preset", "hard"),
    ),
    "import ortools CP-SAT": ("-c", "from ortools.sat.python import cp_model"),
}


def run(_: Options) -> str:
    """Measure every program a few times, in turns."""
    progress("start")
    with tempfile.TemporaryDirectory() as folder:
        tasks = {name: partial(_start, folder, words) for name, words in PROGRAMS.items()}
        measured = side_by_side(tasks, range(RUNS), warm_up=0)
    bare = measured["python -c pass"]
    rows = []
    for name, runs in measured.items():
        codes = sorted({str(code) for code in runs.answers})
        times = runs.times(bare)
        rows.append(
            [f"`{name}`", *runs.spread.cells(1000), f"{times.median:.1f}", ", ".join(codes)]
        )
    return "\n\n".join(
        [
            "Whole processes, files in the cache of the system after one warm-up. The last line is "
            "what loading the solver alone would cost.",
            table(
                ["program", "ms: median", "p95", "min-max", "n", "x bare Python", "exit code"], rows
            ),
        ]
    )


def _start(folder: str, words: tuple[str, ...], _: int) -> int:
    return python(words, folder=folder).returncode
