"""`levelgen nonogram replay`: watch the line solver, line by line."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from levelgen.cli.errors import BROKEN, SATISFIED, UNKNOWN
from levelgen.cli.nonogram.options import BlankOption, FileArgument, FromOption, NumberOption
from levelgen.cli.nonogram.reading import read_puzzle
from levelgen.cli.options import ForceOption, QuietOption, complete_file
from levelgen.cli.terminal import Terminal
from levelgen.errors import Problem, RequestError
from levelgen.schema.files import check_writable, write_text

EPILOG = """\b
Example:
  levelgen nonogram replay puzzle.non -o replay.html

\b
Exit codes:
  0  lines alone solve the puzzle
  1  they prove that it has no solution
  2  something given is wrong: an option, a file, an output that exists
  3  they leave cells open
The replay is written in all cases but 2.
"""

_CODES = {"solved": SATISFIED, "infeasible": BROKEN, "unknown": UNKNOWN}


def replay(
    file: FileArgument,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.html",
            help="The page to step through.",
            autocompletion=complete_file,
        ),
    ],
    number: NumberOption = None,
    form: FromOption = None,
    blank: BlankOption = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
) -> None:
    """Watch single lines solve a puzzle, as a page to step through.

    The page works without a server and without a network.
    """
    if Path(output).suffix.lower() != ".html":
        raise RequestError([Problem("--output", "", f"{output}: a replay is a page", "FILE.html")])
    check_writable(Path(output), force=force)
    puzzle = read_puzzle(file, form, number, blank=blank)
    from levelgen.nonogram.recording import record_lines
    from levelgen.render.replay import replay_html
    from levelgen.render.replay.timeline import moments

    recording = record_lines(puzzle)
    write_text(Path(output), replay_html(recording), force=force)
    terminal = Terminal.current(quiet=quiet)
    steps = sum(moment.kind == "line" for moment in moments(recording.steps))
    words = {
        "solved": "lines alone solve the puzzle",
        "infeasible": "infeasible: a line cannot be filled",
        "unknown": f"single lines leave {recording.open_cells} cells open",
    }
    terminal.tell(f"{words[recording.status]}, {steps} steps")
    terminal.tell(f"written to {output}")
    raise typer.Exit(_CODES[recording.status])
