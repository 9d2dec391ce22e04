"""A hint to start from when there is none: weighted tiles in one region, objects at random.

The solver stays near its hint, so the hint decides how levels vary with the seed. It draws targets
inside the windows of shares and counts, for without them the solver ends at a window's border.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from levelgen.engine.board import board
from levelgen.engine.locks import Cut, Lock, lock
from levelgen.engine.rng import Rng
from levelgen.model.context import locks_of
from levelgen.model.draft import Draft
from levelgen.model.objects import spoken_of
from levelgen.model.places import pinned
from levelgen.model.regions import distances
from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.constraints import Connected, Count, Density, Path, Ratio, integer_window
from levelgen.schema.overrides import Ask

_KEY_BITS = 32
_TRIES = 64


def noise(rules: Rules, shape: Shape, asks: Sequence[Ask], seed: int) -> Draft:
    """Draw a draft that varies with the seed and meets the first promises of each kind roughly."""
    rng = Rng.stream(seed, "model", "region")
    ways = [_way(shape, ask.constraint, rng) for ask in asks if isinstance(ask.constraint, Path)]
    inside = _region(rules, shape, asks, [cell for way in ways for cell in way], rng)
    standing = {kind: [cell] for kind, cell in _ends(rules, asks, ways).items()}
    _lock_up(rules, shape, asks, inside, standing, Rng.stream(seed, "model", "locks"))
    for kind, cells in standing.items():
        for cell in cells:
            inside[cell] &= rules.bits(rules.tileset.objects[kind].on)
    tiles = _tiles(rules, shape, asks, inside, Rng.stream(seed, "model", "tiles"))
    rng = Rng.stream(seed, "model", "objects")
    return Draft(tiles, _objects(rules, tiles, asks, standing, rng))


def _lock_up(
    rules: Rules,
    shape: Shape,
    asks: Sequence[Ask],
    inside: list[int],
    standing: dict[str, list[int]],
    rng: Rng,
) -> None:
    """Cut the one region by doors, where there is one and a plain board; place doors and keys."""
    locked = locks_of(asks)
    if locked is None or not shape.layout.plain:
        return
    through = rules.bits(locked.through)
    mask = bytearray(side == through for side in inside)
    if not any(isinstance(ask.constraint, Connected) for ask in asks) or not any(mask):
        return
    topology, every = board(shape.rows, shape.cols), bytearray(b"\1") * shape.cells
    start, exit_ = (standing.get(kind, [-1])[0] for kind in (locked.start, locked.exit))
    if start < 0 or exit_ < 0:
        start = rng.choice([cell for cell, is_open in enumerate(mask) if is_open])
        moves = distances(shape.near, [bool(flag) for flag in mask], start)
        exit_ = max(moves, key=lambda cell: moves[cell])
    cut = Cut(topology, mask, bytearray(mask), every, every, every, bytes(mask))
    one = Lock(every, every)
    found = lock(cut, [one] * len(locked.locks), start, exit_, sum(mask), rng)
    if found is None:
        return
    for cell in range(shape.cells):
        inside[cell] = through if mask[cell] else rules.every & ~through
    standing[locked.start], standing[locked.exit] = [start], [exit_]
    doors, room = found
    taken = {start, exit_}
    for index, (pair, door) in enumerate(zip(locked.locks, doors, strict=True)):
        near = [cell for cell in range(shape.cells) if 0 <= room[cell] <= index]
        key = rng.choice([cell for cell in near if cell not in taken] or near)
        taken.add(key)
        standing.setdefault(pair.door, []).append(door)
        standing.setdefault(pair.key, []).append(key)


def _way(shape: Shape, path: Path, rng: Rng) -> list[int]:
    """Draw a way without detours between two cells so far apart that no path undercuts `path`."""
    low, _ = path.bounds(shape.rows, shape.cols)
    every = [cell for cell in range(shape.cells) if shape.exists[cell]]
    for _ in range(_TRIES):
        here = rng.choice(every)
        far = [cell for cell in every if cell != here and shape.distance(here, cell) >= low]
        if far:
            break
    else:
        return []
    goal = rng.choice(far)
    way = [here]
    while here != goal:
        closer = [
            cell
            for cell in shape.near[here]
            if shape.distance(cell, goal) < shape.distance(here, goal)
        ]
        if not closer:
            # Missing cells stand between; the solver has to find a way around them.
            return []
        here = rng.choice(closer)
        way.append(here)
    return way


def _ends(rules: Rules, asks: Sequence[Ask], ways: list[list[int]]) -> dict[str, int]:
    """Give the cells of objects that paths start and end at, one kind to a cell."""
    found: dict[str, int] = {}
    paths = [ask.constraint for ask in asks if isinstance(ask.constraint, Path)]
    for path, way in zip(paths, ways, strict=True):
        for kind, cell in ((path.from_, way[:1]), (path.to, way[-1:])):
            if kind in rules.tileset.objects and cell and cell[0] not in found.values():
                found.setdefault(kind, cell[0])
    return found


def _weight(rules: Rules, bits: int) -> int:
    return sum(weight for tile, weight in enumerate(rules.weights) if bits >> tile & 1)


def _region(
    rules: Rules, shape: Shape, asks: Sequence[Ask], first: list[int], rng: Rng
) -> list[int]:
    """Give the tiles each cell may be drawn from: some classes inside a region, others outside.

    The region grows from the `first` cells, else from a random one, over cells of random cost,
    cheapest first, as in Prim's algorithm. Without a promise that asks for one region, the cells
    inside are drawn one by one.
    """
    shares = (ask.constraint for ask in asks if isinstance(ask.constraint, Ratio))
    share = next((one for one in shares if one.region is None), None)
    joined = next((ask.constraint for ask in asks if isinstance(ask.constraint, Connected)), None)
    bits = rules.bits(joined.tags if joined else share.tags if share else ())
    size = shape.size * _weight(rules, bits) // _weight(rules, rules.every)
    if share is not None:
        low, high = integer_window(share.min, share.max, shape.size)
        wanted, part = rng.between(low, max(low, high)), rules.bits(share.tags)
        if not part & ~bits and _weight(rules, part):
            size = min(shape.size, wanted * _weight(rules, bits) // _weight(rules, part))
    order = [cell for cell in range(shape.cells) if shape.exists[cell]]
    rng.shuffle(order)
    if joined is not None:
        order = _grown(shape, first or order[:1], size, rng)
    chosen = set(order[:size])
    return [bits if cell in chosen else rules.every & ~bits for cell in range(shape.cells)]


def _grown(shape: Shape, first: list[int], size: int, rng: Rng) -> list[int]:
    found: list[int] = []
    seen = set(first)
    border = [(0, cell) for cell in sorted(seen)]
    while border and len(found) < size:
        _, cell = heappop(border)
        found.append(cell)
        for other in shape.near[cell]:
            if other not in seen:
                seen.add(other)
                heappush(border, (rng.bits(_KEY_BITS), other))
    return found


def _tiles(
    rules: Rules, shape: Shape, asks: Sequence[Ask], inside: list[int], rng: Rng
) -> tuple[int, ...]:
    found = []
    for cell, pins in enumerate(pinned(rules, shape, asks)):
        if not shape.exists[cell]:
            found.append(-1)
            continue
        side = inside[cell]
        for choice in (side & pins, pins, rules.sampled):
            weights = [
                weight if choice >> tile & 1 else 0 for tile, weight in enumerate(rules.weights)
            ]
            if any(weights):
                break
        found.append(rng.weighted(weights))
    return tuple(found)


def _objects(
    rules: Rules,
    cells: tuple[int, ...],
    asks: Sequence[Ask],
    standing: dict[str, list[int]],
    rng: Rng,
) -> dict[str, tuple[int, ...]]:
    places = {kind: tuple(found) for kind, found in standing.items()}
    taken = {cell for found in standing.values() for cell in found}
    free = [cell for cell in range(len(cells)) if cell not in taken]
    rng.shuffle(free)
    for kind in spoken_of(asks, rules):
        there = places.get(kind, ())
        low, high = _window(rules, cells, asks, kind)
        if there and high <= len(there):
            continue
        wanted = rng.between(max(low, len(there)), high) - len(there)
        on = rules.bits(rules.tileset.objects[kind].on)
        room = [cell for cell in free if cells[cell] >= 0 and on >> cells[cell] & 1]
        places[kind] = (*there, *room[:wanted])
        taken = set(places[kind])
        free = [cell for cell in free if cell not in taken]
    return places


def _window(
    rules: Rules, cells: tuple[int, ...], asks: Sequence[Ask], kind: str
) -> tuple[int, int]:
    low, high = 0, -1
    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Count) and constraint.object == kind:
            least, most = constraint.low, constraint.high
        elif (
            isinstance(constraint, Density)
            and constraint.object == kind
            and constraint.region is None
        ):
            per = rules.bits(constraint.per)
            ground = sum(per >> tile & 1 for tile in cells if tile >= 0)
            least, most = integer_window(constraint.min, constraint.max, ground)
        else:
            continue
        low = max(low, least)
        if most is not None:
            high = most if high < 0 else min(high, most)
    return low, max(low, high)
