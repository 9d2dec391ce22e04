"""Clues and lines as plain data: (length, colour) runs, cells as colour numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol

Run = tuple[int, int]
"""Length and colour number."""

Clue = tuple[Run, ...]
"""The runs of a line from left to right, or from the top."""

OPEN = -1
"""The value of a cell that is not known."""

OPEN_CHAR = "?"


class _Sized(Protocol):
    @property
    def length(self) -> int: ...
    @property
    def color(self) -> int: ...


def clues_of(line: Iterable[int]) -> Clue:
    """Give the runs of a line of colour numbers; 0 is the background."""
    return tuple((len(list(cells)), int(color)) for color, cells in groupby(line) if color)


def needed(clue: Clue) -> int:
    """Give the cells that a clue needs at least: runs of one colour keep a gap of one cell."""
    gaps = sum(clue[index][1] == clue[index + 1][1] for index in range(len(clue) - 1))
    return sum(length for length, _ in clue) + gaps


def read_clue(clue: Any, names: Mapping[str, int], *, patch: bool) -> Any:
    """Spell out a clue as it may be written: `{"length", "color"}` with a colour number.

    Lengths alone are of colour 1, and `[0]` is an empty line. Anything else is left as it is; with
    `patch`, lengths of 0 and unknown colours are replaced.
    """
    if not isinstance(clue, list | tuple):
        return clue
    if len(clue) == 1 and type(clue[0]) is int and clue[0] == 0:
        return []
    return [_read_run(run, names, patch) for run in clue]


def _read_run(run: Any, names: Mapping[str, int], patch: bool) -> Any:
    if isinstance(run, Mapping):
        length, color = run.get("length"), run.get("color", 1)
        spelled = {**run, "color": color}
    elif isinstance(run, tuple) and len(run) == 2:
        length, color = run
        spelled = {"length": length, "color": color}
    elif hasattr(run, "length"):
        return {"length": run.length, "color": run.color}
    elif isinstance(run, list | tuple):
        return run
    else:
        length, color = run, 1
        spelled = {"length": length, "color": color}
    if isinstance(color, str):
        spelled["color"] = names.get(color, 1 if patch else color)
    if patch and length == 0 and type(length) is int:
        spelled["length"] = 1
    return spelled


def write_clue(clue: Sequence[_Sized], names: Sequence[str]) -> list[Any]:
    """Write a clue for a file: lengths where there is one colour, else with colour names."""
    if len(names) == 2:
        return [run.length for run in clue]
    return [{"length": run.length, "color": names[run.color]} for run in clue]


def read_grid(grid: Sequence[Any], chars: Mapping[str, int], *, patch: bool) -> list[Any]:
    """Turn lines of text into colour numbers; with `patch`, unknown characters are replaced."""
    return [
        [chars.get(char, 0 if patch else char) for char in line]
        if isinstance(line, str)
        else list(line)
        if isinstance(line, list | tuple)
        else line
        for line in grid
    ]
