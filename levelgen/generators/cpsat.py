"""CP-SAT: keeps every promise, or proves that none can; warm-started by the constructor."""

from __future__ import annotations

from levelgen.generators.base import (
    Clock,
    Trace,
    judged,
    no_level,
    refuted_by_arithmetic,
    solver_version,
)
from levelgen.generators.drafted import Drafted
from levelgen.generators.drafting import draft
from levelgen.generators.strategies import choose, mended, refuse_unfit, start
from levelgen.rules import compile_rules
from levelgen.schema.constraints import KINDS
from levelgen.schema.level import Level, Reason
from levelgen.schema.request import Request

FRESH_DRAFTS = 5
FRESH_LIMIT = 0.3
"""How often another draft is tried, and how long (in deterministic time), before the full limit."""


class CpsatGenerator:
    """Always solves: the constructor's level is the hint, CP-SAT has the last word."""

    name = "cpsat"
    promises = frozenset({"adjacency", "objects", "mask", "windows", *KINDS})

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request with a level, a proof of infeasibility, or `unknown`."""
        refuse_unfit(request)
        # Loading the solver is no part of answering, so the clock starts after it.
        import levelgen.model.solver  # noqa: F401

        clock = Clock()
        refuted = refuted_by_arithmetic(request, clock)
        if refuted is not None:
            return refuted
        rules = compile_rules(request.tileset)
        return complete(request, start(request, rules), clock, time_limit=time_limit)


def complete(
    request: Request, drafted: Drafted, clock: Clock, *, time_limit: float | None
) -> Level:
    """Let CP-SAT finish, or refute, what the engine began."""
    from levelgen.model import Hint, explain, solve
    from levelgen.model.solver import DETERMINISTIC_LIMIT, Connectivity
    from levelgen.model.windows import window_literals

    rules = compile_rules(request.tileset)
    strategy = choose(request, drafted)
    if strategy == "windows":
        drafted = mended(request, rules, drafted, time_limit=clock.left(time_limit))
        trace = Trace(clock, drafted.route, drafted.counters, solver_version())
        if drafted.whole:
            level = judged(request, drafted.cells, drafted.objects, trace)
            if level.status == "satisfied":
                return level
        # What windows cannot do, or cannot prove impossible, the whole model can.
        strategy = "warm"
    connectivity: Connectivity = "auto" if strategy == "warm" else strategy
    known = request.layout.plain and request.tileset.windows is None
    # The windows of a tileset make a model many times as large.
    short = FRESH_LIMIT * (1 + window_literals(request) / 12_000)
    tries = 0
    while True:
        hint = Hint(drafted.cells, drafted.objects, drafted.whole) if drafted.is_hint else None
        last = strategy != "warm" or known or tries == FRESH_DRAFTS
        solved = solve(
            request,
            hint=hint,
            seed=request.seed,
            connectivity=connectivity,
            time_limit=clock.left(time_limit),
            deterministic_limit=DETERMINISTIC_LIMIT if last else short,
        )
        if last or solved.status != "unknown" or solved.limit_hit.startswith(("time", "memory")):
            break
        # The constructor does not know such boards, so a draft can be a poor start: try another.
        tries += 1
        drafted = draft(request, rules, tries)
    trace = Trace(
        clock,
        strategy if hint is None else f"{drafted.route}, {strategy}",
        {**drafted.counters, "fresh_drafts": tries, **solved.counters},
        solver_version(),
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
    if not drafted.whole:
        return no_level(request, "unknown", reason, trace)
    return judged(request, drafted.cells, drafted.objects, trace, unknown=reason)
