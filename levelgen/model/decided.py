"""Promises that conflict on cells decided beforehand, by a border or one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.constraints import Border, Fixed, MaxRun
from levelgen.schema.level import Reason
from levelgen.schema.overrides import Ask
from levelgen.schema.request import Request


@dataclass(frozen=True)
class _Pin:
    """What one promise says about one cell: the tiles it allows, and perhaps an object."""

    pointer: str
    text: str
    bits: int
    object: str | None = None


def clashing(asks: Sequence[Ask], request: Request, rules: Rules) -> Reason | None:
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


def running_on(asks: Sequence[Ask], request: Request, rules: Rules) -> Reason | None:
    """Find a row or column where pins alone make a longer run than a promise allows."""
    longest = [ask for ask in asks if isinstance(ask.constraint, MaxRun)]
    if not longest:
        return None
    shape = Shape(request.rows, request.cols, request.layout)
    pins: dict[int, list[_Pin]] = {}
    for cell, pin in _pinned(asks, request, rules):
        if pin.bits != rules.every:
            pins.setdefault(cell, []).append(pin)
    for ask in longest:
        assert isinstance(ask.constraint, MaxRun)
        bits, most = rules.bits(ask.constraint.tags), ask.constraint.length
        forced = {cell for cell, each in pins.items() if not _left(each) & ~bits}
        for line, joined in shape.lines():
            cells = [*line, *line] if joined and len(line) > most else line
            run: list[int] = []
            for cell in cells:
                run = [*run, cell] if cell in forced else []
                if len(run) <= most:
                    continue
                blamed = _blamed([pins[one] for one in run], bits)
                words = "; ".join(f"{text} ({pointer})" for pointer, text in blamed.items())
                row, col = divmod(run[0], request.cols)
                return Reason(
                    text=(
                        f"{ask.constraint.describe()} ({ask.pointer}) is impossible: {most + 1} "
                        f"from row {row}, column {col} on are decided: {words}"
                    ),
                    constraints=tuple(dict.fromkeys((ask.pointer, *blamed))),
                )
    return None


def _blamed(cells: Sequence[Sequence[_Pin]], bits: int) -> dict[str, str]:
    """Give promises (pointer and text) that keep all cells to a bitset; each of them is needed."""
    blamed = {pin.pointer: pin.text for pins in cells for pin in pins}
    for pointer in list(blamed):
        rest = blamed.keys() - {pointer}
        if all(not _left([pin for pin in pins if pin.pointer in rest]) & ~bits for pins in cells):
            del blamed[pointer]
    return blamed


def _left(pins: Sequence[_Pin]) -> int:
    left = -1
    for pin in pins:
        left &= pin.bits
    return left


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
