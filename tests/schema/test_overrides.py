"""`--set` and `set=` change what a preset asks."""

from __future__ import annotations

from typing import Any

import pytest

from levelgen.errors import RequestError
from levelgen.library import find_preset, find_tileset
from levelgen.schema.overrides import normal, parse
from levelgen.schema.preparing import make_request


def asked(**overrides: Any) -> dict[str, tuple[str, Any]]:
    request = make_request(
        find_tileset("dungeon"),
        find_preset("hard"),
        rows=None,
        cols=None,
        seed=0,
        generator="auto",
        overrides=overrides,
    )
    return {
        f"{ask.constraint.kind} {getattr(ask.constraint, 'object', None) or ''}".strip(): (
            ask.pointer,
            ask.constraint,
        )
        for ask in request.asks
    }


def test_without_overrides_pointers_are_those_of_the_file() -> None:
    assert asked()["count key"][0] == "/constraints/2"


def test_a_number_replaces_the_count_of_an_object() -> None:
    pointer, constraint = asked(key=5)["count key"]
    assert pointer == "/set/key"
    assert constraint.exactly == 5


def test_a_window_of_shares_is_a_density() -> None:
    _, constraint = asked(enemy=(0.05, 0.2))["density enemy"]
    assert (constraint.min, constraint.max, constraint.per) == (0.05, 0.2, ("floor",))


def test_a_window_of_whole_numbers_is_a_count() -> None:
    found = asked(enemy=(2, 5))
    assert "density enemy" not in found
    assert (found["count enemy"][1].min, found["count enemy"][1].max) == (2, 5)


def test_false_drops_a_promise_and_leaves_the_pointers_of_the_others() -> None:
    found = asked(connected=False)
    assert "connected" not in found
    assert found["path"][0] == "/constraints/7"


def test_a_tag_changes_its_share() -> None:
    assert asked(floor=(0.3, 0.6))["ratio"][1].max == 0.6


def test_a_new_promise_is_added() -> None:
    assert asked(door=(1, 3))["count"][1].tags == ("door",)


def test_a_path_takes_lengths() -> None:
    path = asked(path="0.5x")["path"][1]
    assert (path.min_length, path.max_length) == ("0.5x", None)
    assert asked(path=(5, 9))["path"][1].max_length == 9


def test_variety_takes_a_number() -> None:
    assert asked(variety=4)["variety"][1].min == 4


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"kye": 2}, "set: /kye: unknown key 'kye' (did you mean 'key'?)"),
        ({"key": -1}, "set: /key: -1 is out of range"),
        ({"door": True}, "'on' says too little"),
        ({"key": None}, "None is not an override"),
        ({"key": (1, 2, 3)}, "(1, 2, 3) is not an override"),
        ({"key": (5, 2)}, "the window is empty"),
        ({"floor": (0.5, 1.5)}, "the share 1.5 is out of range"),
        ({"border": 3}, "'border' needs more than a number"),
        ({"path": "6y"}, "'6y' is not an override"),
    ],
)
def test_wrong_overrides_are_told(overrides: dict[str, Any], message: str) -> None:
    with pytest.raises(RequestError) as caught:
        asked(**overrides)
    assert message in str(caught.value)


def test_all_wrong_overrides_are_told_at_once() -> None:
    with pytest.raises(RequestError) as caught:
        asked(kye=2, cest=1)
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    ("text", "override"),
    [
        ("key=2", ("key", 2)),
        ("enemy=.05:.2", ("enemy", [0.05, 0.2])),
        ("enemy=2:", ("enemy", [2, None])),
        ("connected=off", ("connected", False)),
        ("connected=on", ("connected", True)),
        ("path=0.5x:1x", ("path", ["0.5x", "1x"])),
    ],
)
def test_command_line_overrides_are_read(text: str, override: tuple[str, Any]) -> None:
    assert parse(text) == override
    assert normal(override[0], override[1]) == override[1]


@pytest.mark.parametrize("text", ["key", "=2", "key=", "key=two"])
def test_malformed_command_line_overrides_are_told(text: str) -> None:
    with pytest.raises(RequestError):
        parse(text)
