"""Reads what the commands about nonograms are given: puzzles, grids, numbers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from levelgen.cli.output import STDOUT
from levelgen.errors import Problem, PuzzleError, RequestError

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle

Rows = list[list[int]]

_FILLED, _BLANK = "1X#█■", "0.-·_□"


def read_puzzles(file: str, form: str | None) -> list[Puzzle]:
    """Read every puzzle of a file, or of stdin. Raises PuzzleError and RequestError."""
    from levelgen.nonogram import formats

    if file != STDOUT:
        return formats.load_puzzles(file, form)
    return formats.read_puzzles(_stdin(), form, source="stdin")


def read_puzzle(
    file: str, form: str | None = None, number: str | None = None, *, blank: bool = False
) -> Puzzle:
    """Read one puzzle. Raises PuzzleError and RequestError."""
    from levelgen.nonogram import formats

    wanted = whole("--number", number) if number is not None else None
    puzzle = formats.choose(read_puzzles(file, form), wanted, _named(file))
    return puzzle.model_copy(update={"start": None}) if blank else puzzle


def read_grid(file: str | None, puzzle: Puzzle, source: str) -> Rows | None:
    """Read a partly filled grid, or take the one that is saved with the puzzle.

    Raises PuzzleError with every line that is wrong.
    """
    if file is None:
        return None if puzzle.start is None else [list(line) for line in puzzle.start]
    from levelgen.schema.files import read_text

    if file == STDOUT and source == STDOUT:
        message = "puzzle and grid cannot both come from stdin"
        raise RequestError([Problem("GRID", "", message)])
    text = _stdin() if file == STDOUT else read_text(Path(file), PuzzleError)
    return grid_of(text, puzzle, _named(file))


def grid_of(text: str, puzzle: Puzzle, source: str) -> Rows:
    """Read the lines of a grid: characters of the puzzle's colours, `?` or a blank where open."""
    signs = {color.char: number for number, color in enumerate(puzzle.colors)}
    if not puzzle.colored:
        # Whatever else is in use for filled and blank.
        for value, others in ((0, _BLANK), (1, _FILLED)):
            for sign in others:
                signs.setdefault(sign, value)
    signs |= {"?": -1}
    rows, cols = puzzle.shape
    lines = [line.rstrip("\r") for line in text.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    wrong = []
    if len(lines) != rows:
        message = f"the grid has {len(lines)} lines and the puzzle {rows} rows"
        wrong.append(Problem(source, "", message))
    found: Rows = []
    for number, line in enumerate(lines, 1):
        cells = line.replace(" ", "") if len(line.replace(" ", "")) == cols else line
        strange = next((sign for sign in cells if sign not in signs and sign != " "), None)
        if strange is not None:
            known = "".join(signs)
            message = f"line {number}: {strange!r} is the character of no colour"
            wrong.append(Problem(source, "", message, f"known: {known}"))
        elif len(cells) > cols:
            message = f"line {number} has {len(cells)} cells and the puzzle {cols} columns"
            wrong.append(Problem(source, "", message))
        # Editors cut blanks off at the end of a line: what is missing is open.
        found.append([signs.get(sign, -1) for sign in cells.ljust(cols)])
    if wrong:
        raise PuzzleError(wrong)
    return found


def whole(option: str, text: str, *, least: int = 1) -> int:
    """Read a whole number. Raises RequestError."""
    if not text.isascii() or not text.isdigit() or len(text) > 12 or int(text) < least:
        hint = f"{least} or more"
        raise RequestError([Problem(option, "", f"{text!r} is no number for it", hint)])
    return int(text)


def share(option: str, text: str) -> float:
    """Read a number from 0 to 1. Raises RequestError."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        message = f"{text!r} is no share"
        raise RequestError([Problem(option, "", message, "from 0 to 1, such as 0.5")])
    return number


def _named(file: str) -> str:
    return "stdin" if file == STDOUT else file


def _stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        message = f"byte {cause.start} is not UTF-8 text"
        raise PuzzleError([Problem("stdin", "", message)]) from None
