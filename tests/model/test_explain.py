"""Reasons: the conflict that was planted, nothing besides, and every member is needed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_boards import every_board, every_solution, judged, keeps, request, tileset
from test_encoders import CASES

from levelgen.api import prepare
from levelgen.library import find_tileset
from levelgen.model import explain, impossible, solve
from levelgen.model.adjacency import adjacency
from levelgen.model.context import Context
from levelgen.model.registry import post
from levelgen.model.shape import Shape
from levelgen.model.skeleton import start
from levelgen.rules import compile_rules
from levelgen.schema.preparing import make_request
from levelgen.schema.preset import Preset
from levelgen.schema.request import Request

KINDS = ("start", "exit", "enemy", "key")
HARMLESS: list[dict[str, Any]] = [
    {"kind": "variety", "min": 1},
    {"kind": "count", "object": "key", "max": 2},
]


def count(name: str, number: int) -> dict[str, Any]:
    return {"kind": "count", "object": name, "exactly": number}


# Promises, and which of them conflict
CONFLICTS: dict[str, tuple[list[dict[str, Any]], list[int]]] = {
    "too close": (
        [
            {"kind": "fixed", "cells": [{"row": 2, "col": 2, "object": "enemy"}]},
            count("enemy", 3),
            {"kind": "spacing", "objects": "enemy", "min": 5},
        ],
        [0, 1, 2],
    ),
    "walled in": (
        [
            count("start", 1),
            count("exit", 1),
            {"kind": "path", "from": "start", "to": "exit", "max_length": 6},
            {"kind": "distance", "from": "start", "to": "exit", "min": 7},
            {"kind": "connected"},
        ],
        [2, 3],
    ),
    "apart": (
        [
            {"kind": "connected"},
            {"kind": "fixed", "cells": [{"row": 0, "col": 0, "tile": "floor"}]},
            {"kind": "fixed", "cells": [{"row": 4, "col": 4, "tile": "floor"}]},
            {"kind": "ratio", "tags": "solid", "min": 0.7},
            {"kind": "variety", "min": 2},
        ],
        [0, 1, 2, 3],
    ),
    "mirror": (
        [
            {"kind": "symmetry", "axis": "vertical"},
            {"kind": "fixed", "cells": [{"row": 2, "col": 0, "tile": "floor"}]},
            {"kind": "border", "tags": "solid", "sides": ["E"]},
        ],
        [0, 1, 2],
    ),
    "runs": (
        [
            {"kind": "max_run", "tags": "floor", "length": 1},
            {"kind": "max_run", "tags": "solid", "length": 4},
            {"kind": "count", "tile": "wall", "max": 11},
        ],
        [0, 2],
    ),
}


@pytest.mark.parametrize("name", CONFLICTS)
def test_the_planted_conflict_is_named(name: str) -> None:
    constraints, conflict = CONFLICTS[name]
    asked = request(tileset(2, KINDS), 5, 5, *constraints, *HARMLESS)
    assert solve(asked).status == "infeasible"
    reason = explain(asked)
    assert list(reason.constraints) == [f"/constraints/{index}" for index in conflict]
    assert reason.text.startswith("no 5x5 level can keep all of these: ")
    for index in conflict:
        words = asked.asks[index].constraint.describe()
        assert f"{words} (/constraints/{index})" in reason.text
    assert "limit" not in reason.text
    for left_out in conflict:
        rest = [asked.asks[index] for index in conflict if index != left_out]
        assert solve(asked, asks=rest).status == "solved"


def test_the_adjacency_may_be_part_of_it() -> None:
    tiles = tileset(2, default="forbid", neighbours={"wall": ["wall"], "floor": ["floor"]})
    asked = request(tiles, 2, 2, {"kind": "variety", "min": 2}, {"kind": "ratio", "tags": "floor"})
    reason = explain(asked)
    assert reason.constraints == ("/constraints/0", "/adjacency")
    assert "the neighbours that tileset 'test' allows (/adjacency)" in reason.text


def test_the_adjacency_alone() -> None:
    asked = request(tileset(2, default="forbid"), 2, 2, {"kind": "variety", "min": 1})
    reason = explain(asked, asks=())
    assert reason.constraints == ("/adjacency",)
    assert reason.text.startswith("no 2x2 level can keep this: ")


def test_weightless_tiles_may_be_part_of_it() -> None:
    tiles = tileset(3, weights=(1, 1, 0))
    asked = request(tiles, 2, 2, {"kind": "count", "tile": "door", "exactly": 1})
    assert explain(asked).constraints == ("/constraints/0", "/tiles")


def test_promises_that_can_be_kept_have_no_reason() -> None:
    with pytest.raises(ValueError, match="can be kept"):
        explain(request(tileset(2), 2, 2, {"kind": "connected"}))


def test_a_large_board_is_explained_by_cuts() -> None:
    corners = [{"row": 0, "col": 0, "tile": "floor"}, {"row": 33, "col": 33, "tile": "floor"}]
    walls = [{"row": 0, "col": 1, "tile": "wall"}, {"row": 1, "col": 0, "tile": "wall"}]
    asked = request(
        tileset(2),
        34,
        34,
        {"kind": "fixed", "cells": corners},
        {"kind": "fixed", "cells": walls},
        {"kind": "connected"},
    )
    assert explain(asked).constraints == (
        *("/constraints/0/cells/0", "/constraints/0/cells/1"),
        *("/constraints/1/cells/0", "/constraints/1/cells/1"),
        "/constraints/2",
    )


def test_of_many_fixed_cells_those_in_conflict_are_named() -> None:
    fixed = [{"row": 3, "col": col, "tile": "wall"} for col in range(12)]
    fixed[7] = {"row": 3, "col": 7, "tile": "floor"}
    tiles = tileset(2, neighbours={"wall": ["wall"], "floor": ["floor"]})
    border = {"kind": "border", "tags": "solid", "sides": ["N"]}
    reason = explain(request(tiles, 12, 12, {"kind": "fixed", "cells": fixed}, border))
    assert "/constraints/0/cells/7" in reason.constraints
    assert len(reason.constraints) == 3


def switched(asked: Request, *, on: bool) -> set[Any]:
    """Enumerate the solutions of a model whose promises hang on a switch."""
    rules = compile_rules(asked.tileset)
    made = start(rules, Shape(asked.rows, asked.cols), asked.asks)
    context = Context(made.model, made.grid, made.objects, rules, "nothing")
    switch = made.model.boolean()
    with made.model.under(switch):
        adjacency(context, "clauses")
        for ask in asked.asks:
            post(context, ask)
    made.model.imply((), (switch if on else -switch - 1,))
    return every_solution(made)


@pytest.mark.parametrize("name", CASES)
def test_a_switch_turns_a_promise_off_and_on(name: str) -> None:
    (rows, cols), size, kinds, constraints = CASES[name]
    asked = request(tileset(size, kinds), rows, cols, *constraints)
    assert switched(asked, on=True) == judged(asked, every_board(asked))
    # The arcs of a circuit that is off are free: too many solutions to list.
    if not any(one["kind"] in ("connected", "reachable") for one in constraints):
        assert switched(asked, on=False) == set(every_board(asked))


IMPOSSIBLE: list[tuple[list[dict[str, Any]], str]] = [
    (
        [count("enemy", 1), count("enemy", 2)],
        "at least 2 objects wanted and at most 1 allowed: exactly 1 enemy (/constraints/0); "
        "exactly 2 enemy (/constraints/1)",
    ),
    (
        [
            {"kind": "ratio", "tags": "floor", "max": 0.5},
            {"kind": "count", "tile": "floor", "exactly": 4},
        ],
        "at least 4 cells wanted and at most 3 allowed: floor on at most 50 % of the cells "
        "(/constraints/0); exactly 4 floor (/constraints/1)",
    ),
    (
        [
            {"kind": "count", "tags": "floor", "max": 1},
            {"kind": "count", "tags": "floor", "min": 2, "region": [0, 0, 2, 2]},
        ],
        "at least 2 cells wanted and at most 1 allowed: at most 1 floor (/constraints/0); "
        "at least 2 floor in the 2x2 cells from row 0, column 0 (/constraints/1)",
    ),
    (
        [
            {"kind": "count", "tags": "floor", "min": 4},
            {"kind": "count", "tags": "solid", "min": 3},
        ],
        "7 cells do not fit on 6 cells: at least 4 floor (/constraints/0); at least 3 solid "
        "(/constraints/1)",
    ),
    (
        [
            {"kind": "count", "tags": "floor", "max": 2},
            {"kind": "count", "tags": "solid", "max": 3},
        ],
        "5 cells at most do not fill 6: at most 2 floor (/constraints/0); at most 3 solid "
        "(/constraints/1)",
    ),
    (
        [{"kind": "ratio", "tags": "floor", "max": 0.5}, count("enemy", 3), count("start", 1)],
        "4 objects do not fit on 3 cells of their ground: floor on at most 50 % of the cells "
        "(/constraints/0); exactly 3 enemy (/constraints/1); exactly 1 start (/constraints/2)",
    ),
    (
        [count("enemy", 3), {"kind": "spacing", "objects": "enemy", "min": 3}],
        "at most 2 objects can stand 3 apart on 2x3: exactly 3 enemy (/constraints/0); enemy "
        "spaced 3 apart (/constraints/1)",
    ),
    (
        [
            {"kind": "path", "from": "start", "to": "exit", "min_length": 2},
            {"kind": "path", "from": "exit", "to": "start", "max_length": 1, "avoid": "enemy"},
        ],
        "the way around fewer objects is never the longer one: a shortest path of at least 2 moves "
        "from start to exit (/constraints/0); a shortest path of 0 to 1 moves from exit to start "
        "around every enemy (/constraints/1)",
    ),
    (
        [
            {"kind": "path", "from": "start", "to": "exit", "min_length": 3, "max_length": 3},
            {"kind": "path", "from": "start", "to": "exit", "max_length": 2},
        ],
        "a shortest path has one length: a shortest path of exactly 3 moves from start to exit "
        "(/constraints/0); a shortest path of 0 to 2 moves from start to exit (/constraints/1)",
    ),
    (
        [
            {"kind": "symmetry", "axis": "horizontal"},
            {"kind": "count", "tags": "floor", "exactly": 3},
        ],
        "half of the cells mirror the others, so their number is even: top and bottom mirror each "
        "other (/constraints/0); exactly 3 floor (/constraints/1)",
    ),
    (
        [
            {"kind": "fixed", "cells": [{"row": 0, "col": 1, "tile": "wall"}]},
            {"kind": "border", "tags": "solid", "sides": ["N"]},
            {"kind": "max_run", "tags": "solid", "length": 2},
        ],
        "at most 2 solid cells in a row (/constraints/2) is impossible: 3 from row 0, "
        "column 0 on are decided: solid along the border N (/constraints/1)",
    ),
    (
        [
            {
                "kind": "fixed",
                "cells": [{"row": 1, "col": col, "tile": "floor"} for col in (1, 2)],
            },
            {"kind": "max_run", "tags": "floor", "length": 1},
        ],
        "at most 1 floor cells in a row (/constraints/1) is impossible: 2 from row 1, column 1 on "
        "are decided: floor (/constraints/0/cells/0); floor (/constraints/0/cells/1)",
    ),
    (
        [{"kind": "ratio", "tags": "floor", "min": 0.4, "max": 0.6, "region": [0, 0, 1, 1]}],
        "floor on 40 % to 60 % of the cells in the 1x1 cells from row 0, column 0 is impossible: "
        "no whole number lies between 40 % and 60 % of 1 cell (/constraints/0)",
    ),
    (
        [{"kind": "ratio", "tags": "floor", "min": 0.45, "max": 0.45}],
        "floor on 45 % of the cells is impossible: 45 % of 6 cells is no whole number "
        "(/constraints/0)",
    ),
    (
        [{"kind": "ratio", "tags": "floor", "min": 0.4, "max": 0.45}],
        "floor on 40 % to 45 % of the cells is impossible: no whole number lies between 40 % and "
        "45 % of 6 cells (/constraints/0)",
    ),
    (
        [{"kind": "count", "tags": "floor", "min": 7}],
        "at least 7 floor is impossible: there are only 6 cells (/constraints/0)",
    ),
    (
        [{"kind": "count", "object": "key", "exactly": 2, "region": [0, 0, 1, 1]}],
        "exactly 2 key in the 1x1 cells from row 0, column 0 is impossible: "
        "there is only 1 cell (/constraints/0)",
    ),
    (
        [{"kind": "variety", "min": 3}],
        "at least 3 different tiles is impossible: the tileset has only 2 tiles (/constraints/0)",
    ),
    (
        [{"kind": "path", "from": "start", "to": "exit", "min_length": 6}],
        "a shortest path of at least 6 moves from start to exit is impossible: "
        "it needs 7 cells and there are only 6 cells (/constraints/0)",
    ),
    (
        [{"kind": "path", "from": "start", "to": "exit", "min_length": 4, "max_length": "0.6x"}],
        "a shortest path of 4 to 0.6x moves from start to exit is impossible: "
        "on a 2x3 board that is at least 4 and at most 3 moves (/constraints/0)",
    ),
    (
        [count("key", 3), count("enemy", 4), count("exit", 0)],
        "7 objects do not fit on 6 cells, one a cell: exactly 4 enemy (/constraints/1); "
        "exactly 3 key (/constraints/0)",
    ),
    (
        [
            {"kind": "border", "tags": "solid"},
            {"kind": "fixed", "cells": [{"row": 1, "col": 2, "tile": "floor"}]},
        ],
        "row 1, column 2 cannot hold all of these: solid along the border N E S W "
        "(/constraints/0); floor (/constraints/1/cells/0)",
    ),
    (
        [
            {"kind": "fixed", "cells": [{"row": 0, "col": 0, "object": "key"}]},
            {"kind": "fixed", "cells": [{"row": 0, "col": 0, "object": "enemy"}]},
        ],
        "row 0, column 0 cannot hold all of these: key, which stands on walkable "
        "(/constraints/0/cells/0); enemy, which stands on floor (/constraints/1/cells/0)",
    ),
    (
        [{"kind": "fixed", "cells": [{"row": 0, "col": 0, "object": "key", "tile": "wall"}]}],
        "row 0, column 0 cannot hold all of these: wall (/constraints/0/cells/0); "
        "key, which stands on walkable (/constraints/0/cells/0)",
    ),
]


@pytest.mark.parametrize(("constraints", "text"), IMPOSSIBLE)
def test_arithmetic(constraints: list[dict[str, Any]], text: str) -> None:
    asked = request(tileset(2, KINDS), 2, 3, *constraints, *HARMLESS)
    reason = impossible(asked)
    assert reason is not None
    assert reason.text == text
    assert all(f"({pointer})" in text for pointer in reason.constraints)
    assert explain(asked) == reason
    assert solve(asked).status == "infeasible"


def _window(draw: st.DrawFn, numbers: int) -> dict[str, Any]:
    low = draw(st.integers(0, numbers))
    return {"min": low, "max": draw(st.integers(low, numbers))}


@st.composite
def amounts(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a number of tiles or objects on a 2x2 board, or on its upper row."""
    window = _window(draw, 4)
    part = {"region": [0, 0, 1, 2]} if draw(st.booleans()) else {}
    what = draw(st.sampled_from(["ratio", "tags", "tile", "object"]))
    if what == "ratio":
        shares = {key: number / 4 for key, number in window.items()}
        return {"kind": "ratio", "tags": draw(st.sampled_from(TAGS)), **shares, **part}
    name = {"tags": st.sampled_from(TAGS), "tile": st.sampled_from(["wall", "floor", "door"])}
    chosen = draw(name.get(what, st.sampled_from(["enemy", "key"])))
    return {"kind": "count", what: chosen, **window, **part}


TAGS = ["floor", "solid", "walkable"]


@settings(max_examples=150, deadline=None)
@given(st.lists(amounts(), min_size=1, max_size=4))
def test_arithmetic_blames_no_promise_without_need(asked: list[dict[str, Any]]) -> None:
    tiles = tileset(3, ("enemy", "key"))
    whole = request(tiles, 2, 2, *asked)
    reason = impossible(whole)
    if reason is None:
        return
    blamed = [int(pointer.rsplit("/", 1)[1]) for pointer in reason.constraints]
    assert not judged(whole, every_board(whole))
    for left_out in blamed:
        rest = request(tiles, 2, 2, *(asked[index] for index in blamed if index != left_out))
        assert any(keeps(rest, board) for board in every_board(rest))


def test_a_door_that_no_way_has_to_pass() -> None:
    lock = {"kind": "lock_and_key", "locks": [{"door": "locked_door", "key": "key"}]}
    asked = make_request(
        find_tileset("dungeon"),
        Preset.read(
            {"name": "p", "constraints": [lock, {"kind": "connected", "tags": "floor"}]}, "p"
        ),
        rows=4,
        cols=4,
        seed=1,
        generator="cpsat",
    )
    reason = impossible(asked)
    assert reason is not None
    assert reason.constraints == ("/constraints/0", "/constraints/1")
    assert reason.text.startswith("exit is reached without a locked_door, which stands on door: ")
    assert solve(asked).status == "infeasible"
    # A door on the region itself can cut it.
    for tags in ("walkable", "liquid"):
        other = {"kind": "connected", "tags": tags, "allow_empty": True}
        preset = Preset.read({"name": "p", "constraints": [lock, other]}, "p")
        size = {"rows": 4, "cols": 4, "seed": 1, "generator": "cpsat"}
        assert impossible(make_request(find_tileset("dungeon"), preset, **size)) is None


@pytest.mark.parametrize("name", CONFLICTS)
def test_arithmetic_does_not_guess(name: str) -> None:
    assert impossible(request(tileset(2, KINDS), 5, 5, *CONFLICTS[name][0])) is None


def test_shares_without_a_lower_or_upper_bound_are_told_as_such() -> None:
    few = {"kind": "ratio", "tags": "floor", "max": 0.2}
    many = {"kind": "ratio", "tags": "floor", "min": 0.5}
    assert explain(request(tileset(2), 4, 4, few, many)).text == (
        "at least 8 cells wanted and at most 3 allowed: floor on at most 20 % of the cells "
        "(/constraints/0); floor on at least 50 % of the cells (/constraints/1)"
    )


def test_seconds_limit_an_explanation_only_where_they_are_given() -> None:
    crowd = [count("enemy", 23), {"kind": "spacing", "objects": "enemy", "min": 4}]
    asked = request(tileset(2, KINDS), 12, 12, *crowd, *HARMLESS)
    reason = explain(asked, time_limit=0.001)
    # All of them are in conflict, whichever of them it may be.
    assert [*reason.constraints] == [*(ask.pointer for ask in asked.asks), "/adjacency"]
    assert reason.text.endswith("the limit was reached before this was known")


def test_of_very_many_promises_none_is_named_before_it_is_known_to_conflict() -> None:
    crowd = [count("enemy", 23), {"kind": "spacing", "objects": "enemy", "min": 4}]
    walls = [{"row": 11, "col": col, "tile": "wall"} for col in range(12)]
    fixed = [{"kind": "fixed", "cells": walls}, {"kind": "fixed", "cells": walls[:9]}]
    asked = request(tileset(2, KINDS), 12, 12, *crowd, *fixed)
    reason = explain(asked, time_limit=0.001)
    assert reason.constraints == ()
    assert reason.text.endswith("the limit was reached before it was known which of them conflict")


def test_what_switches_hide_is_told_by_models_without_them() -> None:
    """The solver sees through the promises at once, and through the same with switches never."""
    promises = [
        {"kind": "ratio", "tags": "ledge", "min": 0.525, "max": 0.545},
        {"kind": "max_run", "tags": "ledge", "length": 4},
        {"kind": "count", "object": "key", "exactly": 5, "region": [0, 0, 1, 6]},
    ]
    request = prepare("platform", {"name": "p", "constraints": promises}, rows=7, cols=12, seed=0)
    assert explain(request).constraints == ("/constraints/0", "/constraints/2", "/adjacency")
