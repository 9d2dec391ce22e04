"""The words that schema classes are written in: defaults, bounds, checks, hints for editors.

Plain notes without any machinery: what they mean for data is in `validating`, and what they mean
for editors in `json_schema`; both are made when first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])

MISSING: Any = type("Missing", (), {"__repr__": lambda _: "MISSING"})()
"""Stands where there is no default."""


class Complaint(ValueError):  # noqa: N818 - it is raised inside checks and never leaves them
    """What a check of a field raises: what is wrong, and what would be right."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def complaint(message: str, hint: str = "") -> Complaint:
    """Make the error that a check raises, with what would be right."""
    return Complaint(message, hint)


class FieldInfo:
    """What is known of a field beside its type."""

    __slots__ = (
        "annotation",
        "default",
        "default_factory",
        "description",
        "discriminator",
        "exclude",
        "finite",
        "ge",
        "json_schema",
        "key",
        "le",
        "max_length",
        "min_length",
        "module",
        "pattern",
    )

    def __init__(
        self,
        default: Any = MISSING,
        default_factory: Callable[[], Any] | None = None,
        *,
        key: str = "",
        description: str = "",
        exclude: bool = False,
        min_length: int = 0,
        max_length: int | None = None,
        pattern: str = "",
        ge: float | None = None,
        le: float | None = None,
        finite: bool = False,
        discriminator: str = "",
        json_schema: dict[str, Any] | None = None,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.key = key
        self.description = description
        self.exclude = exclude
        self.min_length = min_length
        self.max_length = max_length
        self.pattern = pattern
        self.ge = ge
        self.le = le
        self.finite = finite
        self.discriminator = discriminator
        self.json_schema = json_schema
        self.annotation: Any = None
        self.module = ""

    @property
    def required(self) -> bool:
        """Whether there is no default."""
        return self.default is MISSING and self.default_factory is None

    def otherwise(self) -> Any:
        """Give the default."""
        return self.default if self.default_factory is None else self.default_factory()


def Field(default: Any = MISSING, **notes: Any) -> Any:  # noqa: N802 - the field's usual name
    """Note something of a field: as its value in a class, or inside `Annotated`.

    `default_factory`; `key`, its name in JSON where that is no Python name; `description`;
    `exclude` from what is written; `min_length` and `max_length`; the `pattern` of text; `ge` and
    `le`, inclusive bounds; `finite` numbers only; `discriminator`, the field that tells the members
    of a union apart; `json_schema`, more for editors.
    """
    return FieldInfo(default, **notes)


class AfterValidator:
    """A check of a value, or a last change to it, once its type is right."""

    __slots__ = ("check",)

    def __init__(self, check: Callable[[Any], Any]) -> None:
        self.check = check


class BeforeValidator:
    """A change to the data before its type is looked at; `accepts` tells editors what may stand."""

    __slots__ = ("accepts", "change")

    def __init__(self, change: Callable[[Any], Any], *, accepts: Any = None) -> None:
        self.change = change
        self.accepts = accepts


class WithJsonSchema:
    """What editors are told instead of what follows from the type."""

    __slots__ = ("json_schema",)

    def __init__(self, json_schema: dict[str, Any]) -> None:
        self.json_schema = json_schema


def invariant(method: Method) -> Method:
    """Mark a method that complains about fields which are each right and do not go together."""
    method.__dict__["levelgen_invariant"] = True
    return method
