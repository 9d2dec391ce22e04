"""Drafts of levels whose ways run through matching sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from levelgen import engine
from levelgen.engine.network.amounts import Target
from levelgen.engine.network.planner import ground_of, place, targets, weave
from levelgen.engine.network.rivers import River, planned, rivers
from levelgen.engine.network.sockets import sockets
from levelgen.engine.plan import Plan
from levelgen.engine.rng import Rng
from levelgen.engine.task import Kernel, Sample, Task
from levelgen.engine.texture import Texture, mixture
from levelgen.engine.topology import Topology
from levelgen.generators.base import placed
from levelgen.generators.drafted import Drafted
from levelgen.rules import Rules
from levelgen.schema.constraints import Connected
from levelgen.schema.request import Request

ATTEMPTS = 8
"""Textures that are tried before the solver has to finish the best network."""

_TEXTURE_BUDGET = 2000


def asked_rivers(request: Request, rules: Rules, plan: Plan) -> tuple[River, ...]:
    """List the streams that a request asks something of; none where they cannot be planned."""
    around = rules.open_sides is None and (plan.connected or plan.path)
    if request.tileset.windows is not None or around:
        return ()
    connected = _connected(request, rules)
    if not (plan.shares or connected):
        return ()
    known = sockets(rules.weights, rules.masks, _sides(rules))
    return rivers(known, rules.weights, plan.shares, connected) if known else ()


def networked(request: Request, rules: Rules, plan: Plan, asked: Sequence[River] = ()) -> Drafted:
    """Sample textures until one can be made a network that keeps the plan; else give the last.

    Rivers that are ``asked`` for are laid first, each time anew; where that fails, the texture
    decides where they run. `whole` rests on the planner's own look at regions and shares: the check
    has the last word.
    """
    topology = topology_of(request)
    plan = _on_ground(request, rules, plan, asked)
    counters = {"observations": 0, "backtracks": 0, "restarts": 0}
    kernel = engine.compile(rules.weights, rules.masks)
    usual = mixture(kernel, plan)
    lands = _narrowed(kernel, plan) if asked else plan
    cells: Sequence[int] = ()
    for attempt in range(ATTEMPTS):
        rng = Rng.stream(request.seed, "network", attempt)
        laid = plan
        if asked:
            bed = Rng.stream(request.seed, "network", attempt, "rivers")
            domains = planned(asked, lands, rules.masks, topology, usual, bed, attempt)
            counters["rivers_planned"] = int(domains is not None)
            if domains is not None:
                laid = replace(plan, domains=tuple(domains))
            else:
                # What failed on so many courses will hardly be laid the next time.
                asked = ()
        wanted = targets(laid, rng)
        fixed = sum(river.stream.tiles for river in asked)
        drawn = _textured(Texture(kernel, laid, laid.domains, usual), wanted, fixed, rng)
        counters["observations"] += drawn.observations
        counters["backtracks"] += drawn.backtracks
        counters["restarts"] += drawn.restarts
        counters["attempts"] = attempt + 1
        cells = cells or drawn.tiles
        if drawn.status == "infeasible" and laid is plan:
            break
        if drawn.status != "solved":
            continue
        woven = weave(rules, laid, _sides(rules), topology, drawn.tiles, wanted, usual, rng)
        if woven is None:
            break
        cells = woven.tiles
        if woven.whole:
            objects = place(rules, plan, rules.open_sides, topology, woven.tiles, rng)
            counters |= woven.counters
            return Drafted("network", tuple(cells), placed(objects, request.cols), True, counters)
    return Drafted("network", tuple(cells), (), False, counters)


def _sides(rules: Rules) -> tuple[int, ...]:
    return rules.open_sides or (rules.every,) * 4


def _connected(request: Request, rules: Rules) -> list[int]:
    asked = [ask.constraint for ask in request.asks]
    return [rules.bits(one.tags) for one in asked if isinstance(one, Connected)]


def _narrowed(kernel: Kernel, plan: Plan) -> Plan:
    """Take from the domains what pins nearby rule out, so that no river runs into them."""
    task = Task(
        rows=plan.rows,
        cols=plan.cols,
        domains=plan.domains,
        exists=plan.exists,
        periodic_rows=plan.periodic[0],
        periodic_cols=plan.periodic[1],
    )
    domains = kernel.narrowed(task)
    return plan if domains is None else replace(plan, domains=tuple(domains))


def _on_ground(request: Request, rules: Rules, plan: Plan, asked: Sequence[River]) -> Plan:
    """Leave the weaving to the ground that no river makes one region already."""
    single = sum(river.stream.tiles for river in asked if river.single)
    if not plan.connected or plan.connected & ~single:
        return plan
    sets = [bits for bits in _connected(request, rules) if bits & ~single]
    return replace(plan, connected=sets[0] if sets else 0)


def topology_of(request: Request) -> Topology:
    """Give the neighbours of the cells of a request's board."""
    layout = request.layout
    joined = (layout.joined_rows, layout.joined_cols)
    exists = None if layout.mask is None else bytes(request.exists)
    return Topology(request.rows, request.cols, joined, exists)


def _textured(texture: Texture, wanted: Sequence[Target], fixed: int, rng: Rng) -> Sample:
    """Sample a texture whose shares already lie near the wanted numbers.

    The tiles ``fixed`` are where they are, so nothing about them is wished for.
    """
    plan, every = texture.plan, (1 << len(texture.plain)) - 1
    ground = ground_of(plan)
    shares = [(item.share.tiles, item.number) for item in wanted if item.share.tiles & ~fixed]
    wishes = [(tiles, tiles, number) for tiles, number in shares]
    parts = [ground & ~fixed, every & ~ground & ~fixed]
    return texture.draw(wishes, parts, rng, _TEXTURE_BUDGET)
