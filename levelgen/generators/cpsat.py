"""CP-SAT: keeps every promise, or proves that none can; warm-started by the constructor."""

from __future__ import annotations

from importlib.metadata import version

from levelgen.engine.constructor import Built, construct
from levelgen.generators.base import (
    BUILT,
    Clock,
    Trace,
    judged,
    no_level,
    placed,
    refuse_unbuilt,
    refuted_by_arithmetic,
)
from levelgen.generators.planning import make_plan
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
        # Loading the solver is no part of answering, so the clock starts after it.
        import levelgen.model.solver  # noqa: F401

        clock = Clock()
        refuted = refuted_by_arithmetic(request, clock)
        if refuted is not None:
            return refuted
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
    trace = Trace(
        clock,
        "cpsat" if hint is None else "constructor, cpsat",
        {**built.counters, "attempts": built.attempts, **solved.counters},
        {"ortools": version("ortools")},
        solved.limit_hit,
    )
    if solved.status == "solved":
        assert solved.cells is not None
        return judged(request, solved.cells, solved.objects, trace)
    if solved.status == "infeasible":
        return no_level(request, "infeasible", explain(request), trace)
    limit = solved.limit_hit.replace("_", " ")
    reason = Reason(
        text=f"no answer within the {limit}: neither a level nor a proof that there is none"
    )
    if hint is None:
        return no_level(request, "unknown", reason, trace)
    return judged(request, hint.cells, hint.objects, trace, unknown=reason)
