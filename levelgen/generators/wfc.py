"""Wave Function Collapse: keeps the adjacency, the border and the fixed cells."""

from __future__ import annotations

from importlib.metadata import version

from levelgen.engine.reference import sample
from levelgen.engine.rng import Rng
from levelgen.generators.base import Clock, Trace, judged, no_level, refuse_unbuilt
from levelgen.generators.planning import initial_domains
from levelgen.generators.scatter import scatter_objects
from levelgen.rules import compile_rules
from levelgen.schema.level import Level, Reason
from levelgen.schema.request import Request


class WfcGenerator:
    """Minimum entropy, arc consistency and backtracking; objects are placed afterwards."""

    name = "wfc"
    promises = frozenset({"adjacency", "objects", "fixed", "border"})

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request; what lies beyond its promises is checked and reported."""
        refuse_unbuilt(request)
        clock = Clock()
        rules = compile_rules(request.tileset)
        domains = initial_domains(request, rules)
        rng = Rng.stream(request.seed, "texture")
        drawn = sample(rules, request.rows, request.cols, domains, rng)
        trace = Trace(
            clock,
            "wfc",
            {
                "observations": drawn.observations,
                "backtracks": drawn.backtracks,
                "restarts": drawn.restarts,
            },
        )
        if drawn.status == "solved":
            return judged(request, drawn.tiles, scatter_objects(request, rules, drawn.tiles), trace)
        if drawn.status == "infeasible":
            trace.versions["ortools"] = version("ortools")
            return no_level(request, "infeasible", self._why(request), trace)
        trace.limit_hit = f"the budget of {drawn.backtracks} backtracks"
        open_cells = drawn.tiles.count(-1)
        reason = Reason(
            text=f"no answer within {trace.limit_hit}; the best board still had {open_cells} of "
            f"{len(drawn.tiles)} cells open"
        )
        return no_level(request, "unknown", reason, trace)

    def _why(self, request: Request) -> Reason:
        from levelgen.model import explain

        kinds = ("fixed", "border")
        return explain(request, asks=[ask for ask in request.asks if ask.constraint.kind in kinds])
