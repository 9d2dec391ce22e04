"""The XML of webpbn.com: clues, colours, a goal, saved grids; several puzzles in one file.

Counts without a colour have the puzzle's `defaultcolor` (black), blank cells its
`backgroundcolor` (white); these two need no declaration. A grid is rows between bars, a character
a cell; `?` and `[ab]` are open cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape

from levelgen.errors import OutputError, Problem, PuzzleError, did_you_mean
from levelgen.nonogram.clues import OPEN, Clue, clues_of
from levelgen.nonogram.formats.drafting import Draft
from levelgen.nonogram.formats.elements import Element, parse_xml
from levelgen.nonogram.formats.palette import hex_of
from levelgen.nonogram.puzzle import Puzzle

_STRINGS = {
    "title": "title",
    "author": "author",
    "copyright": "copyright",
    "source": "source",
    "description": "notes",
}
_USUAL_CHARS = {"white": ".", "black": "X"}
_SPECIAL = "?|[]/\\&<>\"' "


def read_webpbn(text: str, source: str) -> list[Puzzle]:
    """Read every puzzle of a file. Raises PuzzleError with every problem and its line."""
    root = parse_xml(text, source)
    if root.tag not in ("puzzleset", "puzzle"):
        message = f"line {root.line}: the root is <{root.tag}>"
        raise PuzzleError([Problem(source, "", message, "webpbn puzzles stand in a <puzzleset>")])
    elements = [root] if root.tag == "puzzle" else list(root.all("puzzle"))
    if not elements:
        raise PuzzleError([Problem(source, "", "there is no <puzzle>")])
    puzzles: list[Puzzle] = []
    wrong: list[Problem] = []
    for element in elements:
        try:
            puzzles.append(_Reader(element, root, source).puzzle())
        except PuzzleError as error:
            wrong += error.problems
    if wrong:
        raise PuzzleError(wrong)
    return puzzles


class _Reader:
    """Reads one <puzzle>; what it does not say of its author the set may say."""

    def __init__(self, element: Element, root: Element, source: str) -> None:
        self.element, self.root = element, root
        self.draft = Draft(source)
        self.background = element.attributes.get("backgroundcolor", "white")
        self.default = element.attributes.get("defaultcolor", "black")
        self.chars: dict[str, str] = {}

    def puzzle(self) -> Puzzle:
        """Make the puzzle. Raises PuzzleError."""
        draft, element = self.draft, self.element
        kind = element.attributes.get("type", "grid").lower()
        if kind != "grid":
            what = (
                "a triddler (its grid is made of triangles)" if kind == "triddler" else repr(kind)
            )
            draft.complain(element.line, f"the puzzle is {what}", 'only type="grid" can be read')
            return draft.puzzle()
        self._colors()
        grids = {"goal": self._grid("goal"), "start": self._grid("saved")}
        lists = list(element.all("clues"))
        for clues in lists:
            self._clues(clues)
        if not lists and grids["goal"] is not None:
            self._clues_of(grids["goal"][1], grids["goal"][0])
        elif draft.sound:
            for key, name in (("rows", "rows"), ("columns", "cols")):
                if name not in draft.data:
                    draft.complain(element.line, f'there is no <clues type="{key}">')
        for key, found in grids.items():
            if found is not None and draft.sound:
                line, rows = found
                for index, row in enumerate(rows):
                    draft.put(key, index, row, line)
        for tag, name in _STRINGS.items():
            inherited = self.root.content(tag) if tag in ("author", "copyright", "source") else ""
            value = element.content(tag) or inherited
            if value:
                draft.data[name] = value
        if element.content("id"):
            draft.data["source"] = f"{draft.data.get('source', '')} {element.content('id')}".strip()
        return draft.puzzle()

    def _colors(self) -> None:
        declared = {color.attributes.get("name", "") for color in self.element.all("color")}
        for name in (self.background, self.default):
            if name not in declared:
                self._declare(name, hex_of(name) or "#000000", _USUAL_CHARS.get(name, ""))
        seen: set[str] = set()
        for color in self.element.all("color"):
            name = color.attributes.get("name", "")
            hex_code = hex_of(color.text)
            if not name:
                self.draft.complain(color.line, "a <color> has no name")
            elif name in seen:
                self.draft.complain(color.line, f"the colour {name!r} is declared twice")
            elif hex_code is None:
                hint = "three or six hexadecimal digits"
                self.draft.complain(color.line, f"{color.text.strip()!r} is no colour", hint)
            else:
                self._declare(name, hex_code, color.attributes.get("char", "")[:1])
                if name == self.default != self.background and self._uses_default:
                    # It keeps its place among the others.
                    self.draft.palette.number()
            seen.add(name)

    def _declare(self, name: str, hex_code: str, char: str) -> None:
        if char:
            self.chars[char] = name
        if name == self.background:
            self.draft.palette.background(hex_code, name, char)
        elif name == self.default:
            self.draft.palette.default(hex_code, name, char)
        else:
            self.draft.palette.declare(name, hex_code, name, char)

    @cached_property
    def _uses_default(self) -> bool:
        """Whether any clue has the default colour; else the puzzle may not have it at all."""
        return any(
            count.attributes.get("color", self.default) == self.default
            for clues in self.element.all("clues")
            for line in clues.all("line")
            for count in line.all("count")
        )

    def _number(self, name: str, line: int) -> int:
        if name == self.background:
            return 0
        if name == self.default:
            return self.draft.palette.number()
        if not self.draft.palette.known(name):
            hex_code = hex_of(name)
            if hex_code is None:
                hint = f'<color name="{name}" char="...">ff0000</color>'
                self.draft.complain(line, f"the colour {name!r} is not declared", hint)
                return 1
            self._declare(name, hex_code, "")
        return self.draft.palette.number(name)

    def _clues(self, clues: Element) -> None:
        kind = clues.attributes.get("type", "").lower()
        name = {"rows": "rows", "columns": "cols"}.get(kind)
        if name is None:
            hint = did_you_mean(kind, ("rows", "columns"))
            self.draft.complain(clues.line, f"there are no clues of type {kind!r}", hint)
            return
        if name in self.draft.data:
            self.draft.complain(clues.line, f"the clues of the {kind} stand there twice")
            return
        self.draft.data[name] = []
        for index, line in enumerate(clues.all("line")):
            runs = [self._run(count) for count in line.all("count")]
            self.draft.put(name, index, runs, line.line)

    def _run(self, count: Element) -> dict[str, int]:
        text = count.text.strip()
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            self.draft.complain(count.line, f"{text!r} is no count", "a whole number")
        elif int(text) == 0:
            message = "a count is 0: a blotted clue, whose number is not told, cannot be read"
            self.draft.complain(count.line, message, "an empty line is <line></line>")
        else:
            color = self._number(count.attributes.get("color", self.default), count.line)
            if color == 0:
                message = "a count has the colour of the background"
                self.draft.complain(count.line, message, 'give it a color="..."')
            return {"length": int(text), "color": color}
        return {"length": 1, "color": 1}

    def _clues_of(self, grid: list[list[int]], line: int) -> None:
        for key, lines in (
            ("rows", grid),
            ("cols", [list(row) for row in zip(*grid, strict=True)]),
        ):
            for index, cells in enumerate(lines):
                runs = [{"length": length, "color": color} for length, color in clues_of(cells)]
                self.draft.put(key, index, runs, line)

    def _grid(self, kind: str) -> tuple[int, list[list[int]]] | None:
        """Read the first solution of a kind: its line and its rows."""
        kinds = ("goal", "solution") if kind == "goal" else (kind,)
        found = [
            solution
            for wanted in kinds
            for solution in self.element.all("solution")
            if solution.attributes.get("type", "goal").lower() == wanted
        ]
        image = next((image for solution in found for image in solution.all("image")), None)
        if image is None:
            return None
        parts = [part.strip() for part in image.text.split("|")]
        rows = [self._row(part, image.line, open_cells=kind == "saved") for part in parts if part]
        if len({len(row) for row in rows}) > 1:
            self.draft.complain(image.line, "the rows of the grid have different lengths")
            return None
        return (image.line, rows) if rows else None

    def _row(self, text: str, line: int, *, open_cells: bool) -> list[int]:
        row: list[int] = []
        rest = "".join(text.split())
        while rest:
            if rest[0] == "[":
                inside, _, rest = rest[1:].partition("]")
            else:
                inside, rest = rest[0], rest[1:]
            values = {OPEN if sign == "?" else self._cell(sign, line) for sign in inside}
            value = values.pop() if len(values) == 1 else OPEN
            if value == OPEN and not open_cells:
                self.draft.complain(
                    line, "the goal has open cells", "a grid with ? is of type saved"
                )
                return []
            row.append(value)
        return row

    def _cell(self, sign: str, line: int) -> int:
        if sign in self.chars:
            return self._number(self.chars[sign], line)
        known = " ".join(sorted(self.chars))
        self.draft.complain(line, f"{sign!r} is the character of no colour", f"known: {known} ?")
        return 0


# ---------------------------------------------------------------------- writing


def write_webpbn(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles as one <puzzleset>. Raises OutputError for more colours than characters."""
    body = "".join(f"\n{_written(puzzle)}" for puzzle in puzzles)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    doctype = '<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">\n'
    return f"{head}{doctype}<puzzleset>\n{body}\n</puzzleset>\n"


def _written(puzzle: Puzzle) -> str:
    names = [color.name for color in puzzle.colors]
    chars = _chars(puzzle)
    background, default = escape(names[0]), escape(names[1])
    lines = [f'<puzzle type="grid" defaultcolor="{default}" backgroundcolor="{background}">']
    texts = {tag: getattr(puzzle, name) for tag, name in _STRINGS.items()}
    if puzzle.license:
        texts["copyright"] = "; ".join(filter(None, (puzzle.copyright, puzzle.license)))
    lines += [f"<{tag}>{escape(text, quote=False)}</{tag}>" for tag, text in texts.items() if text]
    lines += [
        f'<color name="{escape(color.name)}" char="{char}">{color.hex[1:].lower()}</color>'
        for color, char in zip(puzzle.colors, chars, strict=True)
    ]
    for kind, clues in (("columns", puzzle.col_clues), ("rows", puzzle.row_clues)):
        lines += [f'<clues type="{kind}">', *(_line(clue, names) for clue in clues), "</clues>"]
    for kind, grid in (("goal", puzzle.goal), ("saved", puzzle.start)):
        if grid is not None:
            rows = [
                "|" + "".join("?" if value == OPEN else chars[value] for value in line) + "|"
                for line in grid
            ]
            lines += [f'<solution type="{kind}">', "<image>", *rows, "</image>", "</solution>"]
    return "\n".join([*lines, "</puzzle>"]) + "\n"


def _line(clue: Clue, names: Sequence[str]) -> str:
    counts = "".join(
        f"<count>{length}</count>"
        if color == 1
        else f'<count color="{escape(names[color])}">{length}</count>'
        for length, color in clue
    )
    return f"<line>{counts}</line>"


def _chars(puzzle: Puzzle) -> list[str]:
    wanted = [color.char if color.char not in _SPECIAL else "" for color in puzzle.colors]
    spare = iter(
        [chr(code) for code in range(33, 127) if chr(code) not in _SPECIAL + "".join(wanted)]
    )
    chars = [char or next(spare, "") for char in wanted]
    if "" in chars:
        raise OutputError(f"{len(chars)} colours are more than there are characters for")
    return chars
