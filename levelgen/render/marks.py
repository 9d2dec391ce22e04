"""The broken promises of a level and where on its board each can be seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from levelgen.checker import judge
from levelgen.metrics.adjacency import adjacency_violations
from levelgen.metrics.grid import Grid
from levelgen.schema.level import Level, Promise

Place = tuple[int, int]


@dataclass(frozen=True)
class Mark:
    """A broken promise with its places, as (row, col)."""

    promise: Promise
    cells: tuple[Place, ...] = ()
    pairs: tuple[tuple[Place, Place], ...] = ()
    """Neighbours that may not be neighbours; their shared side is what is wrong."""
    number: int | None = None
    """Tells frames apart, where there are several."""


def broken_promises(level: Level) -> tuple[Mark, ...]:
    """Judge a level again and give what is broken.

    Promises that the level lists, but that cannot be judged without its request, count as listed.
    """
    if level.cells is None:
        return tuple(Mark(promise) for promise in level.promises if not promise.kept)
    asks = level.manifest.request.asks if level.manifest else ()
    report = judge(level.tileset, asks, level.rows, level.cols, level.cells, level.objects)
    verdicts = {promise.constraint: promise for promise in level.promises}
    verdicts.update((promise.constraint, promise) for promise in report.promises)
    broken = [promise for promise in verdicts.values() if not promise.kept]
    return tuple(
        _numbered(
            _adjacency(level, promise)
            if promise.kind == "adjacency"
            else Mark(promise, report.places.get(promise.constraint, ()))
            for promise in broken
        )
    )


def _numbered(marks: Iterable[Mark]) -> Iterator[Mark]:
    listed = [*marks]
    framed = sum(bool(mark.cells) for mark in listed)
    number = 0
    for mark in listed:
        if framed > 1 and mark.cells:
            number += 1
            yield replace(mark, number=number)
        else:
            yield mark


def _adjacency(level: Level, promise: Promise) -> Mark:
    grid = Grid.of(level.tileset, level.rows, level.cols, level.cells or ())
    pairs = tuple(
        (divmod(one, level.cols), divmod(other, level.cols))
        for one, other in adjacency_violations(grid)
    )
    return Mark(promise, pairs=pairs)
