"""The rows of a plan on the workers of a dask cluster that runs already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from levelgen.batch.plan import Plan
from levelgen.batch.pool import DIED, Chunk, Cutter, answer
from levelgen.batch.rows import failed_row, line_of
from levelgen.errors import OutputError, Problem, RequestError
from levelgen.version import __version__

PATIENCE = 10
"""Seconds to wait for the scheduler, and for a first worker."""


def run_cluster(plan: Plan, ranges: Sequence[tuple[int, int]], address: str) -> Iterator[Chunk]:
    """Yield the rows in chunks as workers finish them, in any order.

    The scheduler gives the chunks of a lost worker to others. Raises RequestError when dask is not
    installed, the scheduler does not answer or has no worker, OutputError when it is lost.
    """
    client = _connected(address)
    try:
        yield from _run(client, plan, ranges)
    finally:
        client.close(timeout=PATIENCE)


def _connected(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        hint = "pip install 'levelgen[dask]'"
        raise RequestError([Problem("dask", "", "dask is not installed", hint)]) from None
    hint = "the address of a running `dask scheduler`, such as tcp://host:8786"
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as cause:
        message = f"the scheduler at {address} does not answer: {cause}"
        raise RequestError([Problem("dask", "", message, hint)]) from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except OSError:
        client.close()
        message = f"the scheduler at {address} has no worker"
        hint = f"dask worker {address}"
        raise RequestError([Problem("dask", "", message, hint)]) from None
    return client


def _run(client: Any, plan: Plan, ranges: Sequence[tuple[int, int]]) -> Iterator[Chunk]:
    from concurrent.futures import CancelledError

    from distributed import KilledWorker, as_completed
    from distributed.comm.core import CommClosedError

    cutter = Cutter(ranges)
    parts: dict[Any, tuple[int, int]] = {}
    queue = as_completed(loop=client.loop)

    def submit(first: int, end: int) -> None:
        # The rows depend on the plan alone, but a key of its own keeps every try apart.
        task = client.submit(answer, plan.text, first, end, __version__, pure=False)
        parts[task] = first, end
        queue.add(task)

    try:
        while True:
            window = 2 * max(1, sum(client.ncores().values()))
            while len(parts) < window and (part := cutter.cut()) is not None:
                submit(*part)
            if not parts:
                return
            task = next(queue)
            first, end = parts.pop(task)
            try:
                chunk = task.result()
            except KilledWorker:
                if end - first > 1:
                    for number in range(first, end):
                        submit(number, number + 1)
                    continue
                line = line_of(failed_row(plan.request(first), DIED))
                chunk = Chunk(first, end, line.encode())
            cutter.learn(chunk)
            yield chunk
    except (CancelledError, CommClosedError, OSError) as cause:
        words = "the scheduler is lost; what was finished is kept, the same command goes on with it"
        raise OutputError(f"{words} ({type(cause).__name__})") from None
