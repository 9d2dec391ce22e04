"""What does an evaluation cost beside its levels, and does it survive being killed?"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from options import WARM_UP, Options, progress
from report import SPREAD_HEAD, Spread, number, table, verdict

import levelgen
from levelgen.api import run as generate
from levelgen.batch.plan import Plan
from levelgen.batch.pool import make_chunk
from levelgen.batch.rows import is_time
from levelgen.batch.store import Store
from levelgen.metrics import measure_grid
from levelgen.metrics.grid import Grid
from levelgen.metrics.groups import BASIC, BUILTIN, measure_groups

GENERATORS = ("random", "wfc", "cpsat")
KILLS = 20
KILLED_SEEDS = 100
OVERHEAD_ROWS = 200
LARGE = 128
BUDGETS = {BASIC: 60.0, "graph": 300.0}
"""Milliseconds that a group may take on a large board."""

_EVALUATE = """
import resource, sys, time
from pathlib import Path
from levelgen.batch import Plan, keep
if __name__ == "__main__":
    seeds, jobs, folder, *generators = sys.argv[1:]
    plan = Plan.make("cave", "hard", seeds=f"0:{seeds}", generators=generators)
    start = time.perf_counter()
    keep(plan, Path(folder), int(jobs))
    taken = time.perf_counter() - start
    # The maximum that getrusage tells of a process is that of its parent where this was larger.
    status = Path("/proc/self/status").read_text().split("VmHWM:")
    own = int(status[1].split()[0]) / 1024
    workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(taken, own, workers)
"""


def run(options: Options) -> str:
    """Measure overhead, metrics, processes, memory, and kill it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        script = folder / "evaluate.py"
        script.write_text(_EVALUATE, encoding="utf-8")
        progress("evaluation: overhead")
        overhead = _overhead(folder)
        progress("evaluation: metrics")
        metrics, fast = _metrics()
        progress("evaluation: kills")
        killed = _killed(script, folder)
        progress("evaluation: processes")
        processes, same = _processes(script, folder, options.evaluation_seeds)
        progress("evaluation: memory")
        memory = _memory(script, folder, options.evaluation_seeds)
    figures = [
        [
            f"runner, store and all metrics beside generation, {OVERHEAD_ROWS} levels of 12x12",
            f"{number(overhead)} ms a level",
            "<= 1 ms",
            verdict(overhead <= 1),
        ],
        [f"metrics of {LARGE}x{LARGE}", "see below", "60 / 300 ms", verdict(fast)],
        [
            f"rows after {KILLS} kills at random moments",
            killed,
            "equal",
            verdict(killed == "equal"),
        ],
        ["rows on one and two processes", same, "equal", verdict(same == "equal")],
    ]
    return "\n\n".join(
        [
            "`cave`/`hard` at 12x12. Overhead and metrics in CPU time of the process; overhead is "
            "that of making and storing rows minus that of the same levels alone, in turns.",
            table(["figure", "measured", "target", ""], figures),
            f"Metrics of `cave`/`hard` levels of {LARGE}x{LARGE}, ms of CPU:",
            metrics,
            f"{options.evaluation_seeds} seeds with {', '.join(GENERATORS)}:",
            processes,
            "Peak memory of the asking process and of the largest worker (`auto`, 2 processes):",
            memory,
        ]
    )


def _overhead(folder: Path) -> float:
    plan = Plan.make("cave", "hard", seeds=range(OVERHEAD_ROWS))
    make_chunk(plan, 0, 3)
    alone, whole = [], []
    with Store(folder / "overhead", plan) as store:
        for first in range(0, OVERHEAD_ROWS, 20):
            start = time.process_time()
            for row in range(first, first + 20):
                generate(plan.request(row))
            middle = time.process_time()
            chunk = make_chunk(plan, first, first + 20)
            store.add(first, first + 20, chunk.lines)
            alone.append(middle - start)
            whole.append(time.process_time() - middle)
    return (sum(whole) - sum(alone)) / OVERHEAD_ROWS * 1000


def _metrics() -> tuple[str, bool]:
    rows, fast = [], True
    levels = [
        levelgen.generate("cave", "hard", rows=LARGE, cols=LARGE, seed=seed)
        for seed in (*range(5), WARM_UP)
    ]
    for group in (BASIC, *BUILTIN):
        times = []
        # The last one, which loads what is loaded once, comes first and is not counted.
        for level in reversed(levels):
            assert level.cells is not None
            grid = Grid.of(level.tileset, level.rows, level.cols, level.cells, level.objects)
            start = time.process_time()
            if group == BASIC:
                measure_grid(grid)
            else:
                measure_groups(grid, [group])
            times.append(time.process_time() - start)
        spread = Spread.of(times[1:])
        limit = BUDGETS.get(group)
        fast = fast and (limit is None or spread.p95 * 1000 <= limit)
        rows.append([group, *spread.cells(1000), "" if limit is None else f"<= {limit:g}"])
    return table(["group", *SPREAD_HEAD, "target"], rows), fast


def _words(script: Path, folder: Path, seeds: int, jobs: int, *generators: str) -> list[str]:
    return [sys.executable, str(script), str(seeds), str(jobs), str(folder), *generators]


def _finish(words: list[str]) -> tuple[float, ...]:
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return tuple(map(float, done.stdout.split()))


def _rows(folder: Path) -> list[dict[str, Any]]:
    with (folder / "rows.jsonl").open(encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    return [{key: value for key, value in row.items() if not is_time(key)} for row in rows]


def _killed(script: Path, folder: Path) -> str:
    """Kill an evaluation again and again, let it finish, and compare with an undisturbed one."""
    quiet, torn = folder / "quiet", folder / "torn"
    taken, *_ = _finish(_words(script, quiet, KILLED_SEEDS, 2, *GENERATORS))
    draw = random.Random(20)
    words = _words(script, torn, KILLED_SEEDS, 2, *GENERATORS)
    for _ in range(KILLS):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.3 + draw.uniform(0, max(taken / 4, 0.5)))
        process.kill()
        process.wait()
    _finish(words)
    return "equal" if _rows(torn) == _rows(quiet) else "different"


def _processes(script: Path, folder: Path, seeds: int) -> tuple[str, str]:
    taken = {}
    for jobs in (1, 2):
        taken[jobs], *_ = _finish(_words(script, folder / f"jobs{jobs}", seeds, jobs, *GENERATORS))
    same = _rows(folder / "jobs1") == _rows(folder / "jobs2")
    rows = [
        [jobs, f"{seconds:.1f}", number(3 * seeds / seconds), f"{taken[1] / seconds:.2f}"]
        for jobs, seconds in taken.items()
    ]
    head = ["processes", "s: wall", "rows a second", "times one process"]
    return table(head, rows), "equal" if same else "different"


def _memory(script: Path, folder: Path, seeds: int) -> str:
    rows = []
    for count in (seeds // 10, seeds):
        words = _words(script, folder / f"memory{count}", count, 2, "auto")
        _, own, workers = _finish(words)
        rows.append([count, f"{own:.0f}", f"{workers:.0f}"])
    return table(["seeds", "MiB: asking", "MiB: largest worker"], rows)
