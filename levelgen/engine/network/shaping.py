"""Brings the numbers of bends and straights of streams to what is asked, corner by corner."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from levelgen.engine.network.bed import Bed
from levelgen.engine.rng import Rng

_TRIES = 4000

Bounds = tuple[int, int]
"""Fewest and most, both included."""


def shape(
    bed: Bed,
    cells: Bounds,
    parts: Sequence[Bounds],
    holds: Callable[[int, int], Sequence[tuple[int, int]]],
    rng: Rng,
) -> bool:
    """Move single corners of the streams until all ``parts`` can be kept; whether they can.

    ``holds(cell, sides)`` says for each part whether a cell with these sides must hold a tile of it
    (0 or 1), and whether it may. The number of cells with a stream stays within ``cells``.
    """
    wet = bed.wet = [cell for cell in dict.fromkeys(bed.wet) if bed.sides[cell]]
    totals = [[0, 0] for _ in parts]
    _add(totals, bed, wet, holds, 1)
    amiss = _amiss(totals, parts)
    for _ in range(_TRIES if wet else 0):
        if not amiss:
            break
        cell = rng.choice(bed.wet)
        corner = bed.corner(cell, rng.below(2), rng.below(2))
        if not bed.sides[cell] or not bed.keeps_streams(corner):
            continue
        around = [place for place, _ in bed.around(corner) if place >= 0]
        before = [list(total) for total in totals]
        _add(totals, bed, around, holds, -1)
        if bed.flip((corner,), cells[1] - bed.count):
            _add(totals, bed, around, holds, 1)
            now = _amiss(totals, parts)
            if now <= amiss and bed.count >= cells[0]:
                amiss = now
                continue
            bed.flip((corner,), 2)
        totals = before
    return not amiss


def _add(
    totals: list[list[int]],
    bed: Bed,
    cells: Sequence[int],
    holds: Callable[[int, int], Sequence[tuple[int, int]]],
    sign: int,
) -> None:
    for cell in cells:
        for total, (must, may) in zip(totals, holds(cell, bed.sides[cell]), strict=True):
            total[0] += sign * must
            total[1] += sign * may


def _amiss(totals: Sequence[Sequence[int]], parts: Sequence[Bounds]) -> int:
    """Count the cells that are too many or too few."""
    return sum(
        max(0, must - high) + max(0, low - may)
        for (must, may), (low, high) in zip(totals, parts, strict=True)
    )
