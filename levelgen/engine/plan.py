"""What a level must promise, as plain integers: the input of the constructor."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Share:
    """Between ``low`` and ``high`` cells hold a tile of the bitset ``tiles``."""

    tiles: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class PathDemand:
    """A shortest path of ``low`` .. ``high`` moves from the start object to the exit object.

    It runs over tiles of the bitset ``through``; ``high`` None means no upper bound. Both kinds
    must be among the plan's objects.
    """

    start_kind: str
    exit_kind: str
    through: int
    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Window:
    """Bounds on a number of objects, both included; ``high`` None means no upper bound.

    ``per`` 0: the bounds are counts. Otherwise they are rates for each cell that holds a tile of
    the bitset ``per``: ceil(low * cells) .. floor(high * cells), in rational arithmetic.
    """

    per: int
    low: Fraction | int
    high: Fraction | int | None


@dataclass(frozen=True, slots=True)
class ObjectDemand:
    """How many objects of a kind there are (all windows hold), standing on the tiles ``on``."""

    kind: str
    on: int
    windows: tuple[Window, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything the constructor has to keep.

    ``domains``: rows * cols bitsets over tiles, row by row, with pins and borders worked in.
    ``connected``: tiles whose cells form one region under N-E-S-W moves, 0 when not asked.
    ``apart``: (kind, kind, low, high or None), Manhattan distances of every pair of objects.
    ``pinned_objects``: (cell, kind). ``variety``: (bitsets of the variants of each base tile,
    least number of base tiles in use), or None.
    """

    rows: int
    cols: int
    domains: tuple[int, ...]
    connected: int = 0
    shares: tuple[Share, ...] = ()
    path: PathDemand | None = None
    objects: tuple[ObjectDemand, ...] = ()
    apart: tuple[tuple[str, str, int, int | None], ...] = ()
    pinned_objects: tuple[tuple[int, str], ...] = ()
    variety: tuple[tuple[int, ...], int] | None = None
