"""Both forms of the adjacency mean what the tileset says."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_boards import WORLD, built, every_solution, request, tileset

SIZES = [(1, 1), (1, 3), (3, 1), (2, 2)]


def statements(east: set[tuple[int, int]], south: set[tuple[int, int]]) -> list[dict[str, Any]]:
    return [
        {"tiles": [WORLD[a]["id"]], "direction": direction, "neighbours": [WORLD[b]["id"]]}
        for direction, pairs in (("E", east), ("S", south))
        for a, b in sorted(pairs)
    ]


def fits(
    cells: tuple[int, ...], cols: int, east: set[tuple[int, int]], south: set[tuple[int, int]]
) -> bool:
    for cell, tile in enumerate(cells):
        if (cell + 1) % cols and (tile, cells[cell + 1]) not in east:
            return False
        if cell + cols < len(cells) and (tile, cells[cell + cols]) not in south:
            return False
    return True


PAIRS = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)))


@pytest.mark.parametrize("form", ["clauses", "table"])
@given(east=PAIRS, south=PAIRS, size=st.sampled_from(SIZES))
def test_forms_accept_what_the_tileset_says(
    form: Any, east: set[tuple[int, int]], south: set[tuple[int, int]], size: tuple[int, int]
) -> None:
    rules = {"default": "forbid", "allow": statements(east, south)}
    asked = request(tileset(3, **rules), *size)
    found = {cells for cells, _ in every_solution(built(asked, form=form))}
    boards = product(range(3), repeat=size[0] * size[1])
    assert found == {cells for cells in boards if fits(cells, size[1], east, south)}
