"""A good dungeon, one thing broken at a time: exactly the right promises break."""

from __future__ import annotations

import pytest
from check_boards import HARD, Objects, broken, judged

BOARD = [
    "############",
    "#....+:::::#",
    "#....#####:#",
    "#....#~~~#:#",
    "######~~~#:#",
    "#~~~~#####:#",
    "#~~~~#...+:#",
    "#~~~~#...#:#",
    "##########:#",
    "#~~~~#####:#",
    "#....:::::.#",
    "############",
]
ENEMIES: Objects = [
    ("enemy", row, col)
    for row, col in [
        (1, 3),
        (2, 1),
        (2, 2),
        (2, 3),
        (3, 1),
        (6, 6),
        (6, 7),
        (7, 6),
        (7, 7),
        (10, 3),
    ]
]
KEYS: Objects = [("key", 3, 2), ("key", 3, 3), ("key", 6, 8)]
CHEST, START, EXIT = ("chest", 7, 8), ("start", 1, 1), ("exit", 10, 1)
OBJECTS: Objects = [*ENEMIES, *KEYS, CHEST, START, EXIT]

RATIO, DENSITY, KEY_COUNT, CHEST_COUNT, START_COUNT, EXIT_COUNT, CONNECTED, PATH, VARIETY = (
    ask.pointer for ask in HARD
)


def with_tiles(*changes: tuple[int, int, str]) -> list[str]:
    rows = [list(row) for row in BOARD]
    for row, col, glyph in changes:
        rows[row][col] = glyph
    return ["".join(row) for row in rows]


def moved(old: tuple[str, int, int], *new: tuple[str, int, int]) -> Objects:
    assert old in OBJECTS
    return [item for item in OBJECTS if item != old] + [*new]


def test_the_good_board_keeps_every_promise() -> None:
    report = judged(BOARD, OBJECTS, HARD)
    assert report.kept
    assert not report.places
    assert [(promise.constraint, promise.kind) for promise in report.promises] == [
        ("/adjacency", "adjacency"),
        ("/objects", "objects"),
        *((ask.pointer, ask.constraint.kind) for ask in HARD),
    ]
    assert [promise.measured for promise in report.promises] == [0, 0, 41, 10, 3, 1, 1, 1, 1, 27, 5]
    assert [promise.wanted for promise in report.promises] == [
        "0 violations",
        "0 misplaced objects",
        "floor on 36..64 of 144 cells (25 % to 45 %)",
        "8..14 enemy on 41 floor cells (18 % to 35 %)",
        "exactly 3 key",
        "exactly 1 chest",
        "exactly 1 start",
        "exactly 1 exit",
        "1 region of walkable cells",
        "at least 20 moves from start to exit",
        "at least 3 different tiles",
    ]
    assert report.metrics["path_length"] == 27


CUT = with_tiles((5, 10, "#"))
FEW_TILES = [
    "".join({"~": "#", ":": ".", "+": "."}.get(mark, mark) for mark in row) for row in BOARD
]

FAULTS = {
    "a corridor beside water": (with_tiles((2, 6, "~")), OBJECTS, {"/adjacency": 1}),
    "water all along the corridor": (
        with_tiles(*((2, col, "~") for col in range(6, 9))),
        OBJECTS,
        {"/adjacency": 3},
    ),
    "the region is cut": (CUT, OBJECTS, {CONNECTED: 2, PATH: "no path"}),
    "a door is walled up": (with_tiles((6, 9, "#")), OBJECTS, {CONNECTED: 2}),
    "a lone cell": (with_tiles((7, 10, ":"), (9, 1, "#"), (8, 2, ".")), OBJECTS, {CONNECTED: 2}),
    "a key is gone": (BOARD, moved(KEYS[0]), {KEY_COUNT: 2}),
    "a key too many": (BOARD, [*OBJECTS, ("key", 1, 2)], {KEY_COUNT: 4}),
    "a chest too many": (BOARD, [*OBJECTS, ("chest", 1, 2)], {CHEST_COUNT: 2}),
    "an enemy in the wall": (BOARD, moved(ENEMIES[0], ("enemy", 0, 0)), {"/objects": 1}),
    "an enemy in the water": (BOARD, moved(ENEMIES[0], ("enemy", 5, 1)), {"/objects": 1}),
    "an enemy off the board": (BOARD, moved(ENEMIES[0], ("enemy", 12, 3)), {"/objects": 1}),
    "an enemy off to the right": (BOARD, moved(ENEMIES[0], ("enemy", 3, 12)), {"/objects": 1}),
    "two objects on one cell": (BOARD, moved(ENEMIES[0], ("enemy", 2, 1)), {"/objects": 1}),
    "three objects on one cell": (
        BOARD,
        [item for item in OBJECTS if item not in ENEMIES[:2]] + [("enemy", 1, 1)] * 2,
        {"/objects": 2},
    ),
    "an unknown object": (BOARD, [*OBJECTS, ("dragon", 1, 2)], {"/objects": 1}),
    "the start in a door": (BOARD, moved(START, ("start", 1, 5)), {"/objects": 1}),
    "the start in a wall": (
        BOARD,
        moved(START, ("start", 0, 0)),
        {"/objects": 1, PATH: "start not on walkable"},
    ),
    "too short a path": (BOARD, moved(EXIT, ("exit", 1, 4)), {PATH: 3}),
    "one move too few": (BOARD, moved(EXIT, ("exit", 10, 9)), {PATH: 19}),
    "no start": (BOARD, moved(START), {START_COUNT: 0, PATH: "no start cell"}),
    "two starts": (BOARD, [*OBJECTS, ("start", 1, 2)], {START_COUNT: 2, PATH: "2 start cells"}),
    "no exit": (BOARD, moved(EXIT), {EXIT_COUNT: 0, PATH: "no exit cell"}),
    "too few enemies": (BOARD, [item for item in OBJECTS if item not in ENEMIES[:3]], {DENSITY: 7}),
    "too many enemies": (
        BOARD,
        [*OBJECTS, *(("enemy", 1, col) for col in (2, 4, 6, 7, 8))],
        {DENSITY: 15},
    ),
    "two kinds of tiles": (FEW_TILES, OBJECTS, {VARIETY: 2}),
    "nothing but walls": (
        ["#" * 12] * 12,
        [],
        {
            RATIO: 0,
            KEY_COUNT: 0,
            CHEST_COUNT: 0,
            START_COUNT: 0,
            EXIT_COUNT: 0,
            CONNECTED: 0,
            PATH: "no start cell",
            VARIETY: 1,
        },
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_exactly_the_right_promises_break(fault: str) -> None:
    board, objects, expected = FAULTS[fault]
    report = judged(board, objects, HARD)
    assert {place: promise.measured for place, promise in broken(report).items()} == expected
    assert report.kept == (not expected)
    assert set(report.places) == set(expected)


def test_the_share_of_floor_breaks_below_and_above() -> None:
    # Without the hall in the middle 35 of 41 floor cells are left, one too few.
    low = with_tiles(*((row, col, "#") for row in (6, 7) for col in (6, 7, 8, 9)))
    assert broken(judged(low, [], HARD))[RATIO].measured == 35
    assert RATIO not in broken(judged([row.replace("+", ".") for row in low], [], HARD))
    flooded = judged(["." * 12] * 12, [], HARD)
    assert broken(flooded)[RATIO].measured == 144
    assert len(flooded.places[RATIO]) == 144 - 64


def test_places_point_at_the_fault() -> None:
    assert judged(*FAULTS["a corridor beside water"][:2], HARD).places == {
        "/adjacency": ((1, 6), (2, 6))
    }
    cut = judged(*FAULTS["the region is cut"][:2], HARD).places
    assert cut[CONNECTED][0] == (6, 6)
    assert cut[PATH] == ((1, 1), (10, 1))
    assert judged(*FAULTS["two objects on one cell"][:2], HARD).places == {"/objects": ((2, 1),)}
    assert judged(*FAULTS["an enemy off the board"][:2], HARD).places == {"/objects": ()}
    assert judged(*FAULTS["a key too many"][:2], HARD).places == {KEY_COUNT: ((1, 2),)}
    assert judged(*FAULTS["a key is gone"][:2], HARD).places == {KEY_COUNT: ()}
    assert judged(*FAULTS["too short a path"][:2], HARD).places == {
        PATH: ((1, 1), (1, 2), (1, 3), (1, 4))
    }
    assert judged(*FAULTS["the start in a wall"][:2], HARD).places[PATH] == ((0, 0),)
    assert judged(*FAULTS["two starts"][:2], HARD).places[PATH] == ((1, 1), (1, 2))
