"""Locked doors on drawn boards: what the check says of good ones and of planted mistakes."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from check_boards import asks, judged
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen.checker import Report
from levelgen.schema.tileset import Tileset

LOCK = {"kind": "lock_and_key", "locks": [{"door": "locked_door", "key": "key"}]}
CHAIN = {
    "kind": "lock_and_key",
    "locks": [
        {"door": "locked_door", "key": "key"},
        {"door": "boss_door", "key": "boss_key"},
    ],
}
SAFE = {"kind": "no_softlock"}
MARKS = {
    "S": "start",
    "X": "exit",
    "k": "key",
    "D": "locked_door",
    "K": "boss_key",
    "B": "boss_door",
}
GROUND = Tileset.model_validate(
    {
        "name": "ground",
        "tiles": [
            {"id": "wall", "glyph": "#", "color": "#000000", "tags": ["solid"]},
            {"id": "floor", "glyph": ".", "color": "#ffffff", "tags": ["floor", "walkable"]},
        ],
        "adjacency": {"default": "allow"},
        "objects": {
            kind: {"glyph": mark, "color": "#000000", "on": ["floor"]}
            for mark, kind in MARKS.items()
        },
    }
)


FREE = tuple({"kind": "count", "object": kind, "min": 0} for kind in MARKS.values())
"""Promises that leave the numbers of doors and keys open."""


def played(picture: str, *constraints: dict[str, Any]) -> Report:
    """Judge a board drawn with its objects, each on floor; rows parted by `/`."""
    rows = picture.split("/")
    objects = [
        (MARKS[mark], row, col)
        for row, line in enumerate(rows)
        for col, mark in enumerate(line)
        if mark in MARKS
    ]
    bare = ["".join("." if mark in MARKS else mark for mark in line) for line in rows]
    return judged(bare, objects, asks(*constraints), GROUND)


def verdict(
    picture: str, *constraints: dict[str, Any], counts: tuple[dict[str, Any], ...] = FREE
) -> tuple[bool, Any]:
    promise = played(picture, *counts, *constraints).promises[-1]
    return promise.kept, promise.measured


@pytest.mark.parametrize(
    ("picture", "doors"),
    [
        ("SkDX", "1 door"),
        ("kSDX", "1 door"),
        ("S.#/kDX", "1 door"),
        # A spare key may lie anywhere, behind the door too.
        ("SkDkX", "1 door"),
        # Two doors of a kind in a row, or two side by side.
        ("SkkDDX", "2 doors"),
        ("SkDkDX", "2 doors"),
        ("kSk/D#D/.X.", "2 doors"),
    ],
)
def test_a_lock_is_kept(picture: str, doors: str) -> None:
    kept, measured = verdict(picture, LOCK)
    assert (kept, measured) == (True, f"the exit is reached with {doors} opened")


@pytest.mark.parametrize(
    ("picture", "measured", "places"),
    [
        ("SDkX", "the key lies behind its own door, the locked_door", [(0, 2)]),
        ("SD.X/###k", "the key lies behind its own door, the locked_door", [(1, 3)]),
        ("SDX/##k", "the key lies behind its own door, the locked_door", [(1, 2)]),
        ("SDX/###/##k", "the key is out of reach even with every door open", [(2, 2)]),
        ("SkD#X", "the exit is out of reach even with every door open", [(0, 4)]),
        ("SkD/..X", "the exit is reachable without the locked_door", [(0, 2)]),
        ("SkDXD", "1 key for 2 doors", [(0, 2), (0, 4)]),
        ("SDX", "no key", []),
        ("SkX", "no locked_door", []),
        ("kDX", "no start cell", []),
        ("SkDS/..DX", "2 start cells", [(0, 0), (0, 3)]),
        ("SkD", "no exit cell", []),
        # There are keys enough, but the second lies behind the door that needs it.
        ("SkDDkX", "no order of opening doors leads to the exit", [(0, 2), (0, 3)]),
    ],
)
def test_a_planted_mistake_is_named(
    picture: str, measured: str, places: list[tuple[int, int]]
) -> None:
    report = played(picture, *FREE, LOCK)
    promise = report.promises[-1]
    assert (promise.kept, promise.measured) == (False, measured)
    assert list(report.places[promise.constraint]) == places
    assert promise.wanted == "from start to exit only through locked_door (opened by key)"


@pytest.mark.parametrize(
    ("picture", "kept", "measured"),
    [
        ("SkDX", True, "the exit is reached with 1 door opened"),
        ("SkkDDX", False, "2 locked_door, and no count says so"),
        ("SkkDX", False, "2 key, and no count says so"),
    ],
)
def test_numbers_are_one_where_no_count_tells_them(picture: str, kept: bool, measured: str) -> None:
    assert verdict(picture, LOCK, counts=()) == (kept, measured)
    told = ({"kind": "count", "object": "locked_door", "max": 3},)
    assert verdict("SkkDDX", LOCK, counts=told)[0]
    assert not verdict("SkkDX", LOCK, counts=told)[0]
    region = ({**told[0], "region": [0, 0, 1, 1]},)
    assert not verdict("SkkDDX", LOCK, counts=region)[0]


def test_a_key_off_the_ground_is_named() -> None:
    report = judged("...#", [("start", 0, 0), ("locked_door", 0, 1), ("exit", 0, 2)], asks(LOCK))
    assert report.promises[-1].measured == "no key"
    wall = [("start", 0, 0), ("locked_door", 0, 1), ("exit", 0, 2), ("key", 0, 3)]
    report = judged("...#", wall, asks(LOCK))
    assert report.promises[-1].measured == "key not on walkable"


@pytest.mark.parametrize(
    ("picture", "kept", "measured"),
    [
        ("SkDKBX", True, "the exit is reached with 2 doors opened"),
        ("SkKDBX", True, "the exit is reached with 2 doors opened"),
        # Either door may come first.
        ("SKkBDX", True, "the exit is reached with 2 doors opened"),
        ("SkDKB#X", False, "the exit is out of reach even with every door open"),
        ("SkDX/.#K#/.###/B###", False, "the exit is reachable without the boss_door"),
        # Each key lies behind the other one's door.
        ("#KD.S.Bk/##..#..#/###B#D##/####X###", False, None),
        ("KDSBk/##.##/##D##/##B##/##X##", False, "1 key for 2 doors"),
        ("KDSBk/#k.K#/##D##/##B##/##X##", True, "the exit is reached with 4 doors opened"),
    ],
)
def test_chains(picture: str, kept: bool, measured: str | None) -> None:
    found = verdict(picture, CHAIN)
    assert found[0] is kept
    assert measured in (None, found[1])


def test_keys_behind_each_other_are_named() -> None:
    board = "#kB.S.DK#/####.####/####D####/####B####/####X####"
    found = verdict(board, CHAIN)
    assert found == (False, "1 key for 2 doors")
    board = "kB.S.DK/##D.B##/##B#D##/##.X.##/#kk#KK#"
    assert verdict(board, CHAIN) == (False, "no order of opening doors leads to the exit")


@pytest.mark.parametrize(
    ("picture", "kept", "measured"),
    [
        ("SkDX", True, "1 way of spending keys, the exit in reach of each"),
        # The only key can go into the vault on the left, which holds the other one, or not.
        ("kDSkDX", True, "2 ways of spending keys, the exit in reach of each"),
        (
            ".DSkDkX",
            False,
            "with the locked_door at row 0, column 1 open no key is left for the way out",
        ),
        ("SDX/#k#", False, "with no door open no key is left for the way out"),
        ("SkX/..D", True, "1 way of spending keys, the exit in reach of each"),
    ],
)
def test_softlocks(picture: str, kept: bool, measured: str) -> None:
    assert verdict(picture, LOCK, SAFE) == (kept, measured)


def test_many_doors_with_keys_enough_are_no_matter() -> None:
    doors = "D." * 40
    keys = "k." * 20
    assert verdict(f"S{keys}{keys}/#{doors}/#{'.#' * 39}X.", LOCK, SAFE)[0]


def test_too_many_orders_are_said_to_be_undecided() -> None:
    vaults = "/".join(f".D{'k' if row < 20 else 'S'}D." for row in range(21))
    kept, measured = verdict(f"{vaults}/##D##/##D##/##X##", LOCK, SAFE)
    assert not kept
    assert measured == "undecided after 65536 sets of opened doors"


CELLS = st.sampled_from("SXkD..#")


def plays(board: list[str], cols: int, opened: frozenset[int]) -> tuple[int, set[int], bool]:
    """Walk: keys left, closed doors in reach, exit in reach (an own, plain reading)."""
    start = board.index("S")
    seen, queue = {start}, [start]
    doors = set()
    for cell in queue:
        row, col = divmod(cell, cols)
        for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            if 0 <= row + down < len(board) // cols and 0 <= col + right < cols:
                other = (row + down) * cols + col + right
                if board[other] == "D" and other not in opened:
                    doors.add(other)
                elif board[other] != "#" and other not in seen:
                    seen.add(other)
                    queue.append(other)
    keys = sum(board[cell] == "k" for cell in seen) - len(opened)
    return keys, doors, any(board[cell] == "X" for cell in seen)


def every_end(board: list[str], cols: int) -> set[bool]:
    """Try all orders of opening doors; say where they end: at the exit, or not."""
    found = set()
    doors = [cell for cell, mark in enumerate(board) if mark == "D"]
    for order in permutations(doors):
        opened: frozenset[int] = frozenset()
        while True:
            keys, closed, done = plays(board, cols, opened)
            door = next((door for door in order if door in closed), None)
            if done or keys < 1 or door is None:
                found.add(done)
                break
            opened |= {door}
    return found


@settings(max_examples=600)
@given(st.lists(CELLS, min_size=12, max_size=12))
def test_every_order_is_looked_at(board: list[str]) -> None:
    if board.count("S") != 1 or board.count("X") != 1 or not 1 <= board.count("D") <= 5:
        return
    picture = "/".join("".join(board[row * 4 : row * 4 + 4]) for row in range(3))
    ends = every_end(board, 4)
    assert verdict(picture, LOCK, SAFE)[0] == (ends == {True})
    needed = (
        "D" in picture and not plays([m if m != "D" else "#" for m in board], 4, frozenset())[2]
    )
    enough = board.count("k") >= board.count("D")
    assert verdict(picture, LOCK)[0] == (True in ends and needed and enough)
