"""Contradictions far from the open board: the way out of a window, and what it is good for."""

from __future__ import annotations

import pytest
from conftest import Compiler

from levelgen.engine import reference
from levelgen.engine.rng import Rng
from levelgen.engine.task import Task
from levelgen.engine.topology import topology
from levelgen.library import find_tileset
from levelgen.rules import compile_rules

ROADS = compile_rules(find_tileset("roads"))


def roads(side: int, seed: int) -> Task:
    return Task(rows=side, cols=side, state=Rng.stream(seed, "texture").state)


def test_large_boards_need_repairs_in_proportion_to_their_cells(native_compiler: Compiler) -> None:
    # Rivers have no ends, so each area they close off must be crossed an even number of times.
    kernel = native_compiler(ROADS.weights, ROADS.masks)
    for side in (64, 128, 256):
        for seed in range(4):
            found = kernel.sample(roads(side, seed))
            assert found.status == "solved"
            assert found.backtracks < 64 + side * side / 50


@pytest.mark.parametrize("periodic", [False, True])
def test_both_backends_repair_alike(native_compiler: Compiler, periodic: bool) -> None:
    holes = bytes((cell % 7, cell // 80 % 9) != (3, 4) for cell in range(80 * 80))
    plain = roads(80, 11)._replace(record=True, periodic_cols=periodic)
    resets = 0
    for task in (plain, plain._replace(exists=holes, periodic_rows=periodic)):
        found = native_compiler(ROADS.weights, ROADS.masks).sample(task)
        assert found == reference.compile_kernel(ROADS.weights, ROADS.masks).sample(task)
        resets += found.resets
    assert resets


def test_the_way_out_leads_straight_to_the_nearest_cell_beyond_the_window() -> None:
    board = topology(20, 30)
    centre = 10 * 30 + 12
    target = 4 * 30 + 18
    way = board.way_out(centre, 2, 2, lambda cell: cell == target)
    assert [divmod(cell, 30) for cell in way] == [(8, 14), (6, 16)]
    # Inside the window is not out; without anything else it leads to the nearest border.
    way = board.way_out(centre, 2, 2, lambda cell: cell == centre - 30)
    assert [divmod(cell, 30) for cell in way][-1][0] in (18, 19)
    assert len(way) == 4


def test_a_board_without_borders_may_have_no_way_out() -> None:
    board = topology(12, 12, (True, True))
    assert board.way_out(0, 2, 2, lambda _: False) == []
    way = board.way_out(0, 2, 2, lambda cell: cell == 8 * 12)
    assert [divmod(cell, 12) for cell in way] == [(10, 0)]
