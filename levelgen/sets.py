"""Sets of levels: several seeds of one request, each pair of levels different enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import ne
from typing import Any

from levelgen.api import FillLike, PresetLike, TilesetLike, prepare, run
from levelgen.errors import Problem, RequestError
from levelgen.generators.registry import find_generator
from levelgen.schema.constraints import Unlike, percent
from levelgen.schema.level import Level, Reason, Status
from levelgen.schema.preset import Preset
from levelgen.schema.request import MAX_SEED, Request

PATIENCE = 20
"""How many seeds in a row may come too close before the solver is asked to keep the distance."""


@dataclass(frozen=True)
class LevelSet:
    """Levels of one request.

    `status` is `satisfied` when all were found, each with every promise kept; else it is what
    ended the search, with a `reason`, and `levels` holds those found so far. `closest` is the
    smallest share of cells in which two of them differ, 1 for less than two. `tried` counts seeds.
    """

    levels: tuple[Level, ...]
    status: Status
    reason: Reason | None
    closest: float
    tried: int


def difference(one: Level, other: Level) -> float:
    """Give the normalised Hamming distance of two boards of one size: 0 (equal) to 1.

    The share of the cells, of those that exist in either, that hold different tiles; 0 where there
    is no cell. Raises ValueError for boards of different sizes or without cells.
    """
    a, b = one.cells, other.cells
    if a is None or b is None or (one.rows, one.cols) != (other.rows, other.cols):
        raise ValueError("two boards of one size are needed")
    cells = sum(max(pair) >= 0 for pair in zip(a, b, strict=True))
    return sum(map(ne, a, b)) / cells if cells else 0.0


def generate_set(
    tileset: TilesetLike,
    preset: PresetLike = None,
    *,
    count: int,
    diverse: float = 0.0,
    rows: int | None = None,
    cols: int | None = None,
    seed: int | None = None,
    generator: str = "auto",
    set: Mapping[str, Any] | None = None,
    fill: FillLike = None,
    time_limit: float | None = None,
    **board: Any,
) -> LevelSet:
    """Generate `count` levels, every pair of which differs in at least a share of the cells.

    Seeds `seed`, `seed` + 1, ... are tried and those too close to a level before them left out, so
    each level is the level of its own seed. When that comes to nothing (20 seeds in a row), the
    generators that solve are asked for a level that keeps the distance as a promise, `unlike`.
    `diverse` is a normalised Hamming distance, 0 to 1. `time_limit` is in seconds, for each level.
    Everything else is as in `generate`. Raises InputError.
    """
    first = prepare(
        tileset,
        preset,
        rows=rows,
        cols=cols,
        seed=seed,
        generator=generator,
        set=set,
        fill=fill,
        **board,
    )
    return run_set(first, count=count, diverse=diverse, time_limit=time_limit)


def run_set(
    first: Request,
    *,
    count: int,
    diverse: float = 0.0,
    time_limit: float | None = None,
    found: Callable[[Level], None] | None = None,
) -> LevelSet:
    """Answer a request for `count` seeds from its own on; `found` is called with each level.

    See `generate_set`. Raises RequestError for a number out of range.
    """
    _check(first, count, diverse)
    solves = "unlike" in find_generator(first.generator).promises
    levels: list[Level] = []
    closest = 1.0
    tried = misses = 0
    while len(levels) < count:
        request = first.model_copy(update={"seed": first.seed + tried})
        if misses == PATIENCE and solves:
            request = _apart(request, levels, diverse)
        level = run(request, time_limit=time_limit)
        tried += 1
        if level.status == "infeasible" and misses < PATIENCE:
            return LevelSet(tuple(levels), "infeasible", level.reason, closest, tried)
        near = min((_difference(level, other) for other in levels), default=1.0)
        if level.cells is not None and level.status != "unknown" and near >= diverse:
            # Where seeds alone came to nothing, the solver stays in charge.
            misses = PATIENCE if solves and misses == PATIENCE else 0
            closest = min(closest, near)
            levels.append(level)
            if found is not None:
                found(level)
            continue
        misses += 1
        if misses > PATIENCE or first.seed + tried > MAX_SEED:
            reason = Reason(text=_stuck(level, levels, diverse, misses))
            return LevelSet(tuple(levels), "unknown", reason, closest, tried)
    broken = any(level.status == "unsatisfied" for level in levels)
    return LevelSet(
        tuple(levels),
        "unsatisfied" if broken else "satisfied",
        Reason(text="promises of single levels are broken") if broken else None,
        closest,
        tried,
    )


def _apart(request: Request, levels: Sequence[Level], diverse: float) -> Request:
    """Ask for a level that differs from all of these: a promise for each, after the own ones."""
    old = request.preset or Preset(name="diverse")
    apart = [
        Unlike(tiles=tuple(tuple(line) for line in level.tile_ids or ()), min=diverse)
        for level in levels
    ]
    preset = old.model_copy(update={"constraints": (*old.constraints, *apart)})
    return request.model_copy(update={"preset": preset})


def _difference(level: Level, other: Level) -> float:
    return difference(level, other) if level.cells is not None else 0.0


def _stuck(level: Level, levels: Sequence[Level], diverse: float, misses: int) -> str:
    """Say why the search for another level ended."""
    if not levels:
        return f"{misses} seeds in a row gave no level: {level.reason.text if level.reason else ''}"
    number = f"{len(levels)} level" if len(levels) == 1 else f"{len(levels)} levels"
    text = f"after {number}, {misses} seeds in a row gave none that differs in {percent(diverse)} "
    text += "of the cells from each of them"
    if level.status == "infeasible":
        text += ", and it is proved that no level does; other levels before it might leave room"
    return text


def _check(first: Request, count: int, diverse: float) -> None:
    wrong = []
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        wrong.append(Problem("count", "", f"{count!r} is out of range", "a whole number from 1"))
    elif first.seed + count - 1 > MAX_SEED:
        message = f"{count} seeds from {first.seed} on leave the range"
        wrong.append(Problem("count", "", message, f"seeds end at {MAX_SEED}"))
    if not 0 <= diverse <= 1:
        wrong.append(Problem("diverse", "", f"{diverse!r} is out of range", "a share from 0 to 1"))
    if wrong:
        raise RequestError(wrong)
