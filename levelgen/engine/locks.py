"""Cuts one open region into rooms in a row, each behind a locked door.

A door goes where the region is thin: the cells at one distance from the start, the wave front of a
breadth-first search, separate what is nearer from what is farther away. Those of them that touch
the exit's side are closed but one, the door; with later doors the same is done behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from levelgen.engine.board import Board
from levelgen.engine.regions import UNREACHED, distances
from levelgen.engine.rng import Rng

_LEVELS = 4
_BARRIERS = 6
_NOWHERE = -1
_CORNERS = ((0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 0))


def least_moves(doors: int) -> int:
    """Moves from start to exit that leave room for so many doors, and a key before each."""
    return 2 * doors + 1


@dataclass
class Cut:
    """The mask of open cells that is cut; see `Structure` for the flags.

    ``texture`` flags the cells that were open before all changes: growth takes them first.
    ``is_long``: whether a cell is, or would be, part of too long a run of open (or closed) cells.
    """

    board: Board
    inside: bytearray
    counted: bytearray
    may_open: bytearray
    may_close: bytearray
    easy: bytearray
    texture: Sequence[int]
    is_long: Callable[[int, bool], bool] = lambda cell, is_open: False


@dataclass(frozen=True)
class Lock:
    """Where a door may stand, as flags of cells, and where its cell then counts for the share."""

    door: bytearray
    counts: bytearray


def lock(
    cut: Cut, locks: Sequence[Lock], start: int, exit_: int, target: int, rng: Rng
) -> tuple[list[int], list[int]] | None:
    """Cut the region between start and exit by one door for each lock, in their order.

    Gives the cells of the doors, and for each cell the number of doors before its room, -1 where
    there is none; a door is in no room. Leaves in ``cut`` exactly ``target`` cells that count
    (-1: as many as come). No way between two cells gets shorter. Gives None where that is
    impossible, with ``cut`` in any state. Linear in the cells.
    """
    inside = cut.inside
    room = [0 if is_open else _NOWHERE for is_open in inside]
    doors: list[int] = []
    source = start
    for index, one in enumerate(locks):
        barrier = _thinnest(cut, room, index, one, source, exit_, len(locks) - index, rng)
        if barrier is None:
            return None
        source = barrier.door
        doors.append(source)
        for cell in barrier.closed:
            inside[cell] = cut.counted[cell] = 0
            room[cell] = _NOWHERE
        for cell in barrier.beyond:
            room[cell] = index + 1
        room[source] = _NOWHERE
        cut.counted[source] = one.counts[source]
    if target >= 0:
        missing = target - sum(cut.counted)
        if missing < 0:
            _trim(cut, room, {start, exit_}, doors, -missing, rng)
        elif missing:
            _grow(cut, room, doors, missing, rng)
        if sum(cut.counted) != target:
            return None
    return doors, room


@dataclass(frozen=True)
class _Barrier:
    """A door, the cells to close, and the cells behind the door."""

    door: int
    closed: list[int]
    beyond: list[int]


def _thinnest(
    cut: Cut,
    room: list[int],
    index: int,
    one: Lock,
    source: int,
    exit_: int,
    left: int,
    rng: Rng,
) -> _Barrier | None:
    """Find a place for the next door in a room: thin among some drawn at random."""
    here = bytearray(number == index for number in room)
    here[source] = 1
    away = distances(cut.board, here, source)
    # A cell before the door for its key, a cell behind it, and as much for each later door.
    first, last = 2, away[exit_] - 1 - 2 * (left - 1)
    if away[exit_] == UNREACHED or last < first:
        return None
    last = max(first, min(last, away[exit_] * 2 // (left + 1)))
    width = [0] * (last + 1)
    for moves in away:
        if moves <= last:
            width[moves] += 1
    levels = list(range(first, last + 1))
    rng.shuffle(levels)
    thin = sorted(levels[:_LEVELS], key=lambda level: width[level])
    for level in (thin + levels[_LEVELS:])[:_BARRIERS]:
        found = _barrier(cut, away, level, one, source, exit_, rng)
        if found is not None:
            return found
    return None


def _barrier(
    cut: Cut, away: list[int], level: int, one: Lock, source: int, exit_: int, rng: Rng
) -> _Barrier | None:
    """Close the cells of a distance that touch what is farther and holds the exit, but one."""
    near, may_close = cut.board.near, cut.may_close
    beyond = [exit_]
    side = bytearray(cut.board.cells)
    side[exit_] = 1
    front: list[int] = []
    for cell in beyond:
        for other in near[cell]:
            if not side[other] and away[other] != UNREACHED:
                side[other] = 1
                if away[other] > level:
                    beyond.append(other)
                else:
                    front.append(other)
    stuck = [cell for cell in front if not may_close[cell]]
    fits = [cell for cell in stuck or front if one.door[cell]]
    if len(stuck) > 1 or not fits:
        return None
    door = rng.choice(fits)
    closed = [cell for cell in front if cell != door]
    # What hung on a closed cell alone is cut off: behind the door where it touches it, else closed.
    side[source] = 1
    before = [source]
    for cell in before:
        for other in near[cell]:
            if not side[other] and away[other] != UNREACHED:
                side[other] = 1
                before.append(other)
    beyond.append(door)
    for cell in beyond:
        for other in near[cell]:
            if not side[other] and away[other] != UNREACHED:
                side[other] = 1
                beyond.append(other)
    lost = [cell for cell, moves in enumerate(away) if moves != UNREACHED and not side[cell]]
    if not all(may_close[cell] for cell in lost):
        return None
    beyond.remove(door)
    closed += lost
    for cell in closed:
        cut.inside[cell] = 0
    too_long = any(cut.is_long(cell, False) for cell in closed)
    for cell in closed:
        cut.inside[cell] = 1
    return None if too_long else _Barrier(door, closed, beyond)


def _trim(
    cut: Cut, room: list[int], kept: set[int], doors: list[int], surplus: int, rng: Rng
) -> None:
    """Close cells that count at dead ends and corners, away from the doors."""
    near = cut.board.near
    kept.update(other for door in doors for other in near[door])
    order = [
        cell
        for cell, home in enumerate(room)
        if home != _NOWHERE and cut.counted[cell] and cut.may_close[cell] and cell not in kept
    ]
    rng.shuffle(order)
    for cell in order:
        if not surplus:
            return
        if _keeps_ways(cut, cell) and not cut.is_long(cell, False):
            cut.inside[cell] = cut.counted[cell] = 0
            room[cell] = _NOWHERE
            surplus -= 1


def _grow(cut: Cut, room: list[int], doors: list[int], missing: int, rng: Rng) -> None:
    """Open cells that join no two rooms and make no way shorter, as long as there are any."""
    near, inside = cut.board.near, cut.inside
    number = {door: index for index, door in enumerate(doors)}
    fronts: tuple[list[int], list[int], list[int]] = ([], [], [])
    seen = bytearray(inside)

    def look_around(cell: int) -> None:
        for other in near[cell]:
            if not seen[other]:
                seen[other] = 1
                if cut.may_open[other]:
                    rank = 0 if cut.texture[other] else 1 if cut.easy[other] else 2
                    fronts[rank].append(other)

    for cell in range(cut.board.cells):
        if room[cell] != _NOWHERE:
            look_around(cell)
    while missing:
        front = fronts[0] or fronts[1] or fronts[2]
        if not front:
            return
        position = rng.below(len(front))
        front[position], front[-1] = front[-1], front[position]
        cell = front.pop()
        homes = {room[other] for other in near[cell] if room[other] != _NOWHERE}
        if len(homes) != 1 or not _keeps_ways(cut, cell) or cut.is_long(cell, True):
            continue
        home = homes.pop()
        if any(number.get(other, home) - home not in (-1, 0) for other in near[cell]):
            continue
        inside[cell] = cut.counted[cell] = 1
        room[cell] = home
        missing -= 1
        look_around(cell)


def _keeps_ways(cut: Cut, cell: int) -> bool:
    """Whether opening a cell makes no way shorter, and closing it cuts nothing off.

    True for a cell with one open neighbour, and for one with two that a common neighbour joins
    around the corner.
    """
    ring, inside = cut.board.ring[cell], cut.inside
    beside = [other for other in cut.board.near[cell] if inside[other]]
    if len(beside) != 2:
        return len(beside) == 1
    return any(
        all(ring[place] >= 0 and inside[ring[place]] for place in corner) for corner in _CORNERS
    )
