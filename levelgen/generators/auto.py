"""The cheapest route that the check accepts: the constructor or a sample, then CP-SAT."""

from __future__ import annotations

from dataclasses import replace

from levelgen.generators.base import (
    Clock,
    Trace,
    judged,
    refuted_by_arithmetic,
)
from levelgen.generators.drafting import FRESH_STARTS, draft
from levelgen.generators.strategies import refuse_unfit, start
from levelgen.rules import compile_rules
from levelgen.schema.constraints import KINDS
from levelgen.schema.level import Level
from levelgen.schema.request import Request


class AutoGenerator:
    """Hands out what the constructor builds when the check accepts it; else CP-SAT decides."""

    name = "auto"
    promises = frozenset({"adjacency", "objects", "mask", "windows", *KINDS})

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request with a level, a proof of infeasibility, or `unknown`."""
        refuse_unfit(request)
        clock = Clock()
        refuted = refuted_by_arithmetic(request, clock)
        if refuted is not None:
            return refuted
        rules = compile_rules(request.tileset)
        drafted = first = start(request, rules)
        # A strategy that is asked for by name is to be seen at work, even where it is not needed.
        tries = FRESH_STARTS if request.strategy is None else 0
        for rejects in range(tries):
            if drafted.whole:
                counters = {**drafted.counters, "rejects": rejects} if rejects else drafted.counters
                trace = Trace(clock, drafted.route, counters)
                level = judged(request, drafted.cells, drafted.objects, trace)
                if level.status == "satisfied":
                    return level
            if not drafted.may_differ or rejects + 1 == tries:
                break
            drafted = draft(request, rules, rejects + 1)
        drafted = replace(first, rejected=tries > 0)
        # Only a promise that the engine does not know, or cannot keep, needs the solver.
        from levelgen.generators.cpsat import complete

        return complete(request, drafted, clock, time_limit=time_limit)
