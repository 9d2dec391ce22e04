"""The base of what users write in files: all problems of a document at once, in their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

from levelgen.errors import InputError, Problem
from levelgen.schema.files import canonical_json
from levelgen.schema.strict import Strict
from levelgen.schema.validating import Fault, Location, ValidationError, shortened

__all__ = ["Document", "Finding", "Strict", "plain", "pointer", "problems"]


class Finding(NamedTuple):
    """One semantic problem of a document, found on its raw data."""

    location: Location
    message: str
    hint: str = ""


class Document(Strict):
    """A schema object whose rules across fields are checked together with its fields.

    Subclasses override `findings`, which sees the raw data and must survive any of it: that way a
    wrong weight and an unknown tile in a rule are reported in one go.
    """

    error: ClassVar[type[InputError]] = InputError

    @cached_property
    def content(self) -> str:
        """The document as JSON text without blanks: equal documents have equal content."""
        return self.model_dump_json(by_alias=True)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the document in its one fixed JSON form."""
        import hashlib

        text = canonical_json(self.model_dump(mode="json", by_alias=True))
        return hashlib.sha256(text.encode("utf-8")).hexdigest()

    def __hash__(self) -> int:
        return hash(self.content)

    @classmethod
    def findings(cls, data: dict[str, Any]) -> Iterator[Finding]:
        """Yield the problems that no single field can see."""
        yield from ()

    @classmethod
    def read_faults(cls, data: Mapping[str, Any], at: Location, faults: list[Fault]) -> Any:
        """Read a document, adding what is wrong with its fields and between them."""
        before = len(faults)
        made = super().read_faults(data, at, faults)
        reported = {fault.location for fault in faults[before:]}
        full = cls.spelled_out(data)
        for finding in cls.findings(plain(data)):
            fault = Fault((*at, *finding.location), finding.message, finding.hint, True)
            if full is not data:
                fault = shortened(fault, data, full, len(at))
            if fault.location not in reported:
                faults.append(fault)
        return made if len(faults) == before else None

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
            raise cls.error(problems(error, source)) from None


def plain(value: Any) -> Any:
    """Turn nested schema objects into plain data, leaving everything else as it is."""
    if isinstance(value, Strict):
        return value.model_dump(mode="json", by_alias=True, exclude_none=True)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def pointer(location: Location) -> str:
    """Write a location as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


def problems(error: ValidationError, source: str) -> list[Problem]:
    """Give the faults of some data as problems, in the order of their places."""
    seen: dict[str, Problem] = {}
    for fault in error.faults:
        place = pointer(fault.location)
        key = f"{place} {fault.message}" if fault.spoken else place
        # A union reports one fault for each alternative at the same place: the first is enough.
        seen.setdefault(key, Problem(source, place, fault.message, fault.hint))
    return sorted(seen.values(), key=lambda problem: _natural(problem.pointer))


def _natural(place: str) -> tuple[tuple[int, int, str], ...]:
    return tuple(
        (0, int(part), "") if part.isdigit() else (1, 0, part) for part in place.split("/")
    )


def _kind_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    names = {dict: "an object", list: "a list", str: "text", int: "a number", float: "a number"}
    return names.get(type(value), type(value).__name__)
