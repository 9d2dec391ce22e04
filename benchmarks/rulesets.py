"""The rules that the WFC benchmarks run on: tilesets, a sample's patterns, random sockets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import ascii_letters
from typing import TYPE_CHECKING, Any

import numpy as np

from levelgen.engine.rng import Rng
from levelgen.learn import learn_patterns
from levelgen.library import find_tileset
from levelgen.rules import compile_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from levelgen.schema.tileset import Tileset

WINDOW = 3

Masks = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class RuleSet:
    """Rules as the engine reads them; `masks` are bitsets by direction (N, E, S, W) and tile."""

    name: str
    weights: tuple[int, ...]
    masks: Masks

    @property
    def size(self) -> int:
        """Number of tiles."""
        return len(self.weights)

    def faults(self, tiles: Sequence[int], cols: int, *, periodic: bool) -> int:
        """Count the pairs of neighbours that break the rules, and the cells without a tile."""
        board = np.array(tiles).reshape(-1, cols)
        if (board < 0).any():
            return int((board < 0).sum())
        broken = 0
        for direction, turned in ((1, board), (2, board.T)):
            allowed = np.array(
                [
                    [mask >> other & 1 for other in range(self.size)]
                    for mask in self.masks[direction]
                ]
            )
            there = np.roll(turned, -1, axis=1)
            if not periodic:
                turned, there = turned[:, :-1], there[:, :-1]
            broken += int((allowed[turned, there] == 0).sum())
        return broken


def shipped(name: str) -> RuleSet:
    """Give the rules of a tileset that comes with levelgen."""
    return of_tileset(name, find_tileset(name))


def of_tileset(name: str, tileset: Tileset) -> RuleSet:
    """Give the rules of a tileset."""
    rules = compile_rules(tileset)
    return RuleSet(name, rules.weights, rules.masks)


def mxgmn(folder: Path, name: str, subset: str | None = None) -> RuleSet:
    """Give the rules of an XML tileset in a folder."""
    tileset = find_tileset(folder / f"{name}.xml", subset=subset)
    return of_tileset(name if subset is None else f"{name} {subset}", tileset)


def rooms_map() -> list[list[int]]:
    """Draw a sample of the overlapping model: rooms and corridors, the same at every call.

    0 is rock, 1 floor, 2 the floor of corridors, 3 a pillar in a room.
    """
    rng = Rng.stream(7, "sample")
    side, rooms = 16, 9
    board = [[0] * side for _ in range(side)]
    centres = []
    for _ in range(rooms):
        height, width = rng.between(3, 6), rng.between(3, 6)
        top, left = rng.below(side - height), rng.below(side - width)
        for row in range(top, top + height):
            for col in range(left, left + width):
                board[row][col] = 1
        centres.append((top + height // 2, left + width // 2))
    for (row, col), (next_row, next_col) in pairwise(centres):
        for across in range(min(col, next_col), max(col, next_col) + 1):
            board[row][across] = board[row][across] or 2
        for down in range(min(row, next_row), max(row, next_row) + 1):
            board[down][next_col] = board[down][next_col] or 2
    for row, col in centres[::3]:
        board[row][col] = 3
    return board


def cave_map() -> list[list[int]]:
    """Draw another sample: a cave by the majority rule on a wrapped board. 1 is rock."""
    rng = Rng.stream(1, "cave")
    board = np.array([[rng.below(100) < 45 for _ in range(20)] for _ in range(20)])
    for _ in range(2):
        around = sum(
            np.roll(board.astype(int), (down, right), (0, 1))
            for down in (-1, 0, 1)
            for right in (-1, 0, 1)
        )
        board = np.asarray(around) >= 5
    found: list[list[int]] = board.astype(int).tolist()
    return found


@cache
def overlapping_rooms() -> RuleSet:
    """Give the patterns of `rooms_map`."""
    return _patterns("rooms", rooms_map())


@cache
def overlapping_cave() -> RuleSet:
    """Give the patterns of `cave_map`."""
    return _patterns("cave", cave_map())


def _patterns(name: str, sample: list[list[int]]) -> RuleSet:
    # Wrapped, so none lacks a neighbour: not every peer knows what to do then.
    patterns = learn_patterns(np.array(sample), WINDOW, WINDOW, symmetries=8, periodic=True)
    return RuleSet(name, patterns.weights, patterns.masks)


def no_two_alike() -> RuleSet:
    """Give two tiles, of which the second never stands beside itself."""
    return _undirected("no two alike", (2, 1), ((0, 1), (0,)))


def coast() -> RuleSet:
    """Give land, shore and sea: land never stands beside the sea."""
    return _undirected("coast", (3, 1, 2), ((0, 1), (0, 1, 2), (1, 2)))


def _undirected(
    name: str, weights: tuple[int, ...], neighbours: tuple[tuple[int, ...], ...]
) -> RuleSet:
    masks = tuple(sum(1 << other for other in others) for others in neighbours)
    return RuleSet(name, weights, (masks,) * 4)


@cache
def sockets(seed: int) -> RuleSet:
    """Give the rules of `socket_data`, compiled here because there are thousands of them."""
    data = socket_data(seed)
    edges = [tile["edges"] for tile in data["tiles"]]
    masks = tuple(
        tuple(
            sum(1 << other for other, there in enumerate(edges) if there[side ^ 2] == here[side])
            for here in edges
        )
        for side in range(4)
    )
    return RuleSet(data["name"], tuple(1000 * tile["weight"] for tile in data["tiles"]), masks)


def socket_data(seed: int) -> dict[str, Any]:
    """Make a random tileset whose sides must match: 3-5 sockets, 10-40 tiles, weights 1-9."""
    rng = Rng.stream(seed, "sockets")
    sockets = "abcde"[: rng.between(3, 5)]
    tiles = [
        {
            "id": f"t{number}",
            "glyph": ascii_letters[number],
            "color": "#808080",
            "weight": rng.between(1, 9),
            "edges": [rng.choice(sockets) for _ in range(4)],
        }
        for number in range(rng.between(10, 40))
    ]
    return {"name": f"sockets-{seed}", "tiles": tiles, "adjacency": {"default": "edges"}}
