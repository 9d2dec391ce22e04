"""Cheapest ways of a stream over free cells, at random costs, so that they wind."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from levelgen.engine.network.bed import Bed
from levelgen.engine.rng import Rng

Course = list[tuple[int, int]]
"""(cell, its sides), from where it was entered to the outlet."""

_COARSE = 4
_COARSE_BITS = 4
_STEEP = 6
_FINE_BITS = 3
_SHORE = 12
"""What it costs to run along the edge of the board."""
_CROWDED = 24
"""What it costs to run beside another stream without land between."""

_ANY = sum(1 << sides for sides in range(16) if sides.bit_count() == 2)


def relief(bed: Bed, rng: Rng) -> list[int]:
    """Draw the cost of every cell: hills a few cells wide, and some grain.

    A cell that cannot do without a stream costs nothing.
    """
    rows, cols = bed.topology.rows, bed.topology.cols
    wide = cols // _COARSE + 2
    peaks = [rng.bits(_COARSE_BITS) for _ in range((rows // _COARSE + 2) * wide)]
    found = []
    for row in range(rows):
        down, south = divmod(row, _COARSE)
        for col in range(cols):
            right, east = divmod(col, _COARSE)
            at = down * wide + right
            north = peaks[at] * (_COARSE - east) + peaks[at + 1] * east
            below = peaks[at + wide] * (_COARSE - east) + peaks[at + wide + 1] * east
            height = north * (_COARSE - south) + below * south
            height //= _COARSE * _COARSE
            cost = 1 + height * height // _STEEP + rng.bits(_FINE_BITS)
            cell = row * cols + col
            cost += _SHORE * (-1 in bed.neighbours[cell])
            found.append(cost if bed.passages[cell] & 1 else 0)
    return found


def crowd(bed: Bed, costs: list[int], course: Course) -> None:
    """Make the cells beside a course dear, so that other streams keep land between."""
    for cell, _ in course:
        for other in bed.neighbours[cell]:
            if other >= 0 and bed.passages[other] & 1:
                costs[other] += _CROWDED


def find_course(
    bed: Bed,
    costs: Sequence[int],
    start: tuple[int, int],
    room: Sequence[int],
    goal: tuple[int, int] | None = None,
) -> Course | None:
    """Search the cheapest way from a cell, entered by a side of it, to an outlet.

    ``room[cell]``: 0 where it must not pass. ``goal``: (cell, side) of the outlet, None: any.
    Dijkstra's algorithm over cells, and over the sides they are entered by where not every
    passage is open.
    """
    if not room[start[0]]:
        return None
    # Of each step: the cell, the side it is entered by, and the step before.
    steps = [(*start, -1)]
    queue = [(0, 0)]
    done: set[int] = set()
    neighbours, passages, cells = bed.neighbours, bed.passages, bed.topology.cells
    while queue:
        cost, step = heappop(queue)
        cell, back, _ = steps[step]
        ways = passages[cell]
        state = cell if ways & _ANY == _ANY else cells + 4 * cell + back
        if state in done:
            continue
        done.add(state)
        for side, other in enumerate(neighbours[cell]):
            if side == back or not ways >> (1 << side | 1 << back) & 1:
                continue
            if other < 0:
                if goal is None or goal == (cell, side):
                    course = _traced(steps, step, side)
                    if course is not None:
                        return course
            elif room[other] and other not in done:
                heappush(queue, (cost + costs[other], len(steps)))
                steps.append((other, side ^ 2, step))
    return None


def _traced(steps: list[tuple[int, int, int]], step: int, side: int) -> Course | None:
    """Follow a way back from the side it leaves by; None where it would pass a cell twice."""
    course: Course = []
    while step >= 0:
        cell, back, step = steps[step]
        course.append((cell, 1 << side | 1 << back))
        side = back ^ 2
    twice = len({cell for cell, _ in course}) < len(course)
    return None if twice else course[::-1]
