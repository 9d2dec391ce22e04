"""`levelgen nonogram check`: what is wrong with a grid that somebody fills in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer

from levelgen.cli.errors import BROKEN, SATISFIED, UNKNOWN
from levelgen.cli.nonogram.boards import boards, cells_text
from levelgen.cli.nonogram.options import (
    FileArgument,
    FromOption,
    GridArgument,
    JsonOption,
    NumberOption,
)
from levelgen.cli.nonogram.output import named
from levelgen.cli.nonogram.reading import Rows, read_grid, read_puzzle
from levelgen.cli.options import NoColorOption, QuietOption, TimeLimitOption
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader
from levelgen.cli.terminal import BAD, GOOD, Terminal, styled
from levelgen.errors import Problem, RequestError

if TYPE_CHECKING:
    from levelgen.nonogram.checking import Checked
    from levelgen.nonogram.puzzle import Puzzle

EPILOG = """\b
Examples:
  levelgen nonogram check puzzle.non mine.txt
  levelgen nonogram check saved.xml

\b
Exit codes:
  0  the grid can be completed, or is complete
  1  it cannot: a line contradicts its clue, or a cell is wrong
  2  something given is wrong: an option, a file
  3  a limit was reached before that was known
"""


def check(
    file: FileArgument,
    grid: GridArgument = None,
    number: NumberOption = None,
    form: FromOption = None,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Check a filled or partly filled grid against the clues.

    Any grid that keeps the clues is right, whatever the author drew. Single cells are called wrong
    only where the puzzle has exactly one solution.
    """
    from levelgen import nonogram

    read = Reader()
    limit = read.time_limit(time_limit)
    read.done()
    puzzle = read_puzzle(file, form, number)
    cells = read_grid(grid, puzzle, file)
    if cells is None and puzzle.goal is not None:
        cells = [list(line) for line in puzzle.goal]
    if cells is None:
        hint = f"levelgen nonogram check {file} GRID"
        raise RequestError([Problem("GRID", "", f"no grid is saved in {file}", hint)])
    # What is saved is judged here, so it must not be taken for given.
    asked = puzzle.model_copy(update={"start": None})
    with Progress(1, quiet=quiet, doing="checking"):
        checked = nonogram.check(asked, cells, time_limit=limit)
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    if as_json:
        terminal.data(json.dumps(named(puzzle) | checked.to_dict(), ensure_ascii=False) + "\n")
    else:
        _draw(asked, cells, terminal)
    for line in _lines(checked, color=terminal.message_color):
        terminal.tell(line)
    if checked.completable is None:
        raise typer.Exit(UNKNOWN)
    raise typer.Exit(SATISFIED if checked.completable else BROKEN)


def _draw(puzzle: Puzzle, cells: Rows, terminal: Terminal) -> None:
    lines = boards(puzzle, [cells], terminal)
    terminal.data("".join(f"{line}\n" for line in lines))


def _lines(checked: Checked, *, color: bool) -> list[str]:
    lines = [entry.text for entry in checked.contradictions]
    if checked.wrong:
        lines.append(f"{len(checked.wrong)} cells are wrong: {cells_text(checked.wrong)}")
    good, bad = styled("right", GOOD, on=color), styled("wrong", BAD, on=color)
    if checked.solved:
        lines.append(f"{good}: solved, every clue is kept")
    elif checked.completable:
        lines.append(f"{good}: nothing is wrong so far, {checked.open_cells} cells are open")
    elif checked.completable is None:
        lines.append("unknown: a limit was reached before the rest could be judged")
    elif checked.verdict == "infeasible":
        lines.append(f"{bad}: the puzzle itself has no solution")
    else:
        lines.append(f"{bad}: the grid cannot be completed")
    if checked.verdict == "multiple" and not checked.solved:
        lines.append("the puzzle has several solutions, so no single cell can be called wrong")
    return lines
