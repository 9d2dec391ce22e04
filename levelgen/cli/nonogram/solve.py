"""`levelgen nonogram solve`: the solution, and whether it is the only one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from levelgen.cli.errors import BROKEN, SATISFIED, UNKNOWN
from levelgen.cli.nonogram.boards import boards, cells_text
from levelgen.cli.nonogram.options import (
    EXIT_CODES,
    BlankOption,
    FileArgument,
    FromOption,
    JsonOption,
    NumberOption,
)
from levelgen.cli.nonogram.output import check_output, encode, hand_over, named, target_of
from levelgen.cli.nonogram.reading import read_puzzle
from levelgen.cli.options import (
    ForceOption,
    NoColorOption,
    QuietOption,
    TimeLimitOption,
    complete_file,
)
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader
from levelgen.cli.terminal import BAD, GOOD, Terminal, styled

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle
    from levelgen.nonogram.result import Result

SOLVERS = ("auto", "line", "cpsat", "search", "naive", "naive-depth-first")
ENCODINGS = ("ladder", "starts", "automaton", "table")

EPILOG = f"""\b
Examples:
  levelgen nonogram solve puzzle.non
  levelgen nonogram solve puzzle.xml --unique --json
  levelgen nonogram solve puzzle.non --solver cpsat --encoding automaton -o solved.png

{EXIT_CODES}"""


def complete_solver(incomplete: str) -> list[str]:
    """Offer the solvers."""
    return [name for name in SOLVERS if name.startswith(incomplete)]


def complete_encoding(incomplete: str) -> list[str]:
    """Offer the encodings."""
    return [name for name in ENCODINGS if name.startswith(incomplete)]


def solve(
    file: FileArgument,
    solver: Annotated[
        str,
        typer.Option(
            "--solver",
            "-s",
            metavar="NAME",
            help=f"{', '.join(SOLVERS)}: line works single lines only, naive tries everything.",
            autocompletion=complete_solver,
        ),
    ] = "auto",
    encoding: Annotated[
        str,
        typer.Option(
            "--encoding",
            metavar="NAME",
            help=f"How cpsat posts the lines: {', '.join(ENCODINGS)}.",
            autocompletion=complete_encoding,
        ),
    ] = "ladder",
    unique: Annotated[
        bool, typer.Option("--unique", help="Exit code 1 where there is a second solution.")
    ] = False,
    number: NumberOption = None,
    form: FromOption = None,
    blank: BlankOption = False,
    time_limit: TimeLimitOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the solution: .png .svg .html .pdf .txt, or as goal in .non .xml .json.",
            autocompletion=complete_file,
        ),
    ] = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Solve a puzzle, and say whether the solution is the only one."""
    from levelgen import nonogram

    read = Reader()
    limit = read.time_limit(time_limit)
    read.done()
    target = target_of(output) if output is not None else ""
    if output is not None:
        check_output(output, target, force=force)
    puzzle = read_puzzle(file, form, number, blank=blank)
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    with Progress(1, quiet=quiet, doing="solving"):
        # The names are checked there, together.
        chosen: Any = {"solver": solver, "encoding": encoding}
        result = nonogram.solve(puzzle, time_limit=limit, **chosen)
    if as_json:
        terminal.data(json.dumps(result_data(puzzle, result), ensure_ascii=False) + "\n")
    else:
        _draw(puzzle, result, terminal)
    for line in verdict_lines(puzzle, result, color=terminal.message_color):
        terminal.tell(line)
    grid = result.to_dict()["grid"]
    if output is not None and grid is not None:
        data = encode(
            puzzle,
            target,
            solution=grid,
            shown=grid,
            difference=result.difference,
            note=solution_note(result.verdict),
        )
        hand_over(data, output, target, terminal, force=force)
    elif output is not None:
        terminal.tell(f"nothing is written to {output}: there is no solution to show")
    raise typer.Exit(exit_code(result.verdict, unique=unique))


def exit_code(verdict: str, *, unique: bool = False) -> int:
    """Give the exit code of a verdict."""
    if verdict == "unknown":
        return UNKNOWN
    return BROKEN if verdict == "infeasible" or (unique and verdict == "multiple") else SATISFIED


def result_data(puzzle: Puzzle, result: Result) -> dict[str, Any]:
    """Give a result with the name of its puzzle as plain data."""
    rows, cols = puzzle.shape
    return {**named(puzzle), "rows": rows, "cols": cols, **result.to_dict()}


def solution_note(verdict: str) -> str:
    """Say in a sentence how many solutions there are, as far as known."""
    return {
        "unique": "This puzzle has exactly one solution.",
        "multiple": "This puzzle has more than one solution; one of them is shown.",
        "infeasible": "This puzzle has no solution.",
    }.get(verdict, "")


def _draw(puzzle: Puzzle, result: Result, terminal: Terminal) -> None:
    found = result.to_dict()
    if found["second_grid"] is not None:
        grids, labels = [found["grid"], found["second_grid"]], ["one", "another"]
    else:
        grids, labels = [found["grid"] or found["known"]], []
    if grids != [None]:
        lines = boards(puzzle, grids, terminal, labels, set(result.difference))
        terminal.data("".join(f"{line}\n" for line in lines))


def verdict_lines(puzzle: Puzzle, result: Result, *, color: bool) -> list[str]:
    """Say what was found and what it took."""
    good = result.verdict in ("unique", "multiple")
    word = styled(result.verdict, GOOD if good else BAD, on=color)
    lines = [f"{word}: {_meaning(result)}"]
    given = sum(value >= 0 for line in puzzle.start or () for value in line)
    if given:
        hint = "; without them: --blank" if result.verdict == "infeasible" else ""
        lines.append(f"{given} cells were given{hint}")
    if result.difference:
        lines.append(f"they differ in {len(result.difference)}: {cells_text(result.difference)}")
    left = result.line_unresolved_cells
    if left is not None and result.solver != "line":
        alone = "every cell follows from single lines"
        lines.append(alone if not left else f"single lines leave {left} cells open")
    done = result.statistics
    counts = {
        "lines": done.lines,
        "probes": done.probes,
        "branches": done.branches,
        "conflicts": done.conflicts,
        "combinations": done.combinations,
        "variables": done.variables,
        "constraints": done.constraints,
    }
    parts = [f"{number:,} {name}" for name, number in counts.items() if number]
    lines.append(", ".join([f"{result.solver}: {result.times.total:.3f} s", *parts]))
    return lines


def _meaning(result: Result) -> str:
    match result.verdict:
        case "unique":
            return "there is exactly one solution"
        case "multiple":
            return "there are several solutions, two are shown"
        case "infeasible":
            return result.reason or "there is no solution"
    if result.limit_hit == "lines_alone":
        return f"single lines leave {result.line_unresolved_cells} cells open"
    found = "one solution is found, there may be others" if result.grid is not None else ""
    limit = {
        "line_limit": "the limit on lines was reached",
        "time_limit": "the time limit was reached",
        "deterministic_limit": "the solver's limit was reached",
    }.get(result.limit_hit, result.limit_hit)
    return "; ".join(filter(None, [limit, found])) or "a limit was reached"
