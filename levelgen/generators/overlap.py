"""The overlapping model: levels whose every window is one of a sample's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import ValidationError

from levelgen import engine
from levelgen.engine.rng import Rng
from levelgen.engine.task import Sample, Task
from levelgen.errors import Problem, RequestError
from levelgen.generators.base import Clock, Trace, judged, no_level, partial_level, refuse_unbuilt
from levelgen.generators.planning import initial_domains
from levelgen.generators.scatter import scatter_objects
from levelgen.learn.patterns import Patterns, patterns_of
from levelgen.learn.windows import board_of, board_size, pattern_domains
from levelgen.model.places import pinned
from levelgen.model.shape import Shape
from levelgen.rules import compile_rules
from levelgen.schema.constraints import Border, Fixed, FixedCell
from levelgen.schema.layout import Periodic
from levelgen.schema.level import Level, Reason
from levelgen.schema.overrides import Ask
from levelgen.schema.preparing import Board, make_request
from levelgen.schema.request import Request

Pins = Mapping[tuple[int, int], str | Iterable[str]]
"""For (row, col) the tile the cell must hold: a tag or tile id, or several of which one will do."""

MAX_BITS = 1 << 31
"""Cells times patterns: what the search keeps of them in bits fills 256 MB."""

_EXPLAIN_BUDGET = 500
"""Contradictions spent on each pin when the pins in conflict are looked for."""


def overlap(
    patterns: Patterns,
    rows: int,
    cols: int,
    seed: int,
    *,
    pins: Pins | None = None,
    periodic: Periodic = "none",
    budget: int | None = None,
) -> Level:
    """Draw a level of rows x cols cells whose every window is one of the patterns.

    The same as generating with `patterns.tileset`. Raises RequestError for a level smaller than a
    window, a pin off the level, and a tile that the samples lack.
    """
    try:
        cells = [
            FixedCell(row=row, col=col, tags=(names,) if isinstance(names, str) else tuple(names))
            for (row, col), names in (pins or {}).items()
        ]
    except ValidationError as error:
        # Only a row or column below 0, or an empty list of tiles, can be wrong here.
        wrong = str(error.errors()[0]["msg"])
        raise RequestError([Problem("pins", "", wrong, "{(row, col): tile}")]) from None
    request = make_request(
        patterns.tileset,
        None,
        rows=rows,
        cols=cols,
        seed=seed,
        generator="wfc",
        board=Board(periodic=periodic, pins=cells),
    )
    return answer(request, budget=budget)


def answer(request: Request, *, budget: int | None = None) -> Level:
    """Answer a request whose tileset has windows.

    `satisfied`: windows, adjacency and everything asked are kept, and judged so. `unsatisfied`: a
    promise beyond the windows, the fixed cells and the border is broken. `infeasible`: it is
    proved that there is no such level, and the reason names fixed cells that cannot be kept
    together. `unknown`: after `budget` contradictions (None: as many as the engine gives a board of
    this size) there is no answer; the best board is handed out, open cells missing. Raises
    RequestError for a level smaller than a window.
    """
    refuse_unbuilt(request)
    clock = Clock()
    patterns = patterns_of(request.tileset)
    _check(patterns, request)
    rules = compile_rules(request.tileset)
    drawn = _draw(patterns, request, initial_domains(request, rules), budget)
    counters = {
        "patterns": patterns.count,
        "observations": drawn.observations,
        "backtracks": drawn.backtracks,
        "resets": drawn.resets,
        "restarts": drawn.restarts,
    }
    trace = Trace(clock, "overlap", counters)
    if drawn.status == "infeasible":
        return no_level(request, "infeasible", _why(patterns, request), trace)
    tiles = board_of(patterns, request.rows, request.cols, drawn.tiles, request.periodic)
    pairs = zip(tiles, request.exists, strict=True)
    board = [tile if exists else -1 for tile, exists in pairs]
    if drawn.status == "solved":
        return judged(request, board, scatter_objects(request, rules, board), trace)
    trace.limit_hit = f"the budget of {drawn.backtracks} contradictions"
    reason = Reason(text=f"no answer within {trace.limit_hit}")
    return partial_level(request, tuple(board), reason, trace)


def _check(patterns: Patterns, request: Request) -> None:
    """Raise RequestError for a level smaller than a window."""
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


def _draw(patterns: Patterns, request: Request, cells: Sequence[int], budget: int | None) -> Sample:
    """Sample a board of patterns from what each cell may hold; flat, one for each place."""
    rows, cols, layout = request.rows, request.cols, request.layout
    # What is cut out of the board is drawn all the same, so that every window is whole.
    wanted = [tiles if exists else -1 for tiles, exists in zip(cells, request.exists, strict=True)]
    height, width = board_size(patterns, rows, cols, request.periodic)
    field = request.field
    size = len(patterns.tileset.ids)
    task = Task(
        rows=height,
        cols=width,
        domains=pattern_domains(patterns, rows, cols, wanted, request.periodic),
        periodic_rows=layout.joined_rows,
        periodic_cols=layout.joined_cols,
        # A pattern is drawn as often as the tile at its top left.
        field=None
        if field is None
        else [
            field[(row * cols + col) * size + tile]
            for row in range(height)
            for col in range(width)
            for tile in patterns.tiles
        ],
        state=Rng.stream(request.seed, "texture").state,
        budget=budget,
    )
    return engine.compile(patterns.weights, patterns.masks).sample(task)


def _why(patterns: Patterns, request: Request) -> Reason:
    """Name fixed cells and borders that cannot be kept together: each is needed for the conflict.

    One stays in the list when the budget ends before it is shown to be needless.
    """
    rules = compile_rules(request.tileset)
    shape = Shape(request.rows, request.cols, request.layout)

    def refuted(asks: Sequence[Ask]) -> bool:
        cells = pinned(rules, shape, asks)
        return _draw(patterns, request, cells, _EXPLAIN_BUDGET).status == "infeasible"

    size = f"{request.rows}x{request.cols}"
    if refuted(()):
        text = f"no {size} level has only windows of the samples, whatever is fixed"
        return Reason(text=text, constraints=("/windows",))
    needed = list(_wishes(request))
    for wish in [*needed]:
        rest = [other for other in needed if other is not wish]
        if refuted([ask for ask, _ in rest]):
            needed = rest
    words = " and ".join(text for _, text in needed)
    verb = "fits no window of the samples" if len(needed) == 1 else "cannot be kept together"
    pointers = tuple(ask.pointer for ask, _ in needed)
    return Reason(text=f"proved: {words} {verb}", constraints=("/windows", *pointers))


def _wishes(request: Request) -> Iterator[tuple[Ask, str]]:
    """Yield what is fixed, one cell or border at a time, with its words."""
    for ask in request.asks:
        constraint = ask.constraint
        if isinstance(constraint, Fixed):
            for number, cell in enumerate(constraint.cells):
                if cell.tiles_wanted:
                    one = constraint.model_copy(update={"cells": (cell,)})
                    yield Ask(f"{ask.pointer}/cells/{number}", one), one.describe()
        elif isinstance(constraint, Border):
            yield ask, constraint.describe()
