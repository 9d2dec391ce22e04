"""The first draft of a level: what the engine makes, for the check to judge or CP-SAT to finish."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.checker import judge
from levelgen.engine.constructor import construct
from levelgen.engine.plan import Plan, RegionShare, Share
from levelgen.engine.rng import Rng
from levelgen.generators.base import placed
from levelgen.generators.drafted import Drafted
from levelgen.generators.networks import asked_rivers, networked
from levelgen.generators.planning import Planned, make_plan
from levelgen.generators.sampling import counted, route, sampled
from levelgen.generators.scatter import place_objects, scatter_objects
from levelgen.generators.stops import place_stops
from levelgen.model.regions import components
from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.request import Request

SEED_BITS = 53

SAMPLES = 16
"""Boards of windows that are drawn before the solver has to repair the best of them."""


def draft(request: Request, rules: Rules, attempt: int = 0) -> Drafted:
    """Make a draft: structured where something global is asked, else sampled.

    Where cells join through links, a network is planned. Where a promise is asked that the
    constructor does not know, its draft is a hint for the solver, unless nothing global is asked
    and the sampler can do alone. It does not know windows: of those, several boards are sampled.
    Each `attempt` gives another draft.
    """
    if attempt:
        request = _reseeded(request, attempt)
    planned = make_plan(request, rules)
    if request.tileset.windows is not None:
        return _best_of_windows(request, rules, planned.plan)
    asked = asked_rivers(request, rules, planned.plan)
    linked = rules.open_sides is not None and (planned.plan.connected or planned.plan.path)
    if linked or asked:
        return networked(request, rules, planned.plan, asked)
    if not planned.left or _is_global(planned):
        return _constructed(request, rules, planned)
    return scattered(request, rules)


def _reseeded(request: Request, number: int) -> Request:
    seed = Rng.stream(request.seed, "draft", number).bits(SEED_BITS)
    return request.model_copy(update={"seed": seed})


def _is_global(planned: Planned) -> bool:
    plan = planned.plan
    return bool(plan.connected or plan.shares or plan.path or plan.variety)


def _constructed(request: Request, rules: Rules, planned: Planned) -> Drafted:
    built = construct(rules, planned.plan, request.seed)
    counters = {**built.counters, "attempts": built.attempts}
    standing, whole = built.objects, built.ok
    if planned.legs and whole:
        on = {kind: rules.bits(one.on) for kind, one in request.tileset.objects.items()}
        rng = Rng.stream(request.seed, "stops")
        found = place_stops(planned.plan, planned.legs, on, built.tiles, standing, rng)
        standing, whole = found or standing, found is not None
    objects = placed(standing, request.cols)
    tiles = tuple(built.tiles)
    return Drafted("constructor", tiles, objects, whole, counters, may_differ=built.ok)


def scattered(request: Request, rules: Rules) -> Drafted:
    """Draw a board of the rules alone, and scatter the objects on it."""
    drawn = sampled(request, rules)
    solved = drawn.status == "solved"
    objects = scatter_objects(request, rules, drawn.tiles) if solved else ()
    return Drafted(route(request), tuple(drawn.tiles), objects, solved, counted(request, drawn))


def _best_of_windows(request: Request, rules: Rules, plan: Plan) -> Drafted:
    """Sample boards until the check accepts one; else give the one nearest to what is asked.

    Samples are cheap beside the solver, to whom one place for a repair is like another. After
    each, tiles that were too few become more likely, and those that were too many less.
    """
    # Loading what knows patterns takes time, and most tilesets have none.
    from levelgen.generators.windowing import sampled_windows

    best: tuple[int, Drafted] | None = None
    push = [0] * len(plan.shares)
    for number in range(SAMPLES):
        again = _reseeded(request, -number) if number else request
        drawn = sampled_windows(again, rules, doublings=_doublings(rules, plan, push))
        counters = {**counted(request, drawn), "samples": number + 1}
        cells = tuple(drawn.tiles)
        if drawn.status != "solved":
            # A proof, or a board so hard that more of the same would take as long.
            return best[1] if best else Drafted("overlap", cells, (), False, counters)
        objects = place_objects(again, rules, plan, cells)
        board = request.tileset, request.asks, request.rows, request.cols, cells, objects
        drafted = Drafted("overlap", cells, objects, True, counters)
        if judge(*board, layout=request.layout).kept:
            return drafted
        misses = [_miss(share, cells) for share in plan.shares]
        push = [old + (miss > 0) - (miss < 0) for old, miss in zip(push, misses, strict=True)]
        off = sum(map(abs, misses))
        off += sum(abs(_miss(share, cells)) for share in plan.region_shares)
        off += sum(_apart(request, tiles, cells) for tiles in (plan.connected, *plan.others))
        if best is None or off < best[0]:
            best = off, drafted
    assert best is not None
    return best[1]


def _doublings(rules: Rules, plan: Plan, push: Sequence[int]) -> tuple[int, ...]:
    """Give how often the weight of each tile is doubled, from how its shares are pushed."""
    found = [
        sum(way for share, way in zip(plan.shares, push, strict=True) if share.tiles >> tile & 1)
        for tile in range(rules.size)
    ]
    return tuple(number - min(found) for number in found)


def _miss(share: Share | RegionShare, cells: tuple[int, ...]) -> int:
    """Count the cells that a share lacks; below 0 those that it has too many."""
    part = [cells[cell] for cell in share.cells] if isinstance(share, RegionShare) else cells
    amount = sum(tile >= 0 and share.tiles >> tile & 1 for tile in part)
    return max(share.low - amount, 0) - max(amount - share.high, 0)


def _apart(request: Request, bits: int, cells: tuple[int, ...]) -> int:
    """Count the cells of a bitset that lie outside their largest region."""
    shape = Shape(request.rows, request.cols, request.layout)
    regions = components(shape.near, [tile >= 0 and bool(bits >> tile & 1) for tile in cells])
    sizes = [len(region) for region in regions]
    return sum(sizes) - max(sizes, default=0)
