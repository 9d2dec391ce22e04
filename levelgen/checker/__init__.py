"""Judges a board against its tileset and what was asked: the list of promises.

Shares no code with what makes levels: tileset and promises are read from the schema alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from levelgen.checker.amounts import judge_count, judge_density, judge_ratio, judge_variety
from levelgen.checker.apart import judge_distance, judge_spacing
from levelgen.checker.locks import Game, judge_lock_and_key, judge_no_softlock
from levelgen.checker.own import judge_adjacency, judge_mask, judge_objects
from levelgen.checker.patterns import (
    judge_border,
    judge_fixed,
    judge_max_run,
    judge_symmetry,
    judge_unlike,
)
from levelgen.checker.verdict import Verdict
from levelgen.checker.ways import judge_connected, judge_path, judge_reachable
from levelgen.checker.windows import judge_windows
from levelgen.errors import Problem, RequestError, UnsupportedError, did_you_mean
from levelgen.metrics import measure_grid
from levelgen.metrics.grid import Grid
from levelgen.schema.constraints import Constraint, LockAndKey, Path, Symmetry, Unlike, counted
from levelgen.schema.layout import PLAIN, Layout
from levelgen.schema.level import Promise
from levelgen.schema.overrides import Ask
from levelgen.schema.placed import PlacedObject
from levelgen.schema.tileset import Tileset

JUDGES: dict[str, Callable[[Grid, Any], Verdict]] = {
    "ratio": judge_ratio,
    "count": judge_count,
    "density": judge_density,
    "variety": judge_variety,
    "connected": judge_connected,
    "path": judge_path,
    "reachable": judge_reachable,
    "distance": judge_distance,
    "lock_and_key": judge_lock_and_key,
    "no_softlock": judge_no_softlock,
    "border": judge_border,
    "fixed": judge_fixed,
    "spacing": judge_spacing,
    "max_run": judge_max_run,
    "symmetry": judge_symmetry,
    "unlike": judge_unlike,
}
"""The judge of each promise kind; those about locks read a `Game`, the others their promise."""


@dataclass(frozen=True)
class Report:
    """What the check found."""

    kept: bool
    """Whether every promise is kept."""
    promises: tuple[Promise, ...]
    """The board's own (`/adjacency`, `/objects`, perhaps `/mask`), then one for each asked for."""
    metrics: dict[str, Any]
    """See `levelgen.metrics.measure`."""
    places: dict[str, tuple[tuple[int, int], ...]]
    """For the pointer of each broken promise, the (row, col) of the cells where it can be seen.

    Empty where there is nothing to point at, such as a key that is missing.
    """


def judge(
    tileset: Tileset,
    asks: Sequence[Ask],
    rows: int,
    cols: int,
    cells: Sequence[int],
    objects: Iterable[PlacedObject] = (),
    *,
    layout: Layout = PLAIN,
) -> Report:
    """Judge a board by its tileset's own rules and by everything that was asked.

    `cells` holds rows * cols indices into `tileset.ids`, row by row from the top; -1 is no cell.
    `layout` joins edges, for adjacency, regions and paths, and says which cells have to exist.
    Raises LevelError for a wrong length or value, UnsupportedError for a promise that cannot be
    judged, RequestError for one that names what the tileset does not have.
    """
    _refuse(tileset, asks, rows, cols)
    grid = Grid.of(tileset, rows, cols, cells, objects, layout)
    verdicts = [
        ("/adjacency", "adjacency", judge_adjacency(grid)),
        ("/objects", "objects", judge_objects(grid)),
    ]
    if tileset.windows is not None:
        verdicts.append(("/windows", "windows", judge_windows(grid, tileset.windows)))
    if layout.mask is not None:
        verdicts.append(("/mask", "mask", judge_mask(grid)))
    game = _game(grid, asks)
    for ask in asks:
        kind = ask.constraint.kind
        subject = game if kind in {"lock_and_key", "no_softlock"} else ask.constraint
        verdicts.append((ask.pointer, kind, JUDGES[kind](grid, subject)))
    return Report(
        kept=all(verdict.kept for _, _, verdict in verdicts),
        promises=tuple(
            Promise.model_construct(
                constraint=pointer,
                kind=kind,
                kept=verdict.kept,
                measured=verdict.measured,
                wanted=verdict.wanted,
            )
            for pointer, kind, verdict in verdicts
        ),
        metrics=measure_grid(grid),
        places={
            pointer: tuple(divmod(cell, cols) for cell in sorted(set(verdict.cells)))
            for pointer, _, verdict in verdicts
            if not verdict.kept
        },
    )


def _game(grid: Grid, asks: Sequence[Ask]) -> Game | None:
    """Give the doors and keys that the promises tell of."""
    constraints = [ask.constraint for ask in asks]
    locked = next((found for found in constraints if isinstance(found, LockAndKey)), None)
    return None if locked is None else Game(grid, locked, counted(constraints))


def _refuse(tileset: Tileset, asks: Sequence[Ask], rows: int, cols: int) -> None:
    """Raise for promises that cannot be judged: a verdict on them would be a guess."""
    unsupported = []
    unknown: list[Problem] = []
    known_words = _Words.of(tileset)
    for ask in asks:
        kind = ask.constraint.kind
        if kind == "no_softlock" and not any(isinstance(o.constraint, LockAndKey) for o in asks):
            message = "'no_softlock' speaks of locks, but no 'lock_and_key' is asked for"
            unknown.append(Problem("check", ask.pointer, message))
        if isinstance(ask.constraint, Symmetry):
            if None in tileset.mirror_images(ask.constraint.axis):
                message = f"tileset {tileset.name!r} has tiles without a known mirror image"
                hint = '"mirror": true, or edges that tell'
                unsupported.append(Problem("check", ask.pointer, message, hint))
        elif isinstance(ask.constraint, Unlike):
            unknown.extend(_other_map(tileset, ask, rows, cols))
        for place, what, name, known in _unknown_names(known_words, ask.constraint):
            message = f"tileset {tileset.name!r} has no {what} {name!r}"
            pointer = f"{ask.pointer}/{place}"
            unknown.append(Problem("check", pointer, message, did_you_mean(name, known)))
    if unsupported:
        raise UnsupportedError(unsupported)
    if unknown:
        raise RequestError(unknown)


def _other_map(tileset: Tileset, ask: Ask, rows: int, cols: int) -> Iterator[Problem]:
    """Tell a map that is no map of this board."""
    assert isinstance(ask.constraint, Unlike)
    lines = ask.constraint.tiles
    if len(lines) != rows or any(len(line) != cols for line in lines):
        message = "the map to differ from has another size"
        yield Problem("check", f"{ask.pointer}/tiles", message, f"the board is {rows}x{cols}")
    for name in dict.fromkeys(name for line in lines for name in line if name is not None):
        if name not in tileset.index:
            message = f"tileset {tileset.name!r} has no tile {name!r}"
            hint = did_you_mean(name, tileset.ids)
            yield Problem("check", f"{ask.pointer}/tiles", message, hint)


class _Words(NamedTuple):
    """What a tileset has names for."""

    objects: list[str]
    tiles: list[str]
    variants: list[str]
    words: list[str]

    @classmethod
    def of(cls, tileset: Tileset) -> _Words:
        variants = [*tileset.ids]
        tiles = [*dict.fromkeys([*(tile.id for tile in tileset.tiles), *variants])]
        return cls([*tileset.objects], tiles, variants, [*tileset.tags, *tiles])


def _unknown_names(
    known_words: _Words, constraint: Constraint
) -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield (field, what it should be, name, known names) of what the tileset does not have."""
    objects, tiles, variants, words = known_words
    spoken = [("object", place, name, objects) for place, name in constraint.object_names()]
    for place, name in constraint.tag_names():
        if place.endswith("tile"):
            spoken.append(("tile", place, name, tiles))
        elif place.endswith("variant"):
            spoken.append(("variant", place, name, variants))
        else:
            spoken.append(("tag or tile", place, name, words))
    if isinstance(constraint, Path):
        for place, name in (("from", constraint.from_), ("to", constraint.to)):
            spoken.append(("object, tag or tile", place, name, objects + words))
    for what, place, name, known in spoken:
        if name not in known:
            yield place, what, name, known
