"""A hint to start from when there is none: weighted tiles in one region, objects at random.

The solver stays near its hint, so the hint decides how levels vary with the seed. It draws targets
inside the windows of shares and counts, for without them the solver ends at a window's border.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from levelgen.engine.rng import Rng
from levelgen.model.draft import Draft
from levelgen.model.objects import spoken_of
from levelgen.model.places import pinned
from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.constraints import Connected, Count, Density, Path, Ratio, integer_window
from levelgen.schema.overrides import Ask

_KEY_BITS = 32
_PAIR_TRIES = 64


def noise(rules: Rules, shape: Shape, asks: Sequence[Ask], seed: int) -> Draft:
    """Draw a draft that varies with the seed and meets the first promises of each kind roughly."""
    inside = _region(rules, shape, asks, Rng.stream(seed, "model", "region"))
    cells = _tiles(rules, shape, asks, inside, Rng.stream(seed, "model", "tiles"))
    return Draft(cells, _objects(rules, shape, cells, asks, Rng.stream(seed, "model", "objects")))


def _weight(rules: Rules, bits: int) -> int:
    return sum(weight for tile, weight in enumerate(rules.weights) if bits >> tile & 1)


def _region(rules: Rules, shape: Shape, asks: Sequence[Ask], rng: Rng) -> list[int]:
    """Give the tiles each cell may be drawn from: some classes inside a region, others outside.

    The region grows from a random cell over cells of random cost, cheapest first, as in Prim's
    algorithm. Without a promise that asks for one region, the cells inside are drawn one by one.
    """
    share = next((ask.constraint for ask in asks if isinstance(ask.constraint, Ratio)), None)
    joined = next((ask.constraint for ask in asks if isinstance(ask.constraint, Connected)), None)
    bits = rules.bits(joined.tags if joined else share.tags if share else ())
    size = shape.cells * _weight(rules, bits) // _weight(rules, rules.every)
    if share is not None:
        low, high = integer_window(share.min, share.max, shape.cells)
        wanted, part = rng.between(low, max(low, high)), rules.bits(share.tags)
        if not part & ~bits and _weight(rules, part):
            size = min(shape.cells, wanted * _weight(rules, bits) // _weight(rules, part))
    order = list(range(shape.cells))
    rng.shuffle(order)
    if joined is not None:
        order = _grown(shape, order[0], size, rng)
    chosen = set(order[:size])
    return [bits if cell in chosen else rules.every & ~bits for cell in range(shape.cells)]


def _grown(shape: Shape, first: int, size: int, rng: Rng) -> list[int]:
    found: list[int] = []
    seen = {first}
    border = [(0, first)]
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
    for side, pins in zip(inside, pinned(rules, shape, asks), strict=True):
        for choice in (side & pins, pins, side, rules.sampled):
            weights = [
                weight if choice >> tile & 1 else 0 for tile, weight in enumerate(rules.weights)
            ]
            if any(weights):
                break
        found.append(rng.weighted(weights))
    return tuple(found)


def _objects(
    rules: Rules, shape: Shape, cells: tuple[int, ...], asks: Sequence[Ask], rng: Rng
) -> dict[str, tuple[int, ...]]:
    places: dict[str, tuple[int, ...]] = {}
    free = list(range(len(cells)))
    rng.shuffle(free)

    def room(kind: str) -> list[int]:
        standing = rules.bits(rules.tileset.objects[kind].on)
        return [cell for cell in free if standing >> cells[cell] & 1]

    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Path):
            ends = (constraint.from_, constraint.to)
            if all(end in rules.tileset.objects and end not in places for end in ends):
                low, _ = constraint.bounds(shape.rows, shape.cols)
                pair = _apart(shape, room(ends[0]), room(ends[1]), low, rng)
                for end, cell in zip(ends, pair, strict=False):
                    places[end] = (cell,)
                free = [cell for cell in free if cell not in pair]
    for kind in spoken_of(asks, rules):
        if kind not in places:
            wanted = rng.between(*_window(rules, cells, asks, kind))
            places[kind] = tuple(room(kind)[:wanted])
            taken = set(places[kind])
            free = [cell for cell in free if cell not in taken]
    return places


def _apart(shape: Shape, ones: list[int], others: list[int], low: int, rng: Rng) -> tuple[int, ...]:
    """Draw two cells at least `low` apart, which no path can undercut, or the farthest drawn."""
    best: tuple[int, ...] = ()
    reached = -1
    for _ in range(_PAIR_TRIES if ones and others else 0):
        one, other = rng.choice(ones), rng.choice(others)
        apart = shape.distance(one, other)
        if one != other and apart > reached:
            best, reached = (one, other), apart
            if apart >= low:
                break
    return best


def _window(
    rules: Rules, cells: tuple[int, ...], asks: Sequence[Ask], kind: str
) -> tuple[int, int]:
    low, high = 0, -1
    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Count) and constraint.object == kind:
            least, most = constraint.low, constraint.high
        elif isinstance(constraint, Density) and constraint.object == kind:
            per = rules.bits(constraint.per)
            ground = sum(per >> tile & 1 for tile in cells)
            least, most = integer_window(constraint.min, constraint.max, ground)
        else:
            continue
        low = max(low, least)
        if most is not None:
            high = most if high < 0 else min(high, most)
    return low, max(low, high)
