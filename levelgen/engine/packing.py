"""Packs plans for the compiled constructor, and unpacks what it built."""

from __future__ import annotations

from array import array
from typing import Any

from levelgen.engine.plan import Built, ObjectDemand, Plan, Window
from levelgen.engine.task import packed

_FAULTS = (
    "domains",
    "adjacency",
    "connected",
    "run",
    "share",
    "variety",
    "one object per cell",
    "pinned objects",
    "count of {}",
    "place of {}",
    "apart",
    "path",
    "ends of locks",
    "ground of locks",
    "keys for {}",
    "way past {}",
    "softlock",
    "way through locks",
)
_NONE = (("tiles",), ("tiles",), ("share",))
_LARGE = 1 << 40
_MOST_RATE = 1 << 31
_MOST_PART = 1 << 62
_MOST_SHARES = 62


def kinds(plan: Plan) -> list[str]:
    """Number the kinds of objects: those that are demanded first."""
    found = dict.fromkeys(demand.kind for demand in plan.objects)
    if plan.path is not None:
        found |= dict.fromkeys((plan.path.start_kind, plan.path.exit_kind))
    for one, two, _, _ in plan.apart:
        found |= dict.fromkeys((one, two))
    found |= dict.fromkeys(kind for _, kind in plan.pinned_objects)
    if plan.locks is not None:
        found |= dict.fromkeys(plan.locks.kinds)
    return list(found)


def fits(plan: Plan) -> bool:
    """Whether every number of a plan has room in the words of the compiled kernel."""
    return len(plan.shares) + len(plan.others) <= _MOST_SHARES and all(
        0 <= bound.numerator < min(_MOST_PART, _MOST_RATE * bound.denominator)
        and bound.denominator < _MOST_PART
        for demand in plan.objects
        for window in demand.windows
        for bound in (window.low, window.high or 0)
    )


def demands(plan: Plan, words: int) -> tuple[Any, ...]:
    """Write everything but the board of a plan as sets of ``words`` words and small numbers."""
    number = {kind: index for index, kind in enumerate(kinds(plan))}
    path, locks = plan.path, plan.locks
    return (
        _set(plan.connected, words),
        [(_set(share.tiles, words), _cut(share.low), _cut(share.high)) for share in plan.shares],
        None
        if path is None
        else (
            number[path.start_kind],
            number[path.exit_kind],
            _set(path.through, words),
            _cut(path.low),
            _bound(path.high),
        ),
        [_demand(demand, words) for demand in plan.objects],
        len(number),
        [(number[one], number[two], _cut(low), _bound(high)) for one, two, low, high in plan.apart],
        [(number[kind], cell) for cell, kind in plan.pinned_objects],
        [] if plan.variety is None else [_set(group, words) for group in plan.variety[0]],
        -1 if plan.variety is None else _cut(plan.variety[1]),
        [_set(tiles, words) for tiles in plan.others],
        [_set(tiles, words) for tiles in plan.optional],
        [
            (_set(share.tiles, words), _cells(share.cells), _cut(share.low), _cut(share.high))
            for share in plan.region_shares
        ],
        None
        if locks is None
        else (
            number[locks.start_kind],
            number[locks.exit_kind],
            _set(locks.through, words),
            [(number[door], number[key]) for door, key in locks.doors],
            locks.safe,
        ),
    )


def built(plan: Plan, names: list[str], answer: tuple[Any, ...]) -> Built:
    """Read the answer of the compiled constructor; ``names`` are those of its counters."""
    verdict, infeasible, attempts, tiles, (objects, faults, counts) = answer
    counters = {name: count for name, count in sorted(zip(names, counts, strict=True)) if count}
    known = kinds(plan)
    if not tiles:
        tiles = [-1] * (plan.rows * plan.cols)
        return Built(tiles, [], False, attempts, _NONE[verdict], infeasible, counters)
    return Built(
        tiles,
        sorted((known[kind], cell) for kind, cell in objects),
        not faults,
        attempts,
        tuple(_FAULTS[fault].format(*known[kind : kind + 1]) for fault, kind in faults),
        False,
        counters,
    )


def _set(bits: int, words: int) -> bytes:
    return packed([bits], words)


def _cells(cells: tuple[int, ...]) -> bytes:
    return array("i", cells).tobytes()


def _cut(number: int) -> int:
    # No board is as large, so a larger number asks for no more.
    return max(-_LARGE, min(_LARGE, number))


def _bound(number: int | None) -> int:
    return -1 if number is None else _cut(number)


def _demand(demand: ObjectDemand, words: int) -> tuple[Any, ...]:
    return _set(demand.on, words), [_window(window, words) for window in demand.windows]


def _window(window: Window, words: int) -> tuple[Any, ...]:
    high = (0, 0) if window.high is None else (window.high.numerator, window.high.denominator)
    per = _set(window.per, words) if window.per else None
    cells = None if window.cells is None else _cells(window.cells)
    return per, window.low.numerator, window.low.denominator, *high, cells
