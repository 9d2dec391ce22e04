"""One board by the sampler: a request as its task, and what it draws."""

from __future__ import annotations

from levelgen import engine
from levelgen.engine.rng import Rng
from levelgen.engine.task import Sample, Task
from levelgen.model.places import pinned
from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.constraints import MaxRun
from levelgen.schema.request import Request

_SEED_BITS = 53


def reseeded(request: Request, number: int) -> Request:
    """Give the request with another seed, drawn from its own: of each `number` a different one."""
    seed = Rng.stream(request.seed, "draft", number).bits(_SEED_BITS)
    return request.model_copy(update={"seed": seed})


def initial_domains(request: Request, rules: Rules) -> list[int]:
    """Give the domain of each cell as a bitset: tiles that are sampled, narrowed by the pins.

    A tile of weight 0 is in a domain only where a pin or a border leaves no other.
    """
    found = pinned(rules, Shape(request.rows, request.cols, request.layout), request.asks)
    narrowed = {bits: bits & rules.sampled or bits for bits in set(found)}
    return [narrowed[bits] for bits in found]


def sampling_task(request: Request, rules: Rules, *, record: bool = False) -> Task:
    """Write a request as a task of the engine."""
    layout = request.layout
    return Task(
        rows=request.rows,
        cols=request.cols,
        domains=initial_domains(request, rules),
        exists=None if layout.mask is None else bytes(request.exists),
        periodic_rows=layout.joined_rows,
        periodic_cols=layout.joined_cols,
        field=request.field,
        runs=tuple(
            (rules.bits(ask.constraint.tags), ask.constraint.length)
            for ask in request.asks
            if isinstance(ask.constraint, MaxRun)
        ),
        state=Rng.stream(request.seed, "texture").state,
        record=record,
    )


def route(request: Request) -> str:
    """Name the sampler that a request needs, for its manifest."""
    return "wfc" if request.tileset.windows is None else "overlap"


def sampled(request: Request, rules: Rules, *, budget: int | None = None) -> Sample:
    """Draw the tiles of a board from the request's seed, by windows where its tileset has them.

    After `budget` contradictions (None: as many as the engine gives a board of this size) the
    answer is `unknown`, with the best board. Raises RequestError for a level smaller than a window
    of its tileset, and for one too large.
    """
    if request.tileset.windows is not None:
        # Loading what knows patterns takes time, and most tilesets have none.
        from levelgen.generators.windowed.task import sampled_windows

        return sampled_windows(request, rules, budget=budget)
    task = sampling_task(request, rules)._replace(budget=budget)
    return engine.compile(rules.weights, rules.masks).sample(task)


def counted(request: Request, drawn: Sample) -> dict[str, int]:
    """Say what a search took, for the manifest."""
    counters = {
        "observations": drawn.observations,
        "backtracks": drawn.backtracks,
        "resets": drawn.resets,
        "restarts": drawn.restarts,
    }
    if request.tileset.windows is None:
        return counters
    from levelgen.learn.patterns import patterns_of

    return {"patterns": patterns_of(request.tileset).count, **counters}
