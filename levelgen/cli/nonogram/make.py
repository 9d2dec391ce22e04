"""`levelgen nonogram make`: puzzles from pictures, from levels, and at random."""

from __future__ import annotations

import json
from collections.abc import Set
from typing import TYPE_CHECKING, Annotated, Any

import typer

from levelgen.cli.nonogram.boards import boards
from levelgen.cli.nonogram.options import EXIT_CODES, JsonOption
from levelgen.cli.nonogram.output import check_output, encode, hand_over, target_of
from levelgen.cli.nonogram.reading import share, whole
from levelgen.cli.nonogram.solve import exit_code, solution_note
from levelgen.cli.options import (
    ForceOption,
    NoColorOption,
    QuietOption,
    complete_file,
)
from levelgen.cli.output import STDOUT
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader, choice
from levelgen.cli.terminal import BAD, GOOD, Terminal, styled
from levelgen.errors import Problem, RequestError

if TYPE_CHECKING:
    from levelgen.nonogram.making import Made
    from levelgen.nonogram.puzzle import Puzzle
    from levelgen.nonogram.random import RandomPuzzle

SYMMETRIES = ("none", "vertical", "horizontal", "both", "rotation")
DIFFICULTIES = ("overlap", "line", "probing", "deep-probing", "search")

EPILOG = f"""\b
Examples:
  levelgen nonogram make cat.png --longest 30 --preview
  levelgen nonogram make cat.png --longest 30 --fix -o cat.non
  levelgen nonogram make flag.png --colors 4 --size 20x30 -o flag.pdf
  levelgen nonogram make --random 15x15 --symmetry vertical --seed 7 -o puzzle.non
  levelgen nonogram make --level level.json --tag floor --fix -o cave.non

{EXIT_CODES}"""


def _complete_symmetry(incomplete: str) -> list[str]:
    return [name for name in SYMMETRIES if name.startswith(incomplete)]


def _complete_difficulty(incomplete: str) -> list[str]:
    return [name for name in DIFFICULTIES if name.startswith(incomplete)]


def make(
    picture: Annotated[
        str | None,
        typer.Argument(
            metavar="PICTURE",
            help="Any picture: PNG, PBM, GIF, JPEG ...",
            autocompletion=complete_file,
            show_default=False,
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option("--size", metavar="ROWSxCOLS", help="Size of a picture's puzzle in cells."),
    ] = None,
    longest: Annotated[
        str,
        typer.Option(
            "--longest", metavar="N", help="Without --size: larger pictures shrink to this side."
        ),
    ] = "64",
    threshold: Annotated[
        str, typer.Option("--threshold", metavar="N", help="Darker than this is filled, 0 to 256.")
    ] = "128",
    colors: Annotated[
        str | None,
        typer.Option(
            "--colors",
            metavar="N",
            help="Reduce a picture to so many colours, with the background, 2 to 32; default: "
            "black and white by the threshold.",
        ),
    ] = None,
    invert: Annotated[
        bool, typer.Option("--invert", help="Fill what is light instead of what is dark.")
    ] = False,
    random: Annotated[
        str | None,
        typer.Option("--random", metavar="ROWSxCOLS", help="Make a random puzzle instead."),
    ] = None,
    density: Annotated[
        str,
        typer.Option(
            "--density", metavar="D", help="Of a random puzzle: share of filled cells, 0 to 1."
        ),
    ] = "0.5",
    symmetry: Annotated[
        str,
        typer.Option(
            "--symmetry",
            metavar="NAME",
            help=f"Of a random puzzle: {', '.join(SYMMETRIES)}.",
            autocompletion=_complete_symmetry,
        ),
    ] = "none",
    difficulty: Annotated[
        str | None,
        typer.Option(
            "--difficulty",
            metavar="NAME",
            help=f"Of a random puzzle: {', '.join(DIFFICULTIES)}; default: any.",
            autocompletion=_complete_difficulty,
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="N", help="Of a random puzzle; default: drawn and told."),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            "--level",
            metavar="LEVEL.json",
            help="Make the puzzle of a generated level instead.",
            autocompletion=complete_file,
        ),
    ] = None,
    tag: Annotated[
        str, typer.Option("--tag", metavar="TAG|TILE", help="Which cells of the level are filled.")
    ] = "floor",
    fix: Annotated[
        bool,
        typer.Option("--fix", help="Change the fewest cells until there is exactly one solution."),
    ] = False,
    preview: Annotated[
        bool, typer.Option("--preview", help="Only show the picture in cells; solve nothing.")
    ] = False,
    unique: Annotated[
        bool, typer.Option("--unique", help="Exit code 1 where there is a second solution.")
    ] = False,
    title: Annotated[str | None, typer.Option("--title", metavar="TEXT", help="Its title.")] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|-",
            help="Write the puzzle: .non .xml .json .txt .png .svg .html .pdf; - writes .non to "
            "stdout; default: show it.",
            autocompletion=complete_file,
        ),
    ] = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Make a puzzle from a picture or a level, or at random.

    Says whether the puzzle has exactly one solution; random puzzles always have.
    """
    given = [name for name in (picture, random, level) if name is not None]
    if len(given) != 1:
        what = "nothing to make a puzzle from" if not given else "more than one source"
        hint = "one of PICTURE, --random ROWSxCOLS, --level LEVEL.json"
        raise RequestError([Problem("make", "", what, hint)])
    target = "" if output is None else "non" if output == STDOUT else target_of(output)
    if output is not None:
        check_output(output, target, force=force)
    read = Reader()
    rows, cols = read.size(random if random is not None else size)
    number = read.seed(seed)
    read.done()
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    shown = terminal if output != STDOUT and not as_json else None
    if random is not None:
        amount = share("--density", density)
        alike = choice("--symmetry", symmetry, SYMMETRIES)
        wanted = choice("--difficulty", difficulty, DIFFICULTIES) if difficulty else None
        drawn = _seed() if number is None else number
        found = _random(rows, cols, amount, alike, wanted, drawn, quiet=quiet)
        _finish(found.puzzle, "unique", found.to_dict(), output, target, terminal, force, as_json)
        _show(found.puzzle, shown)
        for line in _random_lines(found, drawn, wanted, color=terminal.message_color):
            terminal.tell(line)
        if number is None and quiet:
            # Without its seed a puzzle could not be made again.
            typer.echo(f"seed {drawn}", err=True)
        return
    options: dict[str, Any] = {
        "threshold": whole("--threshold", threshold, least=0),
        "colors": None if colors is None else whole("--colors", colors),
        "invert": invert,
        "rows": rows,
        "cols": cols,
        "longest": whole("--longest", longest),
    }
    if preview:
        _preview(picture, level, tag, options, terminal)
        return
    made = _made(picture, level, tag, options, fix=fix, title=title, quiet=quiet)
    verdict = made.result.verdict
    _finish(made.puzzle, verdict, made.to_dict(), output, target, terminal, force, as_json)
    _show(made.puzzle, shown, set(made.changed))
    for line in _lines(made, fix=fix, color=terminal.message_color):
        terminal.tell(line)
    raise typer.Exit(exit_code(verdict, unique=unique or fix))


def _seed() -> int:
    import secrets

    return secrets.randbelow(1 << 32)


def _random(
    rows: int | None,
    cols: int | None,
    density: float,
    symmetry: str,
    difficulty: str | None,
    seed: int,
    *,
    quiet: bool,
) -> RandomPuzzle:
    from levelgen import nonogram

    # The words were checked against those of the library.
    words: Any = {"symmetry": symmetry, "difficulty": difficulty}
    with Progress(1, quiet=quiet, doing="making"):
        return nonogram.make_random(rows or 1, cols or 1, density=density, seed=seed, **words)


def _made(
    picture: str | None,
    level: str | None,
    tag: str,
    options: dict[str, Any],
    *,
    fix: bool,
    title: str | None,
    quiet: bool,
) -> Made:
    from levelgen import nonogram

    with Progress(1, quiet=quiet, doing="making"):
        if picture is not None:
            return nonogram.make_from_picture(picture, fix=fix, title=title, **options)
        from levelgen.library import read_level

        assert level is not None
        return nonogram.make_from_level(read_level(level, None), tag, fix=fix, title=title)


def _preview(
    picture: str | None, level: str | None, tag: str, options: dict[str, Any], terminal: Terminal
) -> None:
    """Show what a picture becomes, before anything is solved."""
    from levelgen.nonogram.puzzle import Puzzle

    if picture is None:
        hint = "the cells of a level are its picture"
        raise RequestError([Problem("--preview", "", "only a picture has a preview", hint)])
    from levelgen.nonogram.picture import read_picture

    pixels = read_picture(picture, **options)
    puzzle = Puzzle.of_lines(pixels.rows, pixels.colors)
    _show(puzzle, terminal)
    filled = sum(value > 0 for line in pixels.rows for value in line)
    rows, cols = puzzle.shape
    names = ", ".join(color.name for color in puzzle.colors[1:])
    terminal.tell(f"{rows}x{cols}, {filled / (rows * cols):.0%} filled, colours: {names}")


def _show(
    puzzle: Puzzle, terminal: Terminal | None, marks: Set[tuple[int, int]] = frozenset()
) -> None:
    if terminal is not None:
        lines = boards(puzzle, [puzzle.goal], terminal, marks=marks)
        terminal.data("".join(f"{line}\n" for line in lines))


def _finish(
    puzzle: Puzzle,
    verdict: str,
    data: dict[str, Any],
    output: str | None,
    target: str,
    terminal: Terminal,
    force: bool,
    as_json: bool,
) -> None:
    if as_json:
        terminal.data(json.dumps(data, ensure_ascii=False) + "\n")
    if output is None:
        return
    note = solution_note(verdict)
    written = encode(puzzle, target, solution=puzzle.goal, note=note)
    hand_over(written, output, target, terminal, force=force)


def _random_lines(found: RandomPuzzle, seed: int, wanted: str | None, *, color: bool) -> list[str]:
    rows, cols = found.puzzle.shape
    word = styled("unique", GOOD, on=color)
    rating = found.rating
    lines = [
        f"{word}: random {rows}x{cols}, seed {seed}, {found.density:.0%} filled, "
        f"difficulty {rating.difficulty} ({rating.level} of 5)"
    ]
    if not found.matched:
        lines.append(f"none was {wanted} in {found.attempts} attempts: this one is nearest")
    return lines


def _lines(made: Made, *, fix: bool, color: bool) -> list[str]:
    verdict = made.result.verdict
    word = styled(verdict, GOOD if verdict == "unique" else BAD, on=color)
    rows, cols = made.puzzle.shape
    lines = [f"{word}: {rows}x{cols}, {solution_note(verdict).removeprefix('This puzzle has ')}"]
    if fix:
        count = len(made.changed)
        cells = "cell" if count == 1 else "cells"
        proof = "the fewest that do" if made.fewest else f"proved: at least {made.at_least}"
        lines.append(f"{count} {cells} changed, {proof}" if count else "no cell had to be changed")
    elif verdict == "multiple":
        count = len(made.result.difference)
        lines.append(
            f"two solutions differ in {count} cells; --fix changes the picture until one is left"
        )
    return lines
