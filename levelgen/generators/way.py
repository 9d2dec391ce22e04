"""What stands on the way through a finished board, and what keeps off it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from levelgen.engine.board import Board, board
from levelgen.engine.network.planner import Along
from levelgen.engine.plan import Plan
from levelgen.engine.regions import distances
from levelgen.engine.rng import Rng
from levelgen.engine.spacing import Spacing
from levelgen.generators.base import placed
from levelgen.generators.drafted import Drafted
from levelgen.generators.planning import Planned
from levelgen.generators.stops import Leg
from levelgen.rules import Rules
from levelgen.schema.request import Request


def guided(request: Request, rules: Rules, planned: Planned, drafted: Drafted) -> Drafted:
    """Place the stops of a plan on the way of a finished board, and clear it of what it avoids."""
    if not drafted.whole or not (planned.legs or planned.avoid):
        return drafted
    on = {kind: rules.bits(one.on) for kind, one in request.tileset.objects.items()}
    cols = request.cols
    objects = [(item.kind, item.row * cols + item.col) for item in drafted.objects]
    way = Way(planned.plan, rules, drafted.cells)
    rng = Rng.stream(request.seed, "stops")
    found = way.furnished(planned.legs, planned.avoid, on, objects, rng)
    if found is None:
        return replace(drafted, whole=False)
    return replace(drafted, objects=placed(found, cols))


class Way:
    """The ways between start and exit on finished tiles."""

    def __init__(self, plan: Plan, rules: Rules, tiles: Sequence[int]) -> None:
        self.plan = plan
        self.tiles = tiles
        self.topology: Board = board(plan.rows, plan.cols, plan.periodic, plan.exists)
        if rules.open_sides is not None:
            self.topology = Along(self.topology, tiles, rules.open_sides)

    def furnished(
        self,
        legs: Sequence[Leg],
        avoid: Collection[str],
        on: Mapping[str, int],
        objects: Sequence[tuple[str, int]],
        rng: Rng,
    ) -> list[tuple[str, int]] | None:
        """Place the stops of some legs on a shortest way, which is clear of the kinds `avoid`.

        `on` are the tiles that each kind may stand on; start and exit stand already. An object in
        the way moves to another cell. None where the way is too short or too long, or an object
        cannot move.
        """
        blocked = {cell for kind, cell in objects if kind in avoid}
        pinned = {cell for cell, kind in self.plan.pinned_objects if kind in avoid}
        # Between stops a way around everything may be longer than the shortest one that counts.
        around = None if legs else self._drawn(objects, blocked, rng)
        if around is not None:
            return sorted(objects)
        way = self._drawn(objects, pinned, rng)
        if way is None:
            return None
        found = list(objects)
        fixed = {cell for cell, _ in self.plan.pinned_objects}
        if self.plan.locks is not None:
            fixed |= {cell for kind, cell in objects if kind in self.plan.locks.kinds}
        at = 0
        stops = []
        for index, leg in enumerate(legs[:-1]):
            rest = legs[index + 1 :]
            left = len(way) - 1 - at
            open_ = any(part.high is None for part in rest)
            most = left if open_ else sum(part.high or 0 for part in rest)
            low = max(leg.low, left - most)
            high = left - sum(part.low for part in rest)
            high = high if leg.high is None else min(high, leg.high)
            fits = [
                at + step
                for step in range(low, high + 1)
                if on[leg.to] >> self.tiles[way[at + step]] & 1 and way[at + step] not in fixed
            ]
            if not fits:
                return None
            at = rng.choice(fits)
            stops.append((leg.to, way[at]))
        there, passed = {cell for _, cell in stops}, frozenset(way)
        moving = [
            number
            for number, (kind, cell) in enumerate(found)
            if cell in there or (kind in avoid and cell in passed)
        ]
        found += stops
        return sorted(found) if self._aside(found, moving, way, on, rng) else None

    def _drawn(
        self, objects: Sequence[tuple[str, int]], barred: Collection[int], rng: Rng
    ) -> list[int] | None:
        """Draw a shortest way from the start to the exit, both included, around barred cells."""
        path = self.plan.path
        assert path is not None
        place = dict(objects)
        start, goal = place.get(path.start_kind), place.get(path.exit_kind)
        if start is None or goal is None:
            return None
        inside = bytearray(tile >= 0 and path.through >> tile & 1 for tile in self.tiles)
        for cell in barred:
            inside[cell] = 0
        moves = distances(self.topology, inside, goal)
        longest = self.topology.cells - 1
        if path.high is not None:
            longest = min(longest, path.high)
        if not path.low <= moves[start] <= longest:
            return None
        way = [start]
        while moves[way[-1]]:
            closer = moves[way[-1]] - 1
            near = self.topology.near[way[-1]]
            way.append(rng.choice([cell for cell in near if moves[cell] == closer]))
        return way

    def _aside(
        self,
        objects: list[tuple[str, int]],
        moving: Sequence[int],
        way: Sequence[int],
        on: Mapping[str, int],
        rng: Rng,
    ) -> bool:
        """Move objects, by their numbers, to free cells off the way; whether all of them could.

        They keep their distances, and the parts of the board that are counted.
        """
        taken = {*way, *(cell for _, cell in objects)}
        spacing = Spacing(self.plan, self.topology)
        leaving = frozenset(moving)
        for number, (kind, cell) in enumerate(objects):
            if number not in leaving:
                spacing.put(kind, cell)
        demands = {demand.kind: demand for demand in self.plan.objects}
        free: dict[str, list[int]] = {}
        for number in moving:
            kind, cell = objects[number]
            if kind not in demands or (cell, kind) in self.plan.pinned_objects:
                return False
            if kind not in free:
                free[kind] = [
                    other
                    for other, tile in enumerate(self.tiles)
                    if tile >= 0 and on[kind] >> tile & 1 and other not in taken
                ]
                rng.shuffle(free[kind])
            parts = [one.cells for one in demands[kind].windows if one.cells is not None]
            for other in free[kind]:
                same = all((other in part) == (cell in part) for part in parts)
                if same and other not in taken and spacing.clear(kind, other):
                    break
            else:
                return False
            taken.add(other)
            spacing.put(kind, other)
            objects[number] = (kind, other)
        return True
