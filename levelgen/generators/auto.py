"""The cheapest route that the check accepts: the constructor, then CP-SAT."""

from __future__ import annotations

from levelgen.engine.constructor import construct
from levelgen.generators.base import BUILT, Clock, judged, no_level, placed, refuse_unbuilt
from levelgen.generators.planning import make_plan
from levelgen.model.arithmetic import impossible
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
        reason = impossible(request)
        if reason is not None:
            return no_level(
                request, "infeasible", reason, clock=clock, strategy="arithmetic", counters={}
            )
        rules = compile_rules(request.tileset)
        planned = make_plan(request, rules)
        built = construct(rules, planned.plan, request.seed)
        if built.ok:
            level = judged(
                request,
                built.tiles,
                placed(built.objects, request.cols),
                clock=clock,
                strategy="constructor",
                counters={**built.counters, "attempts": built.attempts},
            )
            if level.status == "satisfied":
                return level
        # Only a promise that the constructor does not plan, or cannot keep, needs the solver.
        from levelgen.generators.cpsat import complete

        return complete(request, built, clock, time_limit=time_limit)
