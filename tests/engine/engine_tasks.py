"""Random tasks for the sampler, and boards judged from first principles."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

from engine_rules import HandRules

from levelgen.engine.task import Task

Task_and_rules = tuple[HandRules, Task]


def random_rules(random: Random, tiles: int) -> HandRules:
    """Rules that leave most tiles a few neighbours, so that boards exist but are not free.

    Some are drawn pair by pair, in others the sides of the tiles must match.
    """
    if tiles <= 9:
        chance = random.choice((0.3, 0.5, 0.7, 0.9))
    else:
        chance = min(1, random.choice((1.5, 2.5, 4, 8)) / tiles**0.5 / 2)
    matching = random.random() < 0.4
    sides = [[random.randrange(round(1 / chance) + 1) for _ in range(4)] for _ in range(tiles)]
    masks = [[0] * tiles for _ in range(4)]
    for direction, tile, other in itertools.product((1, 2), range(tiles), range(tiles)):
        if (
            sides[tile][direction] == sides[other][direction ^ 2]
            if matching
            else random.random() < chance
        ):
            masks[direction][tile] |= 1 << other
            masks[direction ^ 2][other] |= 1 << tile
    weights = tuple(random.choice((0, 1, 5, 1000, 123_456_789)) for _ in range(tiles))
    return HandRules(weights, tuple(map(tuple, masks)))


def random_task(random: Random, tiles: int, longest: int = 8) -> Task:
    """Any mixture of what a task can ask."""
    rows, cols = random.randint(1, longest), random.randint(1, longest)
    cells = rows * cols
    full = (1 << tiles) - 1

    def sometimes(chance: float) -> bool:
        return random.random() < chance

    return Task(
        rows=rows,
        cols=cols,
        domains=[full if sometimes(0.8) else random.getrandbits(tiles) for _ in range(cells)]
        if sometimes(0.6)
        else None,
        exists=bytes(sometimes(0.8) for _ in range(cells)) if sometimes(0.4) else None,
        periodic_rows=sometimes(0.3),
        periodic_cols=sometimes(0.3),
        weights=tuple(random.choice((0, 1, 5, 1000)) for _ in range(tiles))
        if sometimes(0.3)
        else None,
        field=[random.choice((0, 1, 500, 1000, 2000, 100_000)) for _ in range(cells * tiles)]
        if sometimes(0.2)
        else None,
        prefer=[random.randint(-1, tiles - 1) for _ in range(cells)] if sometimes(0.3) else None,
        runs=tuple(
            (random.getrandbits(tiles), random.randint(0, 3)) for _ in range(random.randint(1, 2))
        )
        if sometimes(0.3)
        else (),
        state=random.getrandbits(64),
        budget=random.choice((0, 1, 5, 100, 1000)),
        record=sometimes(0.7),
    )


def lines(task: Task) -> Iterator[tuple[int, list[int], bool]]:
    """Yield (direction, cells, periodic) for every row and column."""
    for row in range(task.rows):
        yield 1, [row * task.cols + col for col in range(task.cols)], task.periodic_cols
    for col in range(task.cols):
        yield 2, [row * task.cols + col for row in range(task.rows)], task.periodic_rows


def keeps(rules: HandRules, task: Task, tiles: tuple[int, ...]) -> bool:
    """Judge adjacency and runs of a board, -1 where no cell exists; shares nothing with engines."""
    for direction, cells, periodic in lines(task):
        pairs = list(itertools.pairwise(cells)) + ([(cells[-1], cells[0])] if periodic else [])
        for here, there in pairs:
            one, two = tiles[here], tiles[there]
            if one >= 0 and two >= 0 and not rules.masks[direction][one] >> two & 1:
                return False
        for bits, length in task.runs:
            inside = [tiles[cell] >= 0 and bits >> tiles[cell] & 1 for cell in cells]
            if periodic and len(cells) <= length:
                continue
            starts = range(len(cells)) if periodic else range(len(cells) - length)
            for start in starts:
                window = [inside[(start + k) % len(cells)] for k in range(length + 1)]
                if all(window):
                    return False
    return True


def boards(rules: HandRules, task: Task, domains: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every board of a small task."""
    tiles = range(len(rules.weights))
    there = task.exists or b"\1" * len(domains)
    options = [
        [tile for tile in tiles if domain >> tile & 1] if exists else [-1]
        for domain, exists in zip(domains, there, strict=True)
    ]
    return (found for found in itertools.product(*options) if keeps(rules, task, found))
