"""`levelgen nonogram show`: a puzzle as it is, without solving it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from levelgen.cli.nonogram.boards import board
from levelgen.cli.nonogram.options import (
    BlankOption,
    FileArgument,
    FromOption,
    NumberOption,
)
from levelgen.cli.nonogram.output import check_output, encode, hand_over, target_of
from levelgen.cli.nonogram.reading import read_puzzle
from levelgen.cli.options import ForceOption, NoColorOption, QuietOption, complete_file
from levelgen.cli.terminal import BAD, Terminal, styled, table

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Color, Puzzle

EPILOG = """\b
Examples:
  levelgen nonogram show puzzle.non
  levelgen nonogram show puzzle.non -o puzzle.png
  levelgen nonogram show puzzle.non --goal -o goal.svg
"""


def show(
    file: FileArgument,
    goal: Annotated[
        bool, typer.Option("--goal", help="Show the author's picture, if the file has it.")
    ] = False,
    number: NumberOption = None,
    form: FromOption = None,
    blank: BlankOption = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Draw it into a file: .png .svg .html .pdf .txt.",
            autocompletion=complete_file,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what is known as JSON.")] = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Show a puzzle: clues, given cells, size, where it comes from."""
    target = target_of(output) if output is not None else ""
    if output is not None:
        check_output(output, target, force=force)
    puzzle = read_puzzle(file, form, number, blank=blank)
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    if goal and puzzle.goal is None:
        terminal.tell("the file has no goal: levelgen nonogram solve finds the solution")
    grid = puzzle.goal if goal and puzzle.goal is not None else puzzle.start
    if output is not None:
        solution = puzzle.goal if goal else None
        data = encode(puzzle, target, solution=solution, shown=grid)
        hand_over(data, output, target, terminal, force=force)
        return
    if as_json:
        terminal.data(json.dumps(_data(puzzle), ensure_ascii=False) + "\n")
        return
    lines = board(puzzle, grid, color=terminal.color)
    terminal.data("".join(f"{line}\n" for line in lines))
    for line in [*table(_rows(puzzle)), *_warnings(puzzle, color=terminal.message_color)]:
        terminal.tell(line)


def _data(puzzle: Puzzle) -> dict[str, Any]:
    rows, cols = puzzle.shape
    return {
        "title": puzzle.title,
        "author": puzzle.author,
        "copyright": puzzle.copyright,
        "license": puzzle.license,
        "source": puzzle.source,
        "hash": puzzle.hash,
        "rows": rows,
        "cols": cols,
        "colors": [color.name for color in puzzle.colors],
        "filled": _filled(puzzle),
        "goal": puzzle.goal is not None,
        "start": puzzle.start is not None,
        "contradictions": [problem.message for problem in puzzle.contradictions],
    }


def _filled(puzzle: Puzzle) -> int:
    return sum(length for clue in puzzle.row_clues for length, _ in clue)


def _rows(puzzle: Puzzle) -> list[list[str]]:
    rows, cols = puzzle.shape
    filled = _filled(puzzle)
    size = f"{rows} rows, {cols} columns, {filled} cells filled ({filled / (rows * cols):.0%})"
    given = sum(value >= 0 for line in puzzle.start or () for value in line)
    entries = {
        "title": puzzle.title,
        "author": puzzle.author,
        "copyright": puzzle.copyright,
        "license": puzzle.license,
        "source": puzzle.source,
        "size": size,
        "colours": ", ".join(_named(color) for color in puzzle.colors[1:])
        if puzzle.colored
        else None,
        "given": f"{given} cells" if given else None,
        "goal": None if puzzle.goal is None else "in the file (--goal shows it)",
        "hash": puzzle.hash[:16],
    }
    return [[key, value] for key, value in entries.items() if value]


def _named(color: Color) -> str:
    return color.name if color.name == color.char else f"{color.char} {color.name}"


def _warnings(puzzle: Puzzle, *, color: bool) -> list[str]:
    word = styled("warning", BAD, on=color)
    return [f"{word}: {problem.message}" for problem in puzzle.contradictions]
