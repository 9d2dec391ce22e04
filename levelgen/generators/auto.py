"""The cheapest route that the check accepts: the constructor or a sample, then CP-SAT."""

from __future__ import annotations

from levelgen.generators.base import (
    Clock,
    Trace,
    judged,
    refuted_by_arithmetic,
)
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
        drafted = start(request, rules)
        # A strategy that is asked for by name is to be seen at work, even where it is not needed.
        if drafted.whole and request.strategy is None:
            trace = Trace(clock, drafted.route, drafted.counters)
            level = judged(request, drafted.cells, drafted.objects, trace)
            if level.status == "satisfied":
                return level
        # Only a promise that the engine does not know, or cannot keep, needs the solver.
        from levelgen.generators.cpsat import complete

        return complete(request, drafted, clock, time_limit=time_limit)
