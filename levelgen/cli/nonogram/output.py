"""Writes puzzles to files of every kind: data, text, pictures, pages to print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from levelgen.cli.output import STDOUT
from levelgen.errors import OutputError, Problem, RequestError, did_you_mean
from levelgen.schema.files import check_writable, write_bytes

if TYPE_CHECKING:
    from levelgen.cli.terminal import Terminal
    from levelgen.nonogram.puzzle import Puzzle

Grid = Sequence[Sequence[int]]

DATA = {".json": "json", ".non": "non", ".nonpack": "non", ".xml": "xml"}
DRAWN = {".txt": "text", ".png": "png", ".svg": "svg", ".html": "html", ".pdf": "pdf"}
SUFFIXES = DATA | DRAWN
TARGETS = tuple(dict.fromkeys(SUFFIXES.values()))
BINARY = ("png", "pdf")


def named(puzzle: Puzzle) -> dict[str, Any]:
    """Name a puzzle in JSON: its title, and the hash of its clues."""
    return {"title": puzzle.title, "hash": puzzle.hash}


def complete_target(incomplete: str) -> list[str]:
    """Offer what a puzzle can be written as."""
    return [name for name in TARGETS if name.startswith(incomplete)]


def target_of(output: str, form: str | None = None, *, option: str = "--output") -> str:
    """Decide what to write: by a name, else by the suffix. Raises RequestError."""
    if form is not None:
        if form not in TARGETS:
            hint = did_you_mean(form, TARGETS)
            message = f"{form!r} is no format that can be written"
            raise RequestError([Problem("--to", "", message, hint)])
        return form
    suffix = Path(output).suffix.lower()
    if suffix not in SUFFIXES:
        what = f"the suffix {suffix!r} names no format" if suffix else "no format is told"
        known = ", ".join(SUFFIXES)
        raise RequestError([Problem(option, "", f"{output}: {what}", f"a name with {known}")])
    return SUFFIXES[suffix]


def encode(
    puzzle: Puzzle,
    target: str,
    *,
    solution: Grid | None = None,
    shown: Grid | None = None,
    difference: Sequence[tuple[int, int]] = (),
    note: str = "",
) -> bytes:
    """Write one puzzle.

    `solution` becomes the goal of data, and the second sheet of a page to print; `shown` is what a
    text or a picture shows in the grid, by default the cells that are given.
    """
    grid = puzzle.start if shown is None else shown
    match target:
        case "png":
            from levelgen.render.nonogram.pictures import puzzle_png

            return puzzle_png(puzzle, grid, difference=difference)
        case "svg":
            from levelgen.render.nonogram.pictures import puzzle_svg

            return puzzle_svg(puzzle, grid, difference=difference).encode()
        case "html":
            from levelgen.render.nonogram.printing import puzzle_html

            return puzzle_html(puzzle, solution, note=note).encode()
        case "pdf":
            from levelgen.render.nonogram.printing import puzzle_pdf

            return puzzle_pdf(puzzle, solution, note=note)
        case "text":
            from levelgen.nonogram.formats.plain import plain_lines

            return ("\n".join(plain_lines(puzzle, grid)) + "\n").encode()
    from levelgen.nonogram.formats import write_puzzles

    if solution is not None:
        goal = tuple(tuple(map(int, line)) for line in solution)
        puzzle = puzzle.model_copy(update={"goal": goal})
    return write_puzzles([puzzle], target).encode()


def hand_over(data: bytes, output: str, target: str, terminal: Terminal, *, force: bool) -> None:
    """Write to a file or to stdout. Raises OutputError."""
    if output != STDOUT:
        write_bytes(Path(output), data, force=force)
        terminal.tell(f"written to {output}")
    elif target in BINARY:
        raise OutputError(f"a {target} file does not go to stdout: name a file")
    else:
        terminal.data(data.decode())


def check_output(output: str, target: str, *, force: bool) -> None:
    """Raise early what `hand_over` would raise, before work is spent."""
    if output != STDOUT:
        check_writable(Path(output), force=force)
    elif target in BINARY:
        raise OutputError(f"a {target} file does not go to stdout: name a file")
