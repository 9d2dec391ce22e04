"""A hint without a texture to start from: independent weighted tiles, objects at random."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.rng import Rng
from levelgen.model.draft import Draft
from levelgen.model.objects import spoken_of
from levelgen.model.places import pinned
from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.constraints import Count, Density, Ratio, integer_window
from levelgen.schema.overrides import Ask


def noise(rules: Rules, shape: Shape, asks: Sequence[Ask], seed: int) -> Draft:
    """Draw a draft that varies with the seed and meets the first share and the object numbers.

    Without a target drawn inside a window, the solver ends at the window's border.
    """
    cells = _tiles(rules, shape, asks, Rng.stream(seed, "model", "tiles"))
    return Draft(cells, _objects(rules, cells, asks, Rng.stream(seed, "model", "objects")))


def _tiles(rules: Rules, shape: Shape, asks: Sequence[Ask], rng: Rng) -> tuple[int, ...]:
    share = next((ask.constraint for ask in asks if isinstance(ask.constraint, Ratio)), None)
    bits, wanted = rules.every, shape.cells
    if share is not None:
        low, high = integer_window(share.min, share.max, shape.cells)
        bits, wanted = rules.bits(share.tags), rng.between(low, max(low, high))
    domains = pinned(rules, shape, asks)
    found = []
    for cell in range(shape.cells):
        side = bits if rng.below(shape.cells) < wanted else rules.every & ~bits
        for choice in (side & domains[cell], domains[cell], side, rules.sampled):
            weights = [
                weight if choice >> tile & 1 else 0 for tile, weight in enumerate(rules.weights)
            ]
            if any(weights):
                break
        found.append(rng.weighted(weights))
    return tuple(found)


def _objects(
    rules: Rules, cells: tuple[int, ...], asks: Sequence[Ask], rng: Rng
) -> dict[str, tuple[int, ...]]:
    free = list(range(len(cells)))
    rng.shuffle(free)
    places: dict[str, tuple[int, ...]] = {}
    for kind in spoken_of(asks, rules):
        standing = rules.bits(rules.tileset.objects[kind].on)
        wanted = rng.between(*_window(rules, cells, asks, kind))
        chosen = [cell for cell in free if standing >> cells[cell] & 1][:wanted]
        places[kind] = tuple(chosen)
        free = [cell for cell in free if cell not in chosen]
    return places


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
