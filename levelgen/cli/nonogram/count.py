"""`levelgen nonogram count`: how many solutions there are, up to a limit."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from levelgen.cli.errors import BROKEN, SATISFIED, UNKNOWN
from levelgen.cli.nonogram.options import (
    EXIT_CODES,
    BlankOption,
    FileArgument,
    FromOption,
    JsonOption,
    NumberOption,
)
from levelgen.cli.nonogram.output import named
from levelgen.cli.nonogram.reading import read_puzzle, whole
from levelgen.cli.options import QuietOption, TimeLimitOption
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader
from levelgen.cli.terminal import Terminal

EPILOG = f"""\b
Examples:
  levelgen nonogram count puzzle.non
  levelgen nonogram count puzzle.non --limit 50000 --json

{EXIT_CODES}"""


def count(
    file: FileArgument,
    limit: Annotated[
        str, typer.Option("--limit", "-l", metavar="N", help="Stop at this many solutions.")
    ] = "1000",
    number: NumberOption = None,
    form: FromOption = None,
    blank: BlankOption = False,
    time_limit: TimeLimitOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Count the solutions of a puzzle, exactly or up to a limit."""
    from levelgen import nonogram

    read = Reader()
    seconds = read.time_limit(time_limit)
    read.done()
    most = whole("--limit", limit)
    puzzle = read_puzzle(file, form, number, blank=blank)
    with Progress(1, quiet=quiet, doing="counting"):
        counted = nonogram.count(puzzle, limit=most, time_limit=seconds)
    terminal = Terminal.current(quiet=quiet)
    if as_json:
        data = {
            **named(puzzle),
            "solutions": counted.solutions,
            "exact": counted.exact,
            "limit_hit": counted.limit_hit or None,
        }
        terminal.data(json.dumps(data, ensure_ascii=False) + "\n")
    else:
        terminal.data(f"{counted}\n")
    if counted.limit_hit:
        terminal.tell("a limit ended the count: there may be more")
        raise typer.Exit(UNKNOWN)
    raise typer.Exit(SATISFIED if counted.solutions else BROKEN)
