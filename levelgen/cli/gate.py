"""`levelgen gate`: fails a build when an evaluation breaks a limit."""

from __future__ import annotations

from typing import Annotated

import typer

from levelgen.cli.errors import BROKEN, SATISFIED
from levelgen.cli.options import NoColorOption, QuietOption, complete_file, complete_generator
from levelgen.cli.terminal import BAD, GOOD, Terminal, styled, table

EPILOG = """\b
Names: success, diversity, unique, levels; mean_ms, p95_ms, max_ms of the time of a level;
a column for its mean, or mean., std., min., max., p05. ... before a column.
Every generator and size has to keep every limit.

\b
Examples:
  levelgen gate results --min success=1.0 --max p95_ms=200
  levelgen gate results --min diversity=.3 --min p05.path_length=12 --generators auto

\b
Exit codes:
  0  every limit is kept
  1  a limit is broken
  2  something given is wrong
"""


def gate(
    folder: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER",
            help="Results of `levelgen evaluate -o`.",
            autocompletion=complete_file,
        ),
    ],
    least: Annotated[
        list[str] | None,
        typer.Option("--min", metavar="NAME=NUMBER", help="The least it may be; repeatable."),
    ] = None,
    most: Annotated[
        list[str] | None,
        typer.Option("--max", metavar="NAME=NUMBER", help="The most it may be; repeatable."),
    ] = None,
    generators: Annotated[
        list[str] | None,
        typer.Option(
            "--generators",
            "-g",
            metavar="NAME,...",
            help="Only these generators; default: all.",
            autocompletion=complete_generator,
        ),
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Judge an evaluation that is not finished.")
    ] = False,
    quiet: QuietOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Hold limits against an evaluation; exit with 1 and their names when any is broken."""
    from levelgen.batch import open_results
    from levelgen.batch.gate import judge_gates, read_gates
    from levelgen.cli.evaluate import words
    from levelgen.errors import Problem, RequestError

    gates = read_gates(least or (), most or ())
    results = open_results(folder)
    if not results.complete and not partial:
        message = f"{len(results)} of {len(results.plan)} rows are there"
        hint = "levelgen evaluate goes on with it; --partial judges what is there"
        raise RequestError([Problem(folder, "", message, hint)])
    verdicts = judge_gates(results, gates, words(generators))
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    rows = []
    for verdict in verdicts:
        color, word = (GOOD, "kept") if verdict.kept else (BAD, "broken")
        measured = "no value" if verdict.measured is None else f"{verdict.measured:.4g}"
        mark = styled(word, color, on=terminal.color)
        rows.append([mark, str(verdict.gate), verdict.group, measured])
    broken = [verdict for verdict in verdicts if not verdict.kept]
    terminal.data("".join(f"{line}\n" for line in table(rows, right=(3,))))
    if broken:
        names = dict.fromkeys(str(verdict.gate) for verdict in broken)
        terminal.tell(f"broken: {', '.join(names)}")
    raise typer.Exit(BROKEN if broken else SATISFIED)
