"""Plays a board with locked doors: what can be reached when keys are spent on doors.

A player picks up every key in reach; a door's cell is closed until a key of its kind is spent on
it, and open from then on. The states of a play are the sets of opened doors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

MOST_STATES = 1 << 16
"""How many states a search looks at before it gives up."""


@dataclass(frozen=True)
class Scene:
    """A board to play: cells that can be walked on (doors too) and what stands on them.

    ``near[cell]`` are the neighbours of a cell; ``doors`` and ``keys`` give the kind of key, a
    small number, of each cell that holds a door or a key.
    """

    near: Sequence[Sequence[int]]
    inside: Sequence[int]
    doors: Mapping[int, int]
    keys: Mapping[int, int]
    start: int
    exit: int

    def reached(self, open_: bytearray) -> bytearray:
        """Flag the cells in reach of the start when only the flagged doors are open."""
        seen = bytearray(len(self.near))
        if self.inside[self.start]:
            seen[self.start] = 1
            front = [self.start]
            for cell in front:
                for other in self.near[cell]:
                    if not seen[other] and self.inside[other]:
                        if other in self.doors and not open_[other]:
                            continue
                        seen[other] = 1
                        front.append(other)
        return seen


@dataclass(frozen=True)
class State:
    """A play so far.

    ``opened``: doors in the order they were opened. ``rooms``: bitset of the rooms in reach, a door
    that was opened being one. ``closed``: closed doors in reach, in the order they were met.
    ``held``: the keys left of each kind; ``left``: the closed doors of each kind anywhere.
    ``done``: the exit is in reach.
    """

    opened: tuple[int, ...]
    rooms: int
    closed: tuple[int, ...]
    held: tuple[int, ...]
    left: tuple[int, ...]
    done: bool


class Play:
    """All plays of a scene, one state for each set of opened doors that matters.

    A kind of key of which there are enough for all its closed doors leaves no choice: such doors
    are opened at once. Where the exit is in reach the play is over. ``cut_short``: the search gave
    up after `MOST_STATES` states, so that nothing is known of the others.

    Regions between doors are rooms, found once: a state costs no more than there are rooms.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.cut_short = False
        # A door where one cannot walk is no door.
        doors = [door for door in scene.doors if scene.inside[door]]
        self._doors = {door: index for index, door in enumerate(doors)}
        self._kinds = 1 + max((*scene.doors.values(), *scene.keys.values()), default=0)
        self._room = self._rooms()
        count = 1 + max(self._room)
        self._lying = [[0] * self._kinds for _ in range(count)]
        for cell, key in scene.keys.items():
            if self._room[cell] >= 0:
                self._lying[self._room[cell]][key] += 1
        self._beside: list[list[int]] = [[] for _ in range(count)]
        for door, room in self._doors.items():
            for cell in scene.near[door]:
                other = self._room[cell]
                if other >= 0:
                    self._beside[other].append(room)
                    self._beside[room].append(other)

    def _rooms(self) -> list[int]:
        """Number the rooms: doors first, in their order; -1 where one cannot walk."""
        scene = self.scene
        room = [-1] * len(scene.near)
        for door, index in self._doors.items():
            room[door] = index
        count = len(self._doors)
        for first, is_inside in enumerate(scene.inside):
            if is_inside and room[first] < 0:
                room[first] = count
                front = [first]
                for cell in front:
                    for other in scene.near[cell]:
                        if scene.inside[other] and room[other] < 0:
                            room[other] = count
                            front.append(other)
                count += 1
        return room

    def ends(self) -> Iterator[State]:
        """Yield the states where no door can be opened, or the exit is in reach."""
        nothing = (0,) * self._kinds
        left = [0] * self._kinds
        for door in self._doors:
            left[self.scene.doors[door]] += 1
        first = State((), 0, (), nothing, tuple(left), False)
        start = self._room[self.scene.start]
        if start >= 0:
            first = self._forced(self._entered(first, start))
        stack = [first]
        met = {frozenset(first.opened)}
        while stack:
            state = stack.pop()
            choices = () if state.done else self._choices(state)
            if not choices:
                yield state
            for door in reversed(choices):
                doors = frozenset((*state.opened, door))
                if doors not in met:
                    if len(met) >= MOST_STATES:
                        self.cut_short = True
                        return
                    met.add(doors)
                    after = self._forced(self._opened(state, door))
                    met.add(frozenset(after.opened))
                    stack.append(after)

    def _choices(self, state: State) -> tuple[int, ...]:
        return tuple(door for door in state.closed if state.held[self.scene.doors[door]] > 0)

    def _forced(self, state: State) -> State:
        """Open every door of which the key is plenty."""
        doors = self.scene.doors
        while not state.done:
            plenty = [
                door for door in state.closed if state.held[doors[door]] >= state.left[doors[door]]
            ]
            if not plenty:
                break
            for door in plenty:
                state = self._opened(state, door)
        return state

    def _opened(self, state: State, door: int) -> State:
        key = self.scene.doors[door]
        spent = replace(
            state,
            opened=(*state.opened, door),
            closed=tuple(other for other in state.closed if other != door),
            held=_less(state.held, key),
            left=_less(state.left, key),
        )
        return self._entered(spent, self._doors[door])

    def _entered(self, state: State, first: int) -> State:
        """Enter a room and all that is in reach beyond it."""
        doors = list(self._doors)
        opened = {self._doors[door] for door in state.opened}
        rooms, closed, held = state.rooms | 1 << first, list(state.closed), list(state.held)
        front = [first]
        for room in front:
            for key, number in enumerate(self._lying[room]):
                held[key] += number
            for other in self._beside[room]:
                if rooms >> other & 1:
                    continue
                if other < len(doors) and other not in opened:
                    if doors[other] not in closed:
                        closed.append(doors[other])
                    continue
                rooms |= 1 << other
                front.append(other)
        exit_ = self._room[self.scene.exit]
        done = exit_ >= 0 and bool(rooms >> exit_ & 1)
        return replace(state, rooms=rooms, closed=tuple(closed), held=tuple(held), done=done)

    def seen(self, state: State) -> bytearray:
        """Flag the cells in reach."""
        return bytearray(room >= 0 and state.rooms >> room & 1 for room in self._room)

    def trodden(self, state: State, goals: Iterable[int]) -> set[int]:
        """Collect the cells on ways to cells in reach, none through a door opened later."""
        scene = self.scene
        parent: dict[int, int] = {}
        for first in (scene.start, *state.opened):
            source = next((cell for cell in scene.near[first] if cell in parent), -1)
            parent[first] = source
            front = [first]
            for cell in front:
                for other in scene.near[cell]:
                    if other not in parent and other not in scene.doors and scene.inside[other]:
                        parent[other] = cell
                        front.append(other)
        found: set[int] = set()
        for cell in goals:
            while cell >= 0 and cell not in found:
                found.add(cell)
                cell = parent[cell]
        return found


def _less(numbers: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*numbers[:index], numbers[index] - 1, *numbers[index + 1 :])


def way_out(scene: Scene) -> tuple[int, ...] | None:
    """Give doors in an order in which opening them leads to the exit, None if nothing does.

    Also None when the search gives up.
    """
    return next((end.opened for end in Play(scene).ends() if end.done), None)


def dead_end(play: Play) -> State | None:
    """Give a state from which no play reaches the exit, None if there is none."""
    return next((end for end in play.ends() if not end.done), None)
