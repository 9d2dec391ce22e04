"""What people call: `evaluate`, and the evaluation that it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from levelgen.api import PresetLike, TilesetLike
from levelgen.batch.plan import Plan, Size
from levelgen.batch.pool import Chunk, run_here, run_pool
from levelgen.batch.store import Results, Store, open_results
from levelgen.errors import PluginError, Problem, RequestError
from levelgen.metrics.groups import load_metric, plugged_in

if TYPE_CHECKING:
    from levelgen.batch.summary import Summary

Told = Callable[[int, int], None]
"""Is told how many rows are done, of how many."""


class Evaluation:
    """The rows of a plan: made while one goes over them, or read from the folder they are in."""

    def __init__(
        self,
        plan: Plan,
        *,
        jobs: int = 1,
        results: Results | None = None,
        progress: Told | None = None,
    ) -> None:
        self.plan = plan
        self.results = results
        self._jobs, self._progress = jobs, progress

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield one plain row for each level, in the order of the plan."""
        if self.results is not None:
            yield from self.results
            return
        import json

        ranges = [(0, len(self.plan))]
        for chunk in _in_order(run(self.plan, ranges, jobs=self._jobs)):
            if self._progress is not None:
                self._progress(chunk.end, len(self.plan))
            for line in chunk.lines.splitlines():
                yield json.loads(line)

    def __len__(self) -> int:
        return len(self.plan)

    def summary(self) -> Summary:
        """Give means, standard deviations, success rates and times; makes the rows if need be."""
        from levelgen.batch.summary import summarise

        return summarise(self)


def evaluate(
    tileset: TilesetLike,
    preset: PresetLike = None,
    *,
    seeds: Any,
    generators: Sequence[str] = ("auto",),
    rows: int | None = None,
    cols: int | None = None,
    sizes: Iterable[Size] | None = None,
    set: Mapping[str, Any] | None = None,
    metrics: Sequence[str] | None = None,
    time_limit: float | None = None,
    levels: bool = False,
    jobs: int = 1,
    out: str | Path | None = None,
    force: bool = False,
    dask: str | None = None,
    progress: Told | None = None,
) -> Evaluation:
    """Generate, check and measure a level for each seed, size and generator.

    Args:
        tileset: A shipped name, a path, plain data or a `Tileset`.
        preset: The same for a preset; without one only the tileset's own rules are promised.
        seeds: A range, any finite iterable of distinct seeds, or text such as `"0:1000,5000"`,
            where the end of a range is left out.
        generators: Which generators answer.
        rows: Height in cells, for a single size; else the preset's, else 12.
        cols: Width in cells, likewise.
        sizes: Several sizes (rows, cols) instead.
        set: Overrides of the preset, as in `generate`.
        metrics: Groups of metrics: `basic` (always), `graph`, `way`, `shape`, and plugged-in
            ones; None: all.
        time_limit: Wall-clock seconds for each level; with one, rows may differ between runs.
        levels: Keep the levels too, compressed, in the column `level`.
        jobs: How many processes; 1 works in this one. More need the usual
            `if __name__ == "__main__":` in a script. The rows do not depend on it.
        out: A folder to keep the rows in. The work is done before this returns, and the same call
            goes on with what is there already.
        force: Throw away what another evaluation left in that folder.
        dask: The address of a dask scheduler whose workers do the work.
        progress: Called with (rows done, rows in all) as work is finished.

    Returns:
        An `Evaluation`: go over it for one plain dictionary for each level, ordered by seed, size
        and generator. A level that fails is a row with its status and reason: beside the statuses
        of levels, `error` for a generator that raised or whose process died. Columns that end in
        `_s` or `_ms` are times and the only ones that may differ between two runs.

    Raises:
        InputError: Something given is wrong; every problem is listed.
        OutputError: The folder is not ours, holds another evaluation, or cannot be written.
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise RequestError([Problem("jobs", "", f"{jobs!r} is out of range", "1 or more")])
    if sizes is not None and (rows is not None or cols is not None):
        raise RequestError([Problem("sizes", "", "a single size is given too", "one of them")])
    plan = Plan.make(
        tileset,
        preset,
        seeds=seeds,
        generators=generators,
        sizes=[(rows, cols)] if sizes is None else sizes,
        set=set,
        metrics=metrics,
        time_limit=time_limit,
        levels=levels,
    )
    if out is None:
        if dask is not None:
            raise RequestError([Problem("dask", "", "it needs a folder for the rows", "out=...")])
        return Evaluation(plan, jobs=jobs, progress=progress)
    results = keep(plan, Path(out), jobs, force=force, dask=dask, progress=progress)
    return Evaluation(plan, results=results)


def keep(
    plan: Plan,
    folder: Path,
    jobs: int = 1,
    *,
    force: bool = False,
    dask: str | None = None,
    progress: Told | None = None,
) -> Results:
    """Make the rows that are missing in a folder. Raises OutputError."""
    from levelgen.batch.export import write_csv

    with Store(folder, plan, force=force) as store:
        missing = store.missing
        done = len(plan) - sum(end - first for first, end in missing)
        if progress is not None:
            progress(done, len(plan))
        for chunk in run(plan, missing, jobs=jobs, dask=dask):
            store.add(chunk.first, chunk.end, chunk.lines)
            done += chunk.end - chunk.first
            if progress is not None:
                progress(done, len(plan))
        results = open_results(folder)
        if missing or not (folder / "rows.csv").exists():
            write_csv(results, folder / "rows.csv")
    return results


def plugin_problems(plan: Plan) -> list[str]:
    """Say which plugged-in metrics of a plan do not load; their columns will be missing."""
    found = []
    for name in plan.metrics:
        if name in plugged_in():
            try:
                load_metric(name)
            except PluginError as error:
                found.append(str(error))
    return found


def run(
    plan: Plan, ranges: Sequence[tuple[int, int]], *, jobs: int, dask: str | None = None
) -> Iterator[Chunk]:
    """Yield chunks of rows as they are finished."""
    if not ranges:
        return iter(())
    if dask is not None:
        from levelgen.batch.cluster import run_cluster

        return run_cluster(plan, ranges, dask)
    rows = sum(end - first for first, end in ranges)
    return run_pool(plan, ranges, min(jobs, rows)) if jobs > 1 else run_here(plan, ranges)


def _in_order(chunks: Iterator[Chunk]) -> Iterator[Chunk]:
    waiting: dict[int, Chunk] = {}
    turn = 0
    for chunk in chunks:
        waiting[chunk.first] = chunk
        while turn in waiting:
            found = waiting.pop(turn)
            turn = found.end
            yield found
