"""What is wrong with the raw data of a puzzle, and what its shorthands mean; survives any data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from levelgen.errors import did_you_mean
from levelgen.nonogram.clues import OPEN, OPEN_CHAR, needed, read_clue, read_grid
from levelgen.schema.document import Finding, Strict

MOST_COLORS = 64
"""Most colours of a puzzle, with the background."""

DEFAULT_COLORS = (
    {"name": "white", "hex": "#ffffff", "char": "."},
    {"name": "black", "hex": "#000000", "char": "#"},
)


class Palette:
    """What the clues and grids of raw data may name; survives any data."""

    def __init__(self, data: Any) -> None:
        self.names: dict[str, int] = {}
        self.chars: dict[str, int] = {OPEN_CHAR: OPEN}
        self.findings: list[Finding] = []
        self.size = len(data)
        if not 2 <= self.size <= MOST_COLORS:
            message = f"there are {self.size} colours"
            hint = f"2 to {MOST_COLORS}, the background first"
            self.findings.append(Finding(("colors",), message, hint))
        for index, entry in enumerate(data):
            if isinstance(entry, Strict):
                entry = entry.model_dump()
            if not isinstance(entry, Mapping):
                continue
            name, char = entry.get("name"), entry.get("char")
            if isinstance(name, str) and self.names.setdefault(name, index) != index:
                message = f"the name {name!r} is used twice"
                self.findings.append(Finding(("colors", index, "name"), message))
            if isinstance(char, str) and self.chars.setdefault(char, index) != index:
                owner = "an open cell" if char == OPEN_CHAR else "another colour"
                message = f"{char!r} stands for {owner} already"
                self.findings.append(Finding(("colors", index, "char"), message))


def palette_of(data: Any) -> Palette:
    """Read the `colors` of raw data; black on white where there are none."""
    return Palette(data if isinstance(data, list | tuple) else DEFAULT_COLORS)


def spell(data: Mapping[str, Any], *, patch: bool) -> dict[str, Any]:
    """Spell shorthands out. With `patch`, what `findings` reports is replaced by what is valid."""
    palette = palette_of(data.get("colors"))
    found = dict(data)
    for key in ("rows", "cols"):
        if isinstance(found.get(key), list | tuple):
            found[key] = [read_clue(clue, palette.names, patch=patch) for clue in found[key]]
    for key in ("goal", "start"):
        if isinstance(found.get(key), list | tuple):
            found[key] = read_grid(found[key], palette.chars, patch=patch)
    return found


def clue_findings(
    clue: Any, place: tuple[str, int], length: int, palette: Palette
) -> Iterator[Finding]:
    """Yield runs of no length or colour, and a clue that is longer than its line."""
    if not isinstance(clue, list):
        return
    runs: list[tuple[int, int]] = []
    for index, run in enumerate(clue):
        if not isinstance(run, dict):
            return
        size, color = run.get("length"), run.get("color", 1)
        if size == 0 and type(size) is int:
            hint = "an empty line is [] or [0]"
            yield Finding((*place, index, "length"), "0 stands beside other runs", hint)
        if isinstance(color, str):
            hint = did_you_mean(color, list(palette.names)[1:])
            yield Finding((*place, index, "color"), f"there is no colour {color!r}", hint)
        elif color == 0 and type(color) is int:
            yield Finding((*place, index, "color"), "a run cannot have the background's colour")
        elif type(color) is int and color >= palette.size:
            hint = f"1 .. {palette.size - 1}"
            yield Finding((*place, index, "color"), f"there is no colour number {color}", hint)
        if type(size) is not int or type(color) is not int or size < 1:
            return
        runs.append((size, color))
    least = needed(tuple(runs))
    if least > length:
        message = f"the clue needs {least} cells and the line has {length}"
        yield Finding(place, message)


def grid_findings(
    grid: Any, key: str, sizes: Mapping[str, Any], palette: Palette
) -> Iterator[Finding]:
    """Yield the cells of a `goal` or `start` that are no colours, and a size that does not fit."""
    if not isinstance(grid, list) or not all(isinstance(size, list) for size in sizes.values()):
        return
    rows, cols = len(sizes["rows"]), len(sizes["cols"])
    if len(grid) != rows:
        yield Finding((key,), f"the grid has {len(grid)} rows and the puzzle {rows}")
    lowest = OPEN if key == "start" else 0
    for index, line in enumerate(grid):
        if not isinstance(line, list):
            continue
        if len(line) != cols:
            message = f"the row has {len(line)} cells and the puzzle {cols} columns"
            yield Finding((key, index), message)
        for col, value in enumerate(line):
            if isinstance(value, str):
                known = "".join(palette.chars)
                message = f"{value!r} is the character of no colour"
                yield Finding((key, index), message, f"known: {known}")
                break
            if type(value) is int and not lowest <= value < palette.size:
                open_cell = value == OPEN
                message = "a cell is open" if open_cell else f"there is no colour number {value}"
                hint = "a goal shows every cell" if open_cell else f"0 .. {palette.size - 1}"
                yield Finding((key, index, col), message, hint)
