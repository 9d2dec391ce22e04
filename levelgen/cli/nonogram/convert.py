"""`levelgen nonogram convert`: puzzles from one format to another, to pictures and to paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from levelgen.cli.nonogram.options import (
    FileArgument,
    FromOption,
    NumberOption,
)
from levelgen.cli.nonogram.output import (
    DATA,
    TARGETS,
    check_output,
    complete_target,
    encode,
    hand_over,
    target_of,
)
from levelgen.cli.nonogram.reading import read_puzzle, read_puzzles
from levelgen.cli.nonogram.solve import solution_note
from levelgen.cli.options import ForceOption, QuietOption, complete_file
from levelgen.cli.output import STDOUT
from levelgen.cli.progress import Progress
from levelgen.cli.terminal import Terminal
from levelgen.errors import Problem, RequestError

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle

EPILOG = """\b
Examples:
  levelgen nonogram convert puzzle.mk puzzle.non
  levelgen nonogram convert puzzle.non puzzle.pdf
  levelgen nonogram convert puzzles.non puzzles.xml --solution
  cat puzzle.txt | levelgen nonogram convert - - --from nin --to json
"""

_PRINTED = ("html", "pdf")


def convert(
    file: FileArgument,
    output: Annotated[
        str,
        typer.Argument(
            metavar="TARGET|-",
            help="The file to write (.non .xml .json .txt .png .svg .html .pdf), - for stdout.",
            autocompletion=complete_file,
            show_default=False,
        ),
    ],
    form: FromOption = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help=f"Format of TARGET: {', '.join(TARGETS)}; default: by its suffix.",
            autocompletion=complete_target,
        ),
    ] = None,
    solution: Annotated[
        bool | None,
        typer.Option(
            "--solution/--no-solution",
            help="Solve it: the solution becomes the goal, fills the picture, or is the second "
            "sheet; default: only for html and pdf.",
            show_default=False,
        ),
    ] = None,
    number: NumberOption = None,
    quiet: QuietOption = False,
    force: ForceOption = False,
) -> None:
    """Write a puzzle as another format, a picture, or a page to print.

    Bundles of several puzzles stay whole where the format can hold them.
    """
    if output == STDOUT and to is None:
        hint = f"--to with one of {', '.join(TARGETS)}"
        raise RequestError([Problem("TARGET", "", "stdout has no suffix to go by", hint)])
    target = target_of(output, to, option="TARGET")
    check_output(output, target, force=force)
    terminal = Terminal.current(quiet=quiet)
    puzzles = read_puzzles(file, form) if number is None else [read_puzzle(file, form, number)]
    if len(puzzles) != 1 and target not in DATA.values():
        # One picture holds one puzzle; the error names them.
        puzzles = [read_puzzle(file, form) if file != STDOUT else _only(puzzles)]
    wanted = target in _PRINTED if solution is None else solution
    if len(puzzles) > 1:
        from levelgen.nonogram.formats import write_puzzles

        solved = [_with_goal(puzzle, terminal) for puzzle in puzzles] if wanted else puzzles
        data = write_puzzles(solved, target).encode()
    else:
        data = _one(puzzles[0], target, terminal, wanted=wanted, quiet=quiet)
    hand_over(data, output, target, terminal, force=force)


def _only(puzzles: list[Puzzle]) -> Puzzle:
    from levelgen.nonogram.formats import choose

    return choose(puzzles, None, "stdin")


def _one(puzzle: Puzzle, target: str, terminal: Terminal, *, wanted: bool, quiet: bool) -> bytes:
    if not wanted:
        return encode(puzzle, target)
    from levelgen import nonogram

    with Progress(1, quiet=quiet, doing="solving"):
        result = nonogram.solve(puzzle)
    if result.verdict != "unique":
        terminal.tell(f"{result.verdict}: {solution_note(result.verdict) or 'a limit was reached'}")
    grid = result.to_dict()["grid"]
    return encode(puzzle, target, solution=grid, shown=grid, note=solution_note(result.verdict))


def _with_goal(puzzle: Puzzle, terminal: Terminal) -> Puzzle:
    from levelgen import nonogram

    result = nonogram.solve(puzzle)
    if result.verdict != "unique":
        terminal.tell(f"{puzzle.title or 'a puzzle without a title'}: {result.verdict}")
    grid = result.to_dict()["grid"]
    if grid is None:
        return puzzle
    goal = tuple(map(tuple, grid))
    return puzzle.model_copy(update={"goal": goal})
