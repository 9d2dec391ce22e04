"""The JSON Schema of a schema class, from its annotations."""

from __future__ import annotations

from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from levelgen.schema.declaring import MISSING, BeforeValidator, FieldInfo, WithJsonSchema
from levelgen.schema.strict import Strict
from levelgen.schema.validating import annotation

Shape = dict[str, Any]

_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def document_shape(model: type[Strict]) -> Shape:
    """Give the JSON Schema (draft 2020-12) of a class; the classes inside it are its `$defs`."""
    inside: dict[str, Shape] = {}
    shape = _model_shape(model, inside)
    named = {"$defs": dict(sorted(inside.items()))} if inside else {}
    return {**named, **shape}


def _model_shape(model: type[Strict], inside: dict[str, Shape]) -> Shape:
    properties = {info.key: _field_shape(info, inside) for info in model.model_fields.values()}
    asked = [*model.required_keys]
    asked += [info.key for info in model.model_fields.values() if info.required]
    shape: Shape = {"additionalProperties": False}
    if model.__doc__:
        shape["description"] = cleandoc(model.__doc__)
    shape["properties"] = properties
    if asked:
        shape["required"] = asked
    return {**shape, "title": model.__name__, "type": "object"}


def _field_shape(info: FieldInfo, inside: dict[str, Shape]) -> Shape:
    kind = annotation(info)
    shape = _noted(_shape(kind, inside), info)
    if not _is_model(kind):
        shape["title"] = info.key.replace("_", " ").title()
    if info.default is not MISSING:
        shape["default"] = _plain(info.default)
    return dict(sorted(shape.items()))


def _plain(value: Any) -> Any:
    if isinstance(value, Strict):
        return value.model_dump(mode="json", by_alias=True)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _is_model(kind: Any) -> bool:
    """Say whether a type is a class with a title of its own, or that or null."""
    if get_origin(kind) in (Union, UnionType):
        members = [member for member in get_args(kind) if member is not NoneType]
        return len(members) == 1 and _is_model(members[0])
    return isinstance(kind, type) and get_origin(kind) is None and issubclass(kind, Strict)


def _shape(kind: Any, inside: dict[str, Shape]) -> Shape:
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if kind in _TYPES:
        return {"type": _TYPES[kind]}
    if origin is Annotated:
        return _annotated(args[0], kind.__metadata__, inside)
    if origin is Literal:
        named = {"const": args[0]} if len(args) == 1 else {"enum": [*args]}
        return {**named, "type": _TYPES[type(args[0])]}
    if origin is Union or origin is UnionType:
        members = sorted(args, key=lambda member: member is NoneType)
        shapes = [_shape(member, inside) for member in members]
        return {"anyOf": [one for shape in shapes for one in shape.get("anyOf", [shape])]}
    if origin is tuple and args[-1] is not Ellipsis:
        items = [_shape(item, inside) for item in args]
        size = len(items)
        return {"maxItems": size, "minItems": size, "prefixItems": items, "type": "array"}
    if origin is tuple or origin is list:
        return {"items": _shape(args[0], inside), "type": "array"}
    if origin is dict:
        return {**_entries(args[0], args[1], inside), "type": "object"}
    if kind.__name__ not in inside:
        inside[kind.__name__] = {}
        inside[kind.__name__] = _model_shape(kind, inside)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _entries(key: Any, value: Any, inside: dict[str, Shape]) -> Shape:
    shape: Any = _shape(value, inside) or True
    pattern = _shape(key, inside).get("pattern")
    return {"patternProperties": {pattern: shape}} if pattern else {"additionalProperties": shape}


def _annotated(kind: Any, notes: tuple[Any, ...], inside: dict[str, Shape]) -> Shape:
    tag = next((note.discriminator for note in notes if getattr(note, "discriminator", "")), "")
    if tag:
        members = {model.model_fields[tag].default: model for model in get_args(kind)}
        shapes = {name: _shape(model, inside) for name, model in members.items()}
        mapping = {name: shape["$ref"] for name, shape in sorted(shapes.items())}
        named = {"mapping": mapping, "propertyName": tag}
        return {"discriminator": named, "oneOf": [*shapes.values()]}
    shape = _shape(kind, inside)
    for note in notes:
        if isinstance(note, WithJsonSchema):
            shape = dict(sorted(note.json_schema.items()))
        elif isinstance(note, BeforeValidator):
            shape = shape if note.accepts is None else _shape(note.accepts, inside)
        elif isinstance(note, FieldInfo):
            shape = _noted(shape, note)
    return shape


def _noted(shape: Shape, info: FieldInfo) -> Shape:
    more: Shape = {}
    size = "Length" if shape.get("type") == "string" else "Items"
    if info.min_length:
        more[f"min{size}"] = info.min_length
    if info.max_length is not None:
        more[f"max{size}"] = info.max_length
    if info.pattern:
        more["pattern"] = info.pattern
    if info.description:
        more["description"] = info.description
    if info.ge is not None:
        more["minimum"] = info.ge
    if info.le is not None:
        more["maximum"] = info.le
    return dict(sorted({**shape, **more, **(info.json_schema or {})}.items()))
