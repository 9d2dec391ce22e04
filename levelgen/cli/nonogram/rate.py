"""`levelgen nonogram rate`: how hard a puzzle is for a person."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import typer

from levelgen.cli.nonogram.options import (
    EXIT_CODES,
    BlankOption,
    FileArgument,
    FromOption,
    JsonOption,
    NumberOption,
)
from levelgen.cli.nonogram.output import named
from levelgen.cli.nonogram.reading import read_puzzle
from levelgen.cli.nonogram.solve import exit_code
from levelgen.cli.options import QuietOption, TimeLimitOption
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader
from levelgen.cli.terminal import Terminal, table

if TYPE_CHECKING:
    from levelgen.nonogram.rating import Rating

EPILOG = f"""\b
Example:
  levelgen nonogram rate puzzle.non

{EXIT_CODES}"""

_MEANING = {
    "overlap": "runs that overlap with themselves are enough",
    "line": "each step follows from one line",
    "probing": "some cells take an assumption that leads to a contradiction",
    "deep-probing": "some cells take assumptions within assumptions",
    "search": "it takes trial and error",
}


def rate(
    file: FileArgument,
    number: NumberOption = None,
    form: FromOption = None,
    blank: BlankOption = False,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Rate a puzzle: the cheapest technique that solves it.

    Techniques, each with those before it: overlap, line, probing, deep-probing, search.
    """
    from levelgen import nonogram

    read = Reader()
    limit = read.time_limit(time_limit)
    read.done()
    puzzle = read_puzzle(file, form, number, blank=blank)
    with Progress(1, quiet=quiet, doing="rating"):
        rating = nonogram.rate(puzzle, time_limit=limit)
    terminal = Terminal.current(quiet=quiet)
    if as_json:
        data = {**named(puzzle), **rating.to_dict()}
        terminal.data(json.dumps(data, ensure_ascii=False) + "\n")
    else:
        terminal.data("".join(f"{line}\n" for line in _lines(rating)))
    raise typer.Exit(exit_code(rating.verdict))


def _lines(rating: Rating) -> list[str]:
    if rating.difficulty is None:
        why = {
            "multiple": "there are several solutions, so it cannot be solved without a guess",
            "infeasible": "there is no solution",
            "unknown": "a limit was reached before the solution was known",
        }
        return [f"not rated: {why[rating.verdict]}"]
    unresolved = rating.line_unresolved_cells
    rows = [
        ["difficulty", f"{rating.difficulty} ({rating.level} of 5): {_MEANING[rating.difficulty]}"],
        ["single lines", "solve it" if not unresolved else f"leave {unresolved} cells open"],
        ["passes", str(rating.passes)],
        ["lines worked", f"{rating.lines_worked} ({rating.work_per_line:.1f} for each line)"],
    ]
    if rating.probes:
        rows.append(["assumptions", str(rating.probes)])
    if rating.branches:
        rows.append(["guesses", str(rating.branches)])
    return table(rows)
