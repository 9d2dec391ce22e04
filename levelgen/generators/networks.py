"""Drafts of levels whose ways run through matching sides."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen import engine
from levelgen.engine.network.amounts import Target
from levelgen.engine.network.planner import place, targets, weave
from levelgen.engine.plan import Plan
from levelgen.engine.rng import Rng
from levelgen.engine.task import Sample
from levelgen.engine.texture import Texture, mixture
from levelgen.engine.topology import Topology
from levelgen.generators.base import placed
from levelgen.generators.drafted import Drafted
from levelgen.rules import Rules
from levelgen.schema.request import Request

ATTEMPTS = 8
"""Textures that are tried before the solver has to finish the best network."""

_TEXTURE_BUDGET = 2000


def networked(request: Request, rules: Rules, plan: Plan, sides: tuple[int, ...]) -> Drafted:
    """Sample textures until one can be made a network that keeps the plan; else give the last.

    Its `whole` rests on the planner's own look at regions and shares: the check has the last word.
    """
    topology = topology_of(request)
    counters = {"observations": 0, "backtracks": 0, "restarts": 0}
    cells: Sequence[int] = ()
    for attempt in range(ATTEMPTS):
        rng = Rng.stream(request.seed, "network", attempt)
        wanted = targets(plan, rng)
        drawn = _textured(rules, plan, wanted, rng)
        counters["observations"] += drawn.observations
        counters["backtracks"] += drawn.backtracks
        counters["restarts"] += drawn.restarts
        counters["attempts"] = attempt + 1
        cells = cells or drawn.tiles
        if drawn.status == "infeasible":
            break
        if drawn.status != "solved":
            continue
        woven = weave(rules, plan, sides, topology, drawn.tiles, wanted, rng)
        if woven is None:
            break
        cells = woven.tiles
        if woven.whole:
            objects = place(rules, plan, sides, topology, woven.tiles, rng)
            counters |= woven.counters
            return Drafted("network", tuple(cells), placed(objects, request.cols), True, counters)
    return Drafted("network", tuple(cells), (), False, counters)


def topology_of(request: Request) -> Topology:
    """Give the neighbours of the cells of a request's board."""
    layout = request.layout
    joined = (layout.joined_rows, layout.joined_cols)
    exists = None if layout.mask is None else bytes(request.exists)
    return Topology(request.rows, request.cols, joined, exists)


def _textured(rules: Rules, plan: Plan, wanted: Sequence[Target], rng: Rng) -> Sample:
    """Sample a texture whose shares already lie near the wanted numbers."""
    ground = plan.connected or (plan.path.through if plan.path else 0)
    wishes = [(item.share.tiles, item.share.tiles, item.number) for item in wanted]
    parts = [ground, rules.every & ~ground]
    kernel = engine.compile(rules.weights, rules.masks)
    texture = Texture(kernel, plan, plan.domains, mixture(kernel, plan))
    return texture.draw(wishes, parts, rng, _TEXTURE_BUDGET)
