"""Promises that are impossible by simple arithmetic, found without a solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from levelgen.model.shape import Shape
from levelgen.rules import Rules, compile_rules
from levelgen.schema.constraints import (
    Border,
    Count,
    Fixed,
    LockAndKey,
    Path,
    Ratio,
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
        or _locked_out(promises, request)
        or _pins(promises, request, rules)
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
                return f"{percent(constraint.min)} of {cells} cells is no whole number"
            shares = f"{percent(constraint.min)} and {percent(constraint.max)}"
            return f"no whole number lies between {shares} of {cells} cells"
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
        most = cells if linked else _longest(request.rows, request.cols)
        if shortest >= most:
            return (
                f"it needs {shortest + 1} cells, and a shortest path, which never fills a 2x2 "
                f"square, has at most {most} on {request.rows}x{request.cols}"
            )
        if longest is not None and shortest > longest:
            size = f"{request.rows}x{request.cols}"
            return f"on a {size} board that is at least {shortest} and at most {longest} moves"
    return ""


def _only(number: int) -> str:
    return f"there {'is' if number == 1 else 'are'} only {_cells(number)}"


def _longest(rows: int, cols: int) -> int:
    """Bound the cells of a shortest path: at most three in each 2x2 square of a tiling."""
    squares = (rows // 2) * (cols // 2)
    return rows * cols - squares


def _cells(number: int) -> str:
    return _number(number, "cell")


def _number(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _crowded(asks: Sequence[Ask], request: Request) -> Reason | None:
    """Compare the objects that must exist with the cells there are."""
    most: dict[str, tuple[int, Ask]] = {}
    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Count) and constraint.object is not None:
            kind, low = constraint.object, constraint.low
            if low > 0 and (kind not in most or low > most[kind][0]):
                most[kind] = (low, ask)
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


@dataclass(frozen=True)
class _Pin:
    """What one promise says about one cell: the tiles it allows, and perhaps an object."""

    pointer: str
    text: str
    bits: int
    object: str | None = None


def _pins(asks: Sequence[Ask], request: Request, rules: Rules) -> Reason | None:
    """Find a cell for which the pins leave no tile, or that is to hold two objects."""
    pins: dict[int, list[_Pin]] = {}
    for cell, pin in _pinned(asks, request, rules):
        pins.setdefault(cell, []).append(pin)
    for cell, found in sorted(pins.items()):
        if _clash(found, rules):
            # Leaving out every pin that is not needed names only those that conflict.
            for pin in list(found):
                fewer = [other for other in found if other is not pin]
                if _clash(fewer, rules):
                    found = fewer
            row, col = divmod(cell, request.cols)
            words = "; ".join(f"{pin.text} ({pin.pointer})" for pin in found)
            pointers = dict.fromkeys(pin.pointer for pin in found)
            return Reason(
                text=f"row {row}, column {col} cannot hold all of these: {words}",
                constraints=tuple(pointers),
            )
    return None


def _clash(pins: Sequence[_Pin], rules: Rules) -> bool:
    bits = rules.every
    for pin in pins:
        bits &= pin.bits
    return not bits or len({pin.object for pin in pins if pin.object is not None}) > 1


def _pinned(asks: Sequence[Ask], request: Request, rules: Rules) -> Iterator[tuple[int, _Pin]]:
    shape = Shape(request.rows, request.cols, request.layout)
    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Fixed):
            for index, item in enumerate(constraint.cells):
                cell = item.row * request.cols + item.col
                pointer = f"{ask.pointer}/cells/{index}"
                if item.tiles_wanted:
                    yield cell, _Pin(pointer, item.tiles_wanted, rules.held(item))
                if item.object is not None:
                    on = request.tileset.objects[item.object].on
                    text = f"{item.object}, which stands on {' or '.join(on)}"
                    yield cell, _Pin(pointer, text, rules.bits(on), item.object)
        elif isinstance(constraint, Border):
            bits = rules.bits(constraint.tags)
            pin = _Pin(ask.pointer, constraint.describe(), bits)
            yield from ((cell, pin) for cell in shape.edge(constraint.sides))
