"""Overrides: `--set key=2` and `set={"key": 2}` change what a preset asks, one word at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from levelgen.errors import Problem, RequestError, did_you_mean
from levelgen.schema import constraints as kinds
from levelgen.schema.constraints import Constraint
from levelgen.schema.document import problems
from levelgen.schema.preset import Preset
from levelgen.schema.tileset import Tileset
from levelgen.schema.validating import ValidationError

SOURCE = "set"

Bound = int | float | str | None
Override = bool | Bound | list[Bound]


@dataclass(frozen=True)
class Ask:
    """One promise of a request and where it was asked for (a JSON pointer)."""

    pointer: str
    constraint: Constraint


def parse(text: str) -> tuple[str, Override]:
    """Read one `KEY=VALUE` of the command line: a number, a window `low:high`, `on` or `off`.

    Raises RequestError.
    """
    key, sign, value = text.partition("=")
    key, value = key.strip(), value.strip()
    if not sign or not key or not value:
        raise RequestError(
            [Problem(SOURCE, "", f"{text!r} is not an override", "KEY=VALUE, such as key=2")]
        )
    if value.lower() in {"on", "true", "off", "false"}:
        return key, value.lower() in {"on", "true"}
    if ":" in value:
        low, _, high = value.partition(":")
        return key, [_number(key, low), _number(key, high)]
    return key, _number(key, value)


def normal(key: str, value: Any) -> Override:
    """Bring a Python value into the one form that is stored with a level.

    Raises RequestError.
    """
    if isinstance(value, tuple | list):
        if len(value) != 2 or not all(_is_bound(item) for item in value):
            raise _bad(key, value)
        return [item if not isinstance(item, str) else _number(key, item) for item in value]
    if isinstance(value, str):
        return parse(f"{key}={value}")[1]
    if value is None or (not _is_bound(value) and not isinstance(value, bool)):
        raise _bad(key, value)
    result: Override = value
    return result


def apply(
    preset: Preset | None, overrides: Mapping[str, Override], tileset: Tileset
) -> tuple[Ask, ...]:
    """Give what is asked in the end: the preset's promises, with the overrides in their place.

    A key is an object kind, a promise kind, or a tag or tile id; it replaces the promise of the
    preset that speaks of it, or adds one. Pointers of untouched promises stay those of the file.
    Raises RequestError with every problem.
    """
    asks = [
        Ask(f"/constraints/{index}", constraint)
        for index, constraint in enumerate(preset.constraints if preset else ())
    ]
    wrong: list[Problem] = []
    for key, value in overrides.items():
        try:
            asks = _with(asks, key, value, tileset)
        except RequestError as error:
            wrong.extend(error.problems)
    if wrong:
        raise RequestError(wrong)
    return tuple(asks)


def _is_bound(value: Any) -> bool:
    return value is None or (isinstance(value, int | float | str) and not isinstance(value, bool))


def _bad(key: str, value: Any) -> RequestError:
    hint = "a number, a window (low, high), or False to drop the promise"
    return RequestError([Problem(SOURCE, f"/{key}", f"{value!r} is not an override", hint)])


def _number(key: str, text: str) -> Bound:
    text = text.strip()
    if not text:
        return None
    try:
        return float(text) if "." in text and not text.endswith("x") else int(text)
    except ValueError:
        if text.endswith("x"):
            return text
        raise _bad(key, text) from None


def _window(value: Override) -> tuple[Bound, Bound]:
    if isinstance(value, list):
        return value[0], value[1]
    return value, value


def _with(asks: list[Ask], key: str, value: Override, tileset: Tileset) -> list[Ask]:
    """Replace, add or drop the promises that `key` speaks of."""
    place = f"/{key}"
    known = [*tileset.objects, *kinds.KINDS, *tileset.tags, *(tile.id for tile in tileset.tiles)]
    if key not in known:
        raise RequestError(
            [Problem(SOURCE, place, f"unknown key {key!r}", did_you_mean(key, known))]
        )
    old = [index for index, ask in enumerate(asks) if _speaks_of(ask.constraint, key, tileset)]
    if value is False:
        return [ask for index, ask in enumerate(asks) if index not in old]
    if value is True and old:
        return asks
    new = Ask(
        f"/set/{key}", _constraint(key, value, [asks[index].constraint for index in old], tileset)
    )
    if not old:
        return [*asks, new]
    kept = [ask for index, ask in enumerate(asks) if index not in old[1:]]
    kept[old[0]] = new
    return kept


def _speaks_of(constraint: Constraint, key: str, tileset: Tileset) -> bool:
    if key in tileset.objects:
        return (
            isinstance(constraint, kinds.Count | kinds.Density)
            and constraint.object == key
            and constraint.region is None
        )
    if key in kinds.KINDS:
        return constraint.kind == key
    if isinstance(constraint, kinds.Ratio):
        return constraint.region is None and constraint.tags == (key,)
    if isinstance(constraint, kinds.Count):
        return constraint.region is None and (constraint.tags == (key,) or constraint.tile == key)
    return False


def _constraint(key: str, value: Override, old: list[Constraint], tileset: Tileset) -> Constraint:
    low, high = _window(value)
    fractional = any(isinstance(bound, float) for bound in (low, high))
    before = old[0] if old else None
    data: dict[str, Any]
    if value is True:
        if key != "connected":
            raise RequestError(
                [Problem(SOURCE, f"/{key}", "'on' says too little", f"a number, as in {key}=2")]
            )
        data = {"kind": "connected"}
    elif key in tileset.objects:
        if fractional:
            per = before.per if isinstance(before, kinds.Density) else tileset.objects[key].on
            data = {"kind": "density", "object": key, "per": per, **_named("min", "max", low, high)}
        else:
            data = {"kind": "count", "object": key, **_counted(value, low, high)}
    elif key == "variety":
        data = {"kind": "variety", "min": low}
    elif key == "path":
        base = before if isinstance(before, kinds.Path) else None
        data = {
            "kind": "path",
            "from": base.from_ if base else "start",
            "to": base.to if base else "exit",
            "through": base.through if base else ("walkable",),
            **_named("min_length", "max_length", low, high if isinstance(value, list) else None),
        }
    elif key in kinds.KINDS:
        raise RequestError(
            [
                Problem(
                    SOURCE,
                    f"/{key}",
                    f"{key!r} needs more than a number",
                    f"write it into a preset; here only {key}=off",
                )
            ]
        )
    elif fractional:
        data = {"kind": "ratio", "tags": key, **_named("min", "max", low, high)}
    else:
        data = {"kind": "count", "tags": key, **_counted(value, low, high)}
    document = {"name": "set", "constraints": [data]}
    try:
        preset = Preset.model_validate(document)
    except ValidationError as error:
        raise RequestError(
            [
                Problem(SOURCE, f"/{key}", problem.message, problem.hint)
                for problem in problems(error, SOURCE)
            ]
        ) from None
    return preset.constraints[0]


def _named(low_name: str, high_name: str, low: Bound, high: Bound) -> dict[str, Bound]:
    return {
        name: bound for name, bound in ((low_name, low), (high_name, high)) if bound is not None
    }


def _counted(value: Override, low: Bound, high: Bound) -> dict[str, Bound]:
    return _named("min", "max", low, high) if isinstance(value, list) else {"exactly": low}
