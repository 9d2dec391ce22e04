"""What `import levelgen` offers: generate levels, check levels, reproduce them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from levelgen.checker import Report, judge
from levelgen.errors import LevelError, Problem, RequestError
from levelgen.generators.registry import find_generator
from levelgen.library import find_preset, find_tileset
from levelgen.schema.constraints import FixedCell
from levelgen.schema.layout import PLAIN, Layout, Periodic
from levelgen.schema.level import Level
from levelgen.schema.overrides import Ask
from levelgen.schema.placed import PlacedObject
from levelgen.schema.preparing import Board, make_request
from levelgen.schema.preset import Preset
from levelgen.schema.request import Request
from levelgen.schema.tileset import Tileset
from levelgen.schema.validating import ValidationError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

TilesetLike = str | Path | Mapping[str, Any] | Tileset
PresetLike = str | Path | Mapping[str, Any] | Preset | None
FillLike = Level | Iterable[Iterable[int | str | None]] | None
Pins = Mapping[tuple[int, int], str | Sequence[str]]
Bans = Pins
Objects = Iterable[PlacedObject | tuple[str, int, int] | Mapping[str, Any]]


def generate(
    tileset: TilesetLike,
    preset: PresetLike = None,
    *,
    rows: int | None = None,
    cols: int | None = None,
    seed: int | None = None,
    generator: str = "auto",
    set: Mapping[str, Any] | None = None,
    periodic: Periodic = "none",
    mask: Any = None,
    weights: Mapping[str, Any] | None = None,
    fill: FillLike = None,
    pins: Pins | None = None,
    bans: Bans | None = None,
    strategy: str | None = None,
    time_limit: float | None = None,
) -> Level:
    """Generate one level and check it.

    Args:
        tileset: A shipped name, a path, plain data or a `Tileset`.
        preset: The same for a preset; without one only the tileset's own rules are promised.
        rows: Height in cells; else that of the mask, the filling or the preset, else 12.
        cols: Width in cells, likewise.
        seed: 0 .. 2**53-1; without one a seed below 2**32 is drawn, and `Level.seed` tells it.
        generator: `auto`, `random`, `wfc`, `cpsat` or a plugged-in one.
        set: Overrides of the preset, such as `{"key": 2, "enemy": (.05, .2), "connected": False}`.
        periodic: Which edges are joined: `rows` (bottom to top), `cols` (right to left), `both`.
        mask: Which cells exist: a boolean array (rows, cols), or lines of `#` and `.`.
        weights: Multipliers (rows, cols) of the weights by tag or tile, a wish:
            `{"water": array}`; 0 keeps a tile from being drawn there.
        fill: A level to complete: what is there is kept. A `Level`, an integer array
            (rows, cols) with -1 for what is to be generated, or rows of tile ids and None.
        pins: Tags or tiles that cells must hold: `{(row, col): "wall"}`.
        bans: Tags or tiles that cells must not hold, likewise.
        strategy: How CP-SAT searches, for `auto` and `cpsat`: `warm` (from the engine's draft),
            `windows` (mends a sample window by window), `circuit` or `lazy` (from scratch); None:
            `auto` solves only what the engine cannot do, in the way that suits the request.
        time_limit: Wall-clock seconds after which a solver stops; none by default, because a
            clock can make two runs of one request differ.

    Returns:
        A level whose `status` says whether every promise is kept, and if not, why.

    Raises:
        InputError: Something given is wrong; every problem is listed.
    """
    request = prepare(
        tileset,
        preset,
        rows=rows,
        cols=cols,
        seed=seed,
        generator=generator,
        set=set,
        periodic=periodic,
        mask=mask,
        weights=weights,
        fill=fill,
        pins=pins,
        bans=bans,
        strategy=strategy,
    )
    return run(request, time_limit=time_limit)


def prepare(
    tileset: TilesetLike,
    preset: PresetLike = None,
    *,
    rows: int | None = None,
    cols: int | None = None,
    seed: int | None = None,
    generator: str = "auto",
    set: Mapping[str, Any] | None = None,
    periodic: Periodic = "none",
    mask: Any = None,
    weights: Mapping[str, Any] | None = None,
    fill: FillLike = None,
    pins: Pins | None = None,
    bans: Bans | None = None,
    strategy: str | None = None,
) -> Request:
    """Make the request that `generate` would answer; see there. Raises InputError."""
    chosen = find_tileset(tileset)
    board = Board(
        periodic=periodic,
        mask=mask,
        weights=weights,
        fill=_filled(fill, chosen),
        fill_objects=fill.objects if isinstance(fill, Level) else (),
        pins=_pins(pins, bans),
    )
    return make_request(
        chosen,
        find_preset(preset),
        rows=rows,
        cols=cols,
        seed=_drawn_seed() if seed is None else seed,
        generator=generator,
        overrides=set,
        board=board,
        strategy=strategy,
    )


def regenerate(
    level: Level,
    region: tuple[int, int, int, int],
    *,
    seed: int | None = None,
    time_limit: float | None = None,
) -> Level:
    """Generate a rectangle of a level again, its surroundings kept.

    `region` is (top, left, height, width). The request is the level's own, with another seed (drawn
    unless given). Raises LevelError for a level without a manifest, RequestError for a rectangle
    that is not on the board.
    """
    request = _own_request(level)
    top, left, height, width = region
    if min(top, left) < 0 or min(height, width) < 1:
        hint = "(top, left, height, width)"
        raise RequestError([Problem("region", "", f"{region} is no rectangle", hint)])
    if top + height > level.rows or left + width > level.cols:
        message = f"{region} leaves the {level.rows}x{level.cols} board"
        raise RequestError([Problem("region", "", message, "(top, left, height, width)")])

    def inside(row: int, col: int) -> bool:
        return top <= row < top + height and left <= col < left + width

    kept = tuple(
        tuple(None if inside(row, col) else name for col, name in enumerate(line))
        for row, line in enumerate(level.tile_ids or ())
    )
    objects = tuple(item for item in level.objects if not inside(item.row, item.col))
    taken = {(item.row, item.col) for item in objects}
    free = tuple(
        FixedCell(row=row, col=col, empty=True)
        for row in range(level.rows)
        for col in range(level.cols)
        if not inside(row, col) and (row, col) not in taken
    )
    changes = {
        "fill": kept,
        "fill_objects": objects,
        "pins": free,
        "seed": _drawn_seed() if seed is None else seed,
    }
    return run(request.model_copy(update=changes), time_limit=time_limit)


def _drawn_seed() -> int:
    import secrets

    return secrets.randbelow(1 << 32)


def _own_request(level: Level) -> Request:
    if level.manifest is None:
        message = "the level has no manifest, so its request is not known"
        hint = "only a whole level file will do"
        raise LevelError([Problem("level", "/manifest", message, hint)])
    return level.manifest.request


def _filled(fill: FillLike, tileset: Tileset) -> list[list[str | None]] | None:
    """Read a level to complete in any of the accepted forms."""
    if fill is None:
        return None
    if isinstance(fill, Level):
        return fill.tile_ids
    lines: list[list[str | None]] = []
    wrong: list[Problem] = []
    for row, line in enumerate(fill):
        lines.append([])
        for col, value in enumerate(line):
            if value is None or isinstance(value, str):
                lines[-1].append(value)
                continue
            number = int(value)
            if -1 <= number < len(tileset.ids):
                lines[-1].append(tileset.ids[number] if number >= 0 else None)
            else:
                message = f"{number} is no tile of {tileset.name!r}"
                hint = f"-1 to {len(tileset.ids) - 1}"
                wrong.append(Problem("fill", f"/{row}/{col}", message, hint))
    if wrong:
        raise RequestError(wrong)
    return lines


def _pins(pins: Pins | None, bans: Bans | None) -> tuple[FixedCell, ...]:
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for field, given in (("tags", pins), ("ban", bans)):
        for (row, col), names in (given or {}).items():
            # A variant such as corner@90 is no tag, so it has a field of its own.
            single = isinstance(names, str) and "@" in names and field == "tags"
            found.setdefault((row, col), {})["variant" if single else field] = names
    try:
        return tuple(FixedCell(row=row, col=col, **what) for (row, col), what in found.items())
    except ValidationError as error:
        raise RequestError([Problem("pins", "", error.faults[0].message)]) from None


def run(request: Request, *, time_limit: float | None = None) -> Level:
    """Answer a request: the same request gives the same level. Raises InputError."""
    if time_limit is not None and not time_limit > 0:
        message = f"{time_limit!r} is out of range"
        raise RequestError([Problem("time limit", "", message, "seconds above 0")])
    return find_generator(request.generator).generate(request, time_limit=time_limit)


def check(
    level: Level,
    tileset: TilesetLike | None = None,
    preset: PresetLike = None,
    *,
    set: Mapping[str, Any] | None = None,
) -> Report:
    """Judge a level independently, against its own request or the one given.

    Without a preset, `set` changes what the level's own request asks. Raises InputError.
    """
    if level.cells is None:
        raise LevelError([Problem("level", "/tiles", "there is no level to judge", "it is null")])
    own = level.manifest.request if level.manifest is not None else None
    asked_preset = find_preset(preset)
    layout = own.layout if own is not None else PLAIN
    if asked_preset is None and set is None and tileset is None and own is not None:
        return judge(
            own.tileset,
            own.asks,
            level.rows,
            level.cols,
            level.cells,
            level.objects,
            layout=layout,
        )
    chosen = find_tileset(tileset) if tileset is not None else level.tileset
    if chosen.ids != level.tileset.ids:
        level = Level.from_json(level.to_json(), chosen)
    if asked_preset is None and own is not None:
        asked_preset = own.preset
        set = {**own.overrides, **(set or {})}
    asks = _asks(chosen, asked_preset, set, level.rows, level.cols)
    return judge(
        chosen,
        asks,
        level.rows,
        level.cols,
        level.cells or (),
        level.objects,
        layout=layout,
    )


def check_grid(
    grid: ArrayLike,
    tileset: TilesetLike,
    *,
    objects: Objects | NDArray[Any] | None = None,
    preset: PresetLike = None,
    set: Mapping[str, Any] | None = None,
    periodic: Periodic = "none",
) -> Report:
    """Judge any integer grid (rows, cols) from anywhere; values index `Tileset.ids`, -1 is no cell.

    `objects` are (kind, row, col) triples, `PlacedObject`s, or an overlay array of the same shape
    with the codes of `Level.objects_grid`. Raises InputError.
    """
    import numpy as np

    chosen = find_tileset(tileset)
    array = np.asarray(grid)
    wrong: list[Problem] = []
    if array.ndim != 2 or array.size == 0:
        wrong.append(Problem("grid", "", f"the shape is {array.shape}", "(rows, cols), not empty"))
    elif not np.issubdtype(array.dtype, np.integer):
        wrong.append(Problem("grid", "", f"the values are {array.dtype}", "whole numbers"))
    else:
        bad = np.argwhere((array < -1) | (array >= len(chosen.ids)))
        for row, col in bad[:20]:
            message = f"{array[row, col]} is no tile of {chosen.name!r}"
            hint = f"-1 to {len(chosen.ids) - 1}"
            wrong.append(Problem("grid", f"/{row}/{col}", message, hint))
    if wrong:
        raise LevelError(wrong)
    rows, cols = array.shape
    cells = tuple(int(value) for value in array.ravel())
    found = _objects(objects, chosen, rows, cols)
    asks = _asks(chosen, find_preset(preset), set, rows, cols)
    layout = Layout.of(periodic, None)
    return judge(chosen, asks, rows, cols, cells, found, layout=layout)


def _asks(
    tileset: Tileset,
    preset: Preset | None,
    overrides: Mapping[str, Any] | None,
    rows: int,
    cols: int,
) -> tuple[Ask, ...]:
    request = make_request(
        tileset, preset, rows=rows, cols=cols, seed=0, generator="none", overrides=overrides
    )
    return request.asks


def _objects(
    objects: Objects | NDArray[Any] | None, tileset: Tileset, rows: int, cols: int
) -> tuple[PlacedObject, ...]:
    """Read objects in any of the accepted forms."""
    import numpy as np

    if objects is None:
        return ()
    if isinstance(objects, np.ndarray):
        blank = Level(tileset=tileset, rows=rows, cols=cols, cells=(0,) * (rows * cols))
        codes = {code: kind for kind, code in blank.object_codes.items()}
        if objects.shape != (rows, cols):
            message = f"the shape is {objects.shape}"
            raise LevelError([Problem("objects", "", message, f"({rows}, {cols})")])
        unknown = sorted({int(code) for code in objects.ravel()} - {0, *codes})
        if unknown:
            known = ", ".join(f"{code} {kind}" for code, kind in codes.items())
            raise LevelError(
                [Problem("objects", "", f"unknown codes {unknown}", f"0 none, {known}")]
            )
        return tuple(
            PlacedObject(kind=codes[int(objects[row, col])], row=int(row), col=int(col))
            for row, col in np.argwhere(objects)
        )
    found = []
    for item in objects:
        if isinstance(item, PlacedObject):
            found.append(item)
        elif isinstance(item, Mapping):
            found.append(PlacedObject.model_validate(item))
        else:
            kind, row, col = item
            found.append(PlacedObject(kind=kind, row=row, col=col))
    return tuple(sorted(found, key=lambda item: (item.kind, item.row, item.col)))


@dataclass(frozen=True)
class Reproduction:
    """What running a level's own request again gave."""

    same: bool
    level: Level
    differences: tuple[str, ...]
    """What differs, in words; empty when every byte is equal."""


def reproduce(level: Level) -> Reproduction:
    """Run the request inside a level again and compare the bytes.

    Raises LevelError for a level without a manifest.
    """
    if level.manifest is None:
        message = "the level has no manifest, so its request is not known"
        raise LevelError(
            [Problem("level", "/manifest", message, "only a whole level file will do")]
        )
    again = run(level.manifest.request)
    if again.to_json() == level.to_json():
        return Reproduction(True, again, ())
    return Reproduction(False, again, tuple(_differences(level, again)))


def _differences(old: Level, new: Level) -> Iterator[str]:
    """Say what differs between two levels, versions first because they explain the rest."""
    assert old.manifest is not None
    assert new.manifest is not None
    before, now = old.manifest.versions, new.manifest.versions
    for name in sorted({*before, *now}):
        if before.get(name) != now.get(name):
            yield f"version of {name}: {before.get(name, 'none')} then, {now.get(name, 'none')} now"
    if old.status != new.status:
        yield f"status: {old.status} then, {new.status} now"
    if old.cells != new.cells:
        pairs = zip(old.cells or (), new.cells or (), strict=False)
        places = [index for index, (one, other) in enumerate(pairs) if one != other]
        if not places:
            yield "tiles: there is a board in only one of them"
        else:
            first = places[0]
            yield (
                f"tiles: {len(places)} of {old.rows * old.cols} cells, the first at row "
                f"{first // old.cols}, column {first % old.cols}"
            )
    if old.objects != new.objects:
        changed = {*old.objects} ^ {*new.objects}
        yield f"objects: {len(changed)} placements"
    one, other = old.document(), new.document()
    for name in ("promises", "metrics", "reason", "manifest"):
        if getattr(one, name) != getattr(other, name):
            yield name
