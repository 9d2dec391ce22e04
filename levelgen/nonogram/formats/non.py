"""Steve Simpson's `.non`, with the extensions of nonogram-db: colours, licences, bundles.

A key and its value stand on one line; the clues follow `rows` and `columns`, a line each, numbers
parted by commas, with a letter where there are colours (`3b,1d`). An empty clue is `0` or a blank
line. `goal` and `saved` are grids in reading order: 0 is blank, 1 or a colour's letter is filled,
`?` is open. Lines that mean nothing here are ignored, as the format asks. Puzzles are parted by
`====`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape, unescape

from levelgen.errors import OutputError, Problem, PuzzleError
from levelgen.nonogram.clues import OPEN
from levelgen.nonogram.formats.drafting import Draft, Line, numbered, open_or, settled
from levelgen.nonogram.formats.palette import hex_of, named
from levelgen.nonogram.puzzle import BLACK, WHITE, Puzzle

_STRINGS = {
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "license",
    "catalogue": "source",
}
_LISTS = {"rows": "rows", "columns": "cols"}
_GRIDS = {"goal": "goal", "saved": "start"}
_KEYS = {*_STRINGS, *_LISTS, *_GRIDS, "width", "height", "color", "colour"}
_KEY = re.compile(r"\s*([A-Za-z]+)(?:[\s:]+(.*))?$")
_CLUE = re.compile(r"\s*[-+,0-9]")
_COLOR = re.compile(r"(\S)\s+(\S+)\s*$")
_BUNDLE = re.compile(r"\s*={4,}\s*$")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass
class _Entry:
    """A key with its value, and the lines that follow it up to the next key."""

    key: str
    value: str
    line: int
    body: list[Line] = field(default_factory=list)


def read_non(text: str, source: str) -> list[Puzzle]:
    """Read every puzzle of a file or bundle. Raises PuzzleError with every problem and its line."""
    parts: list[list[Line]] = [[]]
    for line in numbered(text):
        if _BUNDLE.match(line.text):
            parts.append([])
        else:
            parts[-1].append(line)
    puzzles: list[Puzzle] = []
    wrong: list[Problem] = []
    for part in parts:
        if all(line.blank for line in part) and len(parts) > 1:
            continue
        try:
            puzzles.append(_puzzle(_entries(part), source))
        except PuzzleError as error:
            wrong += error.problems
    if wrong:
        raise PuzzleError(wrong)
    return puzzles


def _entries(lines: Sequence[Line]) -> list[_Entry]:
    entries: list[_Entry] = []
    for line in lines:
        inside = entries[-1] if entries else None
        match = _KEY.match(line.text)
        if match and match[1].lower() in _KEYS:
            entries.append(_Entry(match[1].lower(), match[2] or "", line.number))
        elif inside is None:
            continue
        elif inside.key in _LISTS:
            if line.blank or _CLUE.match(line.text):
                inside.body.append(line)
        elif inside.key in _GRIDS and _is_cells(line.text):
            inside.body.append(line)
    return entries


def _is_cells(text: str) -> bool:
    """Tell whether a line holds cells, close together or with blanks between them."""
    words = text.split()
    return len(words) == 1 or (len(words) > 1 and all(len(word) == 1 for word in words))


def _puzzle(entries: Sequence[_Entry], source: str) -> Puzzle:
    draft = Draft(source)
    known: dict[str, _Entry] = {}
    for entry in entries:
        if entry.key in ("color", "colour"):
            _color(entry, draft)
        elif entry.key in known and entry.key not in _STRINGS and entry.key != "saved":
            first = known[entry.key].line
            hint = "puzzles are parted by a line ===="
            draft.complain(entry.line, f"{entry.key!r} stands on line {first} already", hint)
        else:
            # Of several saved grids the first counts.
            known.setdefault(entry.key, entry)
    sizes = {"rows": _size("height", known, draft), "columns": _size("width", known, draft)}
    for key, name in _LISTS.items():
        count = sizes[key]
        if key not in known:
            draft.complain(None, f"{key!r} is missing", "it stands above the clues, one a line")
        elif count is not None:
            _clues(known[key], name, count, draft)
    if not draft.sound:
        return draft.puzzle()
    for key, name in _GRIDS.items():
        if key in known:
            _grid(known[key], name, draft)
    for key, name in _STRINGS.items():
        value = unescape(_bare(known[key].value)) if key in known else ""
        if value:
            draft.data[name] = value
    return draft.puzzle()


def _bare(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _color(entry: _Entry, draft: Draft) -> None:
    match = _COLOR.match(entry.value)
    hex_code = hex_of(match[2]) if match else None
    if match is None or hex_code is None:
        message = f"{entry.value.strip()!r} is no colour"
        draft.complain(entry.line, message, "a letter and a code, such as: color r #ff0000")
    elif match[1] == "0":
        draft.palette.background(hex_code, named(hex_code, "background"))
    elif match[1] == "1":
        draft.palette.default(hex_code, named(hex_code, "filled"))
    elif match[1].isdigit() or match[1] in ',?"':
        draft.complain(entry.line, f"{match[1]!r} cannot stand for a colour", "a letter")
    elif draft.palette.known(match[1]):
        draft.complain(entry.line, f"the colour {match[1]!r} is declared twice")
    else:
        draft.palette.declare(match[1], hex_code, named(hex_code, ""))


def _size(key: str, known: dict[str, _Entry], draft: Draft) -> int | None:
    if key not in known:
        draft.complain(None, f"{key!r} is missing", f"a line such as: {key} 10")
        return None
    text = _bare(known[key].value)
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) < 1:
        draft.complain(known[key].line, f"{key} {text!r} is no size", "a whole number above 0")
        return None
    return int(text)


def _clues(entry: _Entry, name: str, count: int, draft: Draft) -> None:
    body = [*entry.body]
    if entry.value.strip():
        body.insert(0, Line(entry.line, entry.value))
    lines = settled(body, count)
    if lines is None:
        size = "height" if name == "rows" else "width"
        told = sum(not line.blank for line in body)
        message = f"{entry.key!r} is followed by {told} lines of clues, and the {size} is {count}"
        draft.complain(entry.line, message, "an empty clue is 0 or a blank line of its own")
    else:
        draft.clues(name, lines)


def _grid(entry: _Entry, name: str, draft: Draft) -> None:
    text = "".join([entry.value, *(line.text for line in entry.body)])
    cells = [sign for sign in text if sign not in ' \t"']

    def number(sign: str) -> int:
        if sign in "01":
            return draft.palette.number() if sign == "1" else 0
        return draft.palette.number(sign)

    strange = sorted({sign for sign in cells if sign.isdigit() and sign not in "01"})
    if name == "goal" and "?" in cells:
        draft.complain(entry.line, "the goal has open cells", "a grid with ? is called saved")
    elif strange:
        known = "0 is blank, 1 or a colour's letter is filled"
        draft.complain(entry.line, f"{strange[0]!r} is no cell of the {entry.key}", known)
    else:
        draft.grid(name, cells, entry.line, open_or(number))


# ---------------------------------------------------------------------- writing


def write_non(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles, several as a bundle. Raises OutputError for more colours than letters."""
    return "\n====\n\n".join(map(_written, puzzles))


def _written(puzzle: Puzzle) -> str:
    signs = _signs(puzzle)
    lines = []
    for key, name in _STRINGS.items():
        value = getattr(puzzle, name)
        if value:
            plain = " ".join(value.split())
            code = key == "license" and re.fullmatch(r"[A-Za-z0-9.+-]+", plain)
            lines.append(f"{key} {plain}" if code else f'{key} "{escape(plain, quote=False)}"')
    if puzzle.colors[0].hex.lower() != WHITE.hex:
        lines.append(f"color 0 {puzzle.colors[0].hex}")
    lines += [
        f"color {sign} {color.hex}"
        for sign, color in zip(signs[1:], puzzle.colors[1:], strict=True)
        if sign != "1"
    ]
    lines += [f"width {puzzle.shape[1]}", f"height {puzzle.shape[0]}"]
    suffixes = ["" if sign == "1" else sign for sign in signs]
    for key, clues in (("rows", puzzle.row_clues), ("columns", puzzle.col_clues)):
        lines += ["", key]
        lines += [",".join(f"{n}{suffixes[c]}" for n, c in clue) or "0" for clue in clues]
    for key, name in _GRIDS.items():
        grid = getattr(puzzle, name)
        if grid is not None:
            cells = ("?" if value == OPEN else signs[value] for line in grid for value in line)
            lines += ["", f'{key} "{"".join(cells)}"']
    return "\n".join(lines) + "\n"


def _signs(puzzle: Puzzle) -> list[str]:
    """Choose what stands for each colour: its own character if it can be told from a number."""
    if not puzzle.colored and puzzle.colors[1].hex.lower() == BLACK.hex:
        return ["0", "1"]
    usable = [
        color.char if not color.char.isdigit() and color.char not in ',:?"&=-+' else ""
        for color in puzzle.colors[1:]
    ]
    spare = iter([letter for letter in _LETTERS if letter not in usable])
    signs = [sign or next(spare, "") for sign in usable]
    if "" in signs:
        raise OutputError(f"{len(signs)} colours are more than there are letters for in .non")
    return ["0", *signs]
