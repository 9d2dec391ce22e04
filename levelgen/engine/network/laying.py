"""Lays streams on a board: from outlet to outlet, or in rings, on a wanted number of cells."""

from __future__ import annotations

from itertools import product

from levelgen.engine.network.bed import Bed
from levelgen.engine.network.course import Course, crowd, find_course, relief
from levelgen.engine.network.meander import meander
from levelgen.engine.rng import Rng

_FAILS = 12
"""Courses that may fail before the bed is taken as it is."""

_BENDS = 5
"""A fifth of the cells is kept for bends that are made later."""

_DETOUR = 2
_LEAST_DETOUR = 4
"""A course may lie in an ellipse whose longest way is the direct one, its half and some more."""

_DRAWN = 4

_RING = 4
_TRIED_CORNERS = 60
_ROUNDS = 4


def lay(bed: Bed, wanted: int, *, single: bool, rng: Rng) -> bool:
    """Lay streams on ``wanted`` cells or nearly so, all of them one stream if it is ``single``.

    Cells that must have a stream get theirs first. False where one of them did not get out, or
    where several streams came of it.
    """
    costs = relief(bed, rng)
    if not _through_forced(bed, costs, rng):
        return False
    for _ in range(_ROUNDS):
        if bed.count == wanted:
            break
        if not (single and bed.count):
            _spread(bed, costs, wanted, rng, single=single)
            if not (bed.count and bed.outlets()):
                _rings(bed, wanted, rng, single=single)
        if not bed.count:
            break
        meander(bed, wanted, rng)
    return not single or _streams(bed) <= 1


def _through_forced(bed: Bed, costs: list[int], rng: Rng) -> bool:
    """Lead a stream through every cell that must have one, both ways to an outlet."""
    for cell in bed.topology.existing:
        if bed.passages[cell] & 1 or bed.sides[cell]:
            continue
        choices = [sides for sides in range(1, 16) if bed.passages[cell] >> sides & 1]
        rng.shuffle(choices)
        if not any(_led_out(bed, costs, cell, sides) for sides in choices):
            return False
    return True


def _led_out(bed: Bed, costs: list[int], cell: int, sides: int) -> bool:
    """Lay a stream through a cell with these sides, if it gets out both ways."""
    course: Course = [(cell, sides)]
    for side in range(4):
        other = bed.neighbours[cell][side]
        if not sides >> side & 1 or other < 0:
            continue
        room = bed.free()
        for place, _ in course:
            room[place] = 0
        part = find_course(bed, costs, (other, side ^ 2), room)
        if part is None:
            return False
        course += part
    bed.put(course)
    crowd(bed, costs, course)
    return True


def _spread(bed: Bed, costs: list[int], wanted: int, rng: Rng, *, single: bool) -> None:
    """Lay streams across the board until nearly enough cells have one."""
    span = _span(bed)
    fails = 0
    while fails < _FAILS:
        left = wanted - bed.count - wanted // _BENDS
        if left <= (span // 3 if bed.count else 0):
            return
        reach = left if single else min(left, rng.between(span, span * 2))
        course = _across(bed, costs, reach, rng)
        if course is None or len(course) > wanted - bed.count:
            fails += 1
            continue
        bed.put(course)
        crowd(bed, costs, course)
        if single:
            return


def _span(bed: Bed) -> int:
    """Give the mean length of the lines of a board."""
    return (bed.topology.rows + bed.topology.cols) // 2


def _across(bed: Bed, costs: list[int], reach: int, rng: Rng) -> Course | None:
    """Search a course between two outlets that lie apart by a good part of a reach."""
    outlets = bed.outlets()
    if not outlets:
        return None
    start, side = _remote(bed, outlets, rng)
    region = _region(bed, start)
    down, right = _gaps(bed, start)
    cols = bed.topology.cols
    far = [
        (down[cell // cols] + right[cell % cols] + 1, cell, other)
        for cell, other in outlets
        if region[cell] and (cell, other) != (start, side)
    ]
    fit = [end for end in far if reach <= 2 * end[0] and 5 * end[0] <= 4 * reach]
    if not fit:
        fit = [end for end in far if end[0] <= reach]
        longest = max((end[0] for end in fit), default=0)
        fit = [end for end in fit if 4 * end[0] >= 3 * longest]
    if not fit:
        return None
    # Streams between neighbouring sides would leave the middle of the board dry.
    drawn = [rng.choice(fit) for _ in range(_DRAWN)]
    inland = [_inland(bed, start, end) for _, end, _ in drawn]
    direct, end, out = drawn[inland.index(max(inland))]
    reach = min(reach, direct + direct // _DETOUR + _LEAST_DETOUR)
    for ways, more in zip((down, right), _gaps(bed, end), strict=True):
        for line, gap in enumerate(more):
            ways[line] += gap
    room = bytearray(
        free and rows + columns <= reach
        for free, (rows, columns) in zip(region, product(down, right), strict=True)
    )
    return find_course(bed, costs, (start, side), room, (end, out))


def _remote(bed: Bed, outlets: list[tuple[int, int]], rng: Rng) -> tuple[int, int]:
    """Draw a few outlets and give the one farthest from where streams already come in."""
    drawn = [rng.choice(outlets) for _ in range(_DRAWN)]
    ends = [divmod(cell, bed.topology.cols) for cell in bed.ends()]
    if not ends:
        return drawn[0]
    far = []
    for cell, _ in drawn:
        down, right = _gaps(bed, cell)
        far.append(min(down[row] + right[col] for row, col in ends))
    return drawn[far.index(max(far))]


def _inland(bed: Bed, one: int, other: int) -> int:
    """Measure how far inside the board the middle between two cells lies, in half cells."""
    found = []
    for axis, (here, there) in enumerate(
        zip(divmod(one, bed.topology.cols), divmod(other, bed.topology.cols), strict=True)
    ):
        middle = here + there
        found.append(min(middle, 2 * bed.topology.length(axis) - 2 - middle))
    return min(found)


def _gaps(bed: Bed, cell: int) -> tuple[list[int], list[int]]:
    """Count the moves from a cell to every row, and to every column."""
    row, col = divmod(cell, bed.topology.cols)
    return bed.gaps(0, row), bed.gaps(1, col)


def _region(bed: Bed, start: int) -> bytearray:
    """Mark the free cells that can be reached from one without crossing a stream."""
    free = bed.free()
    found = bytearray(len(free))
    free[start], found[start] = 0, 1
    queue = [start]
    for cell in queue:
        for other in bed.neighbours[cell]:
            if other >= 0 and free[other]:
                free[other], found[other] = 0, 1
                queue.append(other)
    return found


def _rings(bed: Bed, wanted: int, rng: Rng, *, single: bool) -> None:
    """Lay streams without ends: around the board where it is joined, or around some land."""
    span = _span(bed)
    while wanted - bed.count >= _RING:
        before = bed.count
        axes = [axis for axis in (0, 1) if bed.wraps[axis]]
        if not (axes and rng.below(2) and _belt(bed, rng.choice(axes), wanted - before, rng)):
            _ring(bed, wanted - before, rng)
        if single or bed.count == before:
            return
        meander(bed, min(wanted, bed.count + rng.between(span // 2, span)), rng)


def _belt(bed: Bed, axis: int, most: int, rng: Rng) -> bool:
    """Lay a straight stream around the board, north to south (axis 0) or west to east."""
    cols = bed.topology.cols
    line = rng.below(bed.topology.length(1 - axis))
    sides = 0b1010 if axis else 0b0101
    cells = [
        line * cols + place if axis else place * cols + line
        for place in range(bed.topology.length(axis))
    ]
    free = bed.free()
    fits = all(free[cell] and bed.passages[cell] >> sides & 1 for cell in cells)
    if fits and len(cells) <= most:
        bed.put([(cell, sides) for cell in cells])
        return True
    return False


def _ring(bed: Bed, most: int, rng: Rng) -> None:
    """Lay a ring of four cells, for `meander` to make a larger one of."""
    for _ in range(_TRIED_CORNERS):
        cell = rng.choice(bed.topology.existing)
        corner = bed.corner(cell, 1, 1)
        ring = [place for place, _ in bed.around(corner)]
        if -1 in ring or len(set(ring)) < _RING:
            continue
        if not any(bed.sides[place] for place in ring) and bed.flip((corner,), most):
            return


def _streams(bed: Bed) -> int:
    """Count the streams of a bed."""
    left = {cell for cell in bed.topology.existing if bed.sides[cell]}
    found = 0
    while left:
        found += 1
        queue = [left.pop()]
        for cell in queue:
            for side, other in enumerate(bed.neighbours[cell]):
                if bed.sides[cell] >> side & 1 and other in left:
                    left.remove(other)
                    queue.append(other)
    return found
