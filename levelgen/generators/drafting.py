"""The first draft of a level: what the engine makes, for the check to judge or CP-SAT to finish."""

from __future__ import annotations

from levelgen.engine.constructor import construct
from levelgen.generators.base import placed
from levelgen.generators.drafted import Drafted
from levelgen.generators.networks import asked_rivers, networked
from levelgen.generators.planning import Planned, make_plan
from levelgen.generators.sampling import counted, reseeded, route, sampled
from levelgen.generators.scatter import scatter_objects
from levelgen.generators.way import guided
from levelgen.rules import Rules
from levelgen.schema.request import Request

FRESH_STARTS = 4
"""How many drafts the engine may make before the solver has to work."""


def draft(request: Request, rules: Rules, attempt: int = 0) -> Drafted:
    """Make a draft: structured where something global is asked, else sampled.

    Where cells join through links, a network is planned; a board that mirrors itself is built by
    its half. Where a promise is asked that the constructor does not know, its draft is a hint for
    the solver, unless nothing global is asked and the sampler can do alone. It does not know
    windows: boards of those are sampled and mended. Stops stand on the ways in the end.
    Each `attempt` gives another draft.
    """
    if attempt:
        request = reseeded(request, attempt)
    planned = make_plan(request, rules)
    return guided(request, rules, planned, _draft(request, rules, planned))


def _draft(request: Request, rules: Rules, planned: Planned) -> Drafted:
    if request.tileset.windows is not None:
        # Loading what knows patterns takes time, and most tilesets have none.
        from levelgen.generators.windowed.drafting import best_of_windows

        return best_of_windows(request, rules, planned.plan)
    asked = asked_rivers(request, rules, planned.plan)
    linked = rules.open_sides is not None and (planned.plan.connected or planned.plan.path)
    if linked or asked:
        return networked(request, rules, planned.plan, asked)
    if "symmetry" in planned.left:
        # Loading what folds boards takes time, and few are mirrored.
        from levelgen.generators.mirrored.drafting import mirrored

        folded = mirrored(request, rules, planned)
        if folded is not None:
            return folded
    if not planned.left or _is_global(planned):
        return _constructed(request, rules, planned)
    return scattered(request, rules)


def _is_global(planned: Planned) -> bool:
    plan = planned.plan
    return bool(plan.connected or plan.shares or plan.path or plan.variety)


def _constructed(request: Request, rules: Rules, planned: Planned) -> Drafted:
    built = construct(rules, planned.plan, request.seed)
    counters = {**built.counters, "attempts": built.attempts}
    objects = placed(built.objects, request.cols)
    tiles = tuple(built.tiles)
    may_differ = not built.infeasible
    return Drafted("constructor", tiles, objects, built.ok, counters, may_differ=may_differ)


def scattered(request: Request, rules: Rules) -> Drafted:
    """Draw a board of the rules alone, and scatter the objects on it."""
    drawn = sampled(request, rules)
    solved = drawn.status == "solved"
    objects = scatter_objects(request, rules, drawn.tiles) if solved else ()
    return Drafted(route(request), tuple(drawn.tiles), objects, solved, counted(request, drawn))
