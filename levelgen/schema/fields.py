"""Weight fields: where on the board some tiles are drawn more often, or less."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Annotated, Any, Literal

from levelgen.errors import Problem, RequestError, did_you_mean
from levelgen.schema.constraints import Tags, exact
from levelgen.schema.declaring import Field
from levelgen.schema.document import Strict
from levelgen.schema.tileset import Tileset

FIELD_SCALE = 1000
"""A multiplier of 1 as an integer."""

Multiplier = Annotated[float, Field(ge=0, le=1000, finite=True)]
Array = tuple[tuple[float, ...], ...]


class Gradient(Strict):
    """Weights that change over the board: `far` on the one side, `near` on the side named."""

    tags: Tags = Field(description="The tiles whose weights are multiplied.")
    towards: Literal["N", "E", "S", "W", "centre", "border"]
    near: Multiplier = Field(description="What their weights are multiplied with there.")
    far: Multiplier = Field(default=1.0, description="What they are multiplied with opposite it.")

    def at(self, row: int, col: int, rows: int, cols: int) -> Fraction:
        """Give the exact multiplier of a cell, linear between `far` and `near`."""
        down, right = Fraction(row, max(rows - 1, 1)), Fraction(col, max(cols - 1, 1))
        inward = min(row, rows - 1 - row, col, cols - 1 - col)
        depth = Fraction(inward, max((min(rows, cols) - 1) // 2, 1))
        share = {
            "N": 1 - down,
            "S": down,
            "W": 1 - right,
            "E": right,
            "centre": depth,
            "border": 1 - depth,
        }[self.towards]
        return exact(self.far) + (exact(self.near) - exact(self.far)) * share


def weight_field(
    gradients: Iterable[Gradient],
    arrays: Mapping[str, Array],
    tileset: Tileset,
    rows: int,
    cols: int,
) -> tuple[int, ...] | None:
    """Give the multiplier of every cell and tile, x1000, at [cell * tiles + tile]; None: all are 1.

    Gradients and arrays that speak of the same tile multiply. A positive multiplier stays positive.
    """
    size = len(tileset.ids)
    gradients = tuple(gradients)
    if not gradients and not arrays:
        return None
    # Tiles that the same fields speak of share a column of multipliers.
    columns: dict[tuple[str | int, ...], list[int]] = {}
    spoken: list[list[str | int]] = [[] for _ in range(size)]
    for index, gradient in enumerate(gradients):
        for tile in tileset.matching(gradient.tags):
            spoken[tile].append(index)
    for name in arrays:
        for tile in tileset.matching((name,)):
            spoken[tile].append(name)
    for tile in range(size):
        key = tuple(spoken[tile])
        if key not in columns:
            columns[key] = _column(key, gradients, arrays, rows, cols)
    chosen = [columns[tuple(spoken[tile])] for tile in range(size)]
    return tuple(column[cell] for cell in range(rows * cols) for column in chosen)


def _column(
    names: tuple[str | int, ...],
    gradients: Sequence[Gradient],
    arrays: Mapping[str, Array],
    rows: int,
    cols: int,
) -> list[int]:
    found = []
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        value = Fraction(1)
        for name in names:
            if isinstance(name, int):
                value *= gradients[name].at(row, col, rows, cols)
            else:
                value *= exact(arrays[name][row][col])
        found.append(_scaled(value))
    return found


def _scaled(value: Fraction) -> int:
    return max(floor(value * FIELD_SCALE + Fraction(1, 2)), 1) if value else 0


def read_arrays(
    weights: Mapping[str, Any] | None, tileset: Tileset, rows: int, cols: int
) -> dict[str, Array]:
    """Check the weight arrays of a request: {tag or tile: (rows, cols) multipliers}.

    Raises RequestError with every problem.
    """
    found: dict[str, Array] = {}
    wrong: list[Problem] = []
    for name, array in (weights or {}).items():
        place = f"/{name}"
        if not tileset.knows(name):
            message = f"tileset {tileset.name!r} has no tag or tile {name!r}"
            wrong.append(Problem("weights", place, message, did_you_mean(name, _names(tileset))))
            continue
        try:
            lines = tuple(tuple(float(value) for value in line) for line in array)
        except (TypeError, ValueError):
            wrong.append(Problem("weights", place, "the values are not numbers", "(rows, cols)"))
            continue
        if len(lines) != rows or any(len(line) != cols for line in lines):
            message = "the array does not fit the board"
            wrong.append(Problem("weights", place, message, f"({rows}, {cols}) numbers"))
        elif not all(0 <= value <= FIELD_SCALE for line in lines for value in line):
            message = "a multiplier is out of range"
            wrong.append(Problem("weights", place, message, f"numbers from 0 to {FIELD_SCALE}"))
        else:
            found[name] = lines
    if wrong:
        raise RequestError(wrong)
    return found


def _names(tileset: Tileset) -> Sequence[str]:
    return [*tileset.tags, *(tile.id for tile in tileset.tiles)]
