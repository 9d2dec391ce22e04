"""What a level must promise, as plain integers: the input of the constructor."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Share:
    """Between ``low`` and ``high`` cells hold a tile of the bitset ``tiles``."""

    tiles: int
    low: int
    high: int


@dataclass(frozen=True)
class RegionShare:
    """Between ``low`` and ``high`` of the ``cells`` hold a tile of the bitset ``tiles``."""

    tiles: int
    cells: tuple[int, ...]
    low: int
    high: int


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Window:
    """Bounds on a number of objects, both included; ``high`` None means no upper bound.

    ``per`` 0: the bounds are counts. Otherwise they are rates for each cell that holds a tile of
    the bitset ``per``: ceil(low * cells) .. floor(high * cells), in rational arithmetic.
    ``cells``: only objects on these count, None: all.
    """

    per: int
    low: Fraction | int
    high: Fraction | int | None
    cells: tuple[int, ...] | None = None


@dataclass(frozen=True)
class ObjectDemand:
    """How many objects of a kind there are (all windows hold), standing on the tiles ``on``."""

    kind: str
    on: int
    windows: tuple[Window, ...]


@dataclass(frozen=True)
class LockDemand:
    """Doors in a row between the start object and the exit object, each opened by a key before it.

    ``doors``: (kind of door, kind of key), one for each door to build, in order from the start.
    Ways run over the tiles ``through``. ``safe``: no order of spending keys is a dead end. All
    kinds must be among the plan's objects.
    """

    start_kind: str
    exit_kind: str
    through: int
    doors: tuple[tuple[str, str], ...]
    safe: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of objects that belong to the locks."""
        pairs = (kind for pair in self.doors for kind in pair)
        return tuple(dict.fromkeys((self.start_kind, self.exit_kind, *pairs)))


@dataclass(frozen=True)
class Plan:
    """Everything the constructor has to keep.

    ``domains``: rows * cols bitsets over tiles, row by row, with pins and borders worked in.
    ``connected``: tiles whose cells form one region under N-E-S-W moves, 0 when not asked;
    ``others``: further such sets, apart from it and from each other, but that one of them may be a
    part of it where nothing is locked; ``optional``: those of all
    these sets that may have no cell at all.
    ``apart``: (kind, kind, low, high or None), Manhattan distances of every pair of objects.
    ``pinned_objects``: (cell, kind). ``variety``: (bitsets of the variants of each base tile,
    least number of base tiles in use), or None. ``runs``, ``periodic``, ``exists`` and ``field``
    are those of a `Task`: (bitset, most in a row), joined rows and columns, a byte per cell (0:
    there is none), factors on the weights. ``locks`` need a ``path`` between the same ends, and its
    ground as the connected set, if there is one.
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
    others: tuple[int, ...] = ()
    optional: tuple[int, ...] = ()
    region_shares: tuple[RegionShare, ...] = ()
    runs: tuple[tuple[int, int], ...] = ()
    periodic: tuple[bool, bool] = (False, False)
    exists: bytes | None = None
    field: tuple[int, ...] | None = None
    locks: LockDemand | None = None


@dataclass(frozen=True)
class Built:
    """What the constructor made.

    ``ok``: every promise of the plan was verified. Otherwise this is the attempt that broke the
    fewest, and ``broken`` names them; ``tiles`` are all -1 when no board was found at all, and
    always where no cell exists. ``infeasible`` is a proof that there is none: adjacency and
    domains contradict each other, or leave too few or too many cells for a share. ``objects`` are
    (kind, cell), sorted. ``counters`` add up the work of all attempts.
    """

    tiles: list[int]
    objects: list[tuple[str, int]]
    ok: bool
    attempts: int
    broken: tuple[str, ...] = ()
    infeasible: bool = False
    counters: dict[str, int] = field(default_factory=dict)
