"""The cheapest route that the check accepts: the constructor, then CP-SAT."""

from __future__ import annotations

from levelgen.engine.constructor import construct
from levelgen.generators.base import (
    BUILT,
    Clock,
    Trace,
    judged,
    placed,
    refuse_unbuilt,
    refuted_by_arithmetic,
)
from levelgen.generators.planning import make_plan
from levelgen.rules import compile_rules
from levelgen.schema.level import Level
from levelgen.schema.request import Request


class AutoGenerator:
    """Hands out what the constructor builds when the check accepts it; else CP-SAT decides."""

    name = "auto"
    promises = frozenset({"adjacency", "objects", *BUILT})

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request with a level, a proof of infeasibility, or `unknown`."""
        refuse_unbuilt(request)
        clock = Clock()
        refuted = refuted_by_arithmetic(request, clock)
        if refuted is not None:
            return refuted
        rules = compile_rules(request.tileset)
        built = construct(rules, make_plan(request, rules).plan, request.seed)
        if built.ok:
            counters = {**built.counters, "attempts": built.attempts}
            trace = Trace(clock, "constructor", counters)
            objects = placed(built.objects, request.cols)
            level = judged(request, built.tiles, objects, trace)
            if level.status == "satisfied":
                return level
        # Only a promise that the constructor does not plan, or cannot keep, needs the solver.
        from levelgen.generators.cpsat import complete

        return complete(request, built, clock, time_limit=time_limit)
