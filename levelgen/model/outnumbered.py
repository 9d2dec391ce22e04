"""Numbers of cells and objects that rule each other out, found without a solver."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from levelgen.model.contradictions import crowding, fewest_objects, together
from levelgen.model.naming import amount, subject
from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.constraints import Count, Ratio, Region, integer_window
from levelgen.schema.level import Reason
from levelgen.schema.overrides import Ask
from levelgen.schema.request import Request


class _Window(NamedTuple):
    """`low` .. `high` cells of a rectangle (None: of the board) have a tile of the bitset."""

    bits: int
    region: Region | None
    cells: int
    low: int
    high: int
    ask: Ask

    def holds(self, other: _Window) -> bool:
        """Whether all cells that the other window counts are counted here too."""
        inside = self.region is None or self.region == other.region
        return inside and not other.bits & ~self.bits


def outnumbered(asks: Sequence[Ask], request: Request, rules: Rules) -> Reason | None:
    """Compare what is wanted at least with what is wanted at most."""
    return (
        _objects(asks)
        or _cells(asks, _windows(asks, request, rules), rules)
        or _standing(asks, _windows(asks, request, rules), request, rules)
    )


def _windows(asks: Sequence[Ask], request: Request, rules: Rules) -> list[_Window]:
    shape = Shape(request.rows, request.cols, request.layout)
    found = []
    for ask in asks:
        one = ask.constraint
        if not isinstance(one, Ratio | Count) or (isinstance(one, Count) and one.object):
            continue
        cells = request.cells if one.region is None else len(shape.rectangle(*one.region))
        if isinstance(one, Ratio):
            bits = rules.bits(one.tags)
            low, high = integer_window(one.min, one.max, cells)
        else:
            bits = subject(rules, one.tags, one.tile)
            low, high = one.low, cells if one.high is None else one.high
        found.append(_Window(bits, one.region, cells, low, min(high, cells), ask))
    return found


def _objects(asks: Sequence[Ask]) -> Reason | None:
    """Find a kind of which one promise wants more objects than another one lets be."""
    counts = [
        (ask, ask.constraint)
        for ask in asks
        if isinstance(ask.constraint, Count) and ask.constraint.object
    ]
    for ask, one in counts:
        for other, two in counts:
            if (
                one.object == two.object
                and (two.region is None or one.region == two.region)
                and two.high is not None
                and one.low > two.high
            ):
                wanted = amount(one.low, "object")
                text = f"at least {wanted} wanted and at most {two.high} allowed"
                return _both(text, asks, ask, other)
    return None


def _cells(asks: Sequence[Ask], windows: Sequence[_Window], rules: Rules) -> Reason | None:
    """Find two windows that no number of cells can be in."""
    for one, two in combinations(windows, 2):
        for inner, outer in ((one, two), (two, one)):
            if outer.holds(inner) and inner.low > outer.high:
                text = (
                    f"at least {amount(inner.low, 'cell')} wanted and at most {outer.high} allowed"
                )
                return _both(text, asks, one.ask, two.ask)
        if one.region != two.region:
            continue
        if not one.bits & two.bits and one.low + two.low > one.cells:
            text = f"{one.low + two.low} cells do not fit on {amount(one.cells, 'cell')}"
            return _both(text, asks, one.ask, two.ask)
        if one.bits | two.bits == rules.every and one.high + two.high < one.cells:
            text = f"{amount(one.high + two.high, 'cell')} at most do not fill {one.cells}"
            return _both(text, asks, one.ask, two.ask)
    return None


def _standing(
    asks: Sequence[Ask], windows: Sequence[_Window], request: Request, rules: Rules
) -> Reason | None:
    """Compare the objects that must exist with the ground that they stand on."""
    fewest = sorted(fewest_objects(asks).items(), key=lambda item: -item[1][0])
    on = {kind: rules.bits(one.on) for kind, one in request.tileset.objects.items()}
    for window in windows:
        if window.region is not None:
            continue
        standing = [count for kind, count in fewest if not on[kind] & ~window.bits]
        crowd = crowding(standing, window.high)
        if crowd is not None:
            objects = amount(sum(number for number, _ in crowd), "object")
            room = amount(window.high, "cell")
            blamed = [window.ask, *(ask for _, ask in crowd)]
            text = f"{objects} do not fit on {room} of their ground"
            return together(text, [ask for ask in asks if any(ask is one for one in blamed)])
    return None


def _both(text: str, asks: Sequence[Ask], one: Ask, two: Ask) -> Reason:
    return together(text, [ask for ask in asks if ask is one or ask is two])
