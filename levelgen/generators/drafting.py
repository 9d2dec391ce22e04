"""The first draft of a level: what the engine makes, for the check to judge or CP-SAT to finish."""

from __future__ import annotations

from dataclasses import dataclass

from levelgen import engine
from levelgen.engine.constructor import construct
from levelgen.engine.rng import Rng
from levelgen.generators.base import placed
from levelgen.generators.planning import Planned, make_plan, sampling_task
from levelgen.generators.scatter import scatter_objects
from levelgen.rules import Rules
from levelgen.schema.placed import PlacedObject
from levelgen.schema.request import Request

SEED_BITS = 53


@dataclass(frozen=True)
class Drafted:
    """A board by the engine: `whole` where its maker left no cell and no promise open."""

    route: str
    cells: tuple[int, ...]
    objects: tuple[PlacedObject, ...]
    whole: bool
    counters: dict[str, int]

    @property
    def is_hint(self) -> bool:
        """Whether there is a board that a solver can start from."""
        return any(tile >= 0 for tile in self.cells)


def draft(request: Request, rules: Rules, attempt: int = 0) -> Drafted:
    """Make a draft: structured where something global is asked, else sampled.

    The constructor knows plain boards only; on others its draft is a hint for the solver, unless
    nothing global is asked and the sampler, which knows every board, can do alone. Each `attempt`
    gives another draft.
    """
    if attempt:
        seed = Rng.stream(request.seed, "draft", attempt).bits(SEED_BITS)
        request = request.model_copy(update={"seed": seed})
    planned = make_plan(request, rules)
    known = request.layout.plain and request.field is None and not planned.left
    if known or _is_global(planned):
        return _constructed(request, rules, planned)
    return _sampled(request, rules)


def _is_global(planned: Planned) -> bool:
    plan = planned.plan
    return bool(plan.connected or plan.shares or plan.path or plan.variety)


def _constructed(request: Request, rules: Rules, planned: Planned) -> Drafted:
    built = construct(rules, planned.plan, request.seed)
    pairs = zip(built.tiles, request.exists, strict=True)
    cells = tuple(tile if exists else -1 for tile, exists in pairs)
    counters = {**built.counters, "attempts": built.attempts}
    objects = placed(built.objects, request.cols)
    return Drafted("constructor", cells, objects, built.ok, counters)


def _sampled(request: Request, rules: Rules) -> Drafted:
    drawn = engine.compile(rules.weights, rules.masks).sample(sampling_task(request, rules))
    counters = {
        "observations": drawn.observations,
        "backtracks": drawn.backtracks,
        "resets": drawn.resets,
        "restarts": drawn.restarts,
    }
    solved = drawn.status == "solved"
    objects = scatter_objects(request, rules, drawn.tiles) if solved else ()
    return Drafted("wfc", tuple(drawn.tiles), objects, solved, counters)
