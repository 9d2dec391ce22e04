"""The base of every schema object: immutable, keyword fields, unknown keys are errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, Self, dataclass_transform

from levelgen.schema.declaring import MISSING, Field, FieldInfo
from levelgen.schema.validating import Fault, Location, ValidationError, read_fields, shortened


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field,))
class Strict:
    """An immutable schema object; unknown keys are errors.

    The fields are the annotations of the class; they are read when something is first validated,
    because a process that draws one level needs few of them.
    """

    model_fields: ClassVar[dict[str, FieldInfo]] = {}
    required_keys: ClassVar[tuple[str, ...]] = ()
    """Keys that editors ask for although they have a default."""
    _invariants: ClassVar[tuple[Callable[[Any], None], ...]] = ()
    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        fields = dict(cls.model_fields)
        for name, annotation in cls.__annotations__.items():
            if str(annotation).startswith(("ClassVar", "typing.ClassVar")):
                continue
            value = cls.__dict__.get(name, MISSING)
            info = value if isinstance(value, FieldInfo) else FieldInfo(value)
            info.annotation, info.module = annotation, cls.__module__
            info.key = info.key or name
            if value is info:
                delattr(cls, name)
            fields[name] = info
        cls.model_fields = fields
        cls._defaults = {
            name: info.default for name, info in fields.items() if info.default is not MISSING
        }
        own = (item for item in vars(cls).values() if hasattr(item, "levelgen_invariant"))
        cls._invariants = (*cls._invariants, *own)

    def __init__(self, **values: Any) -> None:
        faults: list[Fault] = []
        made = type(self).read_faults(values, (), faults)
        if faults:
            raise ValidationError(type(self).__name__, faults)
        self.__dict__.update(made.__dict__)

    @classmethod
    def read_faults(cls, data: Mapping[str, Any], at: Location, faults: list[Fault]) -> Any:
        """Read an object from plain data, adding what is wrong; see `validating`."""
        full = cls.spelled_out(data)
        found: list[Fault] = []
        values = read_fields(cls.model_fields, full, at, found)
        if found:
            if full is not data:
                found = [shortened(fault, data, full, len(at)) for fault in found]
            faults.extend(found)
            return None
        made = cls.model_construct(**values)
        for check in cls._invariants:
            try:
                check(made)
            except ValueError as error:
                faults.append(Fault.of(at, error))
        return made

    @classmethod
    def spelled_out(cls, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Give the data with its shorthands spelled out, for classes that have some."""
        return data

    def shorthand(self, data: dict[str, Any]) -> dict[str, Any]:
        """Give the fields as they are written, for classes that have shorthands."""
        return data

    @classmethod
    def model_validate(cls, data: Any) -> Self:
        """Read an object from plain data; an object of the class stays as it is.

        Raises ValidationError with everything that is wrong.
        """
        if isinstance(data, cls):
            return data
        faults: list[Fault] = []
        made = None
        if isinstance(data, Mapping):
            made = cls.read_faults(data, (), faults)
        else:
            faults.append(Fault.mistyped((), data, "an object"))
        if faults or made is None:
            raise ValidationError(cls.__name__, faults)
        found: Self = made
        return found

    @classmethod
    def model_validate_json(cls, text: str) -> Self:
        """Read an object from JSON text; see `model_validate`."""
        import json

        return cls.model_validate(json.loads(text))

    @classmethod
    def model_construct(cls, **values: Any) -> Self:
        """Make an object of values that are known to be right: nothing is checked."""
        made = cls.__new__(cls)
        made.__dict__.update(cls._defaults)
        made.__dict__.update(values)
        if len(made.__dict__) < len(cls.model_fields):
            for name, info in cls.model_fields.items():
                if info.default_factory is not None and name not in values:
                    made.__dict__[name] = info.default_factory()
        return made

    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self:
        """Copy with some fields changed; what was derived from the old ones is forgotten."""
        values = {name: self.__dict__[name] for name in self.model_fields}
        return self.model_construct(**{**values, **(update or {})})

    def model_dump(
        self,
        *,
        mode: Literal["python", "json"] = "python",
        by_alias: bool = False,
        exclude_none: bool = False,
        exclude_defaults: bool = False,
    ) -> dict[str, Any]:
        """Give the object as plain data: dictionaries, lists (`json`) or tuples, numbers, text.

        `by_alias` names the fields as JSON does. `exclude_none` and `exclude_defaults` leave out
        fields, at every depth.
        """
        array = list if mode == "json" else tuple

        def dump(value: Any) -> Any:
            kind = type(value)
            if kind is str or kind is int or value is None:
                return value
            if kind is tuple or kind is list:
                return array([dump(item) for item in value])
            if kind is dict:
                return {
                    key: dump(item)
                    for key, item in value.items()
                    if not (exclude_none and item is None)
                }
            return fields_of(value) if isinstance(value, Strict) else value

        def fields_of(item: Strict) -> dict[str, Any]:
            values = item.__dict__
            found = {
                info.key if by_alias else name: dump(values[name])
                for name, info in item.model_fields.items()
                if not (
                    info.exclude
                    or (exclude_none and values[name] is None)
                    or (exclude_defaults and not info.required and values[name] == info.otherwise())
                )
            }
            return item.shorthand(found)

        return fields_of(self)

    def model_dump_json(self, *, by_alias: bool = False) -> str:
        """Write the object as JSON text without blanks; see `model_dump`."""
        import json

        data = self.model_dump(mode="json", by_alias=by_alias)
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        """Give the JSON Schema of the class (draft 2020-12)."""
        from levelgen.schema.json_shape import document_shape

        return document_shape(cls)

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: Any) -> Any:
        """Let the class stand as a field in anybody's pydantic models."""
        from pydantic_core import core_schema

        written = core_schema.plain_serializer_function_ser_schema(
            lambda item: item.model_dump(mode="json", by_alias=True)
        )
        return core_schema.no_info_plain_validator_function(
            cls.model_validate, serialization=written
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, *_: Any) -> dict[str, Any]:
        shape = cls.model_json_schema()
        return {key: value for key, value in shape.items() if key in ("title", "description")}

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name!r} cannot be deleted")

    def _values(self) -> tuple[Any, ...]:
        return tuple(self.__dict__[name] for name in self.model_fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.model_fields)
        return f"{type(self).__name__}({values})"
