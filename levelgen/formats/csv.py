"""CSV grids: a tile id (or its number) in each cell, `id:kind` where an object stands."""

from __future__ import annotations

import csv
import io

from levelgen.errors import LevelError, Problem, did_you_mean
from levelgen.schema.level import Level
from levelgen.schema.placed import PlacedObject
from levelgen.schema.tileset import Tileset


def write_csv_grid(level: Level) -> str:
    """Write a level as CSV; an empty cell is no cell of the board."""
    kinds = {(item.row, item.col): item.kind for item in level.objects}
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    for row, names in enumerate(level.tile_ids or ()):
        writer.writerow(
            [
                f"{name or ''}:{kinds[row, col]}" if (row, col) in kinds else (name or "")
                for col, name in enumerate(names)
            ]
        )
    return stream.getvalue()


def read_csv_grid(text: str, tileset: Tileset, source: str = "csv") -> Level:
    """Read a CSV grid of tile ids or tile numbers; empty or -1 is no cell.

    Raises LevelError with every unknown name and every row of a wrong length.
    """
    table = [row for row in csv.reader(io.StringIO(text)) if row]
    if not table:
        raise LevelError([Problem(source, "", "the grid is empty", "a tile id in each cell")])
    cols = len(table[0])
    cells: list[int] = []
    objects: list[PlacedObject] = []
    wrong: list[Problem] = []
    for row, fields in enumerate(table):
        if len(fields) != cols:
            message = f"row {row + 1} has {len(fields)} cells"
            wrong.append(Problem(source, "", message, f"the first row has {cols}"))
        for col, field in enumerate(fields):
            name, _, kind = (part.strip() for part in field.partition(":"))
            place = f"row {row + 1}, column {col + 1}"
            number = _number(name, tileset)
            cells.append(-1 if number is None else number)
            if number is None:
                hint = did_you_mean(name, tileset.ids)
                wrong.append(Problem(source, "", f"unknown tile {name!r} at {place}", hint))
            if kind and kind not in tileset.objects:
                hint = did_you_mean(kind, tileset.objects)
                wrong.append(Problem(source, "", f"unknown object {kind!r} at {place}", hint))
            elif kind:
                objects.append(PlacedObject(kind=kind, row=row, col=col))
    if wrong:
        raise LevelError(wrong)
    objects.sort(key=lambda item: (item.kind, item.row, item.col))
    return Level(
        tileset=tileset,
        rows=len(table),
        cols=cols,
        cells=tuple(cells),
        objects=tuple(objects),
    )


def _number(name: str, tileset: Tileset) -> int | None:
    if name in ("", "-1"):
        return -1
    if name in tileset.index:
        return tileset.index[name]
    if name.isdigit() and int(name) < len(tileset.ids):
        return int(name)
    return None
