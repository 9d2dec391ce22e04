"""The nonogram puzzle: what a user writes and gets, `levelgen-nonogram/1`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from levelgen.errors import InputError, Problem, PuzzleError
from levelgen.nonogram.clues import OPEN, OPEN_CHAR, Clue, clues_of, write_clue
from levelgen.nonogram.findings import (
    DEFAULT_COLORS,
    clue_findings,
    grid_findings,
    palette_of,
    spell,
)
from levelgen.schema.declaring import Field
from levelgen.schema.document import Document, Finding, Strict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Grid = NDArray[np.int16]

LARGEST = 1 << 12
"""Most rows or columns of a puzzle."""

_CLUE_SCHEMA: dict[str, Any] = {
    "description": "Lengths of the runs from left to right, or from the top; [] is an empty line.",
    "items": {
        "anyOf": [
            {"type": "integer", "minimum": 0},
            {
                "type": "object",
                "properties": {
                    "length": {"type": "integer", "minimum": 1},
                    "color": {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 1}]},
                },
                "required": ["length"],
                "additionalProperties": False,
            },
        ]
    },
    "type": "array",
}
_GRID_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {
            "type": "array",
            "items": {
                "anyOf": [
                    {"type": "string"},
                    {"type": "array", "items": {"type": "integer", "minimum": -1}},
                ]
            },
        },
        {"type": "null"},
    ],
    "default": None,
}


class Color(Strict):
    """One colour of a puzzle; the first of a puzzle is its background."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    hex: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
    char: Annotated[
        str, Field(min_length=1, max_length=1, description="Stands for it in text grids.")
    ]


class Block(Strict):
    """One run of a clue: `length` cells of the colour with this number in `Puzzle.colors`."""

    length: Annotated[int, Field(ge=1)]
    color: Annotated[int, Field(ge=1)] = 1


WHITE, BLACK = (Color(**color) for color in DEFAULT_COLORS)


class Puzzle(Document):
    """A nonogram: the clues of all rows and columns.

    In a file a clue is a list of lengths (`[3, 2, 1]`, all of the first colour), or of objects
    (`{"length": 3, "color": "red"}`); lengths alone are the form that is written where there is
    only one colour. `[]` and `[0]` are an empty line. A grid is a list of lines of text, one
    character of `colors` a cell, `?` where a cell is open; rows of colour numbers are read too.
    Clues that contradict each other make a puzzle without a solution, not an error: see
    `contradictions`.
    """

    error: ClassVar[type[InputError]] = PuzzleError

    format: Literal["levelgen-nonogram/1"] = "levelgen-nonogram/1"
    schema_: str | None = Field(default=None, key="$schema", exclude=True)
    title: str | None = None
    author: str | None = None
    copyright: str | None = None
    license: str | None = None
    source: str | None = None
    notes: str | None = None
    colors: Annotated[
        tuple[Color, ...], Field(description="The background comes first; 2 to 64 in all.")
    ] = (WHITE, BLACK)
    rows: Annotated[
        tuple[Annotated[tuple[Block, ...], Field(json_schema=_CLUE_SCHEMA)], ...],
        Field(min_length=1, max_length=LARGEST),
    ]
    cols: Annotated[
        tuple[Annotated[tuple[Block, ...], Field(json_schema=_CLUE_SCHEMA)], ...],
        Field(min_length=1, max_length=LARGEST),
    ]
    goal: Annotated[
        tuple[tuple[int, ...], ...] | None,
        Field(description="The author's picture.", json_schema=_GRID_SCHEMA),
    ] = None
    start: Annotated[
        tuple[tuple[int, ...], ...] | None,
        Field(description="Cells that are given.", json_schema=_GRID_SCHEMA),
    ] = None

    # ------------------------------------------------------------------ reading and writing

    @classmethod
    def spelled_out(cls, data: Mapping[str, Any]) -> Mapping[str, Any]:
        """Spell shorthands out; what cannot be understood is left to the field it belongs to."""
        return spell(data, patch=True)

    def shorthand(self, data: dict[str, Any]) -> dict[str, Any]:
        """Write clues and grids the short way, and no empty field."""
        data = {key: value for key, value in data.items() if value is not None}
        names = [color.name for color in self.colors]
        chars = [color.char for color in self.colors]
        for key in ("rows", "cols"):
            if key in data:
                data[key] = [write_clue(clue, names) for clue in getattr(self, key)]
        for key in ("goal", "start"):
            if data.get(key) is not None:
                data[key] = [
                    "".join(OPEN_CHAR if value == OPEN else chars[value] for value in line)
                    for line in getattr(self, key)
                ]
        return data

    @classmethod
    def findings(cls, data: dict[str, Any]) -> Iterator[Finding]:
        """Yield colours that are mixed up, lines that are too short, grids of another size."""
        data, palette = spell(data, patch=False), palette_of(data.get("colors"))
        yield from palette.findings
        sizes = {key: data.get(key) for key in ("rows", "cols")}
        for key, other in (("rows", "cols"), ("cols", "rows")):
            if isinstance(sizes[key], list) and isinstance(sizes[other], list):
                length = len(sizes[other] or [])
                for index, clue in enumerate(sizes[key] or []):
                    yield from clue_findings(clue, (key, index), length, palette)
        for key in ("goal", "start"):
            yield from grid_findings(data.get(key), key, sizes, palette)

    # ------------------------------------------------------------------ making

    @classmethod
    def from_clues(cls, rows: Any, cols: Any, **others: Any) -> Puzzle:
        """Make a puzzle from plain lists of clues; `others` are further fields.

        A run is a length (of the first colour) or an object as in a file. Raises PuzzleError with
        every problem.
        """
        return cls.read({"rows": list(rows), "cols": list(cols), **others}, "puzzle")

    @classmethod
    def of_grid(
        cls, grid: ArrayLike, colors: Sequence[Color] = (WHITE, BLACK), *, title: str | None = None
    ) -> Puzzle:
        """Make the puzzle whose clues describe a grid (rows, cols) of colour numbers.

        0 is the background; `colors` must hold every number. The grid becomes the `goal`. Raises
        PuzzleError for an empty or open grid, a number without a colour, or colours mixed up.
        """
        lines = _plain_grid(grid)
        wrong = {value for line in lines for value in line if not 0 <= value < len(colors)}
        if wrong:
            values = ", ".join(map(str, sorted(wrong)))
            hint = f"0 .. {len(colors) - 1}, one for each of `colors`"
            raise PuzzleError([Problem("grid", "", f"no colour has the number {values}", hint)])
        empty = cls.read({"colors": colors, "rows": [[]], "cols": [[]], "title": title}, "puzzle")
        made = cls.of_lines(lines, empty.colors)
        return made if title is None else made.model_copy(update={"title": title})

    @classmethod
    def of_lines(cls, lines: Sequence[Sequence[int]], colors: tuple[Color, ...]) -> Puzzle:
        """Make the puzzle of a grid that is known to be valid; see `of_grid`.

        The clues of a grid are valid, and validating each run takes most of a second on 512x512.
        """
        return cls.model_construct(
            colors=colors,
            rows=_blocks(lines),
            cols=_blocks(zip(*lines, strict=True)),
            goal=tuple(map(tuple, lines)),
        )

    def transposed(self) -> Puzzle:
        """Give the puzzle with rows and columns exchanged."""
        return self.model_copy(
            update={
                "rows": self.cols,
                "cols": self.rows,
                "goal": _turned(self.goal),
                "start": _turned(self.start),
            }
        )

    def mirrored(self) -> Puzzle:
        """Give the puzzle with left and right exchanged."""
        return self.model_copy(
            update={
                "rows": tuple(clue[::-1] for clue in self.rows),
                "cols": self.cols[::-1],
                "goal": None if self.goal is None else tuple(line[::-1] for line in self.goal),
                "start": None if self.start is None else tuple(line[::-1] for line in self.start),
            }
        )

    # ------------------------------------------------------------------ asking

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns."""
        return len(self.rows), len(self.cols)

    @property
    def colored(self) -> bool:
        """Whether there is more than one colour beside the background."""
        return len(self.colors) > 2

    @cached_property
    def row_clues(self) -> tuple[Clue, ...]:
        """The clues of the rows as (length, colour) pairs."""
        return tuple(tuple((run.length, run.color) for run in clue) for clue in self.rows)

    @cached_property
    def col_clues(self) -> tuple[Clue, ...]:
        """The clues of the columns as (length, colour) pairs."""
        return tuple(tuple((run.length, run.color) for run in clue) for clue in self.cols)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the clues: puzzles are the same if their clues are, whatever their names.

        Colours count by where they are used, not by name or order in the file.
        """
        from hashlib import sha256

        from levelgen.schema.files import canonical_json

        order: dict[int, int] = {}
        for clue in (*self.row_clues, *self.col_clues):
            for _, color in clue:
                order.setdefault(color, len(order) + 1)
        data = [
            [[[length, order[color]] for length, color in clue] for clue in clues]
            for clues in (self.row_clues, self.col_clues)
        ]
        return sha256(canonical_json(data).encode()).hexdigest()

    @cached_property
    def contradictions(self) -> tuple[Problem, ...]:
        """The colours of which the rows ask for another number of cells than the columns."""
        found = []
        for color in range(1, len(self.colors)):
            down, across = (
                sum(length for clue in clues for length, used in clue if used == color)
                for clues in (self.row_clues, self.col_clues)
            )
            if down != across:
                name = f" {self.colors[color].name}" if self.colored else ""
                message = f"the rows ask for {down}{name} cells and the columns for {across}"
                found.append(Problem("puzzle", "/rows", message, "they are the same cells"))
        return tuple(found)

    def accepts(self, grid: ArrayLike) -> bool:
        """Tell whether a filled grid (rows, cols) keeps every clue and the given cells.

        Any grid that does is a solution, whatever the goal shows.
        """
        import numpy as np

        cells = np.asarray(grid)
        if cells.shape != self.shape:
            return False
        lines: list[list[int]] = cells.tolist()
        return (
            tuple(map(clues_of, lines)) == self.row_clues
            and tuple(map(clues_of, zip(*lines, strict=True))) == self.col_clues
            and (
                self.start is None
                or all(
                    given in (OPEN, value)
                    for asked, line in zip(self.start, lines, strict=True)
                    for given, value in zip(asked, line, strict=True)
                )
            )
        )

    def start_grid(self) -> Grid:
        """Give the cells to start with as an int16 array (rows, cols), -1 where they are open."""
        import numpy as np

        if self.start is None:
            return np.full(self.shape, OPEN, dtype=np.int16)
        return np.array(self.start, dtype=np.int16)

    def to_json(self) -> str:
        """Write the puzzle as JSON text: the same puzzle gives the same bytes."""
        from levelgen.schema.files import readable_json

        return readable_json(self.model_dump(mode="json", by_alias=True))

    @classmethod
    def from_json(cls, text: str, *, source: str = "puzzle") -> Puzzle:
        """Read a puzzle from JSON text. Raises PuzzleError with every problem."""
        from levelgen.schema.files import parse_json

        return cls.read(parse_json(text, source, PuzzleError), source)


def _plain_grid(grid: ArrayLike) -> list[list[int]]:
    import numpy as np

    try:
        cells = np.asarray(grid)
    except ValueError:
        message = "the rows are not of one length"
        raise PuzzleError([Problem("grid", "", message, "(rows, cols), at least 1x1")]) from None
    if cells.ndim != 2 or not cells.size:
        message = f"the shape {cells.shape} is no grid"
        raise PuzzleError([Problem("grid", "", message, "(rows, cols), at least 1x1")])
    if cells.dtype.kind not in "biu":
        message = f"the values are {cells.dtype}, not whole numbers"
        raise PuzzleError([Problem("grid", "", message)])
    return [[int(value) for value in line] for line in cells.tolist()]


def _blocks(lines: Iterable[Sequence[int]]) -> tuple[tuple[Block, ...], ...]:
    made: dict[tuple[int, int], Block] = {}
    found = []
    for line in lines:
        clue = clues_of(line)
        for run in clue:
            if run not in made:
                made[run] = Block(length=run[0], color=run[1])
        found.append(tuple(made[run] for run in clue))
    return tuple(found)


def _turned(grid: tuple[tuple[int, ...], ...] | None) -> tuple[tuple[int, ...], ...] | None:
    return None if grid is None else tuple(zip(*grid, strict=True))
