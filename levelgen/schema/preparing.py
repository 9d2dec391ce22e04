"""Makes requests: the parts are checked one by one, and then how they fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast, get_args

from levelgen.errors import PresetError, Problem, RequestError, did_you_mean
from levelgen.schema.constraints import (
    Count,
    Density,
    Fixed,
    FixedCell,
    LockAndKey,
    NoSoftlock,
    Path,
    Ratio,
    Symmetry,
    Unlike,
)
from levelgen.schema.fields import Array, read_arrays
from levelgen.schema.layout import Periodic, read_mask
from levelgen.schema.overrides import Ask, Override, apply, normal
from levelgen.schema.placed import PlacedObject
from levelgen.schema.preset import Preset
from levelgen.schema.request import MAX_CELLS, MAX_SEED, SOLVING, Request, Strategy
from levelgen.schema.tileset import Tileset

T = TypeVar("T")

DEFAULT_ROWS = DEFAULT_COLS = 12
MAX_FIELD = 1 << 22
"""Most numbers of a weight field, cells times tiles: they are kept in memory as integers."""


@dataclass(frozen=True)
class Board:
    """What a request says about its board beyond the size; see `levelgen.generate`."""

    periodic: Periodic = "none"
    mask: Any = None
    weights: Mapping[str, Any] | None = None
    fill: Sequence[Sequence[str | None]] | None = None
    fill_objects: Sequence[PlacedObject] = ()
    pins: Sequence[FixedCell] = ()


def make_request(
    tileset: Tileset,
    preset: Preset | None,
    *,
    rows: int | None,
    cols: int | None,
    seed: int,
    generator: str,
    overrides: Mapping[str, Any] | None = None,
    board: Board | None = None,
    strategy: str | None = None,
) -> Request:
    """Build a request and check that its parts fit together.

    A size that is not given comes from the mask, from what is filled, or from the preset, else
    12x12. Raises RequestError or PresetError with every problem.
    """
    wrong: list[Problem] = []

    def checked(read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except RequestError as error:
            wrong.extend(error.problems)
            return otherwise

    given = board or Board()
    fill = None if given.fill is None else tuple(tuple(line) for line in given.fill)
    height, width = _size(rows, cols, preset, given)
    wrong.extend(_size_problems(height, width))
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        hint = f"a whole number from 0 to {MAX_SEED}"
        wrong.append(Problem("seed", "", f"{seed!r} is out of range", hint))
    if given.periodic not in get_args(Periodic):
        hint = f"one of {', '.join(get_args(Periodic))}"
        wrong.append(Problem("periodic", "", f"{given.periodic!r} is not one of the choices", hint))
    if strategy is not None and strategy not in get_args(Strategy):
        hint = f"one of {', '.join(get_args(Strategy))}"
        wrong.append(Problem("strategy", "", f"{strategy!r} is not one of the choices", hint))
    if strategy is not None and generator not in SOLVING:
        message = f"generator {generator!r} has no strategies"
        wrong.append(Problem("strategy", "", message, f"generator {' or '.join(SOLVING)}"))
    settled: dict[str, Override] = {}
    for key, value in (overrides or {}).items():
        override: Override | None = checked(partial(normal, key, value), None)
        if override is not None:
            settled[key] = override
    asked: tuple[Ask, ...] = ()
    checked(partial(apply, preset, settled, tileset), asked)
    mask: tuple[str, ...] | None = None
    weights: dict[str, Array] = {}
    if not wrong:
        if given.mask is not None:
            mask = checked(lambda: read_mask(given.mask, height, width), None)
        weights = checked(lambda: read_arrays(given.weights, tileset, height, width), {})
        wrong.extend(_fill_problems(fill, height, width))
        numbers = height * width * len(tileset.ids)
        if (weights or (preset and preset.weights)) and numbers > MAX_FIELD:
            message = f"a weight field for {height}x{width} cells has {numbers} numbers"
            wrong.append(Problem("weights", "", message, f"at most {MAX_FIELD}"))
    if wrong:
        raise RequestError(wrong)
    request = Request(
        tileset=tileset,
        preset=preset,
        rows=height,
        cols=width,
        seed=seed,
        generator=generator,
        overrides=settled,
        periodic=given.periodic,
        mask=mask,
        weights=weights,
        fill=fill,
        fill_objects=tuple(given.fill_objects),
        pins=tuple(given.pins),
        strategy=cast("Strategy | None", strategy),
    )
    misfits = misfit(request.asks, tileset, preset, height, width)
    misfits.extend(_off_mask(request))
    if misfits:
        raise (PresetError if misfits[0].pointer.startswith("/constraints") else RequestError)(
            misfits
        )
    return request


def _size(
    rows: int | None, cols: int | None, preset: Preset | None, board: Board
) -> tuple[int, int]:
    drawn = board.mask if board.mask is not None else board.fill
    tall = len(drawn) if drawn is not None else (preset and preset.rows) or DEFAULT_ROWS
    wide = (preset and preset.cols) or DEFAULT_COLS
    if drawn is not None:
        wide = len(drawn[0]) if len(drawn) else 0
    return (tall if rows is None else rows), (wide if cols is None else cols)


def _size_problems(rows: int, cols: int) -> Iterator[Problem]:
    fine = True
    for name, value in (("rows", rows), ("cols", cols)):
        if isinstance(value, bool) or not isinstance(value, int):
            fine = False
            yield Problem("size", f"/{name}", f"{value!r} is not a whole number")
        elif value < 1:
            fine = False
            yield Problem("size", f"/{name}", f"{value} is too small", "at least 1")
    if fine and rows * cols > MAX_CELLS:
        message = f"{rows}x{cols} is {rows * cols} cells"
        yield Problem("size", "", message, f"at most {MAX_CELLS} cells")


def _fill_problems(
    fill: tuple[tuple[str | None, ...], ...] | None, rows: int, cols: int
) -> Iterator[Problem]:
    if fill is None:
        return
    if len(fill) != rows:
        yield Problem("fill", "", f"{len(fill)} rows are given", f"the board has {rows}")
    for index, line in enumerate(fill):
        if len(line) != cols:
            message = f"the row has {len(line)} cells"
            yield Problem("fill", f"/{index}", message, f"the board has {cols}")


def _off_mask(request: Request) -> Iterator[Problem]:
    """Tell cells that are decided beforehand but do not exist."""
    if request.mask is None:
        return
    for ask in request.asks:
        for index, cell in enumerate(
            ask.constraint.cells if isinstance(ask.constraint, Fixed) else ()
        ):
            place = cell.row * request.cols + cell.col
            if place < len(request.exists) and not request.exists[place]:
                message = f"row {cell.row}, column {cell.col} does not exist in the mask"
                yield Problem("request", f"{ask.pointer}/cells/{index}", message)


def misfit(
    asks: tuple[Ask, ...], tileset: Tileset, preset: Preset | None, rows: int, cols: int
) -> list[Problem]:
    """List why promises cannot be asked of a tileset: missing tags and objects, cells off board."""
    where = f"tileset {tileset.name!r}"
    wrong: list[Problem] = []
    names = [*tileset.tags, *(tile.id for tile in tileset.tiles)]
    for gradient, entry in enumerate(preset.weights if preset else ()):
        for name in entry.tags:
            if preset is not None and not tileset.knows(name):
                message = f"{where} has no tag or tile {name!r}"
                place = f"/weights/{gradient}/tags"
                hint = did_you_mean(name, names)
                wrong.append(Problem(f"preset {preset.name}", place, message, hint))
    for ask in asks:
        constraint = ask.constraint
        of_preset = preset is not None and ask.pointer.startswith("/constraints")
        source = f"preset {preset.name}" if preset is not None and of_preset else "request"
        for field, name in constraint.tag_names():
            # A `tile` or `variant` field means just that, even where a tag has the same name.
            what, known, fits = "tag or tile", names, tileset.knows(name)
            if field.endswith("tile"):
                what, known, fits = "tile", [*tileset.ids], tileset.has_tile(name)
            elif field.endswith("variant"):
                what, known, fits = "tile", [*tileset.ids], name in tileset.index
            if not fits:
                message = f"{where} has no {what} {name!r}"
                hint = did_you_mean(name, known)
                wrong.append(Problem(source, f"{ask.pointer}/{field}", message, hint))
        for field, name in constraint.object_names():
            if name not in tileset.objects:
                message = f"{where} has no object {name!r}"
                hint = did_you_mean(name, tileset.objects)
                wrong.append(Problem(source, f"{ask.pointer}/{field}", message, hint))
        if isinstance(constraint, Path):
            for field, name in (("from", constraint.from_), ("to", constraint.to)):
                if name not in tileset.objects and not tileset.knows(name):
                    message = f"{where} has no object, tag or tile {name!r}"
                    hint = did_you_mean(name, [*tileset.objects, *names])
                    wrong.append(Problem(source, f"{ask.pointer}/{field}", message, hint))
        if isinstance(constraint, LockAndKey) and tileset.links is not None:
            message = f"{where} joins cells through edges ({', '.join(tileset.links)})"
            hint = "'lock_and_key' needs a tileset whose neighbours all join"
            wrong.append(Problem(source, ask.pointer, message, hint))
        if isinstance(constraint, Symmetry):
            wrong.extend(_unmirrored(constraint, tileset, source, ask.pointer))
        if isinstance(constraint, Unlike):
            wrong.extend(_other_map(constraint, tileset, source, ask.pointer, rows, cols))
        wrong.extend(_off_board(ask, source, rows, cols))
        wrong.extend(_unlocked(ask, source, asks))
    return wrong


def _unmirrored(
    symmetry: Symmetry, tileset: Tileset, source: str, pointer: str
) -> Iterator[Problem]:
    """Name the tiles of which nobody can say how their mirror image looks."""
    bases = [
        tileset.tiles[tileset.variants[number].base].id
        for number, image in enumerate(tileset.mirror_images(symmetry.axis))
        if image is None
    ]
    for name in dict.fromkeys(bases):
        message = f"tile {name!r} of tileset {tileset.name!r} has no known mirror image"
        yield Problem(source, pointer, message, '"mirror": true, or edges that tell')


def _other_map(
    unlike: Unlike, tileset: Tileset, source: str, pointer: str, rows: int, cols: int
) -> Iterator[Problem]:
    """Tell a map of another size, and tiles in it that the tileset does not have."""
    sizes = {len(line) for line in unlike.tiles}
    if len(unlike.tiles) != rows or sizes != {cols}:
        width = f"{sizes.pop()}" if len(sizes) == 1 else "rows of different lengths"
        message = f"the map is {len(unlike.tiles)}x{width}"
        yield Problem(source, f"{pointer}/tiles", message, f"the board is {rows}x{cols}")
    names = dict.fromkeys(name for line in unlike.tiles for name in line if name is not None)
    for name in names:
        if name not in tileset.index:
            message = f"tileset {tileset.name!r} has no tile {name!r}"
            yield Problem(source, f"{pointer}/tiles", message, did_you_mean(name, tileset.ids))


def _unlocked(ask: Ask, source: str, asks: tuple[Ask, ...]) -> Iterator[Problem]:
    """Tell of promises about locks that do not go together."""
    locked = [other for other in asks if isinstance(other.constraint, LockAndKey)]
    if isinstance(ask.constraint, NoSoftlock) and not locked:
        message = "'no_softlock' speaks of locks, but no 'lock_and_key' is asked for"
        yield Problem(source, ask.pointer, message, "add a 'lock_and_key', or drop 'no_softlock'")
    if isinstance(ask.constraint, LockAndKey) and ask is not locked[0]:
        message = f"there is a 'lock_and_key' already, at {locked[0].pointer}"
        yield Problem(source, ask.pointer, message, "list all doors in the 'locks' of one")


def _off_board(ask: Ask, source: str, rows: int, cols: int) -> list[Problem]:
    constraint = ask.constraint
    if isinstance(constraint, Fixed):
        return [
            Problem(
                source,
                f"{ask.pointer}/cells/{index}",
                f"row {cell.row}, column {cell.col} is not on a {rows}x{cols} board",
                "rows and columns count from 0",
            )
            for index, cell in enumerate(constraint.cells)
            if cell.row >= rows or cell.col >= cols
        ]
    if isinstance(constraint, Ratio | Count | Density) and constraint.region is not None:
        top, left, height, width = constraint.region
        if top + height > rows or left + width > cols:
            message = f"the rectangle leaves the {rows}x{cols} board"
            return [Problem(source, f"{ask.pointer}/region", message, "[top, left, height, width]")]
    return []
