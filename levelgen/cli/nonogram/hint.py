"""`levelgen nonogram hint`: the next step, and why it follows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from levelgen.cli.errors import BROKEN, SATISFIED, UNKNOWN
from levelgen.cli.nonogram.boards import boards
from levelgen.cli.nonogram.options import (
    FileArgument,
    FromOption,
    GridArgument,
    JsonOption,
    NumberOption,
)
from levelgen.cli.nonogram.output import check_output, encode, hand_over, named, target_of
from levelgen.cli.nonogram.reading import read_grid, read_puzzle
from levelgen.cli.options import ForceOption, NoColorOption, QuietOption, complete_file
from levelgen.cli.terminal import Terminal

if TYPE_CHECKING:
    from levelgen.nonogram.hints import Hint, NoHint
    from levelgen.nonogram.puzzle import Puzzle

EPILOG = """\b
Examples:
  levelgen nonogram hint puzzle.non
  levelgen nonogram hint puzzle.non mine.txt -o next.png

\b
Exit codes:
  0  there is a next step, or nothing is left to do
  1  the grid contradicts the clues
  2  something given is wrong: an option, a file, an output that exists
  3  no single line and no single assumption tells a cell
"""

_CODES = {"solved": SATISFIED, "contradiction": BROKEN, "guess": UNKNOWN}


def hint(
    file: FileArgument,
    grid: GridArgument = None,
    number: NumberOption = None,
    form: FromOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Draw the grid after the step, its cells framed: .png .svg .txt.",
            autocompletion=complete_file,
        ),
    ] = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Tell the easiest next step, and why it follows.

    The author's picture plays no part: every cell follows from the clues and the filled cells.
    """
    from levelgen import nonogram

    target = target_of(output) if output is not None else ""
    if output is not None:
        check_output(output, target, force=force)
    puzzle = read_puzzle(file, form, number)
    cells = read_grid(grid, puzzle, file)
    if grid is not None:
        # It stands in for the grid that is saved, not beside it.
        puzzle = puzzle.model_copy(update={"start": None})
    found = nonogram.hint(puzzle, cells)
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    after = _after(found, puzzle, cells)
    if as_json:
        terminal.data(json.dumps(named(puzzle) | found.to_dict(), ensure_ascii=False) + "\n")
    else:
        terminal.data(f"{found.text}\n")
        if found.to_dict()["cells"] and not quiet:
            lines = boards(puzzle, [after], terminal)
            terminal.data("\n" + "".join(f"{line}\n" for line in lines))
    if output is not None:
        told = [(row, col) for row, col, _ in found.to_dict()["cells"]]
        data = encode(puzzle, target, shown=after, difference=told)
        hand_over(data, output, target, terminal, force=force)
    why = found.to_dict().get("why")
    raise typer.Exit(_CODES[why] if why else SATISFIED)


def _after(found: Hint | NoHint, puzzle: Puzzle, cells: list[list[int]] | None) -> list[list[int]]:
    rows, cols = puzzle.shape
    after = [list(line) for line in cells] if cells else [[-1] * cols for _ in range(rows)]
    for row, col, color in found.to_dict()["cells"]:
        after[row][col] = color
    return after
