"""Promises of all kinds, drawn together on every shipped tileset: one verdict, and a true one."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

import levelgen
from levelgen.api import prepare, run
from levelgen.library import find_tileset, shipped
from levelgen.model import solve
from levelgen.schema.constraints import KINDS

GROUND = {
    "cave": "walkable",
    "dungeon": "walkable",
    "island": "walkable",
    "platform": "open",
    "roads": "road",
}
"""Where one walks."""

Promises = list[dict[str, Any]]


class Draw:
    """Draws promises for a tileset and a size."""

    def __init__(self, name: str, seed: int) -> None:
        self.random = Random(f"{name} {seed}")
        tileset = find_tileset(name)
        self.rows, self.cols = self.random.randint(4, 7), self.random.randint(4, 7)
        self.through = GROUND[name]
        self.tags = sorted(tileset.tags)
        self.tiles = [tile.id for tile in tileset.tiles]
        self.ids = tileset.ids
        self.locks = [
            {"door": door, "key": key}
            for door, key in (("locked_door", "key"), ("boss_door", "boss_key"))
            if door in tileset.objects
        ]

    def tag(self) -> str:
        return self.random.choice(self.tags)

    def some(self, subject: str, name: str, most: int) -> dict[str, Any]:
        low = self.random.randint(0, most)
        high = low + self.random.randint(0, 3)
        return {"kind": "count", subject: name, "min": low, "max": high}

    def shares(self) -> dict[str, float]:
        low = round(self.random.uniform(0, 0.5), 2)
        return {"min": low, "max": round(low + self.random.uniform(0.05, 0.4), 2)}

    def ratio(self) -> Promises:
        return [{"kind": "ratio", "tags": self.tag(), **self.shares()}]

    def count(self) -> Promises:
        top, left = self.random.randrange(self.rows), self.random.randrange(self.cols)
        height = self.random.randint(1, self.rows - top)
        width = self.random.randint(1, self.cols - left)
        inside = {"region": [top, left, height, width]}
        return [
            self.some("tile", self.random.choice(self.tiles), 8),
            {**self.some("tags", self.tag(), height * width // 2), **inside},
        ]

    def density(self) -> Promises:
        return [{"kind": "density", "object": "enemy", "per": self.through, **self.shares()}]

    def variety(self) -> Promises:
        return [{"kind": "variety", "min": self.random.randint(1, len(self.tiles))}]

    def connected(self) -> Promises:
        first, second = self.random.sample(self.tags, 2)
        empty = self.random.random() < 0.5
        return [
            {"kind": "connected", "tags": first},
            {"kind": "connected", "tags": second, "allow_empty": empty},
        ]

    def path(self) -> Promises:
        low = self.random.randint(1, self.rows + self.cols)
        high = self.random.choice([{}, {"max_length": low + self.random.randint(0, 4)}])
        ends = {"from": "start", "to": "exit", "through": self.through}
        return [{"kind": "path", **ends, "min_length": low, **high}]

    def reachable(self) -> Promises:
        found = {"kind": "reachable", "objects": ["key", "chest"], "through": self.through}
        return [found, self.some("object", "key", 2), self.some("object", "chest", 2)]

    def distance(self) -> Promises:
        low = self.random.randint(1, self.rows)
        apart = {"from": "enemy", "to": self.random.choice(["enemy", "chest"])}
        promise = {"kind": "distance", **apart, "min": low, "max": low + 6}
        return [promise, self.some("object", "enemy", 3), self.some("object", "chest", 3)]

    def lock_and_key(self) -> Promises:
        locks = self.locks[: self.random.randint(1, 2)]
        return [{"kind": "lock_and_key", "locks": locks}] if locks else self.path()

    def no_softlock(self) -> Promises:
        return [*self.lock_and_key(), {"kind": "no_softlock"}] if self.locks else self.path()

    def border(self) -> Promises:
        sides = self.random.sample("NESW", self.random.randint(1, 2))
        return [{"kind": "border", "tags": self.tag(), "sides": sides}]

    def fixed(self) -> Promises:
        row, col = self.random.randrange(self.rows), self.random.randrange(self.cols)
        banned = {"row": self.rows - 1 - row, "col": col, "ban": self.random.choice(self.tiles)}
        cells = [{"row": row, "col": col, "tags": self.tag()}, banned]
        return [{"kind": "fixed", "cells": cells}]

    def spacing(self) -> Promises:
        promise = {"kind": "spacing", "objects": "chest", "min": self.random.randint(2, 6)}
        return [promise, self.some("object", "chest", 4)]

    def max_run(self) -> Promises:
        return [{"kind": "max_run", "tags": self.tag(), "length": self.random.randint(1, 5)}]

    def symmetry(self) -> Promises:
        return [{"kind": "symmetry", "axis": self.random.choice(["vertical", "horizontal"])}]

    def unlike(self) -> Promises:
        lines = [[self.random.choice(self.ids)] * self.cols for _ in range(self.rows)]
        return [{"kind": "unlike", "tiles": lines, "min": round(self.random.random(), 2)}]


@pytest.mark.parametrize("name", sorted(shipped("tilesets")))
def test_one_verdict_and_a_true_one(name: str) -> None:
    verdicts = set()
    for seed in range(14):
        draw = Draw(name, seed)
        kinds = draw.random.sample(KINDS, 1 + seed % 5)
        constraints = [promise for kind in kinds for promise in getattr(draw, kind)()]
        verdicts.add(verdict(name, one_lock(constraints), draw, seed))
    assert verdicts == {"satisfied", "infeasible"}


def one_lock(constraints: Promises) -> Promises:
    """Leave out all but the first of the promises that a preset can hold once."""
    locks = [promise for promise in constraints if promise["kind"] == "lock_and_key"]
    return [promise for promise in constraints if promise not in locks[1:] or promise in locks[:1]]


def verdict(name: str, constraints: Promises, draw: Draw, seed: int) -> str:
    preset = {"name": "drawn", "constraints": constraints}
    asked = partial(prepare, name, preset, rows=draw.rows, cols=draw.cols, seed=seed)
    requests = [asked(), asked(generator="cpsat"), asked(strategy="circuit")]
    levels = [run(request) for request in requests]
    statuses = {level.status for level in levels}
    assert len(statuses) == 1, constraints
    for level in levels:
        if level.status == "satisfied":
            assert levelgen.check(levelgen.Level.from_json(level.to_json())).kept
    if levels[0].status == "infeasible":
        assert levels[0].reason is not None
        minimal(requests[0], levels[0].reason.constraints)
    return str(levels[0].status)


def minimal(request: levelgen.Request, pointers: tuple[str, ...]) -> None:
    """Hold a reason against the solver: these conflict, and no fewer of them do.

    The solver always keeps the adjacency, so fewer may conflict with a reason that is not about it.
    """
    named = {"/".join(pointer.split("/")[:3]) for pointer in pointers}
    asks = [ask for ask in request.asks if ask.pointer in named]
    assert solve(request, asks=asks).status == "infeasible"
    for ask in asks if "/adjacency" in pointers else ():
        rest = [other for other in asks if other is not ask]
        assert solve(request, asks=rest).status == "solved", ask
