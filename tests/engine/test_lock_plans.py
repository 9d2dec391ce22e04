"""Rooms in a row: doors separate, nothing gets nearer, the size is right, plays end at the exit."""

from __future__ import annotations

from collections import deque
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen.engine.board import Board, board
from levelgen.engine.locks import Cut, Lock, least_moves, lock
from levelgen.engine.play import Play, Scene, dead_end, way_out
from levelgen.engine.regions import components
from levelgen.engine.rng import Rng


def moves(topology: Board, inside: bytearray, source: int, shut: set[int]) -> dict[int, int]:
    found = {source: 0}
    queue = deque([source])
    while queue:
        cell = queue.popleft()
        for other in topology.near[cell]:
            if inside[other] and other not in found and other not in shut:
                found[other] = found[cell] + 1
                queue.append(other)
    return found


def region(topology: Board, rng: Rng, share: int) -> bytearray:
    """Draw a connected region: the largest of a random mask."""
    inside = bytearray(rng.below(100) < share for _ in range(topology.cells))
    largest = max(components(topology, inside), key=len, default=[])
    return bytearray(cell in set(largest) for cell in range(topology.cells))


@settings(max_examples=250)
@given(
    st.integers(4, 14),
    st.integers(4, 14),
    st.integers(0, 1 << 32),
    st.integers(45, 100),
    st.integers(1, 4),
    st.integers(-1, 12),
)
def test_doors_separate_rooms(
    rows: int, cols: int, seed: int, share: int, number: int, more: int
) -> None:
    topology, rng = board(rows, cols), Rng(seed)
    before = region(topology, rng, share)
    cells = [cell for cell in range(topology.cells) if before[cell]]
    if not cells:
        return
    start = rng.choice(cells)
    away = moves(topology, before, start, set())
    exit_ = max(away, key=lambda cell: away[cell])
    every = bytearray(b"\1") * topology.cells
    firm = bytearray(rng.below(10) > 0 for _ in range(topology.cells))
    inside = bytearray(before)
    cut = Cut(topology, inside, bytearray(inside), firm, firm, every, bytes(topology.cells))
    target = -1 if more < 0 else max(0, len(cells) - 6) + more
    found = lock(cut, [Lock(every, every)] * number, start, exit_, target, rng)
    if found is None:
        return
    assert away[exit_] >= least_moves(number)
    doors, room = found
    assert len(set(doors)) == number
    assert bytes(cut.counted) == bytes(inside)
    assert target in (-1, sum(inside))
    assert all(firm[cell] for cell in range(topology.cells) if inside[cell] != before[cell])
    whole = moves(topology, inside, start, set())
    assert len(whole) == sum(inside)
    # With the first doors open, exactly the rooms before the next one are in reach.
    for index in range(number + 1):
        reached = moves(topology, inside, start, set(doors[index:]))
        assert {room[cell] for cell in reached if cell not in doors} == set(range(index + 1))
        assert all(room[cell] <= index for cell in reached if cell not in doors)
    assert all(room[cell] == -1 for cell in range(topology.cells) if not inside[cell])
    assert room[exit_] == number
    # Closing and opening cells brought nothing nearer.
    for cell, steps in whole.items():
        assert steps >= away.get(cell, 0)


def test_wide_ground_and_thin_ground() -> None:
    topology = board(12, 12)
    every = bytearray(b"\1") * 144
    for seed in range(20):
        inside = bytearray(b"\1") * 144
        cut = Cut(topology, inside, bytearray(inside), every, every, every, every)
        assert lock(cut, [Lock(every, every)] * 3, 0, 143, -1, Rng(seed)) is not None
        line = bytearray(cell < 12 for cell in range(144))
        cut = Cut(topology, line, bytearray(line), every, every, every, every)
        assert lock(cut, [Lock(every, every)] * 2, 0, 11, 30, Rng(seed)) is not None
        cut = Cut(topology, line, bytearray(line), every, every, every, every)
        assert lock(cut, [Lock(every, every)] * 2, 0, 4, 30, Rng(seed)) is None


def test_cells_that_cannot_close_become_doors_or_rule_a_place_out() -> None:
    # Two lines side by side: to separate them, one of two cells has to close.
    topology = board(2, 9)
    every, none = bytearray(b"\1") * 18, bytearray(18)
    for seed in range(10):
        cut = Cut(topology, bytearray(every), bytearray(every), none, none, none, every)
        assert lock(cut, [Lock(every, every)], 0, 8, -1, Rng(seed)) is None
        firm = bytearray(cell >= 9 for cell in range(18))
        cut = Cut(topology, bytearray(every), bytearray(every), none, firm, none, every)
        found = lock(cut, [Lock(every, every)], 0, 8, -1, Rng(seed))
        assert found is not None
        assert found[0][0] < 9


MARKS = st.lists(st.sampled_from("..kklmDDEX#"), min_size=11, max_size=11)


@settings(max_examples=500)
@given(MARKS, st.integers(0, 10))
def test_plays_end_where_all_orders_of_doors_end(marks: list[str], start: int) -> None:
    if marks.count("X") != 1 or marks[start] != "." or marks.count("D") + marks.count("E") > 5:
        return
    topology = board(1, 11) if start % 2 else board(11, 1)
    keys = {cell: "kl".index(mark) for cell, mark in enumerate(marks) if mark in "kl"}
    doors = {cell: "DE".index(mark) for cell, mark in enumerate(marks) if mark in "DE"}
    inside = bytearray(mark != "#" for mark in marks)
    scene = Scene(topology.near, inside, doors, keys, start, marks.index("X"))
    ends = set()
    for order in permutations(doors):
        opened: list[int] = []
        while True:
            seen = moves(topology, inside, start, set(doors) - set(opened))
            held = [keys[cell] for cell in seen if cell in keys]
            able = [
                door
                for door in order
                if door not in opened
                and any(other in seen for other in topology.near[door])
                and held.count(doors[door]) > sum(doors[other] == doors[door] for other in opened)
            ]
            if scene.exit in seen or not able:
                ends.add(scene.exit in seen)
                break
            opened.append(able[0])
    assert (way_out(scene) is not None) == (True in ends)
    play = Play(scene)
    stuck = dead_end(play)
    assert (stuck is not None) == (False in ends)
    if stuck is not None:
        reached = moves(topology, inside, start, set(doors) - set(stuck.opened))
        assert [bool(flag) for flag in play.seen(stuck)] == [cell in reached for cell in range(11)]


def test_a_search_that_gives_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levelgen.engine.play.MOST_STATES", 2000)
    # Forty vaults around a hall, and keys for half of them.
    topology = board(3, 42)
    inside = bytearray(cell not in (40, 83) for cell in range(126))
    doors, keys = dict.fromkeys(range(40), 0), dict.fromkeys(range(42, 60), 0)
    scene = Scene(topology.near, inside, doors, keys, 61, 41)
    play = Play(scene)
    assert dead_end(play) is not None
    play = Play(scene)
    assert not any(end.done for end in play.ends())
    assert play.cut_short
