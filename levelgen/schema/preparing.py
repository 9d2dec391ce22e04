"""Makes requests: the parts are checked one by one, and then how they fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, get_args

from levelgen.errors import PresetError, Problem, RequestError, did_you_mean
from levelgen.schema.constraints import Connected, Count, Fixed, FixedCell, Path, Symmetry
from levelgen.schema.fields import Array, read_arrays
from levelgen.schema.layout import Periodic, read_mask
from levelgen.schema.overrides import Ask, Override, apply, normal
from levelgen.schema.placed import PlacedObject
from levelgen.schema.preset import Preset
from levelgen.schema.request import MAX_CELLS, MAX_SEED, Request
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
        if isinstance(constraint, Connected | Path) and tileset.links is not None:
            message = f"{where} joins cells through edges ({', '.join(tileset.links)})"
            hint = f"{constraint.kind!r} over edges is not built yet"
            wrong.append(Problem(source, ask.pointer, message, hint))
        if isinstance(constraint, Symmetry) and any(
            tile.rotations > 1 or tile.mirror for tile in tileset.tiles
        ):
            message = f"{where} has turned or mirrored tiles"
            wrong.append(
                Problem(source, ask.pointer, message, "'symmetry' of such tiles is not built yet")
            )
        wrong.extend(_off_board(ask, source, rows, cols))
    return wrong


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
    if isinstance(constraint, Count) and constraint.region is not None:
        top, left, height, width = constraint.region
        if top + height > rows or left + width > cols:
            message = f"the rectangle leaves the {rows}x{cols} board"
            return [Problem(source, f"{ask.pointer}/region", message, "[top, left, height, width]")]
    return []
