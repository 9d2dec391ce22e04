"""Brings the length of streams to a wanted number of cells, without making or parting any."""

from __future__ import annotations

from levelgen.engine.network.bed import Bed
from levelgen.engine.rng import Rng

_TRIES = 40
_LEAST_TRIES = 400
_WIDEST = 5
_HIGHEST = 6
_SHARE = 4


def meander(bed: Bed, wanted: int, rng: Rng) -> bool:
    """Lengthen or shorten the streams until ``wanted`` cells have one; whether that was reached.

    Bends are pushed out of straight stretches (two cells for each row of it) and single corners
    are moved to the other side (one cell more or less at an outlet, up to two elsewhere). First
    with land between the bends, later without.
    """
    wet = bed.wet = [cell for cell in bed.wet if bed.sides[cell]]
    tries = _TRIES * abs(wanted - bed.count) + _LEAST_TRIES
    for number in range(tries):
        missing = wanted - bed.count
        if not missing:
            return True
        cell = rng.choice(wet)
        if not bed.sides[cell]:
            continue
        spaced = 2 * number < tries
        if missing > 1:
            _push(bed, cell, missing // 2, rng, spaced=spaced)
        if abs(missing) == 1 or missing < 0 or not spaced:
            _shift(bed, cell, missing, rng)
    return bed.count == wanted


def _push(bed: Bed, cell: int, most: int, rng: Rng, *, spaced: bool) -> None:
    """Push a straight stretch that starts at a cell out to one side."""
    along = rng.below(4)
    if not bed.sides[cell] >> along & 1:
        return
    out = (along + 1 + 2 * rng.below(2)) & 3
    high = 1 + rng.below(min(most, _HIGHEST, 1 + most // _SHARE))
    wide = 1 + spaced + rng.below(_WIDEST)
    stretch = [cell]
    while len(stretch) <= wide:
        if not bed.sides[stretch[-1]] >> along & 1 or bed.neighbours[stretch[-1]][along] < 0:
            break
        stretch.append(bed.neighbours[stretch[-1]][along])
    if len(stretch) < 2 + spaced:
        return
    corners = _between(bed, stretch, out, high, spaced=spaced)
    if corners:
        bed.flip(corners, 2 * high)


def _between(bed: Bed, stretch: list[int], out: int, high: int, *, spaced: bool) -> list[int]:
    """List the corners between a stretch and where it would be pushed to; none if that is taken.

    With ``spaced`` the cells around must be without streams too.
    """
    sides, around = bed.sides, bed.neighbours
    along = next(side for side in range(4) if around[stretch[0]][side] == stretch[1])
    down = 1 if out == 2 or along == 2 else 0
    right = 1 if out == 1 or along == 1 else 0
    corners = []
    line = stretch
    for _ in range(high):
        corners += [bed.corner(cell, down, right) for cell in line[:-1]]
        line = [around[cell][out] for cell in line]
        if any(cell < 0 or sides[cell] for cell in line):
            return []
        if spaced:
            beside = (around[line[0]][along ^ 2], around[line[-1]][along])
            if any(cell >= 0 and sides[cell] for cell in beside):
                return []
    if spaced and any(cell >= 0 and sides[cell] for cell in (around[one][out] for one in line)):
        return []
    return corners


def _shift(bed: Bed, cell: int, missing: int, rng: Rng) -> None:
    """Move one corner of a cell to the other side of the stream, if that helps or does not harm."""
    corner = bed.corner(cell, rng.below(2), rng.below(2))
    if not bed.keeps_streams(corner):
        return
    before = abs(missing)
    count = bed.count
    if bed.flip((corner,), 2) and abs(missing - (bed.count - count)) > before:
        bed.flip((corner,), 2)
