"""Small rule sets for the kernel's tests, compiled by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class HandRules:
    weights: tuple[int, ...]
    masks: tuple[tuple[int, ...], ...]

    @property
    def everything(self) -> int:
        return (1 << len(self.weights)) - 1


def symmetric(pairs: Iterable[tuple[int, int]], weights: tuple[int, ...]) -> HandRules:
    masks = [0] * len(weights)
    for one, two in pairs:
        masks[one] |= 1 << two
        masks[two] |= 1 << one
    return HandRules(weights, (tuple(masks),) * 4)


def directed(
    east: Iterable[tuple[int, int]], south: Iterable[tuple[int, int]], weights: tuple[int, ...]
) -> HandRules:
    north, right, down, left = ([0] * len(weights) for _ in range(4))
    for one, two in east:
        right[one] |= 1 << two
        left[two] |= 1 << one
    for one, two in south:
        down[one] |= 1 << two
        north[two] |= 1 << one
    return HandRules(weights, (tuple(north), tuple(right), tuple(down), tuple(left)))


# wall, floor, door, water, corridor: 20 of the 25 ordered pairs
DUNGEON = symmetric(
    [(a, b) for a in range(5) for b in range(a, 5) if (a, b) not in {(2, 2), (2, 3), (3, 4)}],
    (3000, 4000, 400, 1000, 1600),
)
# rock, cave, lake, stairs
CAVE = symmetric(
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (1, 3), (2, 2), (0, 3)], (4000, 4500, 900, 300)
)
# deep, shallow, beach, grass, forest, mountain
ISLAND = symmetric(
    [(i, i) for i in range(6)] + [(i, i + 1) for i in range(5)] + [(1, 3), (1, 5), (3, 5)],
    (2000, 1600, 1300, 2400, 1500, 1100),
)


def obeys(rules: HandRules, rows: int, cols: int, tiles: list[int]) -> bool:
    """Judge adjacency from first principles, sharing nothing with the kernel."""
    for row in range(rows):
        for col in range(cols):
            here = tiles[row * cols + col]
            if col + 1 < cols and not rules.masks[1][here] >> tiles[row * cols + col + 1] & 1:
                return False
            if row + 1 < rows and not rules.masks[2][here] >> tiles[(row + 1) * cols + col] & 1:
                return False
    return True
