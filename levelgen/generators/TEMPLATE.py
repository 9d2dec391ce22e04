"""A start for a new generator: copy this file, rename the class, draw better tiles.

Name it in `registry.BUILTIN`, or from another package by an entry point:

    [project.entry-points."levelgen.generators"]
    mine = "my_package.mine:MyGenerator"
"""

from __future__ import annotations

from levelgen.engine.rng import Rng
from levelgen.generators.base import Clock, Trace, judged
from levelgen.generators.scatter import scatter_objects
from levelgen.rules import compile_rules
from levelgen.schema.level import Level
from levelgen.schema.request import Request


class MyGenerator:
    """One line on what it does; then what it does not."""

    name = "mine"
    # Only kinds that every `satisfied` level of this generator rests on; the check verifies them.
    promises: frozenset[str] = frozenset()

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request.

        Everything random comes from streams of `request.seed`, so that the same request gives the
        same bytes. `judged` calls the independent check and sets the status; use `no_level` for a
        proof of infeasibility or a limit that was reached.
        """
        clock = Clock()
        rules = compile_rules(request.tileset)
        rng = Rng.stream(request.seed, "texture")
        cells = [rng.below(rules.size) for _ in range(request.rows * request.cols)]
        objects = scatter_objects(request, rules, cells)
        return judged(request, cells, objects, Trace(clock, self.name))
