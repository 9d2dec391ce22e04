"""Wave Function Collapse: keeps adjacency, windows, borders, pins, fillings, masks and runs."""

from __future__ import annotations

from levelgen.engine.task import Sample
from levelgen.generators.base import (
    Clock,
    Trace,
    judged,
    no_level,
    partial_level,
    solver_version,
)
from levelgen.generators.sampling import counted, route, sampled
from levelgen.generators.scatter import scatter_objects
from levelgen.rules import Rules, compile_rules
from levelgen.schema.level import Level, Reason
from levelgen.schema.overrides import Ask
from levelgen.schema.request import Request

LOCAL = ("fixed", "border", "max_run")
"""The promise kinds that the sampler keeps while it draws."""


class WfcGenerator:
    """Minimum entropy, arc consistency and backtracking; objects are placed afterwards."""

    name = "wfc"
    promises = frozenset({"adjacency", "objects", "mask", "windows", *LOCAL})

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request; what lies beyond its promises is checked and reported."""
        return answer(request, time_limit=time_limit)


def answer(
    request: Request, *, budget: int | None = None, time_limit: float | None = None
) -> Level:
    """Answer a request by search, and by CP-SAT what `budget` contradictions leave open.

    None: as many as the engine gives a board of this size.
    """
    clock = Clock()
    rules = compile_rules(request.tileset)
    drawn = sampled(request, rules, budget=budget)
    trace = Trace(clock, route(request), counted(request, drawn))
    if drawn.status == "infeasible":
        return _infeasible(request, trace)
    if drawn.status == "solved":
        level = _finished(request, rules, drawn.tiles, trace)
        if not _is_broken(level):
            return level
    return _completed(request, rules, drawn, trace, time_limit)


def local_asks(request: Request) -> list[Ask]:
    """List the promises that the sampler keeps."""
    return [ask for ask in request.asks if ask.constraint.kind in LOCAL]


def _finished(request: Request, rules: Rules, tiles: list[int], trace: Trace) -> Level:
    return judged(request, tiles, scatter_objects(request, rules, tiles), trace)


def _is_broken(level: Level) -> bool:
    """Whether a promise of the board itself is broken.

    Windows know runs, and neighbours that no whole window holds, only in part.
    """
    own = ("adjacency", "max_run")
    return any(promise.kind in own and not promise.kept for promise in level.promises)


def _infeasible(request: Request, trace: Trace) -> Level:
    from levelgen.model import explain

    trace.versions.update(solver_version())
    return no_level(request, "infeasible", explain(request, asks=local_asks(request)), trace)


def _completed(
    request: Request, rules: Rules, drawn: Sample, trace: Trace, time_limit: float | None
) -> Level:
    """Let CP-SAT solve or refute what the search did not decide: it knows the rules only."""
    from levelgen.model import Hint, solve

    solved = solve(
        request,
        asks=local_asks(request),
        hint=Hint(tuple(drawn.tiles)),
        time_limit=time_limit,
    )
    trace.strategy += ", warm"
    trace.counters = {**trace.counters, **solved.counters}
    trace.versions.update(solver_version())
    if solved.status == "solved":
        assert solved.cells is not None
        return _finished(request, rules, list(solved.cells), trace)
    if solved.status == "infeasible":
        return _infeasible(request, trace)
    trace.limit_hit = solved.limit_hit
    row, col = divmod(drawn.stuck, request.cols)
    left = sum(
        tile < 0 and exists for tile, exists in zip(drawn.tiles, request.exists, strict=True)
    )
    reason = Reason(
        text=f"no answer within {drawn.backtracks} backtracks and the "
        f"{solved.limit_hit.replace('_', ' ')} of CP-SAT; the best board has {left} open cells, "
        f"and the search got stuck at row {row}, column {col}"
    )
    return partial_level(request, tuple(drawn.tiles), reason, trace)
