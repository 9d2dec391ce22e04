"""How long does a fresh process take to its first level?"""

from __future__ import annotations

import os
import tempfile
from functools import partial

import rulesets
from options import Options, progress
from processes import python
from report import number, table, verdict
from timing import side_by_side

RUNS = 7
COMMAND = "import sys; from levelgen.cli import main; sys.exit(main())"
BARE = "bare Python"
ENGINE = "engine, compiled rules given as integers"
LIBRARY = '`levelgen.generate("dungeon", generator="wfc", seed=1)`'
LINE = "`levelgen --tileset dungeon --generator wfc --seed 1`"
TARGETS = {ENGINE: 40, LIBRARY: 150, LINE: 250}


def run(_: Options) -> str:
    """Measure whole processes in turns: wall time and the CPU time that the system charges."""
    progress("wfc_start")
    rules = rulesets.shipped("dungeon")
    engine = (
        "from levelgen import engine\n"
        "from levelgen.engine.task import Task\n"
        f"kernel = engine.compile({rules.weights}, {rules.masks})\n"
        "found = kernel.sample(Task(rows=12, cols=12, state=1))\n"
        "assert found.status == 'solved'"
    )
    library = "import levelgen; levelgen.generate('dungeon', generator='wfc', seed=1)"
    words = ("-c", COMMAND, "--tileset", "dungeon", "--generator", "wfc", "--seed", "1")
    programs = {
        BARE: ("-c", "pass"),
        ENGINE: ("-c", engine),
        LIBRARY: ("-c", library),
        LINE: words,
    }
    with tempfile.TemporaryDirectory() as folder:
        tasks = {name: partial(_start, folder, words) for name, words in programs.items()}
        measured = side_by_side(tasks, range(RUNS), warm_up=0)
    rows = []
    for name, runs in measured.items():
        codes = {code for code, _ in runs.answers}
        cpu = sorted(seconds for _, seconds in runs.answers)[len(runs.answers) // 2]
        target = TARGETS.get(name)
        good = target is not None and runs.spread.median * 1000 < target and codes == {0}
        rows.append(
            [
                name,
                *runs.spread.cells(1000),
                number(cpu * 1000),
                "" if target is None else f"< {target} ms",
                "" if target is None else verdict(good),
                ", ".join(map(str, sorted(codes))),
            ]
        )
    head = ["to a 12x12 dungeon level", "ms: median", "p95", "min-max", "n", "CPU ms: median"]
    return "\n\n".join(
        [
            "Whole processes from their start to their end, wall time, after one warm-up, with the "
            "bytecode of all modules in a cache, as installed packages have it.",
            table([*head, "target", "", "exit code"], rows),
        ]
    )


def _start(folder: str, words: tuple[str, ...], _: int) -> tuple[int, float]:
    before = os.times()
    code = python(words, folder=folder, bytecode=folder).returncode
    after = os.times()
    cpu = after.children_user - before.children_user
    return code, cpu + after.children_system - before.children_system
