"""How many levels a second come out of one process, on one and on two threads?"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import rulesets
from boards import NO_MXGMN, compiled, task
from options import Options, progress
from report import number, table

if TYPE_CHECKING:
    from levelgen.engine.task import Kernel

LEVELS = 1000
SIDE = 32
CHUNK = 25
ROUNDS = 5
_BLOCK = bytes(1 << 18)
"""Hashing it takes about as long as a level, and needs no GIL."""


def run(options: Options) -> str:
    """Draw the same thousand levels on one thread and on two, in turns."""
    chosen = [rulesets.shipped("dungeon"), rulesets.shipped("roads")]
    if options.mxgmn is not None:
        chosen.append(rulesets.mxgmn(options.mxgmn, "Circuit"))
    rows = []
    for rules in chosen:
        progress(f"wfc_batch: {rules.name}")
        rows.append(_row(rules.name, str(rules.size), partial(_level, compiled(rules))))
    rows.append(_row("control: SHA-256 of 256 KB", "", lambda _: bool(sha256(_BLOCK).digest())))
    text = (
        f"{LEVELS} levels of {SIDE}x{SIDE}, seeds 0-{LEVELS - 1}, medians of {ROUNDS} rounds; two "
        f"threads of a `ThreadPoolExecutor`, {CHUNK} levels a piece. CPU ms: of the process, for "
        "one level. Cores in use: CPU / wall time with two threads, which falls below 2 where the "
        "machine has other work or the threads wait for the GIL; the control, which does not wait "
        "for it, tells these apart."
    )
    if options.mxgmn is None:
        text += f" {NO_MXGMN}"
    head = ["rules", "tiles", "levels/s, 1 thread", "2 threads", "speed-up"]
    head += ["CPU ms, 1 thread", "2 threads", "cores in use"]
    return "\n\n".join([text, table(head, rows)])


def _row(name: str, size: str, work: Callable[[int], bool]) -> list[str]:
    figures: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    _run(work, 1, LEVELS // 10)
    for _ in range(ROUNDS):
        for threads, found in figures.items():
            found.append(_run(work, threads, LEVELS))
    wall = {threads: median(one for one, _ in found) for threads, found in figures.items()}
    cpu = {threads: median(one for _, one in found) for threads, found in figures.items()}
    return [
        name,
        size,
        f"{LEVELS / wall[1]:.0f}",
        f"{LEVELS / wall[2]:.0f}",
        f"**{number(wall[1] / wall[2])}**",
        number(cpu[1] * 1000 / LEVELS),
        number(cpu[2] * 1000 / LEVELS),
        number(cpu[2] / wall[2]),
    ]


def _level(kernel: Kernel, seed: int) -> bool:
    return kernel.sample(task(SIDE, seed)).status == "solved"


def _run(work: Callable[[int], bool], threads: int, pieces: int) -> tuple[float, float]:
    """Give the wall seconds and the CPU seconds of the process for all pieces of work."""

    def some(first: int) -> int:
        return sum(map(work, range(first, min(first + CHUNK, pieces))))

    start, cpu = perf_counter(), process_time()
    firsts = range(0, pieces, CHUNK)
    if threads == 1:
        done = sum(map(some, firsts))
    else:
        with ThreadPoolExecutor(threads) as pool:
            done = sum(pool.map(some, firsts))
    wall, used = perf_counter() - start, process_time() - cpu
    assert done == pieces
    return wall, used
