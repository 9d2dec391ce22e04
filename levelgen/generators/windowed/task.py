"""Tilesets with windows: a request as a board of patterns for the sampler, and what it draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from levelgen import engine
from levelgen.engine.rng import Rng
from levelgen.engine.task import Sample, Task
from levelgen.errors import Problem, RequestError
from levelgen.generators.sampling import initial_domains
from levelgen.learn.patterns import Patterns, patterns_of
from levelgen.learn.windows import board_of, board_size, pattern_domains
from levelgen.rules import Rules
from levelgen.schema.constraints import MaxRun
from levelgen.schema.request import Request

MAX_BITS = 1 << 31
"""Cells times patterns: what the search keeps of them in bits fills 256 MB."""


@dataclass(frozen=True)
class Windowed:
    """A board of patterns that was drawn for a task, and the level it shows."""

    patterns: Patterns
    task: Task
    sample: Sample
    """Its tiles are patterns."""
    tiles: list[int]
    """The tiles of the level; -1 where no cell exists or the board is open."""


def drawn_windows(
    request: Request,
    rules: Rules,
    *,
    budget: int | None = None,
    doublings: Sequence[int] | None = None,
) -> Windowed:
    """Draw a board of patterns.

    `doublings` says of each tile how often its weight is doubled; a window is drawn as often as
    the tile at its top left.
    """
    patterns = patterns_of(request.tileset)
    task = windows_task(request, rules, patterns, budget=budget)
    if doublings is not None and any(doublings):
        weights = zip(patterns.weights, patterns.tiles, strict=True)
        task = task._replace(weights=tuple(weight << doublings[tile] for weight, tile in weights))
    sample = engine.compile(patterns.weights, patterns.masks).sample(task)
    shown = board_of(patterns, request.rows, request.cols, sample.tiles, request.periodic)
    pairs = zip(shown, request.exists, strict=True)
    return Windowed(patterns, task, sample, [tile if exists else -1 for tile, exists in pairs])


def sampled_windows(request: Request, rules: Rules, *, budget: int | None = None) -> Sample:
    """Draw the tiles of a board whose windows are all of its tileset.

    As `sampled`. Windows with a missing cell are drawn whole, although nothing is asked of them:
    what cannot be drawn so is `unknown` too.
    """
    drawn = drawn_windows(request, rules, budget=budget)
    sample, stuck = drawn.sample, drawn.sample.stuck
    if stuck >= 0:
        row, col = divmod(stuck, drawn.task.cols)
        stuck = row * request.cols + col
    proved = sample.status != "infeasible" or request.layout.mask is None
    status = sample.status if proved else "unknown"
    return sample._replace(status=status, tiles=drawn.tiles, stuck=stuck)


def windows_task(
    request: Request,
    rules: Rules,
    patterns: Patterns,
    *,
    budget: int | None = None,
    record: bool = False,
) -> Task:
    """Write a request as a board of patterns, one for each place of a window.

    Raises RequestError for a level smaller than a window, and for one too large.
    """
    _check(request, patterns)
    rows, cols, layout = request.rows, request.cols, request.layout
    # What is cut out of the board is drawn all the same, so that every window is whole.
    domains = initial_domains(request, rules)
    wanted = [
        tiles if exists else -1 for tiles, exists in zip(domains, request.exists, strict=True)
    ]
    height, width = board_size(patterns, rows, cols, request.periodic)
    return Task(
        rows=height,
        cols=width,
        domains=pattern_domains(patterns, rows, cols, wanted, request.periodic),
        periodic_rows=layout.joined_rows,
        periodic_cols=layout.joined_cols,
        field=_field(request, patterns, height, width),
        runs=() if layout.mask else tuple(_runs(request, rules, patterns)),
        state=Rng.stream(request.seed, "texture").state,
        budget=budget,
        record=record,
    )


def _field(request: Request, patterns: Patterns, height: int, width: int) -> Sequence[int] | None:
    """A pattern is drawn as often as the tile at its top left."""
    field = request.field
    if field is None:
        return None
    size = len(patterns.tileset.ids)
    return [
        field[(row * request.cols + col) * size + tile]
        for row in range(height)
        for col in range(width)
        for tile in patterns.tiles
    ]


def _runs(request: Request, rules: Rules, patterns: Patterns) -> list[tuple[int, int]]:
    """Bound the runs of the tiles at the top left of the windows: no level goes without that."""
    return [
        (
            sum(
                1 << number
                for number, tile in enumerate(patterns.tiles)
                if rules.bits(ask.constraint.tags) >> tile & 1
            ),
            ask.constraint.length,
        )
        for ask in request.asks
        if isinstance(ask.constraint, MaxRun)
    ]


def _check(request: Request, patterns: Patterns) -> None:
    window = f"{patterns.height}x{patterns.width}"
    sizes = (
        ("rows", request.rows, patterns.height),
        ("cols", request.cols, patterns.width),
    )
    wrong = [
        Problem("size", f"/{name}", f"{value} is too small for windows of {window}", f"{least} on")
        for name, value, least in sizes
        if value < least
    ]
    if request.rows * request.cols * patterns.count > MAX_BITS:
        message = f"{request.rows}x{request.cols} is too large for {patterns.count} patterns"
        most = MAX_BITS // patterns.count
        wrong.append(Problem("size", "", message, f"at most {most} cells with so many"))
    if wrong:
        raise RequestError(wrong)
