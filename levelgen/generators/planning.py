"""Turns a request into the plan that the structure constructor works on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from levelgen.engine.plan import (
    LockDemand,
    ObjectDemand,
    PathDemand,
    Plan,
    RegionShare,
    Share,
    Window,
)
from levelgen.engine.rng import Rng
from levelgen.generators.sampling import initial_domains
from levelgen.generators.stops import Leg, avoided, chained, legs_of, whole_way
from levelgen.model.naming import subject
from levelgen.rules import Rules, compile_rules
from levelgen.schema.constraints import (
    Border,
    Connected,
    Constraint,
    Count,
    Density,
    Distance,
    Fixed,
    LockAndKey,
    MaxRun,
    NoSoftlock,
    Path,
    Ratio,
    Reachable,
    Spacing,
    Variety,
    exact,
    integer_window,
)
from levelgen.schema.request import Question, Request

_LINES_PER_DOOR = 8
"""A count that leaves the number of doors open gives at most one door for so many rows and columns.
"""


@dataclass
class _Draft:
    """A plan under construction."""

    shares: list[Share] = field(default_factory=list)
    windows: dict[str, list[Window]] = field(default_factory=dict)
    apart: list[tuple[str, str, int, int | None]] = field(default_factory=list)
    pinned: list[tuple[int, str]] = field(default_factory=list)
    connected: list[Connected] = field(default_factory=list)
    region_shares: list[RegionShare] = field(default_factory=list)
    runs: list[tuple[int, int]] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    reachable: list[Reachable] = field(default_factory=list)
    path: PathDemand | None = None
    variety: tuple[tuple[int, ...], int] | None = None
    locked: LockAndKey | None = None
    safe: bool = False
    left: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Planned:
    """A plan, and the promise kinds that the constructor does not know how to keep."""

    plan: Plan
    left: tuple[str, ...]
    legs: tuple[Leg, ...] = ()
    """The parts of the path with stops between, if there are any."""
    avoid: tuple[str, ...] = ()
    """The kinds of objects that keep off the path."""


def make_plan(request: Request, rules: Rules) -> Planned:
    """Translate every promise that the constructor can plan; name the kinds it cannot."""
    drawn = any(isinstance(ask.constraint, LockAndKey) for ask in request.asks)
    if drawn or request.field is not None:
        return _made(request, rules)
    return _known(request.question())


@lru_cache(maxsize=8)
def _known(question: Question) -> Planned:
    """Keep the plans that no number of the seed and no weight field is part of."""
    return _made(question.request, compile_rules(question.tileset))


def _made(request: Request, rules: Rules) -> Planned:
    draft = _Draft()
    for ask in request.asks:
        _add(draft, ask.constraint, request, rules)
    legs, avoid = _way(draft, request, rules)
    sets, optional = _connected(draft, rules)
    _reachable(draft, sets, request, rules)
    locks = _locks(draft, sets[0] if sets else 0, request, rules)
    kinds = dict.fromkeys([*draft.windows, *(kind for _, kind in draft.pinned)])
    path = draft.path
    if path is not None and not {path.start_kind, path.exit_kind} <= kinds.keys():
        # A path also asks for exactly one of each end, whether or not a count says so.
        kinds |= dict.fromkeys((path.start_kind, path.exit_kind))
        for kind in (path.start_kind, path.exit_kind):
            draft.windows.setdefault(kind, []).append(Window(0, 1, 1))
    demands = tuple(
        ObjectDemand(
            kind,
            rules.bits(request.tileset.objects[kind].on),
            tuple(draft.windows.get(kind) or _as_pinned(kind, draft.pinned)),
        )
        for kind in kinds
    )
    plan = Plan(
        rows=request.rows,
        cols=request.cols,
        domains=tuple(initial_domains(request, rules)),
        connected=sets[0] if sets else 0,
        others=tuple(sets[1:]),
        optional=tuple(optional),
        region_shares=tuple(draft.region_shares),
        runs=tuple(draft.runs),
        shares=tuple(draft.shares),
        path=path,
        objects=demands,
        apart=tuple(draft.apart),
        pinned_objects=tuple(draft.pinned),
        variety=draft.variety,
        locks=locks,
        periodic=(request.layout.joined_rows, request.layout.joined_cols),
        exists=None if request.layout.mask is None else bytes(request.exists),
        field=request.field,
    )
    return Planned(plan, tuple(dict.fromkeys(draft.left)), legs, avoid)


def _way(draft: _Draft, request: Request, rules: Rules) -> tuple[tuple[Leg, ...], tuple[str, ...]]:
    """Plan the paths as one with stops, else the first one alone.

    Gives the legs between the stops, and the kinds that keep off the way.
    """
    order = chained(draft.paths, request)
    stops = [path.to for path in order[:-1]]
    fixed = {kind for _, kind in draft.pinned}
    # What stands in the way moves aside, and doors and keys must not.
    locked = draft.locked
    staying = {name for _, name in locked.object_names()} if locked else set()
    if (
        any(kind in fixed or not _may_be_one(draft.windows.get(kind, [])) for kind in stops)
        or not staying.isdisjoint([*stops, *avoided(order)])
        or not order
    ):
        stops = []
        order = next(
            (
                [path]
                for path in draft.paths
                if chained([path], request) and staying.isdisjoint(avoided([path]))
            ),
            [],
        )
    draft.left += [path.kind for path in draft.paths if path not in order]
    if not order:
        return (), ()
    legs = legs_of(order, request)
    draft.path = whole_way(order, legs, rules)
    for kind in stops:
        draft.windows.pop(kind, None)
    return legs if stops else (), avoided(order)


def _may_be_one(windows: list[Window]) -> bool:
    """Whether one object is a number that all windows take as it is."""
    return all(
        not window.per
        and window.cells is None
        and window.low <= 1
        and (window.high is None or window.high >= 1)
        for window in windows
    )


def _connected(draft: _Draft, rules: Rules) -> tuple[list[int], list[int]]:
    """List the sets of tiles that must be connected, and those of them that may be empty.

    The first one is the ground of the path. Of the sets inside it one is planned; others that share
    tiles with one before are left.
    """
    found: dict[int, bool] = {}
    for constraint in draft.connected:
        tiles = rules.bits(constraint.tags)
        found[tiles] = found.get(tiles, True) and constraint.allow_empty
    through = draft.path.through if draft.path else 0
    if draft.locked and not draft.path:
        through = rules.bits(draft.locked.through)
    order = sorted(
        found,
        key=lambda tiles: (
            bool(through & ~tiles),
            any(tiles != other and not tiles & ~other for other in found),
        ),
    )
    sets: list[int] = []
    may_nest = not draft.locked and rules.open_sides is None
    for tiles in order:
        if not any(tiles & other for other in sets):
            sets.append(tiles)
        elif may_nest and not tiles & ~sets[0] and not any(tiles & other for other in sets[1:]):
            sets.append(tiles)
            may_nest = False
        else:
            draft.left.append("connected")
    return sets, [tiles for tiles in sets if found[tiles]]


def _reachable(draft: _Draft, sets: list[int], request: Request, rules: Rules) -> None:
    """Leave to others what is not in reach already because one region holds it all."""
    for promise in draft.reachable:
        through = rules.bits(promise.through)
        standing = 0
        for kind in (promise.from_, *promise.objects):
            standing |= rules.bits(request.tileset.objects[kind].on)
        if not any(not tiles & ~through and not standing & ~tiles for tiles in sets):
            draft.left.append(promise.kind)


def _locks(draft: _Draft, connected: int, request: Request, rules: Rules) -> LockDemand | None:
    """Decide how many doors of each kind are built, inside the counts that are asked for.

    Left to others are locks over other ground than the one region or the path, and pinned doors.
    """
    locked = draft.locked
    if locked is None:
        return None
    through = rules.bits(locked.through)
    path = draft.path or PathDemand(locked.start, locked.exit, through, 0, None)
    kinds = [name for lock in locked.locks for name in (lock.door, lock.key)]
    ends = (path.start_kind, path.exit_kind, path.through)
    if (
        ends != (locked.start, locked.exit, through)
        or connected not in (0, through)
        or any(lock.door == kind for lock in locked.locks for _, kind in draft.pinned)
    ):
        draft.left.append(locked.kind)
        return None
    draft.path = path
    rng = Rng.stream(request.seed, "locks")
    most = max(1, (request.rows + request.cols) // _LINES_PER_DOOR)
    bounds = {kind: _counted(draft.windows.get(kind, ()), request.cells) for kind in kinds}
    # Doors beyond the fewest are built only as far as there are keys for them.
    spare = {
        key: bounds[key][1] - sum(max(1, bounds[door][0]) for door in locked.doors(key))
        for key in locked.keys
    }
    doors: list[tuple[str, str]] = []
    for lock in locked.locks:
        windows = draft.windows.setdefault(lock.door, [])
        low, high = max(1, bounds[lock.door][0]), min(most, bounds[lock.door][1])
        more = rng.between(0, max(0, min(high - low, spare[lock.key]))) if windows else 0
        spare[lock.key] -= more
        windows.append(Window(0, low + more, low + more))
        doors += [(lock.door, lock.key)] * (low + more)
    for key in locked.keys:
        number = sum(1 for _, other in doors if other == key)
        windows = draft.windows.setdefault(key, [])
        windows.append(Window(0, number, None if windows else number))
    return LockDemand(locked.start, locked.exit, through, tuple(doors), draft.safe)


def _counted(windows: Iterable[Window], cells: int) -> tuple[int, int]:
    """Give the window of a number of objects, as far as counts decide it."""
    counts = [window for window in windows if not window.per]
    low = max((int(window.low) for window in counts), default=0)
    whole = [window.high for window in counts if window.cells is None and window.high is not None]
    high = min((int(bound) for bound in whole), default=cells)
    return low, high


def _inside(region: tuple[int, int, int, int], request: Request) -> tuple[int, ...]:
    """List the existing cells of a rectangle."""
    top, left, height, width = region
    return tuple(
        row * request.cols + col
        for row in range(max(0, top), min(request.rows, top + height))
        for col in range(max(0, left), min(request.cols, left + width))
        if request.exists[row * request.cols + col]
    )


def _as_pinned(kind: str, pinned: list[tuple[int, str]]) -> list[Window]:
    number = sum(1 for _, other in pinned if other == kind)
    return [Window(0, number, number)]


def _add(draft: _Draft, constraint: Constraint, request: Request, rules: Rules) -> None:
    cells = request.cells
    match constraint:
        case Ratio(region=tuple(region)):
            inner = _inside(region, request)
            low, high = integer_window(constraint.min, constraint.max, len(inner))
            draft.region_shares.append(RegionShare(rules.bits(constraint.tags), inner, low, high))
        case Ratio():
            low, high = integer_window(constraint.min, constraint.max, cells)
            draft.shares.append(Share(rules.bits(constraint.tags), low, high))
        case Count(object=str(kind), region=None):
            high_count = constraint.high
            draft.windows.setdefault(kind, []).append(Window(0, constraint.low, high_count))
        case Count(object=str(kind), region=tuple(region)):
            window = Window(0, constraint.low, constraint.high, _inside(region, request))
            draft.windows.setdefault(kind, []).append(window)
        case Count(region=tuple(region)):
            inner = _inside(region, request)
            high = len(inner) if constraint.high is None else constraint.high
            tiles = subject(rules, constraint.tags, constraint.tile)
            draft.region_shares.append(RegionShare(tiles, inner, constraint.low, high))
        case Count():
            high = cells if constraint.high is None else min(constraint.high, cells)
            tiles = subject(rules, constraint.tags, constraint.tile)
            draft.shares.append(Share(tiles, constraint.low, high))
        case Density():
            window = Window(
                rules.bits(constraint.per),
                Fraction(exact(constraint.min)),
                Fraction(exact(constraint.max)),
                None if constraint.region is None else _inside(constraint.region, request),
            )
            draft.windows.setdefault(constraint.object, []).append(window)
        case Variety():
            least = max(constraint.min, draft.variety[1] if draft.variety else 0)
            draft.variety = (rules.bases, least)
        case Connected():
            draft.connected.append(constraint)
        case Path():
            draft.paths.append(constraint)
        case Reachable():
            draft.reachable.append(constraint)
            draft.windows.setdefault(constraint.from_, []).append(Window(0, 1, 1))
        case LockAndKey() if draft.locked is None:
            draft.locked = constraint
        case NoSoftlock():
            draft.safe = True
        case Distance():
            pair = (constraint.from_, constraint.to)
            draft.apart.append((*pair, constraint.min or 0, constraint.max))
        case Spacing():
            for index, one in enumerate(constraint.objects):
                for other in constraint.objects[index:]:
                    draft.apart.append((one, other, constraint.min, None))
        case Fixed():
            draft.pinned.extend(
                (cell.row * request.cols + cell.col, cell.object)
                for cell in constraint.cells
                if cell.object is not None
            )
        case MaxRun():
            draft.runs.append((rules.bits(constraint.tags), constraint.length))
        case Border():
            pass
        case _:
            draft.left.append(constraint.kind)
