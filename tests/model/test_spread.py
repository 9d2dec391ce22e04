"""The bound on how many objects fit apart from each other is one, and it spares a search."""

from __future__ import annotations

import pytest
from model_boards import request, tileset

from levelgen.model import explain, solve
from levelgen.model.shape import Shape
from levelgen.model.spread import most_apart
from levelgen.schema.layout import Layout

HOLES = Layout.of("none", ("##.##", "#.###", "####.", ".####"))


def most(shape: Shape, distance: int) -> int:
    """Try every set of cells."""
    found = 0

    def extend(free: list[int], taken: int) -> None:
        nonlocal found
        found = max(found, taken)
        for index, cell in enumerate(free):
            if taken + len(free) - index > found:
                rest = free[index + 1 :]
                extend([one for one in rest if shape.distance(cell, one) >= distance], taken + 1)

    extend([cell for cell in range(shape.cells) if shape.exists[cell]], 0)
    return found


@pytest.mark.parametrize("rows", range(1, 6))
def test_no_more_fit_than_the_bound_says(rows: int) -> None:
    for cols in range(1, 7):
        shape = Shape(rows, cols)
        for distance in range(1, 9):
            assert most(shape, distance) <= most_apart(shape, distance) <= rows * cols
        assert most_apart(shape, rows + cols - 1) == 1


def test_missing_cells_hold_none() -> None:
    shape = Shape(4, 5, HOLES)
    assert most_apart(shape, 1) == shape.size == 16
    for distance in range(1, 8):
        assert most(shape, distance) <= most_apart(shape, distance)


@pytest.mark.parametrize(
    "apart",
    [
        {"kind": "spacing", "objects": "enemy", "min": 4},
        {"kind": "distance", "from": "enemy", "to": "enemy", "min": 4},
    ],
    ids=["spacing", "distance"],
)
def test_too_many_apart_are_refuted_without_a_search(apart: dict[str, object]) -> None:
    many = {"kind": "count", "object": "enemy", "exactly": 30}
    asked = request(tileset(2, ("enemy",)), 12, 12, {"kind": "connected"}, many, apart)
    solved = solve(asked)
    assert solved.status == "infeasible"
    assert solved.counters["conflicts"] == 0
    assert list(explain(asked).constraints) == ["/constraints/1", "/constraints/2"]
