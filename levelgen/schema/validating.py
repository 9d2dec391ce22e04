"""Reads plain data by the annotations of a schema class, and tells everything that is wrong.

A reader takes data, its location and the list of faults; it gives the value, or adds to the faults.
Readers are made from annotations when first needed. Types are taken as JSON Schema takes them: text
is no number, true is no 1, but 2.0 is a whole number.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from levelgen.errors import did_you_mean
from levelgen.schema.declaring import (
    AfterValidator,
    BeforeValidator,
    Complaint,
    FieldInfo,
)

Location = tuple[str | int, ...]


class Fault(NamedTuple):
    """One thing that is wrong with data."""

    location: Location
    message: str
    hint: str = ""
    spoken: bool = False
    """Whether a check said it in its own words; of the other faults one at a place is enough."""

    @classmethod
    def of(cls, location: Location, error: ValueError) -> Fault:
        """Tell what a check raised."""
        if isinstance(error, Complaint):
            return cls(location, error.message, error.hint, True)
        return cls(location, str(error), "", True)

    @classmethod
    def mistyped(cls, location: Location, value: Any, wanted: str) -> Fault:
        """Tell that a value is of another type."""
        return cls(location, f"{_shown(value)} is not {wanted}")


Reader = Callable[[Any, Location, list[Fault]], Any]


class ValidationError(ValueError):
    """Data does not make an object; `faults` lists everything that is wrong with it."""

    def __init__(self, name: str, faults: Iterable[Fault]) -> None:
        self.name = name
        self.faults = tuple(faults)
        places = (
            f"{'/'.join(map(str, fault.location)) or 'the object'}: {fault.message}"
            + (f" ({fault.hint})" if fault.hint else "")
            for fault in self.faults
        )
        super().__init__(f"{name}: " + "; ".join(places))

    def __reduce__(self) -> Any:
        return type(self), (self.name, self.faults)


def read_fields(
    fields: Mapping[str, FieldInfo], data: Mapping[str, Any], at: Location, faults: list[Fault]
) -> dict[str, Any]:
    """Read the fields of an object; a field may also go by its Python name."""
    values: dict[str, Any] = {}
    used = 0
    for name, info in fields.items():
        key = info.key if info.key in data else name
        if key in data:
            used += 1
            values[name] = field_reader(info)(data[key], (*at, info.key), faults)
        elif info.required:
            faults.append(Fault((*at, info.key), f"{info.key!r} is missing"))
        else:
            values[name] = info.otherwise()
    if used < len(data):
        keys = {info.key for info in fields.values()}
        for key in data:
            if key not in keys and key not in fields:
                place = (*at, str(key))
                faults.append(Fault(place, f"unknown key {key!r}", did_you_mean(str(key), keys)))
    return values


def shortened(fault: Fault, data: Any, full: Any, depth: int) -> Fault:
    """Give a fault the place that it has in the user's data, where shorthands stand.

    `full` is the data with its shorthands spelled out; `depth` parts of the location lead to it.
    """
    kept = [*fault.location[:depth]]
    for part in fault.location[depth:]:
        data, known = _inside(data, part)
        full, spelled = _inside(full, part)
        if known or not spelled:
            kept.append(part)
    return fault._replace(location=tuple(kept))


def _inside(value: Any, part: str | int) -> tuple[Any, bool]:
    if isinstance(value, Mapping) and part in value:
        return value[part], True
    if isinstance(value, list | tuple) and isinstance(part, int) and part < len(value):
        return value[part], True
    return None, False


@cache
def field_reader(info: FieldInfo) -> Reader:
    """Make the reader of a field."""
    return _noted(reader(annotation(info)), info)


def annotation(info: FieldInfo) -> Any:
    """Give the type of a field; where annotations are text, it is looked up in their module."""
    noted = info.annotation
    if isinstance(noted, str):
        return eval(noted, vars(sys.modules[info.module]))
    return noted


@cache
def reader(kind: Any) -> Reader:
    """Make the reader of a type."""
    if kind in _SCALARS:
        return _SCALARS[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        notes = kind.__metadata__
        tag = next((n.discriminator for n in notes if getattr(n, "discriminator", "")), "")
        if tag:
            return _tagged(tag, get_args(inner[0]))
        read = reader(inner[0])
        for note in notes:
            read = _noted(read, note)
        return read
    if origin is Literal:
        return _choice(inner)
    if origin is Union or origin is UnionType:
        return _union(inner)
    if origin is tuple and inner[-1] is not Ellipsis:
        return _positions(tuple(map(reader, inner)))
    if origin is tuple or origin is list:
        return _list(inner[0], origin)
    if origin is dict:
        return _mapping(reader(inner[0]), reader(inner[1]))
    return _object(kind)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _anything(value: Any, at: Location, faults: list[Fault]) -> Any:
    return value


def _null(value: Any, at: Location, faults: list[Fault]) -> None:
    if value is not None:
        faults.append(Fault.mistyped(at, value, "null"))


def _text(value: Any, at: Location, faults: list[Fault]) -> Any:
    if not isinstance(value, str):
        faults.append(Fault.mistyped(at, value, "text"))
    return value


def _whole(value: Any, at: Location, faults: list[Fault]) -> Any:
    if type(value) is int:
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        faults.append(Fault.mistyped(at, value, "a whole number"))
        return value
    return value.__index__()


def _number(value: Any, at: Location, faults: list[Fault]) -> Any:
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        faults.append(Fault.mistyped(at, value, "a number"))
        return value
    try:
        return float(value)
    except OverflowError:
        faults.append(Fault.mistyped(at, value, "a finite number"))


def _truth(value: Any, at: Location, faults: list[Fault]) -> Any:
    if not isinstance(value, bool):
        faults.append(Fault.mistyped(at, value, "true or false"))
    return value


_SCALARS: dict[Any, Reader] = {
    Any: _anything,
    None: _null,
    NoneType: _null,
    str: _text,
    int: _whole,
    float: _number,
    bool: _truth,
}


def _choice(known: tuple[Any, ...]) -> Reader:
    *front, last = map(repr, known)
    words = f"{', '.join(front)} or {last}" if front else last
    kinds = {type(word) for word in known}

    def read(value: Any, at: Location, faults: list[Fault]) -> Any:
        if type(value) not in kinds or value not in known:
            message = f"{_shown(value)} is not one of the choices"
            faults.append(Fault(at, message, f"one of {words}"))
        return value

    return read


def _union(members: tuple[Any, ...]) -> Reader:
    """Take the member whose type is exactly that of the data, else the first that can read it."""
    exact: dict[type, Reader] = {}
    readers = []
    for member in members:
        bare = get_args(member)[0] if get_origin(member) is Annotated else member
        notes = getattr(member, "__metadata__", ())
        if bare in _SCALARS and not any(isinstance(note, BeforeValidator) for note in notes):
            exact[NoneType if bare is None else bare] = reader(member)
        if bare is not NoneType:
            readers.append(reader(member))

    def read(value: Any, at: Location, faults: list[Fault]) -> Any:
        found = exact.get(type(value))
        if found is not None:
            return found(value, at, faults)
        wrong: list[Fault] = []
        for option in readers:
            tried: list[Fault] = []
            made = option(value, at, tried)
            if not tried:
                return made
            wrong.extend(tried)
        faults.extend(wrong)
        return value

    return read


def _list(inner: Any, make: Callable[[Iterable[Any]], Any]) -> Reader:
    read_item = reader(inner)
    plain = _unchanged(inner)

    def read(value: Any, at: Location, faults: list[Fault]) -> Any:
        if not isinstance(value, list | tuple):
            faults.append(Fault.mistyped(at, value, "a list"))
            return value
        if plain and {*map(type, value)} <= plain:
            return make(value)
        return make([read_item(item, (*at, index), faults) for index, item in enumerate(value)])

    return read


def _unchanged(kind: Any) -> frozenset[Any]:
    """Give the types of data that a reader takes as they are, whatever their value."""
    if get_origin(kind) in (Union, UnionType):
        members = [_unchanged(member) for member in get_args(kind)]
        return frozenset().union(*members) if all(members) else frozenset()
    return frozenset((kind,)) if kind in (str, int, bool, NoneType) else frozenset()


def _positions(readers: tuple[Reader, ...]) -> Reader:
    size = len(readers)

    def read(value: Any, at: Location, faults: list[Fault]) -> Any:
        if not isinstance(value, list | tuple):
            faults.append(Fault.mistyped(at, value, "a list"))
            return value
        for index in range(len(value), size):
            faults.append(Fault((*at, index), f"{index} is missing"))
        if len(value) > size:
            faults.append(Fault(at, f"{len(value)} entries are given", f"exactly {size}"))
        pairs = enumerate(zip(readers, value, strict=False))
        return tuple([one(item, (*at, index), faults) for index, (one, item) in pairs])

    return read


def _mapping(read_key: Reader, read_value: Reader) -> Reader:
    def read(value: Any, at: Location, faults: list[Fault]) -> Any:
        if not isinstance(value, Mapping):
            faults.append(Fault.mistyped(at, value, "an object"))
            return value
        return {
            read_key(key, (*at, key), faults): read_value(item, (*at, key), faults)
            for key, item in value.items()
        }

    return read


def _object(model: Any) -> Reader:
    def read(value: Any, at: Location, faults: list[Fault]) -> Any:
        if isinstance(value, model):
            return value
        if not isinstance(value, Mapping):
            faults.append(Fault.mistyped(at, value, "an object"))
            return value
        return model.read_faults(value, at, faults)

    return read


def _tagged(field: str, models: tuple[Any, ...]) -> Reader:
    """Read the member of a union whose own value of a field the data names."""
    by_tag = {model.model_fields[field].default: model for model in models}

    def read(value: Any, at: Location, faults: list[Fault]) -> Any:
        if isinstance(value, models):
            return value
        if not isinstance(value, Mapping):
            faults.append(Fault.mistyped(at, value, "an object"))
        elif field not in value:
            faults.append(Fault(at, f"{field!r} is missing", "it says which promise this is"))
        elif not isinstance(value[field], str) or value[field] not in by_tag:
            tag = value[field]
            hint = did_you_mean(str(tag), by_tag)
            faults.append(Fault(at, f"unknown {field} {str(tag)!r}", hint))
        else:
            return by_tag[value[field]].read_faults(value, at, faults)
        return value

    return read


def _noted(read: Reader, note: Any) -> Reader:
    """Add what a note says to a reader."""
    if isinstance(note, BeforeValidator):
        return _changed(read, note.change)
    if isinstance(note, AfterValidator):
        return _checked(read, note.check)
    if isinstance(note, FieldInfo):
        return _bounded(read, note)
    return read


def _changed(read: Reader, change: Callable[[Any], Any]) -> Reader:
    def changed(value: Any, at: Location, faults: list[Fault]) -> Any:
        made = change(value)
        if made is value:
            return read(value, at, faults)
        # Places inside of what was made are not in the user's data.
        inside: list[Fault] = []
        found = read(made, at, inside)
        faults.extend(fault._replace(location=at) for fault in inside)
        return found

    return changed


def _checked(read: Reader, check: Callable[[Any], Any]) -> Reader:
    def checked(value: Any, at: Location, faults: list[Fault]) -> Any:
        before = len(faults)
        found = read(value, at, faults)
        if len(faults) > before:
            return value
        try:
            return check(found)
        except ValueError as error:
            faults.append(Fault.of(at, error))
            return value

    return checked


def _bounded(read: Reader, info: FieldInfo) -> Reader:
    least, low, high, finite = info.min_length, info.ge, info.le, info.finite
    most, pattern = info.max_length, info.pattern
    if (low, high, most) == (None, None, None) and not (least or finite or pattern):
        return read

    def bounded(value: Any, at: Location, faults: list[Fault]) -> Any:
        before = len(faults)
        found = read(value, at, faults)
        if len(faults) > before:
            return value
        if least and len(found) < least:
            faults.append(Fault(at, "it is empty", "at least one entry is needed"))
        elif most is not None and len(found) > most:
            faults.append(
                Fault(at, f"it has {len(found)} entries or characters", f"at most {most}")
            )
        elif pattern and not re.search(pattern, found):
            faults.append(Fault(at, f"{_shown(value)} is not written as expected", pattern))
        elif finite and not isfinite(found):
            faults.append(Fault.mistyped(at, value, "a finite number"))
        elif low is not None and not found >= low:
            faults.append(Fault(at, f"{_shown(value)} is out of range", f"it must be >= {low}"))
        elif high is not None and not found <= high:
            faults.append(Fault(at, f"{_shown(value)} is out of range", f"it must be <= {high}"))
        return found

    return bounded
