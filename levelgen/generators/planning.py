"""Turns a request into the plain integers that the engine works on."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from levelgen.engine.plan import ObjectDemand, PathDemand, Plan, Share, Window
from levelgen.engine.rng import Rng
from levelgen.engine.task import Task
from levelgen.model.naming import subject
from levelgen.model.places import pinned
from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.constraints import (
    Border,
    Connected,
    Constraint,
    Count,
    Density,
    Distance,
    Fixed,
    MaxRun,
    Path,
    Ratio,
    Spacing,
    Variety,
    exact,
    integer_window,
)
from levelgen.schema.request import Request


@dataclass
class _Draft:
    """A plan under construction."""

    shares: list[Share] = field(default_factory=list)
    windows: dict[str, list[Window]] = field(default_factory=dict)
    apart: list[tuple[str, str, int, int | None]] = field(default_factory=list)
    pinned: list[tuple[int, str]] = field(default_factory=list)
    connected: int = 0
    path: PathDemand | None = None
    variety: tuple[tuple[int, ...], int] | None = None
    left: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Planned:
    """A plan, and the promise kinds that the constructor does not know how to keep."""

    plan: Plan
    left: tuple[str, ...]


def initial_domains(request: Request, rules: Rules) -> list[int]:
    """Give the domain of each cell as a bitset: tiles that are sampled, narrowed by the pins.

    A tile of weight 0 is in a domain only where a pin or a border leaves no other.
    """
    found = pinned(rules, Shape(request.rows, request.cols, request.layout), request.asks)
    return [bits & rules.sampled or bits for bits in found]


def make_plan(request: Request, rules: Rules) -> Planned:
    """Translate every promise that the constructor can plan; name the kinds it cannot."""
    draft = _Draft()
    for ask in request.asks:
        _add(draft, ask.constraint, request, rules)
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
        connected=draft.connected,
        shares=tuple(draft.shares),
        path=path,
        objects=demands,
        apart=tuple(draft.apart),
        pinned_objects=tuple(draft.pinned),
        variety=draft.variety,
    )
    return Planned(plan, tuple(dict.fromkeys(draft.left)))


def _as_pinned(kind: str, pinned: list[tuple[int, str]]) -> list[Window]:
    number = sum(1 for _, other in pinned if other == kind)
    return [Window(0, number, number)]


def _add(draft: _Draft, constraint: Constraint, request: Request, rules: Rules) -> None:
    cells = request.cells
    objects = request.tileset.objects
    match constraint:
        case Ratio():
            low, high = integer_window(constraint.min, constraint.max, cells)
            draft.shares.append(Share(rules.bits(constraint.tags), low, high))
        case Count(object=str(kind), region=None):
            high_count = constraint.high
            draft.windows.setdefault(kind, []).append(Window(0, constraint.low, high_count))
        case Count(region=None):
            high = cells if constraint.high is None else min(constraint.high, cells)
            tiles = subject(rules, constraint.tags, constraint.tile)
            draft.shares.append(Share(tiles, constraint.low, high))
        case Density():
            window = Window(
                rules.bits(constraint.per),
                Fraction(exact(constraint.min)),
                Fraction(exact(constraint.max)),
            )
            draft.windows.setdefault(constraint.object, []).append(window)
        case Variety():
            least = max(constraint.min, draft.variety[1] if draft.variety else 0)
            draft.variety = (rules.bases, least)
        case Connected(allow_empty=False) if not draft.connected:
            draft.connected = rules.bits(constraint.tags)
        case Path(from_=start, to=end) if (
            draft.path is None and start in objects and end in objects and start != end
        ):
            low, longest = constraint.bounds(request.rows, request.cols)
            through = rules.bits(constraint.through)
            draft.path = PathDemand(start, end, through, low, longest)
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
        case Border():
            pass
        case _:
            draft.left.append(constraint.kind)


def sampling_task(request: Request, rules: Rules, *, record: bool = False) -> Task:
    """Write a request as a task of the engine."""
    layout = request.layout
    return Task(
        rows=request.rows,
        cols=request.cols,
        domains=initial_domains(request, rules),
        exists=None if layout.mask is None else bytes(request.exists),
        periodic_rows=layout.joined_rows,
        periodic_cols=layout.joined_cols,
        field=request.field,
        runs=tuple(
            (rules.bits(ask.constraint.tags), ask.constraint.length)
            for ask in request.asks
            if isinstance(ask.constraint, MaxRun)
        ),
        state=Rng.stream(request.seed, "texture").state,
        record=record,
    )
