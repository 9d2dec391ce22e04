"""Promises that are impossible by simple arithmetic, found without a solver."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.model.decided import clashing, running_on
from levelgen.model.shape import Shape
from levelgen.model.spread import most_apart
from levelgen.rules import Rules, compile_rules
from levelgen.schema.constraints import (
    Count,
    Distance,
    LockAndKey,
    Path,
    Ratio,
    Spacing,
    Variety,
    integer_window,
    percent,
)
from levelgen.schema.level import Reason
from levelgen.schema.overrides import Ask
from levelgen.schema.request import Request


def impossible(request: Request, *, asks: Sequence[Ask] | None = None) -> Reason | None:
    """Find promises that the size of the board or the pinned cells rule out, None without any.

    `asks` replaces the promises of the request. Nothing found does not mean that a level exists.
    """
    promises = tuple(request.asks if asks is None else asks)
    rules = compile_rules(request.tileset)
    for ask in promises:
        why = _alone(ask, request, rules)
        if why:
            words = f"{ask.constraint.describe()} is impossible: {why} ({ask.pointer})"
            return Reason(text=words, constraints=(ask.pointer,))
    return (
        _crowded(promises, request)
        or _too_near(promises, request)
        or _detours(promises, request, rules)
        or _locked_out(promises, request)
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
            return f"the tileset has only {_number(len(rules.bases), 'tile')}"
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
    return _number(number, "cell")


def _number(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _fewest(asks: Sequence[Ask]) -> dict[str, tuple[int, Ask]]:
    """Give how many objects of a kind there are at least, and the promise that says so."""
    found: dict[str, tuple[int, Ask]] = {}
    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Count) and constraint.object is not None:
            kind, low = constraint.object, constraint.low
            if low > 0 and (kind not in found or low > found[kind][0]):
                found[kind] = (low, ask)
    return found


def _too_near(asks: Sequence[Ask], request: Request) -> Reason | None:
    """Compare the objects that must exist with how many fit so far apart."""
    fewest = _fewest(asks)
    shape = Shape(request.rows, request.cols, request.layout)
    for ask in asks:
        one = ask.constraint
        if isinstance(one, Spacing):
            kinds, apart = tuple(dict.fromkeys(one.objects)), one.min
        elif isinstance(one, Distance) and one.from_ == one.to and one.min:
            kinds, apart = (one.to,), one.min
        else:
            continue
        counts = sorted((fewest[kind] for kind in kinds if kind in fewest), key=lambda it: -it[0])
        if sum(low for low, _ in counts) <= 1:
            continue
        most, total = most_apart(shape, apart), 0
        for number, (low, _) in enumerate(counts, 1):
            total += low
            if total <= most:
                continue
            size = f"{request.rows}x{request.cols}"
            things = _number(most, "object")
            return _together(
                f"at most {things} can stand {apart} apart on {size}",
                [*(other for _, other in counts[:number]), ask],
            )
    return None


def _together(text: str, blamed: Sequence[Ask]) -> Reason:
    words = "; ".join(f"{ask.constraint.describe()} ({ask.pointer})" for ask in blamed)
    return Reason(text=f"{text}: {words}", constraints=tuple(ask.pointer for ask in blamed))


def _detours(asks: Sequence[Ask], request: Request, rules: Rules) -> Reason | None:
    """Compare paths between the same ends: around fewer objects a way is never longer."""
    paths = [(ask, ask.constraint) for ask in asks if isinstance(ask.constraint, Path)]
    for ask, one in paths:
        for other, two in paths:
            low, _ = one.bounds(request.rows, request.cols)
            _, high = two.bounds(request.rows, request.cols)
            if (
                high is not None
                and low > high
                and {one.from_, one.to} == {two.from_, two.to}
                and rules.bits(one.through) == rules.bits(two.through)
                and set(one.blockers) <= set(two.blockers)
            ):
                same = set(one.blockers) == set(two.blockers)
                text = "the way around fewer objects is never the longer one"
                return _together(
                    "a shortest path has one length" if same else text,
                    [each for each in asks if each is ask or each is other],
                )
    return None


def _crowded(asks: Sequence[Ask], request: Request) -> Reason | None:
    """Compare the objects that must exist with the cells there are."""
    most = _fewest(asks)
    cells = request.cells
    total = 0
    taken: list[tuple[int, Ask]] = []
    for number, ask in sorted(most.values(), key=lambda item: -item[0]):
        total += number
        taken.append((number, ask))
        if total > cells:
            words = "; ".join(f"{ask.constraint.describe()} ({ask.pointer})" for _, ask in taken)
            return Reason(
                text=f"{total} objects do not fit on {_cells(cells)}, one a cell: {words}",
                constraints=tuple(ask.pointer for _, ask in taken),
            )
    return None


def _locked_out(asks: Sequence[Ask], request: Request) -> Reason | None:
    """Compare the keys that there may be with the doors that there must be."""
    locked = next((ask for ask in asks if isinstance(ask.constraint, LockAndKey)), None)
    if locked is None or not isinstance(locked.constraint, LockAndKey):
        return None
    fewest: dict[str, tuple[int, Ask]] = {}
    most: dict[str, tuple[int, Ask]] = {}
    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Count) and constraint.object and constraint.region is None:
            kind, low, high = constraint.object, constraint.low, constraint.high
            if low > (fewest[kind][0] if kind in fewest else 1):
                fewest[kind] = low, ask
            if high is not None and high < (most[kind][0] if kind in most else request.cells):
                most[kind] = high, ask
    for key in locked.constraint.keys:
        if key not in most:
            continue
        keys, limit = most[key]
        # A lock has a door, whether or not a count says so; the largest counts make the case.
        needed = len(locked.constraint.doors(key))
        blamed = [limit, locked]
        counts = [fewest[door] for door in locked.constraint.doors(key) if door in fewest]
        for low, ask in sorted(counts, key=lambda item: -item[0]):
            if needed <= keys:
                needed += low - 1
                blamed.append(ask)
        if needed > keys:
            named = [ask for ask in asks if any(ask is other for other in blamed)]
            words = "; ".join(f"{ask.constraint.describe()} ({ask.pointer})" for ask in named)
            doors, given = _number(needed, "door"), _number(keys, "key")
            return Reason(
                text=f"{doors} cannot be opened with {given}: {words}",
                constraints=tuple(ask.pointer for ask in named),
            )
    return None
