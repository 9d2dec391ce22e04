"""Every promise kind, as data. A new kind also needs a judge, an encoder and a test."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Annotated, Any, ClassVar, Literal

from levelgen.schema.declaring import (
    AfterValidator,
    BeforeValidator,
    Field,
    WithJsonSchema,
    complaint,
    invariant,
)
from levelgen.schema.document import Strict
from levelgen.schema.tileset import Direction, Tileset, Word


def _share(value: float) -> float:
    if not 0 <= value <= 1:
        raise complaint(f"the share {value:g} is out of range", "a number from 0 to 1")
    return value


def _listed(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


def _length(value: Any) -> Any:
    if isinstance(value, str) and not re.fullmatch(r"\d+(\.\d+)?x|\.\d+x", value):
        hint = 'a number of moves, or a multiple of rows+cols such as "0.6x"'
        raise complaint(f"{value!r} is not a length", hint)
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        raise complaint(f"the length {value} is negative", "a whole number >= 0")
    return value


Share = Annotated[
    float,
    AfterValidator(_share),
    Field(finite=True, json_schema={"minimum": 0, "maximum": 1}),
]
OneOrMore = Annotated[
    tuple[Word, ...],
    Field(min_length=1),
    BeforeValidator(
        _listed,
        accepts=Word | Annotated[tuple[Word, ...], Field(min_length=1)],
    ),
]
Tags = OneOrMore
Kinds = OneOrMore
Number = Annotated[int, Field(ge=0)]
Length = Annotated[
    int | str,
    AfterValidator(_length),
    WithJsonSchema(
        {
            "anyOf": [
                {"minimum": 0, "type": "integer"},
                {"pattern": r"^\d*\.?\d+x$", "type": "string"},
            ]
        }
    ),
]


@lru_cache(maxsize=256)
@lru_cache(maxsize=1024)
def exact(value: float) -> Fraction:
    """Read a number as the decimal its author wrote: 0.1 is one tenth."""
    return Fraction(Decimal(str(value)))


@lru_cache(maxsize=1024)
def integer_window(low: float | None, high: float | None, cells: int) -> tuple[int, int]:
    """Give the smallest and largest count whose share of `cells` lies inside the bounds.

    Bounds are inclusive and read as exact decimals: ceil(low * cells) .. floor(high * cells).
    The window is empty when the first number is above the second.
    """
    smallest = ceil(exact(low) * cells) if low is not None else 0
    largest = floor(exact(high) * cells) if high is not None else cells
    return smallest, largest


@lru_cache(maxsize=1024)
def moves(length: int | str, rows: int, cols: int) -> Fraction:
    """Give a path length in moves; "0.6x" means 0.6 * (rows + cols)."""
    if isinstance(length, str):
        return Fraction(Decimal(length.removesuffix("x"))) * (rows + cols)
    return Fraction(length)


@lru_cache(maxsize=1024)
def percent(share: float) -> str:
    """Write a share the way people say it: 0.25 as `25 %`."""
    return f"{float(exact(share) * 100):.6g} %"


def _bounds(low: Any, high: Any, names: tuple[str, str]) -> None:
    if low is not None and high is not None and low > high:
        raise complaint(
            f"the window is empty: {names[0]} {low:g} is above {names[1]} {high:g}",
            f"{names[0]} <= {names[1]}",
        )


def _window_words(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"exactly {low:g}" if low == high else f"{low:g} to {high:g}"
    return f"at least {low:g}" if low is not None else f"at most {high:g}"


def _share_words(low: float, high: float) -> str:
    if low < high == 1:
        return f"at least {percent(low)}"
    if 0 == low < high:
        return f"at most {percent(high)}"
    return percent(low) if low == high else f"{percent(low)} to {percent(high)}"


def _any_of(names: tuple[str, ...]) -> str:
    return " or ".join(names)


class _Constraint(Strict):
    """What every promise can tell about itself."""

    # Editors ask for it: only Python code may leave it out.
    required_keys: ClassVar[tuple[str, ...]] = ("kind",)
    tag_fields: ClassVar[tuple[str, ...]] = ()
    object_fields: ClassVar[tuple[str, ...]] = ()

    def describe(self) -> str:
        """Say the promise in the user's words."""
        raise TypeError(f"{type(self).__name__} lacks its own words")

    def tag_names(self) -> Iterator[tuple[str, str]]:
        """Yield (field, name) for every tag or tile id the promise speaks of."""
        yield from self._names(self.tag_fields)

    def object_names(self) -> Iterator[tuple[str, str]]:
        """Yield (field, name) for every object kind the promise speaks of."""
        yield from self._names(self.object_fields)

    def _names(self, fields: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        for field in fields:
            value = getattr(self, field)
            names = (value,) if isinstance(value, str) else value or ()
            yield from ((field.rstrip("_"), name) for name in names)


Region = tuple[Number, Number, Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]]

_REGION = Field(default=None, description="[top, left, height, width]")


def _region_words(region: Region | None) -> str:
    if region is None:
        return ""
    top, left, height, width = region
    return f" in the {height}x{width} cells from row {top}, column {left}"


class Ratio(_Constraint):
    """The share of existing cells that have any of the tags, perhaps in a rectangle."""

    tag_fields: ClassVar[tuple[str, ...]] = ("tags",)

    kind: Literal["ratio"] = "ratio"
    tags: Tags
    min: Share = 0.0
    max: Share = 1.0
    region: Region | None = _REGION

    @invariant
    def _not_empty(self) -> None:
        _bounds(self.min, self.max, ("min", "max"))

    def describe(self) -> str:
        """Say the promise in the user's words."""
        words = f"{_any_of(self.tags)} on {_share_words(self.min, self.max)} of the cells"
        return words + _region_words(self.region)


class Count(_Constraint):
    """The number of cells with a tag or tile, or of objects of a kind, perhaps in a rectangle."""

    tag_fields: ClassVar[tuple[str, ...]] = ("tags", "tile")
    object_fields: ClassVar[tuple[str, ...]] = ("object",)

    kind: Literal["count"] = "count"
    tags: Tags | None = None
    tile: str | None = None
    object: Word | None = None
    exactly: Number | None = None
    min: Number | None = None
    max: Number | None = None
    region: Region | None = _REGION

    @invariant
    def _one_subject_one_window(self) -> None:
        named = [name for name in ("tags", "tile", "object") if getattr(self, name) is not None]
        if len(named) != 1:
            found = " and ".join(named) if named else "none of them"
            raise complaint(f"{found} given", "exactly one of tags, tile and object")
        if self.exactly is not None and (self.min is not None or self.max is not None):
            raise complaint("both 'exactly' and a window are given", "one of them")
        if self.exactly is None and self.min is None and self.max is None:
            raise complaint("no number is given", "'exactly', or 'min' and/or 'max'")
        _bounds(self.min, self.max, ("min", "max"))

    @property
    def low(self) -> int:
        """Smallest kept number."""
        return self.exactly if self.exactly is not None else (self.min or 0)

    @property
    def high(self) -> int | None:
        """Largest kept number, None without one."""
        return self.exactly if self.exactly is not None else self.max

    def describe(self) -> str:
        """Say the promise in the user's words."""
        subject = self.object or self.tile or _any_of(self.tags or ())
        low = self.exactly if self.exactly is not None else self.min
        return f"{_window_words(low, self.high)} {subject}{_region_words(self.region)}"


class Density(_Constraint):
    """The number of objects of a kind per cell that has any of the tags, perhaps in a rectangle."""

    tag_fields: ClassVar[tuple[str, ...]] = ("per",)
    object_fields: ClassVar[tuple[str, ...]] = ("object",)

    kind: Literal["density"] = "density"
    object: Word
    per: Tags
    min: Share = 0.0
    max: Share = 1.0
    region: Region | None = _REGION

    @invariant
    def _not_empty(self) -> None:
        _bounds(self.min, self.max, ("min", "max"))

    def describe(self) -> str:
        """Say the promise in the user's words."""
        words = f"{self.object} on {_share_words(self.min, self.max)} of {_any_of(self.per)}"
        return words + _region_words(self.region)


class Variety(_Constraint):
    """The number of distinct tiles (base ids, not their variants)."""

    kind: Literal["variety"] = "variety"
    min: Annotated[int, Field(ge=1)]

    def describe(self) -> str:
        """Say the promise in the user's words."""
        return f"at least {self.min} different tiles"


class Connected(_Constraint):
    """All cells with any of the tags form one region under N-E-S-W moves."""

    tag_fields: ClassVar[tuple[str, ...]] = ("tags",)

    kind: Literal["connected"] = "connected"
    tags: Tags = ("walkable",)
    allow_empty: bool = Field(default=False, description="Whether no such cell at all is kept.")

    def describe(self) -> str:
        """Say the promise in the user's words."""
        return f"all {_any_of(self.tags)} cells in one region"


class Path(_Constraint):
    """The shortest path between two places, each matched by exactly one cell, has a length."""

    tag_fields: ClassVar[tuple[str, ...]] = ("through",)
    object_fields: ClassVar[tuple[str, ...]] = ("avoid",)

    kind: Literal["path"] = "path"
    from_: Word = Field(key="from", description="An object kind, tag or tile id.")
    to: Word = Field(description="An object kind, tag or tile id.")
    through: Tags = ("walkable",)
    avoid: Annotated[tuple[Word, ...], BeforeValidator(_listed)] = Field(
        default=(), description="Object kinds that block the way, except as its ends."
    )
    min_length: Length = Field(default=0, description='Moves, or a multiple of rows+cols: "0.6x".')
    max_length: Length | None = None

    @invariant
    def _not_empty(self) -> None:
        if self.max_length is not None:
            same = isinstance(self.min_length, str) == isinstance(self.max_length, str)
            if same and moves(self.min_length, 1, 1) > moves(self.max_length, 1, 1):
                raise complaint(
                    f"the window is empty: min_length {self.min_length} is above "
                    f"max_length {self.max_length}",
                    "min_length <= max_length",
                )

    def bounds(self, rows: int, cols: int) -> tuple[int, int | None]:
        """Give the smallest and largest kept length in moves on a board."""
        low = ceil(moves(self.min_length, rows, cols))
        high = None if self.max_length is None else floor(moves(self.max_length, rows, cols))
        return low, high

    def describe(self) -> str:
        """Say the promise in the user's words."""
        if self.max_length is None:
            length = f"at least {self.min_length} moves"
        elif self.min_length == self.max_length:
            length = f"exactly {self.min_length} moves"
        else:
            length = f"{self.min_length} to {self.max_length} moves"
        words = f"a shortest path of {length} from {self.from_} to {self.to}"
        return f"{words} around every {_any_of(self.blockers)}" if self.blockers else words

    @property
    def blockers(self) -> tuple[str, ...]:
        """The object kinds that block the way: an end never does."""
        return tuple(kind for kind in self.avoid if kind not in (self.from_, self.to))


class Reachable(_Constraint):
    """Every object of the named kinds can be walked to from the only object of another kind."""

    tag_fields: ClassVar[tuple[str, ...]] = ("through",)
    object_fields: ClassVar[tuple[str, ...]] = ("objects", "from_")

    kind: Literal["reachable"] = "reachable"
    objects: Kinds
    from_: Word = Field(default="start", key="from", description="An object kind.")
    through: Tags = ("walkable",)

    def describe(self) -> str:
        """Say the promise in the user's words."""
        return f"every {_any_of(self.objects)} in reach of the only {self.from_}"


class Distance(_Constraint):
    """Every pair of the two object kinds is this far apart, counted in rows plus columns."""

    object_fields: ClassVar[tuple[str, ...]] = ("from_", "to")

    kind: Literal["distance"] = "distance"
    from_: Word = Field(key="from", description="An object kind.")
    to: Word = Field(description="An object kind.")
    min: Number | None = None
    max: Number | None = None

    @invariant
    def _not_empty(self) -> None:
        if self.min is None and self.max is None:
            raise complaint("no number is given", "'min' and/or 'max'")
        _bounds(self.min, self.max, ("min", "max"))

    def describe(self) -> str:
        """Say the promise in the user's words."""
        return f"every {self.from_} {_window_words(self.min, self.max)} cells from every {self.to}"


class Lock(Strict):
    """A kind of door and the kind of key that opens it, both object kinds."""

    door: Word
    key: Word


class LockAndKey(_Constraint):
    """The exit is reached only through every kind of door, each door opened by a key found before.

    A door's cell is entered only by spending a key of its lock, which opens it for good. Where no
    other promise tells their number (see `counted`), there is one door of each lock, and as many
    keys of a kind as doors that it opens.
    """

    tag_fields: ClassVar[tuple[str, ...]] = ("through",)

    kind: Literal["lock_and_key"] = "lock_and_key"
    start: Word = Field(default="start", description="An object kind.")
    exit: Word = Field(default="exit", description="An object kind.")
    locks: tuple[Lock, ...] = Field(min_length=1)
    through: Tags = ("walkable",)

    @invariant
    def _kinds_differ(self) -> None:
        places = [self.start, self.exit, *(lock.door for lock in self.locks)]
        for name in places:
            if places.count(name) > 1:
                raise complaint(f"{name!r} is named twice", "start, exit and doors all differ")
        for lock in self.locks:
            if lock.key in places:
                raise complaint(
                    f"{lock.key!r} is a key and a place or door", "keys differ from both"
                )

    @property
    def keys(self) -> tuple[str, ...]:
        """The kinds of keys, each once; a kind may open several kinds of doors."""
        return tuple(dict.fromkeys(lock.key for lock in self.locks))

    def doors(self, key: str) -> tuple[str, ...]:
        """Give the kinds of doors that a kind of key opens."""
        return tuple(lock.door for lock in self.locks if lock.key == key)

    def describe(self) -> str:
        """Say the promise in the user's words."""
        doors = " and ".join(f"{lock.door} (opened by {lock.key})" for lock in self.locks)
        return f"from {self.start} to {self.exit} only through {doors}"

    def object_names(self) -> Iterator[tuple[str, str]]:
        """Yield all object kinds."""
        yield "start", self.start
        yield "exit", self.exit
        for index, lock in enumerate(self.locks):
            yield f"locks/{index}/door", lock.door
            yield f"locks/{index}/key", lock.key


class NoSoftlock(_Constraint):
    """Whatever doors the keys are spent on, the exit stays reachable: for all locks of a preset."""

    kind: Literal["no_softlock"] = "no_softlock"

    def describe(self) -> str:
        """Say the promise in the user's words."""
        return "the exit stays reachable whatever doors the keys are spent on"


class Border(_Constraint):
    """The outermost cells of the named sides have any of the tags."""

    tag_fields: ClassVar[tuple[str, ...]] = ("tags",)

    kind: Literal["border"] = "border"
    tags: Tags
    sides: tuple[Direction, ...] = Field(default=("N", "E", "S", "W"), min_length=1)

    def describe(self) -> str:
        """Say the promise in the user's words."""
        return f"{_any_of(self.tags)} along the border {' '.join(self.sides)}"


class FixedCell(Strict):
    """What one cell must hold, or must not: tiles, an object, or both."""

    row: Number
    col: Number
    tags: Tags | None = Field(default=None, description="A tile with any of these.")
    tile: str | None = Field(default=None, description="A tile, in any of its variants.")
    variant: str | None = Field(default=None, description="Exactly this variant of a tile.")
    ban: Annotated[tuple[str, ...], BeforeValidator(_listed), Field(min_length=1)] | None = Field(
        default=None, description="No tile with any of these tags, ids or variants."
    )
    object: Word | None = None
    empty: bool = Field(default=False, description="Whether no object may stand there.")

    @invariant
    def _says_something(self) -> None:
        tiles = [name for name in ("tags", "tile", "variant") if getattr(self, name) is not None]
        if not tiles and self.ban is None and self.object is None and not self.empty:
            raise complaint("the cell is fixed to nothing", "tags, a tile, a ban or an object")
        if self.object is not None and self.empty:
            raise complaint("'object' and 'empty' are given", "one of them")
        if len(tiles) > 1:
            raise complaint(f"{' and '.join(tiles)} given", "at most one of tags, tile and variant")

    @property
    def tiles_wanted(self) -> str:
        """What the tile of the cell must match, in words; empty without a wish."""
        words = [_any_of(self.tags)] if self.tags else []
        words += [name for name in (self.tile, self.variant) if name is not None]
        words += [f"not {_any_of(self.ban)}"] if self.ban else []
        return ", ".join(words)

    def members(self, tileset: Tileset) -> frozenset[int]:
        """Give the grid integers of the tiles that the cell may hold. Raises KeyError."""
        if self.tags is not None:
            found = tileset.matching(self.tags)
        elif self.tile is not None:
            found = frozenset(tileset.tiles_named(self.tile))
        elif self.variant is not None:
            found = frozenset((tileset.index[self.variant],))
        else:
            found = frozenset(range(len(tileset.ids)))
        return found - tileset.matching(self.ban or ())


class Fixed(_Constraint):
    """Cells that are decided beforehand."""

    kind: Literal["fixed"] = "fixed"
    cells: tuple[FixedCell, ...] = Field(min_length=1)

    def describe(self) -> str:
        """Say the promise in the user's words."""
        first = self.cells[0]
        standing = "no object" if first.empty else first.object
        what = " with ".join(filter(None, (first.tiles_wanted, standing)))
        more = f" and {len(self.cells) - 1} more" if len(self.cells) > 1 else ""
        return f"{what} at row {first.row}, column {first.col}{more}"

    def tag_names(self) -> Iterator[tuple[str, str]]:
        """Yield the tags, tiles and bans of each cell."""
        for index, cell in enumerate(self.cells):
            for field in ("tags", "tile", "variant", "ban"):
                value = getattr(cell, field)
                names = (value,) if isinstance(value, str) else value or ()
                yield from ((f"cells/{index}/{field}", name) for name in names)

    def object_names(self) -> Iterator[tuple[str, str]]:
        """Yield the object of each cell."""
        for index, cell in enumerate(self.cells):
            if cell.object is not None:
                yield f"cells/{index}/object", cell.object


class Spacing(_Constraint):
    """Any two objects of the named kinds are at least `min` apart, counted in rows plus columns."""

    object_fields: ClassVar[tuple[str, ...]] = ("objects",)

    kind: Literal["spacing"] = "spacing"
    objects: Kinds
    min: Annotated[int, Field(ge=1)]

    def describe(self) -> str:
        """Say the promise in the user's words."""
        return f"{' and '.join(self.objects)} spaced {self.min} apart"


class MaxRun(_Constraint):
    """No row or column has more than `length` such cells one after the other."""

    tag_fields: ClassVar[tuple[str, ...]] = ("tags",)

    kind: Literal["max_run"] = "max_run"
    tags: Tags
    length: Annotated[int, Field(ge=1)]

    def describe(self) -> str:
        """Say the promise in the user's words."""
        return f"at most {self.length} {_any_of(self.tags)} cells in a row"


class Symmetry(_Constraint):
    """The tiles are a mirror image of themselves; objects need not be."""

    kind: Literal["symmetry"] = "symmetry"
    axis: Literal["vertical", "horizontal"] = Field(
        description="vertical: left and right are alike; horizontal: top and bottom are."
    )

    def describe(self) -> str:
        """Say the promise in the user's words."""
        sides = "left and right" if self.axis == "vertical" else "top and bottom"
        return f"{sides} mirror each other"


class Unlike(_Constraint):
    """A share of the cells differs from a given map; turned variants of a tile differ."""

    kind: Literal["unlike"] = "unlike"
    tiles: tuple[tuple[str | None, ...], ...] = Field(
        min_length=1, description="Rows of tile ids from the top; null differs from no tile."
    )
    min: Share

    @property
    def wanted(self) -> int:
        """Smallest kept number of cells that differ."""
        cells = sum(name is not None for line in self.tiles for name in line)
        return integer_window(self.min, None, cells)[0]

    def describe(self) -> str:
        """Say the promise in the user's words."""
        return f"at least {percent(self.min)} of the cells different from the given map"


Constraint = Annotated[
    Ratio
    | Count
    | Density
    | Variety
    | Connected
    | Path
    | Reachable
    | Distance
    | LockAndKey
    | NoSoftlock
    | Border
    | Fixed
    | Spacing
    | MaxRun
    | Symmetry
    | Unlike,
    Field(discriminator="kind"),
]


def counted(constraints: Iterable[Constraint]) -> frozenset[str]:
    """Give the object kinds whose number on the board is told by a `count` or a `density`."""
    return frozenset(
        one.object
        for one in constraints
        if isinstance(one, Density | Count) and one.region is None and one.object is not None
    )


KINDS: tuple[str, ...] = (
    "ratio",
    "count",
    "density",
    "variety",
    "connected",
    "path",
    "reachable",
    "distance",
    "lock_and_key",
    "no_softlock",
    "border",
    "fixed",
    "spacing",
    "max_run",
    "symmetry",
    "unlike",
)
