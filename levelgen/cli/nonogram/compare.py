"""`levelgen nonogram compare`: all solvers on one puzzle, side by side."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

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
from levelgen.cli.nonogram.solve import ENCODINGS, exit_code
from levelgen.cli.options import QuietOption
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader, choice
from levelgen.cli.terminal import Terminal, table

if TYPE_CHECKING:
    from levelgen.nonogram.result import Result

SOLVERS = (
    "auto",
    "line",
    "search",
    *(f"cpsat-{encoding}" for encoding in ENCODINGS),
    "naive-depth-first",
    "naive",
)

EPILOG = f"""\b
Examples:
  levelgen nonogram compare puzzle.non
  levelgen nonogram compare puzzle.non --solver auto --solver cpsat-table --time-limit 5

{EXIT_CODES}"""


def _complete(incomplete: str) -> list[str]:
    return [name for name in SOLVERS if name.startswith(incomplete)]


def compare(
    file: FileArgument,
    solvers: Annotated[
        list[str] | None,
        typer.Option(
            "--solver",
            "-s",
            metavar="NAME",
            help=f"One of {', '.join(SOLVERS)}; may be repeated; default: all.",
            autocompletion=_complete,
        ),
    ] = None,
    time_limit: Annotated[
        str,
        typer.Option("--time-limit", metavar="SECONDS", help="Stop each solver after this time."),
    ] = "10",
    number: NumberOption = None,
    form: FromOption = None,
    blank: BlankOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Run all solvers on one puzzle, side by side.

    The exit code is that of the first solver that has an answer. naive says how long all
    combinations of row patterns would take.
    """
    from levelgen import nonogram

    read = Reader()
    limit = read.time_limit(time_limit)
    read.done()
    names = [choice("--solver", name, SOLVERS) for name in solvers or SOLVERS]
    puzzle = read_puzzle(file, form, number, blank=blank)
    results: list[tuple[str, Result]] = []
    with Progress(len(names), quiet=quiet, doing="comparing", thing="solver") as progress:
        for name in names:
            solver, _, encoding = name.partition("-")
            chosen: Any = (
                {"solver": "cpsat", "encoding": encoding} if solver == "cpsat" else {"solver": name}
            )
            results.append((name, nonogram.solve(puzzle, time_limit=limit, **chosen)))
            progress.done += 1
    combinations = nonogram.combinations(puzzle)
    terminal = Terminal.current(quiet=quiet)
    if as_json:
        data = {
            **named(puzzle),
            "combinations": combinations,
            "solvers": {name: result.to_dict() for name, result in results},
        }
        terminal.data(json.dumps(data, ensure_ascii=False) + "\n")
    else:
        lines = table(_rows(results), right=(2, 3, 4, 5, 6))
        terminal.data("".join(f"{line}\n" for line in lines))
    terminal.tell(f"combinations of row patterns: {combinations:,}")
    for line in _naive_lines(results, combinations):
        terminal.tell(line)
    verdicts = [result.verdict for _, result in results if result.verdict != "unknown"]
    raise typer.Exit(exit_code(verdicts[0] if verdicts else "unknown"))


def _rows(results: list[tuple[str, Result]]) -> list[list[str]]:
    head = ["solver", "verdict", "seconds", "lines", "branches", "conflicts", "variables"]
    rows = [head]
    for name, result in results:
        done = result.statistics
        counts = (done.lines, done.branches, done.conflicts, done.variables)
        seconds = f"{result.times.total:.4f}"
        rows.append(
            [name, result.verdict, seconds, *(f"{count:,}" if count else "-" for count in counts)]
        )
    return rows


def _naive_lines(results: list[tuple[str, Result]], combinations: int) -> list[str]:
    for name, result in results:
        checked = result.statistics.combinations
        if name == "naive" and checked and result.verdict == "unknown":
            seconds = combinations / checked * result.times.total
            return [f"naive checked {checked:,} of them; all would take {duration(seconds)}"]
    return []


def duration(seconds: float) -> str:
    """Write a time so that its size is felt."""
    for unit, size in (("years", 31_557_600.0), ("days", 86_400.0), ("hours", 3600.0)):
        if seconds >= 2 * size:
            return (
                f"{seconds / size:,.1f} {unit}"
                if seconds < 1e6 * size
                else f"{seconds / size:.1e} {unit}"
            )
    return f"{seconds:,.1f} seconds"
