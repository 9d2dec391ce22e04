"""The corner-tour circuit exists exactly for the sets of cells that are one region."""

from __future__ import annotations

from itertools import product

import pytest
from model_boards import accepts, built, every_solution, keeps, request, tileset

from levelgen.model.draft import Draft


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (4, 1), (3, 3), (3, 4)])
@pytest.mark.parametrize("allow_empty", [True, False])
def test_tour_on_all_subsets(rows: int, cols: int, allow_empty: bool) -> None:
    asked = request(tileset(2), rows, cols, {"kind": "connected", "allow_empty": allow_empty})
    found = every_solution(built(asked))
    expected = {
        (cells, ()) for cells in product(range(2), repeat=rows * cols) if keeps(asked, (cells, ()))
    }
    assert found == expected


def test_witness_completes_every_region() -> None:
    # The hint of a region names a whole tour, so fixing it leaves nothing to search for.
    asked = request(tileset(2), 3, 3, {"kind": "connected"})
    made = built(asked)
    (witness,) = made.model.witnesses
    for cells in product(range(2), repeat=9):
        if keeps(asked, (cells, ())):
            pinned = made.copy()
            pinned.model.imply((), witness(Draft(cells, {})))
            assert accepts(pinned, (cells, ()))
