"""The TOML of nonogrid: two texts of clues, several to a line, with comments between them.

Clues are parted by commas and line ends, numbers within a clue by blanks; `#` and `;` begin
comments. A number without a letter is black, whatever colours are declared. `0` is an empty clue.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from levelgen.errors import Problem, PuzzleError
from levelgen.nonogram.formats.drafting import Draft, Line, numbered
from levelgen.nonogram.formats.palette import hex_of
from levelgen.nonogram.puzzle import Puzzle

_COLOR = re.compile(r"\s*(\S+)\s*=\s*(.*?)\s*(\S)\s*$")
_LISTS = {"rows": "rows", "columns": "cols"}


def read_nonogrid(text: str, source: str) -> list[Puzzle]:
    """Read the puzzle. Raises PuzzleError with every problem and its line."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as cause:
        raise PuzzleError([Problem(source, "", f"this is not TOML: {cause}")]) from None
    draft = Draft(source)
    colors = data.get("colors", {})
    for entry in colors.get("defs", []) if isinstance(colors, dict) else []:
        _color(entry, draft)
    clues = data.get("clues")
    if not isinstance(clues, dict):
        draft.complain(None, "there is no section [clues]")
        return [draft.puzzle()]
    for key, name in _LISTS.items():
        if not isinstance(clues.get(key), str):
            draft.complain(None, f"[clues] has no text {key!r}")
        else:
            draft.clues(name, _clues(clues[key], _line_of(text, key)))
    return [draft.puzzle()]


def _line_of(text: str, key: str) -> int:
    """Find the line on which a text begins: TOML readers do not tell."""
    return next(
        (line.number for line in numbered(text) if re.match(rf"\s*{key}\s*=", line.text)), 1
    )


def _clues(text: str, first: int) -> list[Line]:
    found = []
    for line in numbered(text):
        told = re.split("[#;]", line.text)[0]
        for part in told.split(","):
            clue = part.strip().strip("'\"").strip()
            if clue:
                found.append(Line(first + line.number - 1, clue))
    return found


def _color(entry: Any, draft: Draft) -> None:
    match = _COLOR.match(entry) if isinstance(entry, str) else None
    hex_code = _hex(match[2]) if match else None
    if match is None or hex_code is None or len(match[1]) != 1:
        draft.complain(None, f"{entry!r} declares no colour", "such as: r = (red) %")
    else:
        draft.palette.declare(match[1], hex_code, char=match[3])


def _hex(text: str) -> str | None:
    inner = text.strip().strip("()")
    parts = inner.split(",")
    if len(parts) == 3:
        return hex_of(f"rgb({inner})")
    return hex_of(inner)
