"""Promises that are impossible by simple arithmetic, found without a solver."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from levelgen.model.contradictions import (
    crowding,
    detours,
    fewest_objects,
    locked_out,
    odd_mirrored,
    together,
    too_near,
    walked_around,
)
from levelgen.model.decided import clashing, running_on
from levelgen.model.naming import amount
from levelgen.model.outnumbered import outnumbered
from levelgen.model.shape import Shape
from levelgen.rules import Rules, compile_rules
from levelgen.schema.constraints import (
    Count,
    Path,
    Ratio,
    Variety,
    integer_window,
    percent,
)
from levelgen.schema.level import Reason
from levelgen.schema.overrides import Ask
from levelgen.schema.request import Question, Request


def impossible(request: Request, *, asks: Sequence[Ask] | None = None) -> Reason | None:
    """Find promises that the size of the board or the pinned cells rule out, None without any.

    `asks` replaces the promises of the request. Nothing found does not mean that a level exists.
    """
    return _impossible(request.question(None if asks is None else tuple(asks)))


@lru_cache(maxsize=8)
def _impossible(question: Question) -> Reason | None:
    promises, request = question.asks, question.request
    rules = compile_rules(request.tileset)
    for ask in promises:
        why = _alone(ask, request, rules)
        if why:
            words = f"{ask.constraint.describe()} is impossible: {why} ({ask.pointer})"
            return Reason(text=words, constraints=(ask.pointer,))
    return (
        _crowded(promises, request)
        or outnumbered(promises, request, rules)
        or too_near(promises, request)
        or detours(promises, request, rules)
        or locked_out(promises, request)
        or walked_around(promises, request, rules)
        or odd_mirrored(promises, request, rules)
        or clashing(promises, request, rules)
        or running_on(promises, request, rules)
    )


def _alone(ask: Ask, request: Request, rules: Rules) -> str:
    """Say why a single promise cannot be kept, or nothing."""
    constraint = ask.constraint
    cells = request.cells
    if isinstance(constraint, Ratio):
        if constraint.region is not None:
            shape = Shape(request.rows, request.cols, request.layout)
            cells = len(shape.rectangle(*constraint.region))
        low, high = integer_window(constraint.min, constraint.max, cells)
        if low > high:
            if constraint.min == constraint.max:
                return f"{percent(constraint.min)} of {_cells(cells)} is no whole number"
            shares = f"{percent(constraint.min)} and {percent(constraint.max)}"
            return f"no whole number lies between {shares} of {_cells(cells)}"
    elif isinstance(constraint, Count):
        room = cells if constraint.region is None else constraint.region[2] * constraint.region[3]
        if constraint.low > room:
            return _only(room)
    elif isinstance(constraint, Variety):
        if constraint.min > len(rules.bases):
            return f"the tileset has only {amount(len(rules.bases), 'tile')}"
        if constraint.min > cells:
            return _only(cells)
    elif isinstance(constraint, Path):
        shortest, longest = constraint.bounds(request.rows, request.cols)
        if shortest >= cells:
            return f"it needs {shortest + 1} cells and {_only(cells)}"
        # Through links a shortest path may fill a square: its cells need not join beside it.
        linked = request.tileset.links is not None
        most = cells if linked else min(cells, _longest(request))
        if shortest >= most:
            return (
                f"it needs {shortest + 1} cells, and a shortest path, which never runs beside "
                f"itself, has at most {most} on {request.rows}x{request.cols}"
            )
        if longest is not None and shortest > longest:
            size = f"{request.rows}x{request.cols}"
            return f"on a {size} board that is at least {shortest} and at most {longest} moves"
    return ""


def _only(number: int) -> str:
    return f"there {'is' if number == 1 else 'are'} only {_cells(number)}"


def _longest(request: Request) -> int:
    """Bound the cells of a shortest path: none touches another one but its two neighbours on it.

    So a 2x2 square holds at most three. And of the sides of a path's cells, 2 * length + 2 face
    cells off the path, of which each has at most four, or the edge of the board.
    """
    rows, cols = request.rows, request.cols
    squares = rows * cols - (rows // 2) * (cols // 2)
    if request.layout.joined_rows or request.layout.joined_cols:
        return squares
    return min(squares, (4 * rows * cols + 2 * (rows + cols) - 2) // 6)


def _cells(number: int) -> str:
    return amount(number, "cell")


def _crowded(asks: Sequence[Ask], request: Request) -> Reason | None:
    """Compare the objects that must exist with the cells there are."""
    counts = sorted(fewest_objects(asks).values(), key=lambda item: -item[0])
    crowd = crowding(counts, request.cells)
    if crowd is None:
        return None
    objects = sum(number for number, _ in crowd)
    text = f"{objects} objects do not fit on {_cells(request.cells)}, one a cell"
    return together(text, [ask for _, ask in crowd])
