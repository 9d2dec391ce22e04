"""Runs the rows of a plan, in chunks, in this process, in others, or on a cluster."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from levelgen.batch.plan import Plan
from levelgen.batch.rows import failed_row, line_of, make_row
from levelgen.errors import PluginError, Problem, RequestError
from levelgen.version import __version__

CHUNK_SECONDS = 0.5
"""How long a chunk is meant to take: long beside its travel, short beside a coffee."""
MOST_ROWS = 250
DIED = "the worker process died of it: killed, out of memory, or a crash"
TRIES = 2
"""How often a row may take its process down before it is given up."""


@dataclass(frozen=True)
class Chunk:
    """Rows first .. end - 1 as lines of JSON."""

    first: int
    end: int
    lines: bytes
    seconds: float = 0.0


def answer(plan_text: str, first: int, end: int, version: str) -> Chunk:
    """Make the rows first .. end - 1 of a plan; runs in a worker."""
    if version != __version__:
        raise PluginError(f"a worker has levelgen {__version__}, not {version}")
    return make_chunk(_plan(plan_text), first, end)


def make_chunk(plan: Plan, first: int, end: int) -> Chunk:
    """Make the rows first .. end - 1 of a plan in this process."""
    start = time.perf_counter()
    lines = "".join(line_of(make_row(plan, number)) for number in range(first, end))
    return Chunk(first, end, lines.encode(), time.perf_counter() - start)


@lru_cache(maxsize=2)
def _plan(text: str) -> Plan:
    """Read a plan once in a worker, so that what is compiled for it serves all its rows."""
    return Plan.from_text(text)


class Cutter:
    """Cuts ranges of rows into chunks that take about the same time."""

    def __init__(self, ranges: Sequence[tuple[int, int]]) -> None:
        self._left = [list(part) for part in reversed(ranges)]
        self._size = 1

    def cut(self) -> tuple[int, int] | None:
        """Give the next rows, first and end, None when there are no more."""
        if not self._left:
            return None
        part = self._left[-1]
        first, end = part[0], min(part[0] + self._size, part[1])
        part[0] = end
        if end == part[1]:
            self._left.pop()
        return first, end

    def learn(self, chunk: Chunk) -> None:
        """Make the next chunks larger or smaller after one that is done."""
        each = chunk.seconds / (chunk.end - chunk.first)
        wanted = int(CHUNK_SECONDS / each) if each > 0 else MOST_ROWS
        # One quick row says little about the next hundred.
        self._size = max(1, min(wanted, 4 * self._size, MOST_ROWS))


def run_here(plan: Plan, ranges: Sequence[tuple[int, int]]) -> Iterator[Chunk]:
    """Yield the rows in chunks, made in this process."""
    cutter = Cutter(ranges)
    while (part := cutter.cut()) is not None:
        chunk = make_chunk(plan, *part)
        cutter.learn(chunk)
        yield chunk


def run_pool(plan: Plan, ranges: Sequence[tuple[int, int]], jobs: int) -> Iterator[Chunk]:
    """Yield the rows in chunks as worker processes finish them, in any order.

    A row that takes its process down twice becomes a row with the status `error`.
    """
    cutter = Cutter(ranges)
    workers = _Workers(jobs)
    parts: dict[Future[Chunk], tuple[int, int]] = {}
    part = cutter.cut()
    try:
        while part is not None or parts:
            try:
                while part is not None and len(parts) < 2 * jobs:
                    parts[workers.submit(plan.text, *part)] = part
                    part = cutter.cut()
                for future in wait(parts, return_when=FIRST_COMPLETED).done:
                    chunk = future.result()
                    del parts[future]
                    cutter.learn(chunk)
                    yield chunk
            except BrokenExecutor:
                # Any of the open rows can be the one that did it.
                workers.end()
                suspects = sorted(parts.values())
                yield from _one_by_one(
                    plan, [number for suspect in suspects for number in range(*suspect)]
                )
                parts.clear()
                workers = _Workers(jobs)
    finally:
        workers.end()


def _one_by_one(plan: Plan, numbers: Sequence[int]) -> Iterator[Chunk]:
    """Make rows singly in a process of their own, which may die of one of them."""
    workers = _Workers(1)
    try:
        workers.check()
        for number in numbers:
            for _ in range(TRIES):
                try:
                    chunk = workers.submit(plan.text, number, number + 1).result()
                    break
                except BrokenExecutor:
                    workers.end()
                    workers = _Workers(1)
            else:
                line = line_of(failed_row(plan.request(number), DIED))
                chunk = Chunk(number, number + 1, line.encode())
            yield chunk
    finally:
        workers.end()


class _Workers:
    """A pool of fresh processes that end with this one, however it ends."""

    def __init__(self, jobs: int) -> None:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        self._before = set(multiprocessing.active_children())
        self._pool: Executor = ProcessPoolExecutor(
            jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin
        )

    def submit(self, text: str, first: int, end: int) -> Future[Chunk]:
        with _undisturbed():
            return self._pool.submit(answer, text, first, end, __version__)

    def check(self) -> None:
        """Raise RequestError when a process cannot even start."""
        try:
            with _undisturbed():
                process = self._pool.submit(os.getpid)
            process.result()
        except BrokenExecutor:
            message = "worker processes end as soon as they start"
            hint = "a script needs `if __name__ == '__main__':` around its work, or use jobs=1"
            raise RequestError([Problem("jobs", "", message, hint)]) from None

    def end(self) -> None:
        """End the processes without waiting for what they are doing."""
        import multiprocessing

        for child in set(multiprocessing.active_children()) - self._before:
            child.kill()
        # Interrupted as it began, a pool has a thread that never started, and nothing to wait for.
        with suppress(RuntimeError):
            self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Put off Ctrl-C while processes start: they never hear of it, and get all that they wait for.

    Where signals cannot be blocked (Windows), it does nothing.
    """
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    # It lets signals through again when it starts, so it has to run before.
    ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Leave Ctrl-C to the parent, and end when it is gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    import multiprocessing
    from multiprocessing.connection import wait as wait_for

    parent: Any = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)
