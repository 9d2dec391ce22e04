"""CP-SAT: keeps every promise, or proves that none can; warm-started by the constructor."""

from __future__ import annotations

from importlib.metadata import version

from levelgen.engine.constructor import Built, construct
from levelgen.generators.base import BUILT, Clock, judged, no_level, placed, refuse_unbuilt
from levelgen.generators.planning import make_plan
from levelgen.model.arithmetic import impossible
from levelgen.rules import compile_rules
from levelgen.schema.level import Level, Reason
from levelgen.schema.request import Request


class CpsatGenerator:
    """Always solves: the constructor's level is the hint, CP-SAT has the last word."""

    name = "cpsat"
    promises = frozenset({"adjacency", "objects", *BUILT})

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request with a level, a proof of infeasibility, or `unknown`."""
        refuse_unbuilt(request)
        clock = Clock()
        reason = impossible(request)
        if reason is not None:
            return no_level(
                request, "infeasible", reason, clock=clock, strategy="arithmetic", counters={}
            )
        rules = compile_rules(request.tileset)
        built = construct(rules, make_plan(request, rules).plan, request.seed)
        return complete(request, built, clock, time_limit=time_limit)


def complete(request: Request, built: Built, clock: Clock, *, time_limit: float | None) -> Level:
    """Let CP-SAT finish, or refute, what the constructor began."""
    from levelgen.model import Hint, explain, solve

    hint = None
    if all(tile >= 0 for tile in built.tiles):
        hint = Hint(tuple(built.tiles), placed(built.objects, request.cols))
    solved = solve(request, hint=hint, seed=request.seed, time_limit=time_limit)
    counters: dict[str, int | float | str] = {**built.counters, "attempts": built.attempts}
    counters |= solved.counters
    strategy = "cpsat" if hint is None else "constructor, cpsat"
    versions = {"ortools": version("ortools")}
    if solved.status == "solved":
        assert solved.cells is not None
        return judged(
            request,
            solved.cells,
            solved.objects,
            clock=clock,
            strategy=strategy,
            counters=counters,
            versions=versions,
        )
    if solved.status == "infeasible":
        return no_level(
            request,
            "infeasible",
            explain(request),
            clock=clock,
            strategy=strategy,
            counters=counters,
            versions=versions,
        )
    limit = solved.limit_hit or "the deterministic limit"
    reason = Reason(
        text=f"no answer before {limit}: neither a level nor a proof that there is none"
    )
    if hint is None:
        return no_level(
            request,
            "unknown",
            reason,
            clock=clock,
            strategy=strategy,
            counters=counters,
            versions=versions,
            limit_hit=limit,
        )
    return judged(
        request,
        hint.cells,
        hint.objects,
        clock=clock,
        strategy=strategy,
        counters=counters,
        versions=versions,
        unknown=reason,
        limit_hit=limit,
    )
