"""How CP-SAT goes about a request: what it starts from, and what suits it."""

from __future__ import annotations

from levelgen.engine.network.planner import place
from levelgen.engine.rng import Rng
from levelgen.errors import Problem, RequestError
from levelgen.generators.base import placed
from levelgen.generators.drafted import Drafted
from levelgen.generators.drafting import draft, scattered
from levelgen.generators.networks import topology_of
from levelgen.generators.planning import make_plan
from levelgen.generators.way import guided
from levelgen.rules import Rules
from levelgen.schema.request import Request, Strategy

WINDOWED_CELLS = 24 * 24
"""From this size on the solver mends in windows what the engine left open: whole it takes long."""


def refuse_unfit(request: Request) -> None:
    """Raise RequestError where the strategy that is asked for cannot answer the request."""
    wrong = []
    if request.strategy is None:
        return
    if request.strategy == "circuit" and not _is_flat(request):
        message = "'circuit' needs a board without joined edges"
        wrong.append(Problem("strategy", "", message, "warm, windows or lazy"))
    elif request.strategy == "windows":
        from levelgen.model.repair.task import beyond

        wrong += [
            Problem("strategy", ask.pointer, f"'windows' cannot keep {ask.constraint.kind!r}")
            for ask in beyond(request.asks)
        ]
    if wrong:
        raise RequestError(wrong)


def _is_flat(request: Request) -> bool:
    return not (request.layout.joined_rows or request.layout.joined_cols)


def start(request: Request, rules: Rules) -> Drafted:
    """Make what the strategy of a request starts from: a draft, a bare sample, or nothing."""
    if request.strategy in ("circuit", "lazy"):
        nothing = (-1,) * (request.rows * request.cols)
        return Drafted("", nothing, (), False, {})
    if request.strategy == "windows" and request.tileset.windows is not None:
        from levelgen.generators.windowed.drafting import best_of_windows

        return best_of_windows(request, rules, make_plan(request, rules).plan, bare=False)
    if request.strategy == "windows":
        return scattered(request, rules)
    return draft(request, rules)


def choose(request: Request, drafted: Drafted) -> Strategy:
    """Choose how to finish a draft that the check does not accept."""
    from levelgen.model.repair.task import beyond

    if request.strategy is not None:
        return request.strategy
    if not drafted.is_hint:
        from levelgen.model.connectivity import CIRCUIT_CELLS

        small = request.cells <= CIRCUIT_CELLS and _is_flat(request)
        return "circuit" if small else "lazy"
    pairs = request.tileset.windows is None
    # A whole draft only has to be confirmed, and windows would find nothing to mend in it.
    open_ = drafted.rejected or not drafted.whole
    if pairs and open_ and request.cells >= WINDOWED_CELLS and not beyond(request.asks):
        return "windows"
    return "warm"


def mended(
    request: Request, rules: Rules, drafted: Drafted, *, time_limit: float | None
) -> Drafted:
    """Mend the tiles of a draft window by window, then place the objects anew.

    Drafts of tilesets with windows of their own are mended from the start. `whole` where the tiles
    keep their promises; whether the objects do is for the check to say.
    """
    if request.tileset.windows is not None:
        return drafted
    from levelgen.model.repair.mending import repair
    from levelgen.model.repair.task import read_task
    from levelgen.model.shape import Shape

    shape = Shape(request.rows, request.cols, request.layout)
    found = repair(
        read_task(rules, shape, request.asks),
        request.tileset.model_dump_json(),
        drafted.cells,
        request.seed,
        time_limit=time_limit,
    )
    cells = tuple(found.cells)
    route = f"{drafted.route}, windows"
    counters = {**drafted.counters, **found.counters}
    if not found.whole:
        return Drafted(route, cells, drafted.objects, False, counters)
    planned = make_plan(request, rules)
    rng = Rng.stream(request.seed, "windows", "objects")
    objects = place(rules, planned.plan, rules.open_sides, topology_of(request), cells, rng)
    repaired = Drafted(route, cells, placed(objects, request.cols), True, counters)
    return guided(request, rules, planned, repaired)
