"""Locked doors: the exit only through every lock, each opened by a key found before; no dead ends.

That doors separate is said in clauses. That the way can be walked depends on the order in which
keys are found and spent: it is left to cuts, each of which excludes every level that shares what
made a solution fail. In models that leave connectivity to nothing, two consequences that hardly
ever fall short of the promise are posted too: a way from start to exit over ground and doors, and
for each lock a way to one of its keys past closed doors of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from levelgen.engine.play import Play, Scene, dead_end
from levelgen.errors import Problem, RequestError
from levelgen.model.context import Context
from levelgen.model.draft import Draft
from levelgen.model.path import way
from levelgen.model.regions import shortest
from levelgen.model.shape import Shape
from levelgen.schema.constraints import LockAndKey, NoSoftlock


@dataclass(frozen=True)
class Site:
    """The literals of a board with locks, and how a draft is read as a scene to play."""

    condition: tuple[int, ...]
    shape: Shape
    locked: LockAndKey
    through: int
    inside: Sequence[int]
    objects: dict[str, list[int]]

    @classmethod
    def of(cls, context: Context, locked: LockAndKey) -> Site:
        """Name the literals of the promise, under the model's present condition."""
        through = context.rules.bits(locked.through)
        return cls(
            context.model.condition,
            context.shape,
            locked,
            through,
            context.grid.everywhere(through),
            context.objects.literals,
        )

    def scene(self, draft: Draft) -> Scene | None:
        """Read a draft; None unless it has exactly one start and one exit."""
        locked = self.locked
        starts, exits = draft.places.get(locked.start, ()), draft.places.get(locked.exit, ())
        if len(starts) != 1 or len(exits) != 1:
            return None
        number = {kind: index for index, kind in enumerate(locked.keys)}
        return Scene(
            self.shape.near,
            draft.members(self.through),
            {
                cell: number[lock.key]
                for lock in locked.locks
                for cell in self._at(draft, lock.door)
            },
            {cell: number[kind] for kind in number for cell in self._at(draft, kind)},
            starts[0],
            exits[0],
        )

    def _at(self, draft: Draft, kind: str) -> tuple[int, ...]:
        return draft.places.get(kind, ())

    def no_door(self, cell: int) -> list[int]:
        """Give the literals that no door stands on a cell."""
        return [-self.objects[lock.door][cell] - 1 for lock in self.locked.locks]

    def still(self, draft: Draft, doors: Iterable[int]) -> Iterator[int]:
        """Yield literals, one of which holds unless each of these doors still is what it was."""
        kind = {
            cell: lock.door for lock in self.locked.locks for cell in self._at(draft, lock.door)
        }
        for cell in doors:
            yield -self.objects[kind[cell]][cell] - 1

    def confined(self, scene: Scene, seen: bytearray, wanted: set[int]) -> Iterator[int]:
        """Yield literals, one of which holds unless the flagged cells are closed in as before.

        Closed in: no wall beside them opens, the exit is not among them, and no key of the
        `wanted` kinds lies there that did not before.
        """
        region = [cell for cell in range(self.shape.cells) if seen[cell]]
        beside = sorted({other for cell in region for other in scene.near[cell] if not seen[other]})
        yield from (self.inside[cell] for cell in beside if not scene.inside[cell])
        yield from (self.objects[self.locked.exit][cell] for cell in region)
        for number, kind in enumerate(self.locked.keys):
            if number in wanted:
                for cell in region:
                    if scene.keys.get(cell) != number:
                        yield self.objects[kind][cell]

    def clause(self, scene: Scene, literals: Iterable[int]) -> tuple[int, ...]:
        """Make a cut that is about this start, under the site's condition."""
        where = -self.objects[self.locked.start][scene.start] - 1
        return tuple(
            dict.fromkeys((*(-literal - 1 for literal in self.condition), where, *literals))
        )


@dataclass(frozen=True)
class WayOut:
    """Cuts against levels in which no order of opening doors leads to the exit (lazy)."""

    site: Site

    @property
    def condition(self) -> tuple[int, ...]:
        """The literals under which the constraint holds at all."""
        return self.site.condition

    def cuts(self, draft: Draft) -> list[tuple[int, ...]]:
        """Say of everything in reach by any order: it is not closed in, or a door of it is gone."""
        scene = self.site.scene(draft)
        if scene is None:
            return []
        seen = bytearray(self.site.shape.cells)
        play = Play(scene)
        for end in play.ends():
            if end.done:
                return []
            for cell, is_seen in enumerate(play.seen(end)):
                seen[cell] |= is_seen
        if play.cut_short:
            # Not known is not broken: the check will say so of the level.
            return []
        doors = [
            door
            for door in sorted(scene.doors)
            if seen[door] or any(seen[other] for other in scene.near[door])
        ]
        # More keys even of a kind whose doors all were opened, some in one order and some in
        # another, could open more of them in the same order.
        kinds = {scene.doors[door] for door in doors}
        site = self.site
        found = (*site.confined(scene, seen, kinds), *site.still(draft, doors))
        return [site.clause(scene, found)]


@dataclass(frozen=True)
class DeadEnd:
    """Cuts against levels in which keys can be spent so that the exit is out of reach (lazy)."""

    site: Site

    @property
    def condition(self) -> tuple[int, ...]:
        """The literals under which the constraint holds at all."""
        return self.site.condition

    def cuts(self, draft: Draft) -> list[tuple[int, ...]]:
        """Say of a play that is stuck: it cannot be played, or what it reached is not closed in."""
        site = self.site
        scene = site.scene(draft)
        if scene is None:
            return []
        play = Play(scene)
        stuck = dead_end(play)
        if stuck is None:
            return []
        seen = play.seen(stuck)
        used = {scene.doors[door] for door in stuck.opened}
        keys = [cell for cell, kind in scene.keys.items() if seen[cell] and kind in used]
        trodden = play.trodden(stuck, (*stuck.opened, *keys))
        literals: list[int] = []
        for cell in sorted(trodden - set(stuck.opened)):
            literals.append(-site.inside[cell] - 1)
            literals += (-literal - 1 for literal in site.no_door(cell))
        for cell in keys:
            literals.append(-site.objects[site.locked.keys[scene.keys[cell]]][cell] - 1)
        doors = sorted((*stuck.opened, *stuck.closed))
        literals += site.still(draft, doors)
        # Whoever is stuck holds no key for a door in reach; other keys are of no use.
        kinds = {scene.doors[door] for door in stuck.closed}
        return [site.clause(scene, (*literals, *site.confined(scene, seen, kinds)))]


def lock_and_key(context: Context, locked: LockAndKey) -> None:
    """Keep the exit behind every lock, and a way of finding and spending keys that leads there."""
    model, objects = context.model, context.objects
    site = Site.of(context, locked)
    _ends(context, site)
    doors = [lock.door for lock in locked.locks]
    for kind in (*doors, *locked.keys):
        _on_ground(context, site, kind)
    for door in doors:
        most = context.shape.cells if door in context.counted else 1
        model.linear([(objects.total(door), 1)], 1, most)
    for key in locked.keys:
        opened = [(objects.total(door), -1) for door in locked.doors(key)]
        spare = context.shape.cells if key in context.counted else 0
        model.linear([(objects.total(key), 1), *opened], 0, spare)
    for lock in locked.locks:
        _separate(context, site, lock.door)
    if context.cutting != "regions":
        _way(context, site, locked.exit)
        for lock in locked.locks:
            _way(context, site, lock.key, past=lock.door)
    model.watches.append(WayOut(site))


def no_softlock(context: Context, constraint: NoSoftlock) -> None:
    """Keep the exit in reach whatever doors the keys are spent on. Raises RequestError."""
    if context.locked is None:
        message = "'no_softlock' speaks of locks, but no 'lock_and_key' is asked for"
        raise RequestError([Problem("request", "", message)])
    site = Site.of(context, context.locked)
    _ends(context, site)
    context.model.watches.append(DeadEnd(site))


def _ends(context: Context, site: Site) -> None:
    """Ask for exactly one start and one exit, on the ground."""
    for kind in (site.locked.start, site.locked.exit):
        context.model.linear([(context.objects.total(kind), 1)], 1, 1)
        _on_ground(context, site, kind)


def _on_ground(context: Context, site: Site, kind: str) -> None:
    if context.objects.standing[kind] & ~site.through:
        for literal, inside in zip(site.objects[kind], site.inside, strict=True):
            context.model.clause((-literal - 1, inside))


def _separate(context: Context, site: Site, door: str) -> None:
    """Keep the exit out of reach while the doors of a kind are closed.

    `near[cell]` holds for whatever can be reached then; the least solution of these Horn clauses is
    the search itself, and the exit must not be in it.
    """
    model, shape = context.model, context.shape
    doors = site.objects[door]
    near = [model.boolean() for _ in range(shape.cells)]
    for cell, literal in enumerate(near):
        model.clause((-site.objects[site.locked.start][cell] - 1, literal))
        model.clause((-site.objects[site.locked.exit][cell] - 1, -literal - 1))
        for other in shape.near[cell]:
            model.clause((-literal - 1, -site.inside[other] - 1, doors[other], near[other]))
        model.clause((-literal - 1, -doors[cell] - 1))

    def witness(draft: Draft) -> list[int]:
        scene = site.scene(draft)
        if scene is None:
            return []
        shut = set(draft.places.get(door, ()))
        open_ = bytearray(cell not in shut for cell in range(shape.cells))
        seen = scene.reached(open_)
        return [literal for literal, is_seen in zip(near, seen, strict=True) if is_seen]

    model.witnesses.append(witness)


def _way(context: Context, site: Site, goal: str, past: str = "") -> None:
    """Keep a way over ground from the start to some object of a kind, past closed doors."""
    model, shape = context.model, context.shape
    goals = site.objects[goal]
    ends = [model.boolean() for _ in goals]
    for end, literal in zip(ends, goals, strict=True):
        model.clause((-end - 1, literal))
    model.exactly_one(ends)
    chosen = way(context, site.objects[site.locked.start], ends)
    for cell, literal in enumerate(chosen):
        model.clause((-literal - 1, site.inside[cell]))
        if past:
            model.clause((-literal - 1, -site.objects[past][cell] - 1))

    def witness(draft: Draft) -> list[int]:
        starts = draft.places.get(site.locked.start, ())
        if len(starts) != 1:
            return []
        members = draft.members(site.through)
        for cell in draft.places.get(past, ()):
            members[cell] = False
        found = (
            shortest(shape.near, members, starts[0], cell) for cell in draft.places.get(goal, ())
        )
        nearest = min((cells for cells in found if cells), key=len, default=None)
        if nearest is None:
            return []
        return [*(chosen[cell] for cell in nearest), ends[nearest[-1]]]

    model.witnesses.append(witness)
