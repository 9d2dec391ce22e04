"""The baseline: weighted tiles, no rules. Everything else is compared with it."""

from __future__ import annotations

from levelgen.engine.rng import Rng
from levelgen.generators.base import Clock, Trace, judged
from levelgen.generators.scatter import scatter_objects
from levelgen.rules import compile_rules
from levelgen.schema.level import Level
from levelgen.schema.request import Request


class RandomGenerator:
    """Draws every tile by its weight and looks at nothing else; promises nothing."""

    name = "random"
    promises: frozenset[str] = frozenset()

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request; the level is checked and its broken promises are listed."""
        clock = Clock()
        rules = compile_rules(request.tileset)
        rng = Rng.stream(request.seed, "texture")
        cells = [rng.weighted(rules.weights) if exists else -1 for exists in request.exists]
        objects = scatter_objects(request, rules, cells)
        return judged(request, cells, objects, Trace(clock, "random"))
