"""The base of every schema object: strict fields, and all problems of a document at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from levelgen.errors import InputError, Problem, did_you_mean

Location = tuple[str | int, ...]


@dataclass(frozen=True)
class Finding:
    """One semantic problem of a document, found on its raw data."""

    location: Location
    message: str
    hint: str = ""


class Strict(BaseModel):
    """An immutable schema object; unknown keys are errors."""

    # Building the validators takes longer than starting Python; they are built when first used.
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Copy with some fields changed; what was derived from the old ones is forgotten."""
        copy = super().model_copy(update=update, deep=deep)
        for name in copy.__dict__.keys() - type(self).model_fields.keys():
            del copy.__dict__[name]
        return copy


class Document(Strict):
    """A schema object whose rules across fields are checked together with its fields.

    Subclasses override `findings`, which sees the raw data and must survive any of it: that way a
    wrong weight and an unknown tile in a rule are reported in one go.
    """

    error: ClassVar[type[InputError]] = InputError

    @classmethod
    def findings(cls, data: dict[str, Any]) -> Iterator[Finding]:
        """Yield the problems that no single field can see."""
        yield from ()

    @model_validator(mode="wrap")
    @classmethod
    def _report_all(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        lines: list[InitErrorDetails] = []
        model: Self | None = None
        try:
            model = handler(data)
        except ValidationError as error:
            lines.extend(_line(entry) for entry in error.errors(include_url=False))
        if isinstance(data, dict):
            reported = {tuple(line["loc"]) for line in lines}
            for finding in cls.findings(plain(data)):
                if finding.location not in reported:
                    lines.append(
                        InitErrorDetails(
                            type=PydanticCustomError(
                                "levelgen",
                                "{message}",
                                {"message": finding.message, "hint": finding.hint},
                            ),
                            loc=finding.location,
                            input=None,
                        )
                    )
        if lines:
            raise ValidationError.from_exception_data(cls.__name__, lines)
        assert model is not None
        return model

    @classmethod
    def read(cls, data: Any, source: str) -> Self:
        """Validate plain data; raise the document's error with every problem, named by `source`."""
        if not isinstance(data, dict):
            raise cls.error(
                [Problem(source, "", f"a JSON object is expected, not {_kind_of(data)}")]
            )
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise cls.error(problems(error, source, cls, data)) from None


def plain(value: Any) -> Any:
    """Turn nested schema objects into plain data, leaving everything else as it is."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_none=True)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def pointer(location: Location) -> str:
    """Write a location as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


def problems(
    error: ValidationError, source: str, model: type[BaseModel], data: Any
) -> list[Problem]:
    """Translate the pydantic error of some data into problems in the user's words."""
    data = plain(data)
    seen: dict[str, Problem] = {}
    for entry in error.errors(include_url=False):
        # Entries that fail are dropped before pydantic counts: a list of bad entries is not empty.
        if entry["type"].endswith("too_short") and entry["input"]:
            continue
        location = _in_the_file(entry["loc"], data, missing=entry["type"] == "missing")
        message, hint = _words(dict(entry), location, model)
        place = pointer(location)
        key = place if entry["type"] != "levelgen" else f"{place} {message}"
        # A union reports one line per alternative at the same place: the first is enough.
        seen.setdefault(key, Problem(source, place, message, hint))
    return sorted(seen.values(), key=lambda problem: _natural(problem.pointer))


def _line(entry: Any) -> InitErrorDetails:
    kind = entry["type"]
    context = dict(entry.get("ctx", {}))
    if kind in {"value_error", "assertion_error", "levelgen"} or kind not in _BUILTIN_CONTEXT:
        context.setdefault("message", entry["msg"].removeprefix("Value error, "))
        context.pop("error", None)
        name = kind if kind == "levelgen" else f"levelgen_{kind}"
        return InitErrorDetails(
            type=PydanticCustomError(name, "{message}", context),
            loc=entry["loc"],
            input=entry.get("input"),
        )
    return InitErrorDetails(type=kind, loc=entry["loc"], input=entry.get("input"), ctx=context)


_BUILTIN_CONTEXT = frozenset({"missing", "extra_forbidden"})


def _natural(place: str) -> tuple[tuple[int, int, str], ...]:
    return tuple(
        (0, int(part), "") if part.isdigit() else (1, 0, part) for part in place.split("/")
    )


def _in_the_file(location: Location, data: Any, *, missing: bool) -> Location:
    """Keep the parts of pydantic's location that are the user's: it also names union members."""
    kept: list[str | int] = []
    place = data
    for index, part in enumerate(location):
        found = (isinstance(place, dict) and part in place) or (
            isinstance(place, list | tuple) and isinstance(part, int) and part < len(place)
        )
        if found:
            place = place[part]
            kept.append(part)
        elif missing and index == len(location) - 1:
            kept.append(part)
    return tuple(kept)


def _kind_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    names = {dict: "an object", list: "a list", str: "text", int: "a number", float: "a number"}
    return names.get(type(value), type(value).__name__)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _fields_at(model: type[BaseModel], location: Location) -> list[str]:
    """Find the field names of the object at a location, to suggest the one that was meant."""
    schema: Any = model.model_json_schema(by_alias=True)
    root = schema
    names: list[str] = []

    def resolve(node: Any) -> list[Any]:
        if "$ref" in node:
            return resolve(root["$defs"][node["$ref"].rsplit("/", 1)[1]])
        for key in ("anyOf", "oneOf"):
            if key in node:
                return [found for option in node[key] for found in resolve(option)]
        return [node]

    nodes = [schema]
    for part in location:
        following: list[Any] = []
        for node in nodes:
            if isinstance(part, int):
                if "items" in node:
                    following.extend(resolve(node["items"]))
            elif part in node.get("properties", {}):
                following.extend(resolve(node["properties"][part]))
            elif isinstance(node.get("additionalProperties"), dict):
                following.extend(resolve(node["additionalProperties"]))
        nodes = following
    for node in nodes:
        names.extend(node.get("properties", {}))
    return names


def _words(entry: dict[str, Any], location: Location, model: type[BaseModel]) -> tuple[str, str]:
    kind = str(entry["type"])
    context = entry.get("ctx", {})
    value = entry.get("input")
    if kind == "levelgen":
        return str(context["message"]), str(context.get("hint", ""))
    if kind == "missing":
        return f"{location[-1]!r} is missing", ""
    if kind == "extra_forbidden":
        known = _fields_at(model, location[:-1])
        return f"unknown key {location[-1]!r}", did_you_mean(str(location[-1]), known)
    kind = kind.removeprefix("levelgen_")
    expected = {
        "string_type": "text",
        "int_type": "a whole number",
        "int_parsing": "a whole number",
        "int_from_float": "a whole number",
        "float_type": "a number",
        "float_parsing": "a number",
        "finite_number": "a finite number",
        "bool_type": "true or false",
        "bool_parsing": "true or false",
        "list_type": "a list",
        "tuple_type": "a list",
        "dict_type": "an object",
        "model_type": "an object",
        "model_attributes_type": "an object",
    }
    if kind in expected:
        return f"{_shown(value)} is not {expected[kind]}", ""
    if kind in {"greater_than_equal", "greater_than", "less_than_equal", "less_than"}:
        sign = {"greater_than_equal": ">=", "greater_than": ">", "less_than_equal": "<="}
        bound = next((context[key] for key in ("ge", "gt", "le", "lt") if key in context), "")
        return f"{_shown(value)} is out of range", f"it must be {sign.get(kind, '<')} {bound}"
    if kind == "literal_error" or kind == "enum":
        return f"{_shown(value)} is not one of the choices", f"one of {context.get('expected')}"
    if kind == "union_tag_invalid":
        known = [word.strip(" '") for word in str(context.get("expected_tags", "")).split(",")]
        tag = str(context.get("tag", ""))
        return f"unknown kind {tag!r}", did_you_mean(tag, known)
    if kind == "union_tag_not_found":
        return "'kind' is missing", "it says which promise this is"
    if kind in {"too_short", "string_too_short"}:
        return "it is empty", "at least one entry is needed"
    if kind == "string_pattern_mismatch":
        return f"{_shown(value)} is not written as expected", str(context.get("pattern", ""))
    return str(context.get("message", entry.get("msg", kind))), str(context.get("hint", ""))
