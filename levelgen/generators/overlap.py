"""The overlapping model as a function: patterns in, a level out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from levelgen.errors import Problem, RequestError
from levelgen.generators.wfc import answer
from levelgen.learn.patterns import Patterns
from levelgen.schema.constraints import FixedCell
from levelgen.schema.layout import Periodic
from levelgen.schema.level import Level
from levelgen.schema.preparing import Board, make_request
from levelgen.schema.validating import ValidationError

Pins = Mapping[tuple[int, int], str | Iterable[str]]
"""For (row, col) the tile the cell must hold: a tag or tile id, or several of which one will do."""


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

    The same as generating with `patterns.tileset` and the generator wfc. What `budget`
    contradictions do not decide (None: as many as the engine gives a board of this size) goes to
    CP-SAT. Raises RequestError for a level smaller than a window, a pin off the level, and a tile
    that the samples lack.
    """
    try:
        cells = [
            FixedCell(row=row, col=col, tags=(names,) if isinstance(names, str) else tuple(names))
            for (row, col), names in (pins or {}).items()
        ]
    except ValidationError as error:
        # Only a row or column below 0, or an empty list of tiles, can be wrong here.
        message = error.faults[0].message
        raise RequestError([Problem("pins", "", message, "{(row, col): tile}")]) from None
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
