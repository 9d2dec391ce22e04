"""Olsak's `.g`: colours, clues without a size, text around them.

Everything before the first `:` or `#` in the first column is a comment. `#d` opens the colours, one
a line (`r:*  red  comment`); `0` is the background, `1` the colour of numbers without a letter. A
`:` in the first column opens the rows, the next one the columns, the third ends the puzzle. A blank
line is an empty clue.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from levelgen.nonogram.formats.drafting import Draft, Line, numbered
from levelgen.nonogram.formats.palette import hex_of
from levelgen.nonogram.puzzle import Puzzle

_COLOR = re.compile(r"\s*([^\s:]):(\S?)\s+(\S+)")


def read_olsak(text: str, source: str) -> list[Puzzle]:
    """Read the puzzle. Raises PuzzleError with every problem and its line."""
    draft = Draft(source)
    lines = numbered(text)
    marks = [index for index, line in enumerate(lines) if line.text[:1] in (":", "#")]
    sections: list[tuple[Line, Sequence[Line]]] = [
        (lines[start], lines[start + 1 : end]) for start, end in pairwise([*marks, len(lines)])
    ]
    for head, body in sections:
        kind = head.text[1:2].lower() if head.text.startswith("#") else ""
        if kind == "t":
            message = "the puzzle is a triddler: its cells are triangles"
            draft.complain(head.number, message, "only rectangular puzzles can be read")
            return [draft.puzzle()]
        if kind == "d":
            for line in body:
                _color(line, draft)
    parts = [(head, body) for head, body in sections if head.text.startswith(":")]
    if len(parts) < 2:
        found = "only one line" if parts else "no line"
        message = f"{found} begins with a colon"
        draft.complain(None, message, "one above the rows, one above the columns, one at the end")
        return [draft.puzzle()]
    if len(parts) == 2:
        draft.complain(parts[1][0].number, "the columns are not closed", "a line with : ends them")
    for key, (_, body) in zip(("rows", "cols"), parts, strict=False):
        draft.clues(key, body)
    if draft.sound:
        for key in ("rows", "cols"):
            if not draft.data[key]:
                draft.complain(None, f"there are no clues for the {key}")
    return [draft.puzzle()]


def _color(line: Line, draft: Draft) -> None:
    if line.blank:
        return
    match = _COLOR.match(line.text)
    if match is None:
        message = f"{line.text.strip()!r} declares no colour"
        draft.complain(line.number, message, "such as: r:*  red")
        return
    key, char, word = match[1], match[2], match[3]
    if "/" in word or "\\" in word:
        draft.complain(line.number, f"{key!r} is a triangle", "only whole cells can be read")
        return
    hex_code = hex_of(word)
    if hex_code is None:
        draft.complain(line.number, f"{word!r} is no colour", "a name of X11, or #ff0000")
        return
    name = "" if word.startswith("#") else word
    if key == "0":
        draft.palette.background(hex_code, name or "background", char)
    elif key == "1":
        draft.palette.default(hex_code, name or "filled", char)
    elif key.isdigit():
        draft.complain(line.number, f"{key!r} cannot stand for a colour", "a letter, or 0 or 1")
    elif draft.palette.known(key):
        draft.complain(line.number, f"the colour {key!r} is declared twice")
    else:
        draft.palette.declare(key, hex_code, name, char)
