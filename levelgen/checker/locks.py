"""Judges locked doors: lock_and_key, no_softlock.

Doors and keys are objects. A player walks from the start and picks up every key on the way; a
door's cell is closed until a key of its kind is spent on it, and open from then on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from levelgen.checker.verdict import Verdict
from levelgen.metrics.grid import Grid
from levelgen.schema.constraints import LockAndKey

MOST_STATES = 1 << 16
"""How many sets of opened doors a verdict may rest on; past that it says so and is no "kept"."""

State = tuple[int, ...]
"""The opened doors, as cells in ascending order."""


@dataclass(frozen=True)
class Game:
    """The doors and keys of a level, and the object kinds whose number another promise tells."""

    grid: Grid
    locked: LockAndKey
    counted: frozenset[str]

    @cached_property
    def site(self) -> _Site:
        """What stands where; both judges read the same."""
        return _Site(self.grid, self.locked)


def judge_lock_and_key(grid: Grid, game: Game) -> Verdict:
    """Judge that every lock has to be opened on the way to the exit, and can be.

    Kept with exactly one start and one exit; one door of each lock, and as many keys of a kind as
    doors it opens, or more where another promise tells their number; all of them on cells that can
    be walked on; the exit out of reach while all doors of any one lock stay closed; and an order of
    opening doors, each with a key picked up before, that leads to the exit. Measured is how many
    doors are open by then, or what is wrong.
    """
    locked = game.locked
    wanted = locked.describe()
    site = game.site
    wrong = site.misplaced(game.counted)
    if wrong is not None:
        return Verdict(False, wrong[0], wanted, wrong[1])
    for lock in locked.locks:
        if site.reaches({lock.door}, (site.exit,)):
            closed = grid.standing((lock.door,))
            return Verdict(False, f"the exit is reachable without the {lock.door}", wanted, closed)
    if not site.reaches((), (site.exit,)):
        found = "the exit is out of reach even with every door open"
        return Verdict(False, found, wanted, (site.exit,))
    for lock in locked.locks:
        keys = grid.standing((lock.key,))
        if not site.reaches((), keys):
            found = f"the {lock.key} is out of reach even with every door open"
            return Verdict(False, found, wanted, keys)
        if not site.reaches({lock.door}, keys):
            behind = f"the {lock.key} lies behind its own door, the {lock.door}"
            return Verdict(False, behind, wanted, keys)
    play = _Play(site)
    order = play.way_out()
    if order is not None:
        doors = "1 door" if len(order) == 1 else f"{len(order)} doors"
        return Verdict(True, f"the exit is reached with {doors} opened", wanted)
    if play.cut_short:
        return Verdict(False, f"undecided after {MOST_STATES} sets of opened doors", wanted)
    return Verdict(False, "no order of opening doors leads to the exit", wanted, site.kind)


def judge_no_softlock(grid: Grid, game: Game) -> Verdict:
    """Judge that the exit stays reachable whatever doors the keys are spent on.

    Every set of doors that a player can open is looked at, once each; where no further door can be
    opened, the exit must be in reach. Measured is how many such ends there are, or one that is a
    dead end; with more than `MOST_STATES` sets the answer is that it is not known.
    """
    locked = game.locked
    wanted = "the exit in reach whatever doors the keys are spent on"
    site = game.site
    if len(site.starts) != 1 or len(site.exits) != 1:
        found = f"{len(site.starts)} {locked.start} and {len(site.exits)} {locked.exit} cells"
        return Verdict(False, found, wanted, site.starts + site.exits)
    play = _Play(site)
    ends = 0
    for opened, moves, done in play.states():
        if done:
            ends += 1
        elif not moves:
            spent = ", ".join(f"{site.kind[door]} at {_place(grid, door)}" for door in opened)
            found = f"with the {spent} open" if opened else "with no door open"
            return Verdict(False, f"{found} no key is left for the way out", wanted, site.kind)
    if play.cut_short:
        return Verdict(False, f"undecided after {MOST_STATES} sets of opened doors", wanted)
    counted = "1 way" if ends == 1 else f"{ends} ways"
    return Verdict(True, f"{counted} of spending keys, the exit in reach of each", wanted)


def _place(grid: Grid, cell: int) -> str:
    row, col = divmod(cell, grid.cols)
    return f"row {row}, column {col}"


class _Site:
    """The doors, keys and ends of one board, and its rooms: the regions of cells without a door."""

    def __init__(self, grid: Grid, locked: LockAndKey) -> None:
        self.grid = grid
        self.locked = locked
        self.near = grid.ground(grid.tileset.matching(locked.through)).near
        self.starts = tuple(sorted(set(grid.standing((locked.start,)))))
        self.exits = tuple(sorted(set(grid.standing((locked.exit,)))))
        self.kind: dict[int, str] = {}
        self.opener: dict[int, str] = {}
        for lock in locked.locks:
            for cell in grid.standing((lock.door,)):
                # Whoever starts on a door stands in it already.
                if cell in self.near and cell not in self.starts:
                    self.kind[cell] = lock.door
                    self.opener[cell] = lock.key
        self.keys = Counter((kind, cell) for kind in locked.keys for cell in grid.standing((kind,)))

    @property
    def exit(self) -> int:
        """The cell of the only exit."""
        return self.exits[0]

    def misplaced(self, counted: frozenset[str]) -> tuple[str, Iterable[int]] | None:
        """Say what is missing, too few, too many, or where one cannot walk; None if nothing is."""
        locked, standing = self.locked, self.grid.standing
        for kind, cells in ((locked.start, self.starts), (locked.exit, self.exits)):
            if len(cells) != 1:
                return f"{len(cells)} {kind} cells" if cells else f"no {kind} cell", cells
        doors = tuple(lock.door for lock in locked.locks)
        for kind in (locked.start, locked.exit, *doors, *locked.keys):
            cells = standing((kind,))
            if not cells:
                return f"no {kind}", ()
            off = [cell for cell in cells if cell not in self.near]
            if off:
                return f"{kind} not on {' or '.join(locked.through)}", off
        for key in locked.keys:
            keys, closed = standing((key,)), standing(locked.doors(key))
            if len(keys) < len(closed):
                return f"{len(keys)} {key} for {len(closed)} doors", closed
            if len(keys) > len(closed) and key not in counted:
                return f"{len(keys)} {key}, and no count says so", keys
        for door in doors:
            cells = standing((door,))
            if len(cells) > 1 and door not in counted:
                return f"{len(cells)} {door}, and no count says so", cells
        return None

    @cached_property
    def room(self) -> Mapping[int, int]:
        """The room of each cell, named by one of its cells; a door is a room of its own."""
        found: dict[int, int] = {cell: cell for cell in self.kind}
        for first in self.near:
            if first not in found:
                found[first] = first
                queue = [first]
                for cell in queue:
                    for other in self.near[cell]:
                        if other not in found:
                            found[other] = first
                            queue.append(other)
        return found

    @cached_property
    def beside(self) -> Mapping[int, tuple[int, ...]]:
        """The rooms beside each room, doors among them."""
        beside: dict[int, set[int]] = {room: set() for room in self.room.values()}
        for door in self.kind:
            for other in self.near[door]:
                beside[door].add(self.room[other])
                beside[self.room[other]].add(door)
        return {room: tuple(sorted(others)) for room, others in beside.items()}

    @cached_property
    def lying(self) -> Mapping[int, Counter[str]]:
        """The keys that lie in each room."""
        found: dict[int, Counter[str]] = {}
        for (kind, cell), number in self.keys.items():
            if cell in self.room:
                found.setdefault(self.room[cell], Counter())[kind] += number
        return found

    def reaches(self, closed: Collection[str], cells: Iterable[int]) -> bool:
        """Whether any of the cells is in reach with only these kinds of doors closed."""
        first = self.room.get(self.starts[0])
        rooms = [] if first is None else [first]
        seen = set(rooms)
        for room in rooms:
            for other in self.beside[room]:
                if other not in seen and self.kind.get(other) not in closed:
                    seen.add(other)
                    rooms.append(other)
        return any(self.room.get(cell) in seen for cell in cells)


@dataclass(frozen=True)
class _Reach:
    """What a player has and sees with some doors open."""

    keys: Counter[str]
    """Keys picked up and not spent."""
    doors: tuple[int, ...]
    """Closed doors beside cells in reach."""
    done: bool
    """Whether the exit is in reach."""


class _Play:
    """Searches the sets of doors that a player can have opened, each set once.

    A state costs as much as there are rooms and doors, not cells.
    """

    def __init__(self, site: _Site) -> None:
        self.site = site
        self.cut_short = False

    def _reach(self, opened: State) -> _Reach:
        site = self.site
        first = site.room.get(site.starts[0])
        rooms = [] if first is None else [first]
        seen = set(rooms)
        keys: Counter[str] = Counter()
        closed: set[int] = set()
        for room in rooms:
            keys.update(site.lying.get(room, ()))
            for other in site.beside[room]:
                if other in site.kind and other not in opened:
                    closed.add(other)
                elif other not in seen:
                    seen.add(other)
                    rooms.append(other)
        keys.subtract(site.opener[door] for door in opened)
        return _Reach(keys, tuple(sorted(closed)), site.room.get(site.exit) in seen)

    def states(self) -> Iterable[tuple[State, tuple[int, ...], bool]]:
        """Yield (opened doors, doors that can be opened next, whether the exit is in reach).

        Where the exit is in reach the game is won, and no door is opened any more. A kind of key
        of which there are enough for all its doors leaves no choice: they are opened at once.
        """
        seen: set[State] = {()}
        queue: list[State] = [()]
        for state in queue:
            opened, reach = self._forced(state)
            moves = tuple(door for door in reach.doors if reach.keys[self.site.opener[door]] > 0)
            yield opened, moves, reach.done
            if reach.done:
                continue
            for door in moves:
                after = tuple(sorted((*opened, door)))
                if after not in seen:
                    if len(seen) == MOST_STATES:
                        self.cut_short = True
                        return
                    seen.add(after)
                    queue.append(after)

    def _forced(self, opened: State) -> tuple[State, _Reach]:
        closed = Counter(self.site.opener.values())
        closed.subtract(self.site.opener[door] for door in opened)
        while True:
            reach = self._reach(opened)
            plenty = [
                door
                for door in reach.doors
                if reach.keys[self.site.opener[door]] >= closed[self.site.opener[door]]
            ]
            if reach.done or not plenty:
                return opened, reach
            opened = tuple(sorted((*opened, *plenty)))
            closed.subtract(self.site.opener[door] for door in plenty)

    def way_out(self) -> State | None:
        """Give doors whose opening leads to the exit, None where none were found."""
        return next((opened for opened, _, done in self.states() if done), None)
