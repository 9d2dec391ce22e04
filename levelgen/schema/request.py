"""The request: one level asked for, whole: the same request gives the same level."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from pydantic import Field

from levelgen.errors import PresetError, Problem, RequestError, did_you_mean
from levelgen.schema.constraints import Connected, Count, Fixed, Path, Symmetry
from levelgen.schema.document import Strict
from levelgen.schema.overrides import Ask, Override, apply, normal
from levelgen.schema.preset import Preset
from levelgen.schema.tileset import Tileset

DEFAULT_ROWS = DEFAULT_COLS = 12
MAX_CELLS = 1 << 20
MAX_SEED = (1 << 53) - 1


class Request(Strict):
    """Everything that decides a level; made by `make_request`, which checks it."""

    tileset: Tileset
    preset: Preset | None = None
    rows: int = Field(ge=1)
    cols: int = Field(ge=1)
    seed: int = Field(ge=0, le=MAX_SEED)
    generator: str
    overrides: dict[str, Override] = Field(default_factory=dict)

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """The promises asked for, beside the tileset's own adjacency and objects."""
        return apply(self.preset, self.overrides, self.tileset)


def make_request(
    tileset: Tileset,
    preset: Preset | None,
    *,
    rows: int | None,
    cols: int | None,
    seed: int,
    generator: str,
    overrides: Mapping[str, Any] | None = None,
) -> Request:
    """Build a request and check that its parts fit together.

    A size that is not given comes from the preset, else 12x12. Raises RequestError or PresetError
    with every problem.
    """
    wrong: list[Problem] = []
    height = rows if rows is not None else (preset and preset.rows) or DEFAULT_ROWS
    width = cols if cols is not None else (preset and preset.cols) or DEFAULT_COLS
    for name, value in (("rows", height), ("cols", width)):
        if isinstance(value, bool) or not isinstance(value, int):
            wrong.append(Problem("size", f"/{name}", f"{value!r} is not a whole number"))
        elif value < 1:
            wrong.append(Problem("size", f"/{name}", f"{value} is too small", "at least 1"))
    if not wrong and height * width > MAX_CELLS:
        message = f"{height}x{width} is {height * width} cells"
        wrong.append(Problem("size", "", message, f"at most {MAX_CELLS} cells"))
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        hint = f"a whole number from 0 to {MAX_SEED}"
        wrong.append(Problem("seed", "", f"{seed!r} is out of range", hint))
    settled: dict[str, Override] = {}
    for key, value in (overrides or {}).items():
        try:
            settled[key] = normal(key, value)
        except RequestError as error:
            wrong.extend(error.problems)
    try:
        asks = apply(preset, settled, tileset)
    except RequestError as error:
        wrong.extend(error.problems)
        asks = ()
    if wrong:
        raise RequestError(wrong)
    misfits = misfit(asks, tileset, preset, height, width)
    if misfits:
        raise PresetError(misfits)
    return Request(
        tileset=tileset,
        preset=preset,
        rows=height,
        cols=width,
        seed=seed,
        generator=generator,
        overrides=settled,
    )


def misfit(
    asks: tuple[Ask, ...], tileset: Tileset, preset: Preset | None, rows: int, cols: int
) -> list[Problem]:
    """List why promises cannot be asked of a tileset: missing tags and objects, cells off board."""
    source = f"preset {preset.name}" if preset else "request"
    where = f"tileset {tileset.name!r}"
    wrong: list[Problem] = []
    names = [*tileset.tags, *(tile.id for tile in tileset.tiles)]
    for ask in asks:
        constraint = ask.constraint
        for field, name in constraint.tag_names():
            # A `tile` field means a tile even where a tag has the same name.
            strict = field.endswith("tile")
            if not (tileset.has_tile(name) if strict else tileset.knows(name)):
                message = f"{where} has no {'tile' if strict else 'tag or tile'} {name!r}"
                hint = did_you_mean(name, tileset.ids if strict else names)
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
