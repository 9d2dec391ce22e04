"""What a generator is, and how its work becomes a judged level."""

from __future__ import annotations

import platform
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from levelgen.checker import judge
from levelgen.engine import backend
from levelgen.errors import Problem, UnsupportedError, did_you_mean
from levelgen.schema.constraints import KINDS
from levelgen.schema.level import Level, PlacedObject, Reason, RunRecord, Status
from levelgen.schema.manifest import Manifest, digest
from levelgen.schema.request import Request
from levelgen.version import __version__

UNBUILT = frozenset({"lock_and_key", "no_softlock"})
"""Promise kinds that are defined, but that nothing can keep or judge yet."""

BUILT = tuple(kind for kind in KINDS if kind not in UNBUILT)


@runtime_checkable
class Generator(Protocol):
    """Answers requests; see TEMPLATE.py for a start."""

    name: str
    promises: frozenset[str]
    """The promise kinds that a level with status `satisfied` or a proof rests on."""

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request; `time_limit` is wall-clock seconds, acting only when it is given."""
        ...


class Clock:
    """Measures one run for its record."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def record(self, limit_hit: str = "") -> RunRecord:
        """Say how the run went so far."""
        return RunRecord(
            seconds=time.perf_counter() - self._start,
            backend=backend(),
            platform=platform.platform(),
            python=platform.python_version(),
            limit_hit=limit_hit,
        )


def refuse_unbuilt(request: Request) -> None:
    """Raise UnsupportedError for promise kinds that nothing can keep yet."""
    source = f"preset {request.preset.name}" if request.preset else "request"
    wrong = [
        Problem(
            source,
            f"{ask.pointer}/kind",
            f"{ask.constraint.kind!r} is not built yet",
            did_you_mean("", BUILT),
        )
        for ask in request.asks
        if ask.constraint.kind in UNBUILT
    ]
    if wrong:
        raise UnsupportedError(wrong)


def placed(objects: Iterable[tuple[str, int]], cols: int) -> tuple[PlacedObject, ...]:
    """Turn (kind, flat cell) pairs into sorted objects."""
    found = [PlacedObject(kind=kind, row=cell // cols, col=cell % cols) for kind, cell in objects]
    return tuple(sorted(found, key=lambda item: (item.kind, item.row, item.col)))


def judged(
    request: Request,
    cells: Sequence[int],
    objects: tuple[PlacedObject, ...],
    *,
    clock: Clock,
    strategy: str,
    counters: Mapping[str, int | float | str],
    versions: Mapping[str, str] | None = None,
    unknown: Reason | None = None,
    limit_hit: str = "",
) -> Level:
    """Judge a finished board by the independent check and hand it out with its promises.

    `unknown` marks the best board so far of a search that a limit ended.
    """
    report = judge(request.tileset, request.asks, request.rows, request.cols, tuple(cells), objects)
    status: Status = "satisfied" if report.kept else "unknown" if unknown else "unsatisfied"
    reason = None
    if not report.kept:
        broken = [promise for promise in report.promises if not promise.kept]
        words = "; ".join(
            f"{promise.kind}: {promise.measured} instead of {promise.wanted}" for promise in broken
        )
        reason = unknown or Reason(
            text=f"{len(broken)} of {len(report.promises)} promises are broken: {words}",
            constraints=tuple(promise.constraint for promise in broken),
        )
    return Level(
        tileset=request.tileset,
        rows=request.rows,
        cols=request.cols,
        cells=tuple(cells),
        objects=objects,
        status=status,
        reason=reason,
        promises=report.promises,
        metrics=report.metrics,
        preset=request.preset.name if request.preset else None,
        generator=request.generator,
        seed=request.seed,
        manifest=_manifest(request, strategy, counters, versions),
        run=clock.record(limit_hit),
    )


def no_level(
    request: Request,
    status: Status,
    reason: Reason,
    *,
    clock: Clock,
    strategy: str,
    counters: Mapping[str, int | float | str],
    versions: Mapping[str, str] | None = None,
    limit_hit: str = "",
) -> Level:
    """Hand out the answer that there is no level, proved (`infeasible`) or not (`unknown`)."""
    return Level(
        tileset=request.tileset,
        rows=request.rows,
        cols=request.cols,
        cells=None,
        status=status,
        reason=reason,
        preset=request.preset.name if request.preset else None,
        generator=request.generator,
        seed=request.seed,
        manifest=_manifest(request, strategy, counters, versions),
        run=clock.record(limit_hit),
    )


def _manifest(
    request: Request,
    strategy: str,
    counters: Mapping[str, int | float | str],
    versions: Mapping[str, str] | None,
) -> Manifest:
    hashes = {"tileset": digest(request.tileset.model_dump(mode="json", by_alias=True))}
    if request.preset is not None:
        hashes["preset"] = digest(request.preset.model_dump(mode="json", by_alias=True))
    return Manifest(
        versions={"levelgen": __version__, **(versions or {})},
        request=request,
        hashes=hashes,
        strategy=strategy,
        counters=dict(counters),
    )
