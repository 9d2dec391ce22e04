"""Locks and softlocks: the model, cuts included, accepts exactly what a plain player accepts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_boards import Board, accepts, built, every_solution, keeps, places, request, tileset

from levelgen.model import Hint, explain, solve
from levelgen.model.context import Cutting
from levelgen.model.draft import Draft
from levelgen.model.skeleton import Skeleton
from levelgen.schema.placed import PlacedObject
from levelgen.schema.request import Request

LOCK = {"kind": "lock_and_key", "locks": [{"door": "gate", "key": "key"}]}
CHAIN = {
    "kind": "lock_and_key",
    "locks": [{"door": "gate", "key": "key"}, {"door": "hold", "key": "spoon"}],
}
SHARED = {
    "kind": "lock_and_key",
    "locks": [{"door": "gate", "key": "key"}, {"door": "hold", "key": "key"}],
}
SAFE = {"kind": "no_softlock"}
ONE = ("start", "exit", "key", "gate")
TWO = (*ONE, "spoon", "hold")


def count(name: str, **window: int) -> dict[str, Any]:
    return {"kind": "count", "object": name, **window}


FREE = [count(kind, min=0) for kind in ("key", "gate")]
ALL_FREE = [*FREE, *(count(kind, min=0) for kind in ("spoon", "hold"))]


def at(cell: int, cols: int, **what: Any) -> dict[str, Any]:
    return {"row": cell // cols, "col": cell % cols, **what}


def boards(rows: int, cols: int, kinds: str, start: int) -> Iterator[Board]:
    """Yield boards of wall and floor with the start at a cell, one exit, and other kinds freely.

    `kinds` holds a letter for each choice of a cell: `#` wall, `.` floor, else a kind's first.
    """
    named = {"k": "key", "g": "gate", "s": "spoon", "h": "hold"}
    for exit_ in range(rows * cols):
        if exit_ == start:
            continue
        others = [cell for cell in range(rows * cols) if cell not in (start, exit_)]
        for marks in product(kinds, repeat=len(others)):
            chosen = dict(zip(others, marks, strict=True))
            cells = tuple(int(chosen.get(cell) != "#") for cell in range(rows * cols))
            objects = [(named[mark], cell) for cell, mark in chosen.items() if mark in named]
            yield cells, tuple(sorted([*objects, ("start", start), ("exit", exit_)]))


def draft(board: Board) -> Draft:
    found: dict[str, tuple[int, ...]] = {}
    for kind, cell in board[1]:
        found[kind] = (*found.get(kind, ()), cell)
    return Draft(board[0], found)


def holds(made: Skeleton, board: Board) -> set[int]:
    """List the literals of tiles and objects that are true on a board of two tiles."""
    found = set()
    for row, tile in zip(made.grid.literals, board[0], strict=True):
        found |= {literal if value == tile else -literal - 1 for value, literal in enumerate(row)}
    for kind, literals in made.objects.literals.items():
        for cell, literal in enumerate(literals):
            found.add(literal if (kind, cell) in board[1] else -literal - 1)
    return found


@pytest.mark.parametrize("cutting", ["nothing", "regions"])
@pytest.mark.parametrize(
    ("shape", "start", "kinds", "promises"),
    [
        ((1, 6), 0, "#.kg", [LOCK]),
        ((2, 3), 0, "#.kg", [*FREE, LOCK]),
        ((2, 3), 1, "#.kg", [LOCK, SAFE, *FREE]),
        ((1, 6), 2, ".kgsh", [CHAIN]),
        ((1, 6), 2, ".kgsh", [*ALL_FREE, CHAIN]),
        ((1, 7), 2, ".kgh", [SHARED, SAFE, FREE[0]]),
    ],
)
def test_all_boards(
    shape: tuple[int, int], start: int, kinds: str, promises: list[Any], cutting: Cutting
) -> None:
    used = TWO if set(kinds) & {"s", "h"} else ONE
    asked = request(tileset(2, used), *shape, *promises)
    made = built(asked, cutting=cutting)
    every = list(boards(*shape, kinds, start))
    kept = [board for board in every if keeps(asked, board)]
    assert kept
    cuts = set()
    for number, board in enumerate(every):
        found = [cut for watch in made.model.watches for cut in watch.cuts(draft(board))]
        true = holds(made, board)
        # A cut is about the draft it was made for.
        assert not any(true.intersection(cut) for cut in found)
        cuts.update(found)
        good = keeps(asked, board)
        assert not (good and found), board
        if good or number % (1 + len(every) // 250) == 0:
            assert (accepts(made, board) and not found) == good, board
    # No cut takes a good board away.
    for board in kept:
        true = holds(made, board)
        assert all(true.intersection(cut) for cut in cuts)


def all_levels(asked: Request, cutting: Cutting) -> set[Board]:
    """Enumerate the solutions, adding cuts until no solution breaks one."""
    made = built(asked, cutting=cutting)
    while True:
        found = every_solution(made)
        cuts = {
            cut
            for board in found
            for watch in made.model.watches
            for cut in watch.cuts(draft(board))
        }
        if not cuts:
            return found
        for cut in sorted(cuts):
            made.model.clause(cut)


@pytest.mark.parametrize(
    "promises", [[LOCK], [*FREE, LOCK], [LOCK, SAFE, *FREE], [LOCK, {"kind": "connected"}, FREE[0]]]
)
def test_the_set_of_levels_is_the_same(promises: list[Any]) -> None:
    # 3x4 boards with a wall through the middle that leaves two ways.
    cols = 4
    walls = [at(cell, cols, tile="wall") for cell in (1, 8, 11)]
    known = [at(0, cols, object="start"), at(10, cols, object="exit")]
    empty = [at(cell, cols, tile="floor", empty=True) for cell in (2, 6)]
    pins = {"kind": "fixed", "cells": [*walls, *known, *empty]}
    asked = request(tileset(2, ONE), 3, cols, *promises, pins)
    free = [3, 4, 5, 7, 9]
    every = set()
    for marks in product("#.kg", repeat=len(free)):
        chosen = dict(zip(free, marks, strict=True))
        cells = tuple(int(chosen.get(c) != "#" and c not in (1, 8, 11)) for c in range(12))
        objects = [({"k": "key", "g": "gate"}[m], c) for c, m in chosen.items() if m in "kg"]
        every.add((cells, tuple(sorted([*objects, ("start", 0), ("exit", 10)]))))
    kept = {board for board in every if keeps(asked, board)}
    assert len(kept) >= 8
    for cutting in ("nothing", "regions"):
        assert all_levels(asked, cutting) == kept


WORLD = [
    board
    for start in (0, 1)
    for board in boards(2, 3, "#.kg", start)
    if keeps(request(tileset(2, ONE), 2, 3, LOCK, *FREE), board)
]


@settings(max_examples=120)
@given(
    st.integers(1, 3),
    st.integers(0, 3),
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["wall", "floor"])), max_size=3),
    st.booleans(),
    st.integers(0, 1),
    st.sampled_from(["auto", "lazy", "circuit"]),
)
def test_solving_finds_a_level_exactly_when_there_is_one(
    gates: int, keys: int, pins: list[tuple[int, str]], safe: bool, start: int, route: Any
) -> None:
    promises = [LOCK, count("gate", exactly=gates), count("key", min=keys)]
    fixed = [at(start, 3, object="start"), *(at(cell, 3, tile=tile) for cell, tile in pins)]
    promises.append({"kind": "fixed", "cells": fixed})
    if safe:
        promises.append(SAFE)
    asked = request(tileset(2, ONE), 2, 3, *promises)
    exists = any(keeps(asked, board) for board in WORLD)
    found = solve(asked, connectivity=route)
    assert found.status == ("solved" if exists else "infeasible")
    if found.cells is not None:
        board: Board = (found.cells, places(Draft.of(Hint(found.cells, found.objects), 3).places))
        assert keeps(asked, board)


def test_a_good_hint_is_kept_as_it_is() -> None:
    rows = ["S.k.#####", "....g...X", "....#...."]
    marks = {"S": "start", "X": "exit", "k": "key", "g": "gate"}
    cells = tuple(int(mark != "#") for line in rows for mark in line)
    objects = tuple(
        sorted(
            (
                PlacedObject(kind=marks[mark], row=row, col=col)
                for row, line in enumerate(rows)
                for col, mark in enumerate(line)
                if mark in marks
            ),
            key=lambda item: (item.kind, item.row, item.col),
        )
    )
    asked = request(tileset(2, ONE), 3, 9, LOCK, SAFE, {"kind": "connected"})
    for route in ("lazy", "circuit"):
        found = solve(asked, hint=Hint(cells, objects), connectivity=route)
        assert (found.cells, found.objects) == (cells, objects)
        assert found.counters["cuts"] == 0


@pytest.mark.parametrize(
    ("promises", "conflict"),
    [
        # Start, key, door and exit are four cells.
        (
            [LOCK, {"kind": "ratio", "tags": "floor", "max": 0.3}],
            ["/constraints/0", "/constraints/1"],
        ),
        (
            [LOCK, count("gate", exactly=2), count("key", max=1)],
            [f"/constraints/{n}" for n in (0, 1, 2)],
        ),
        # No wall to be had, so that there is always a way around.
        (
            [LOCK, {"kind": "count", "tile": "wall", "max": 0}],
            ["/constraints/0", "/constraints/1"],
        ),
        (
            [LOCK, {"kind": "count", "tile": "wall", "max": 0}, count("gate", max=1)],
            [f"/constraints/{n}" for n in (0, 1, 2)],
        ),
        (
            [
                {"kind": "fixed", "cells": [at(0, 3, object="start"), at(1, 3, object="gate")]},
                {"kind": "fixed", "cells": [at(3, 3, tile="wall")]},
                LOCK,
                {"kind": "variety", "min": 1},
                *FREE,
            ],
            [f"/constraints/{n}" for n in ("0/cells/0", "0/cells/1", 1, 2)],
        ),
        (
            [
                LOCK,
                SAFE,
                {
                    "kind": "fixed",
                    "cells": [
                        at(2, 3, tile="floor", empty=True),
                        at(0, 3, object="gate"),
                        at(1, 3, object="start"),
                        at(3, 3, tile="wall"),
                        at(4, 3, object="key"),
                        at(5, 3, object="gate"),
                        at(7, 3, tile="wall"),
                    ],
                },
                *FREE,
            ],
            # The key may go into the gate that leads nowhere, wherever the start is.
            ["/constraints/1", *(f"/constraints/2/cells/{n}" for n in (0, 1, 3, 4, 5, 6))],
        ),
    ],
)
def test_conflicts_are_named(promises: list[Any], conflict: list[str]) -> None:
    asked = request(tileset(2, ONE), 3, 3, *promises)
    assert solve(asked).status == "infeasible"
    assert list(explain(asked).constraints) == conflict
