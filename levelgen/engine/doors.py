"""The locks of a plan: what stands where in a structure, and whether a board keeps them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from levelgen.engine.board import Board
from levelgen.engine.claims import Ground
from levelgen.engine.entropy import members
from levelgen.engine.locks import Cut, Lock, lock
from levelgen.engine.plan import Plan
from levelgen.engine.play import Play, Scene, dead_end, way_out
from levelgen.engine.rng import Rng
from levelgen.engine.spacing import Spacing
from levelgen.engine.structure import Structure
from levelgen.engine.task import Rules


def lock_up(
    rules: Rules,
    plan: Plan,
    structure: Structure,
    domains: Sequence[int],
    texture: Sequence[int],
    main: Ground,
    rng: Rng,
) -> list[tuple[str, int]] | None:
    """Cut the open cells by the doors of a plan; give (kind, cell) of all that stands there.

    Gives None when that is impossible; the structure is then no longer to be used.
    """
    demand = plan.locks
    if demand is None or structure.start < 0:
        return None
    places = _Places(rules, plan, structure, domains, main)
    start, exit_ = structure.start, structure.exit
    places.stand(demand.start_kind, start)
    places.stand(demand.exit_kind, exit_)
    flagged = {door: places.doors(door) for door in dict.fromkeys(door for door, _ in demand.doors)}
    locks = [flagged[door] for door, _ in demand.doors]
    cut = Cut(
        structure.topology,
        structure.inside,
        structure.counted,
        structure.may_open,
        structure.may_close,
        structure.easy,
        texture,
        structure.is_long,
    )
    found = lock(cut, locks, start, exit_, main.size, rng)
    if found is None:
        return None
    cells, room = found
    for (door, _), cell in zip(demand.doors, cells, strict=True):
        places.put(door, cell)
    for index, (_, key) in enumerate(demand.doors):
        # In the room before its door, or without space there in an earlier one.
        fits = [cell for cell in places.pinned(key) if 0 <= room[cell] <= index]
        fits = fits or [cell for cell in places.keys(key) if 0 <= room[cell] <= index]
        if not fits:
            return None
        last = max(room[cell] for cell in fits)
        places.put(key, rng.choice([cell for cell in fits if room[cell] == last]))
    return [item for item in places.standing if (item[1], item[0]) not in plan.pinned_objects]


class _Places:
    """Where doors and keys can stand: a tile for it must be left, one that its neighbours accept.

    They keep their distances to what already stands (kind, cell), and to pinned objects.
    """

    def __init__(
        self,
        rules: Rules,
        plan: Plan,
        structure: Structure,
        domains: Sequence[int],
        main: Ground,
    ) -> None:
        assert plan.locks is not None
        self.rules = rules
        self.plan = plan
        self.structure = structure
        self.domains = domains
        self.counted = main.counting
        self.closed = ~plan.locks.through
        self.free = plan.locks.through & ~main.counting
        self.on = {body.kind: body.on for body in plan.objects}
        self.standing: list[tuple[str, int]] = []
        self.taken = bytearray(structure.topology.cells)
        self.spacing = Spacing(plan, structure.topology)
        for cell, kind in plan.pinned_objects:
            self.taken[cell] = 1
            self.spacing.put(kind, cell)
        self._known: dict[tuple[int, int, int], bool] = {}

    def put(self, kind: str, cell: int) -> None:
        """Let an object stand."""
        self.standing.append((kind, cell))
        if not self.taken[cell]:
            self.taken[cell] = 1
            self.spacing.put(kind, cell)

    def stand(self, kind: str, cell: int) -> None:
        """Let an object stand, on the other kind of open cell if that is the one that suits it."""
        if not self._side(cell) & self.on[kind]:
            self.structure.counted[cell] ^= 1
        self.put(kind, cell)

    def _side(self, cell: int) -> int:
        """Give the tiles left to a cell by its place in or out of the structure."""
        if not self.structure.inside[cell]:
            return self.domains[cell] & self.closed
        return self.domains[cell] & (self.counted if self.structure.counted[cell] else self.free)

    def _clear(self, kind: str, cell: int) -> bool:
        return not self.taken[cell] and self.spacing.clear(kind, cell)

    def pinned(self, kind: str) -> list[int]:
        """List the pinned objects of a kind that are not yet counted on."""
        return [
            cell
            for cell, other in self.plan.pinned_objects
            if other == kind and (kind, cell) not in self.standing
        ]

    def keys(self, kind: str) -> list[int]:
        """List the open cells where an object can stand without a change of side."""
        on = self.on[kind]
        return [
            cell
            for cell, is_open in enumerate(self.structure.inside)
            if is_open and self._side(cell) & on and self._clear(kind, cell)
        ]

    def doors(self, kind: str) -> Lock:
        """Flag the open cells where a door can stand, and those where its cell counts."""
        on, cells = self.on[kind], len(self.domains)
        door, counts = bytearray(cells), bytearray(cells)
        for cell, domain in enumerate(self.domains):
            if not self.structure.inside[cell] or not self._clear(kind, cell):
                continue
            choices = [domain & self.free & on, domain & self.counted & on]
            if self.structure.counted[cell]:
                choices.reverse()
            for tiles in choices:
                if tiles and self._fits(cell, tiles):
                    door[cell] = 1
                    counts[cell] = bool(tiles & self.counted)
                    break
        return Lock(door, counts)

    def _fits(self, cell: int, tiles: int) -> bool:
        """Whether each neighbour has a tile left that goes with one of these."""
        for direction, other in self.structure.topology.links[cell]:
            side = self._side(other)
            pair = (direction, tiles, side)
            if pair not in self._known:
                masks = self.rules.masks[direction]
                self._known[pair] = any(masks[tile] & side for tile in members(tiles))
            if not self._known[pair]:
                return False
        return True


def broken_locks(
    plan: Plan, topology: Board, tiles: Sequence[int], objects: Sequence[tuple[str, int]]
) -> Iterator[str]:
    """Name what of the plan's locks a board and its objects break."""
    demand = plan.locks
    if demand is None:
        return
    cells: dict[str, list[int]] = {}
    for kind, cell in objects:
        cells.setdefault(kind, []).append(cell)
    starts, exits = cells.get(demand.start_kind, []), cells.get(demand.exit_kind, [])
    if len(starts) != 1 or len(exits) != 1:
        yield "ends of locks"
        return
    inside = bytearray(demand.through >> tile & 1 for tile in tiles)
    opens = dict(demand.doors)
    number = {key: index for index, key in enumerate(dict.fromkeys(opens.values()))}
    scene = Scene(
        topology.near,
        inside,
        {cell: number[key] for door, key in opens.items() for cell in cells.get(door, ())},
        {cell: number[key] for key in number for cell in cells.get(key, ())},
        starts[0],
        exits[0],
    )
    ground = [*starts, *exits, *scene.doors, *scene.keys]
    if not all(inside[cell] for cell in ground):
        yield "ground of locks"
    for key in number:
        doors = sum(len(cells.get(door, ())) for door, other in opens.items() if other == key)
        if len(cells.get(key, ())) < doors:
            yield f"keys for {key}"
    for door in opens:
        open_ = bytearray(b"\1") * topology.cells
        for cell in cells.get(door, ()):
            open_[cell] = 0
        if not cells.get(door) or scene.reached(open_)[exits[0]]:
            yield f"way past {door}"
    # Where no play is stuck, every play gets out.
    if demand.safe and dead_end(Play(scene)) is not None:
        yield "softlock"
    elif not demand.safe and way_out(scene) is None:
        yield "way through locks"
