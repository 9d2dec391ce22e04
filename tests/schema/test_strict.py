"""Schema objects: how plain data becomes an object, and what can be done with it."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Annotated, Any, Literal

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from levelgen.schema.constraints import FixedCell, Ratio
from levelgen.schema.declaring import AfterValidator, Field, complaint, invariant
from levelgen.schema.document import problems
from levelgen.schema.placed import PlacedObject
from levelgen.schema.strict import Strict
from levelgen.schema.tileset import Tile
from levelgen.schema.validating import ValidationError


def _even(value: int) -> int:
    if value % 2:
        raise complaint(f"{value} is odd", "an even number")
    return value


class Part(Strict):
    """A part."""

    size: Annotated[int, AfterValidator(_even)]
    name: str = "part"


class Thing(Strict):
    """A thing."""

    parts: tuple[Part, ...] = ()
    pair: tuple[int, str] | str | None = None
    share: float = Field(default=0.5, ge=0, le=1, finite=True)
    from_: str = Field(default="here", key="from")
    side: Literal["N", "S"] = "N"
    numbers: dict[str, int | float | str] = Field(default_factory=dict)
    shown: bool = False

    @invariant
    def _together(self) -> None:
        if self.shown and not self.parts:
            raise complaint("there is nothing to show")


def faults(data: Any, model: type[Strict] = Thing) -> dict[str, str]:
    with pytest.raises(ValidationError) as error:
        model.model_validate(data)
    return {problem.pointer: problem.message for problem in problems(error.value, "data")}


def test_every_fault_is_told_at_its_place() -> None:
    data = {
        "parts": [{"size": 3}, {"size": "4"}, 5, {"name": None}],
        "pair": [1],
        "share": 1.5,
        "from": 7,
        "side": "E",
        "numbers": {"a": [], "b": 1},
        "colour": "red",
    }
    assert faults(data) == {
        "/parts/0/size": "3 is odd",
        "/parts/1/size": "'4' is not a whole number",
        "/parts/2": "5 is not an object",
        "/parts/3/size": "'size' is missing",
        "/parts/3/name": "None is not text",
        "/pair/1": "1 is missing",
        "/pair": "[1] is not text",
        "/share": "1.5 is out of range",
        "/from": "7 is not text",
        "/side": "'E' is not one of the choices",
        "/numbers/a": "[] is not a whole number",
        "/colour": "unknown key 'colour'",
    }


def test_fields_that_do_not_go_together_are_told_once_each_is_right() -> None:
    assert faults({"shown": True}) == {"": "there is nothing to show"}
    assert faults({"shown": True, "share": 2}) == {"/share": "2 is out of range"}


@pytest.mark.parametrize(
    ("field", "value", "read"),
    [("share", 1, 1.0), ("pair", [2.0, "x"], (2, "x")), ("pair", "x", "x"), ("pair", None, None)],
)
def test_data_takes_the_form_of_its_type(field: str, value: Any, read: Any) -> None:
    found = getattr(Thing.model_validate({field: value}), field)
    assert found == read
    assert type(found) is type(read)


@pytest.mark.parametrize("value", [True, "1", None, float("nan"), float("inf"), [1]])
def test_what_json_schema_calls_no_number_is_none(value: Any) -> None:
    assert faults({"share": value}).keys() == {"/share"}


@given(st.one_of(st.integers(), st.floats(allow_nan=False), st.text()))
def test_a_union_keeps_the_type_of_its_data(value: float | str) -> None:
    kept = Thing.model_validate({"numbers": {"a": value}}).numbers["a"]
    assert kept == value
    assert type(kept) is type(value)


def test_the_place_of_a_single_name_is_its_own() -> None:
    assert faults({"tags": "no name"}, Ratio).keys() == {"/tags"}
    assert faults({"tags": ["no name"]}, Ratio).keys() == {"/tags/0"}
    assert faults({"row": 0, "col": 0, "ban": []}, FixedCell) == {"/ban": "it is empty"}


def test_objects_are_immutable_and_compared_by_value() -> None:
    one = PlacedObject(kind="key", row=1, col=2)
    assert one == PlacedObject.model_validate({"kind": "key", "row": 1, "col": 2})
    assert len({one, PlacedObject(kind="key", row=1, col=2)}) == 1
    assert one != PlacedObject(kind="key", row=2, col=2)
    with pytest.raises(AttributeError, match="immutable"):
        one.row = 3  # type: ignore[misc]
    assert repr(one) == "PlacedObject(kind='key', row=1, col=2)"
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one


def test_constructing_checks_its_arguments() -> None:
    with pytest.raises(ValidationError, match="row: -1 is out of range"):
        PlacedObject(kind="key", row=-1, col=2)
    with pytest.raises(ValidationError, match="unknown key 'colum'"):
        PlacedObject(kind="key", row=1, col=2, colum=3)  # type: ignore[call-arg]


def test_an_object_is_written_as_it_was_read() -> None:
    data = {"parts": [{"size": 2, "name": "a"}], "from": "there"}
    thing = Thing.model_validate(data)
    written = thing.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    assert written == data
    assert Thing.model_validate(thing.model_dump(mode="json", by_alias=True)) == thing
    assert Thing.model_validate_json(thing.model_dump_json(by_alias=True)) == thing
    assert json.loads(thing.model_dump_json())["from_"] == "there"
    assert thing.model_dump()["parts"] == ({"size": 2, "name": "a"},)
    assert "pair" not in thing.model_dump(exclude_none=True)


def test_a_copy_forgets_what_was_derived() -> None:
    from levelgen.library import find_tileset

    tileset = find_tileset("dungeon")
    assert len(tileset.ids) == 5
    fewer = tileset.model_copy(update={"tiles": tileset.tiles[:2]})
    assert fewer.ids == tileset.ids[:2]
    assert isinstance(fewer.tiles[0], Tile)


def test_schema_objects_stand_in_the_models_of_pydantic() -> None:
    class Order(pydantic.BaseModel):
        item: PlacedObject

    order = Order.model_validate({"item": {"kind": "key", "row": 1, "col": 2}})
    assert order.item == PlacedObject(kind="key", row=1, col=2)
    assert json.loads(order.model_dump_json()) == {"item": {"kind": "key", "row": 1, "col": 2}}
    assert Order.model_json_schema()["properties"]["item"]["title"] == "PlacedObject"
    with pytest.raises(pydantic.ValidationError, match="unknown key 'colum'"):
        Order.model_validate({"item": {"kind": "key", "row": 1, "col": 2, "colum": 3}})
