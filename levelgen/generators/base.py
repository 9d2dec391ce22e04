"""What a generator is, and how its work becomes a judged level."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol, runtime_checkable

from levelgen.checker import Report, judge
from levelgen.engine import backend
from levelgen.schema.level import Level, Reason, RunRecord, Status
from levelgen.schema.manifest import Manifest
from levelgen.schema.placed import PlacedObject
from levelgen.schema.request import Request
from levelgen.version import __version__


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

    def left(self, time_limit: float | None) -> float | None:
        """Give the seconds left of a time limit, at least a thousandth."""
        if time_limit is None:
            return None
        return max(time_limit - (time.perf_counter() - self._start), 0.001)

    def record(self, limit_hit: str = "") -> RunRecord:
        """Say how the run went so far."""
        return RunRecord(
            seconds=time.perf_counter() - self._start,
            backend=backend(),
            platform=_platform(),
            python=sys.version.split()[0],
            limit_hit=limit_hit,
        )


@cache
def _platform() -> str:
    """Name system, release and machine.

    The standard `platform.platform` starts a process of its own, longer than a level takes.
    """
    if not hasattr(os, "uname"):
        import platform

        return platform.platform()
    system = os.uname()
    return f"{system.sysname}-{system.release}-{system.machine}"


def solver_version() -> dict[str, str]:
    """Name the version of the solver, for the manifest of what it decided."""
    return {"ortools": _installed("ortools")}


@cache
def _installed(package: str) -> str:
    from importlib.metadata import version

    return version(package)


def placed(objects: Iterable[tuple[str, int]], cols: int) -> tuple[PlacedObject, ...]:
    """Turn (kind, flat cell) pairs into sorted objects."""
    make = PlacedObject.model_construct
    return tuple(
        make(kind=kind, row=cell // cols, col=cell % cols) for kind, cell in sorted(objects)
    )


@dataclass
class Trace:
    """How an answer comes about: what its manifest and its run record will tell."""

    clock: Clock
    strategy: str
    counters: Mapping[str, int | float | str] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    limit_hit: str = ""


def judged(
    request: Request,
    cells: Sequence[int],
    objects: tuple[PlacedObject, ...],
    trace: Trace,
    *,
    unknown: Reason | None = None,
) -> Level:
    """Judge a finished board by the independent check and hand it out with its promises.

    `unknown` marks the best board so far of a search that a limit ended.
    """
    report = judge(
        request.tileset,
        request.asks,
        request.rows,
        request.cols,
        tuple(cells),
        objects,
        layout=request.layout,
    )
    if report.kept:
        return _level(request, "satisfied", trace, tuple(cells), objects, report)
    broken = [promise for promise in report.promises if not promise.kept]
    words = "; ".join(
        f"{promise.kind}: {promise.measured} instead of {promise.wanted}" for promise in broken
    )
    reason = unknown or Reason(
        text=f"{len(broken)} of {len(report.promises)} promises are broken: {words}",
        constraints=tuple(promise.constraint for promise in broken),
    )
    status: Status = "unknown" if unknown else "unsatisfied"
    return _level(request, status, trace, tuple(cells), objects, report, reason)


def no_level(request: Request, status: Status, reason: Reason, trace: Trace) -> Level:
    """Hand out the answer that there is no level, proved (`infeasible`) or not (`unknown`)."""
    return _level(request, status, trace, None, (), None, reason)


def partial_level(request: Request, cells: tuple[int, ...], reason: Reason, trace: Trace) -> Level:
    """Hand out the best board of a search that a limit ended, open cells as -1: `unknown`."""
    return _level(request, "unknown", trace, cells, (), None, reason)


def refuted_by_arithmetic(request: Request, clock: Clock) -> Level | None:
    """Give the answer to a request that needs no search to be refuted, else None."""
    # Not every generator asks, and the arithmetic knows every promise kind.
    from levelgen.model.arithmetic import impossible

    reason = impossible(request)
    if reason is None:
        return None
    return no_level(request, "infeasible", reason, Trace(clock, "arithmetic"))


def _level(
    request: Request,
    status: Status,
    trace: Trace,
    cells: tuple[int, ...] | None,
    objects: tuple[PlacedObject, ...],
    report: Report | None,
    reason: Reason | None = None,
) -> Level:
    return Level(
        tileset=request.tileset,
        rows=request.rows,
        cols=request.cols,
        cells=cells,
        objects=objects,
        status=status,
        reason=reason,
        promises=report.promises if report else (),
        metrics=report.metrics if report else {},
        preset=request.preset.name if request.preset else None,
        generator=request.generator,
        seed=request.seed,
        manifest=_manifest(request, trace),
        run=trace.clock.record(trace.limit_hit),
    )


def _manifest(request: Request, trace: Trace) -> Manifest:
    hashes = {"tileset": request.tileset.digest}
    if request.preset is not None:
        hashes["preset"] = request.preset.digest
    return Manifest.model_construct(
        versions={"levelgen": __version__, **trace.versions},
        request=request,
        hashes=hashes,
        strategy=trace.strategy,
        counters=dict(trace.counters),
    )
