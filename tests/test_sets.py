"""Sets of levels: any two differ enough, each is the level of its own seed."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import levelgen
from levelgen.errors import RequestError
from levelgen.sets import difference


def apart(levels: tuple[levelgen.Level, ...]) -> float:
    return min(float((a.tiles != b.tiles).mean()) for a, b in combinations(levels, 2))


@pytest.mark.parametrize("diverse", [0.0, 0.4, 0.6])
def test_every_pair_keeps_the_distance(diverse: float) -> None:
    found = levelgen.generate_set("dungeon", "hard", count=8, diverse=diverse, seed=3)
    assert found.status == "satisfied"
    assert len(found.levels) == 8
    assert found.closest == pytest.approx(apart(found.levels))
    assert found.closest >= diverse
    for level in found.levels:
        assert level.status == "satisfied"
        alone = levelgen.generate("dungeon", "hard", seed=level.seed)
        assert alone.to_json() == level.to_json()


def test_seeds_that_come_too_close_are_left_out() -> None:
    found = levelgen.generate_set("dungeon", "easy", rows=6, cols=6, count=4, diverse=0.7, seed=0)
    assert found.status == "satisfied"
    assert found.tried > 4
    assert apart(found.levels) >= 0.7


def test_the_solver_keeps_a_distance_that_chance_does_not() -> None:
    rows = {"rows": 6, "cols": 6}
    found = levelgen.generate_set("dungeon", count=3, diverse=0.95, seed=0, **rows)
    assert found.status == "satisfied"
    assert apart(found.levels) >= 0.95
    last = found.levels[-1]
    assert [promise.kind for promise in last.promises].count("unlike") == 2
    assert levelgen.check(levelgen.Level.from_json(last.to_json())).kept
    assert levelgen.reproduce(last).same


def test_a_set_that_cannot_go_on_says_how_far_it_came() -> None:
    tiles = [{"id": name, "glyph": name, "color": "#000000"} for name in "ab"]
    tileset = {"name": "two", "tiles": tiles, "adjacency": {"default": "allow"}}
    found = levelgen.generate_set(tileset, rows=1, cols=3, count=3, diverse=1.0, seed=0)
    assert found.status == "unknown"
    assert len(found.levels) == 2
    assert found.reason is not None
    assert "proved" in found.reason.text


def test_an_infeasible_request_ends_at_once() -> None:
    preset = {"name": "no", "constraints": [{"kind": "count", "object": "key", "exactly": 99}]}
    found = levelgen.generate_set("dungeon", preset, rows=3, cols=3, count=3, diverse=0.4, seed=0)
    assert (found.status, found.levels, found.tried) == ("infeasible", (), 1)
    assert found.reason is not None
    assert found.reason.constraints == ("/constraints/0",)


def test_a_baseline_can_be_diverse_too() -> None:
    found = levelgen.generate_set("cave", "easy", count=3, diverse=0.3, seed=0, generator="random")
    assert found.status == "unsatisfied"
    assert len(found.levels) == 3


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"count": 0}, "count"), ({"diverse": 1.5}, "diverse"), ({"diverse": -0.1}, "diverse")],
)
def test_numbers_out_of_range(wrong: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError, match=field):
        levelgen.generate_set("dungeon", **{"count": 2, "seed": 0, **wrong})


def test_difference_is_a_share_of_the_cells_of_either() -> None:
    mask = ["##.", "##."]
    one = levelgen.generate("dungeon", seed=1, mask=mask)
    assert difference(one, one) == 0
    other = levelgen.generate("dungeon", seed=2, rows=2, cols=3)
    assert difference(one, other) >= 2 / 6
    with pytest.raises(ValueError, match="one size"):
        difference(one, levelgen.generate("dungeon", seed=1, rows=3, cols=2))
