"""Reads puzzles from texts and files, and writes them, in whichever format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from levelgen.errors import OutputError, Problem, PuzzleError
from levelgen.nonogram.formats.registry import FORMATS, WRITABLE, format_named, format_of
from levelgen.schema.files import read_text, write_text

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle


_PICTURES = (".png", ".pbm", ".pgm", ".ppm", ".gif", ".bmp", ".jpg", ".jpeg", ".webp")


def read_puzzles(text: str, format: str | None = None, *, source: str = "puzzle") -> list[Puzzle]:
    """Read every puzzle of a text; without a format, by the suffix of `source` or by its looks.

    Raises PuzzleError with every problem and its line, RequestError for an unknown format.
    """
    chosen = format_named(format) if format is not None else format_of(text, source)
    return chosen.read(text.removeprefix("\ufeff"), source)


def write_puzzles(puzzles: Sequence[Puzzle], format: str) -> str:
    """Write puzzles as text. Raises OutputError when the format cannot hold them."""
    chosen = format_named(format, writing=True)
    if len(puzzles) != 1 and not chosen.many:
        raise OutputError(f"one {format} file holds one puzzle, not {len(puzzles)}")
    return chosen.write(puzzles)


def load_puzzles(path: str | Path, format: str | None = None) -> list[Puzzle]:
    """Read every puzzle of a file. Raises as `read_puzzles`, and when the file cannot be read."""
    if format is None and Path(path).suffix.lower() in _PICTURES:
        message, hint = "a picture is no puzzle yet", f"levelgen nonogram make {path}"
        raise PuzzleError([Problem(str(path), "", message, hint)])
    return read_puzzles(read_text(Path(path), PuzzleError), format, source=str(path))


def load_puzzle(
    path: str | Path, format: str | None = None, *, number: int | None = None
) -> Puzzle:
    """Read one puzzle of a file, counted from 1; without a number it must be the only one.

    Raises PuzzleError.
    """
    return choose(load_puzzles(path, format), number, str(path))


def choose(puzzles: Sequence[Puzzle], number: int | None, source: str) -> Puzzle:
    """Give one of several puzzles, counted from 1. Raises PuzzleError."""
    if number is None and len(puzzles) == 1:
        return puzzles[0]
    if number is None or not 1 <= number <= len(puzzles):
        titles = [puzzle.title or "without a title" for puzzle in puzzles[:8]]
        listed = ", ".join(f"{index} {title}" for index, title in enumerate(titles, 1))
        more = ", ..." if len(puzzles) > len(titles) else ""
        message = f"the file holds {len(puzzles)} puzzles: {listed}{more}"
        raise PuzzleError(
            [Problem(source, "", message, f"choose one by its number, 1 to {len(puzzles)}")]
        )
    return puzzles[number - 1]


def save_puzzles(
    puzzles: Sequence[Puzzle], path: str | Path, format: str | None = None, *, force: bool = False
) -> None:
    """Write puzzles to a file, in the format of its suffix if none is named. Raises OutputError."""
    target = Path(path)
    if format is None:
        suffix = target.suffix.lower()
        found = [name for name in WRITABLE if suffix in FORMATS[name].suffixes]
        if not found:
            known = ", ".join(FORMATS[name].suffixes[0] for name in WRITABLE)
            raise OutputError(f"{path}: the suffix {suffix!r} names no format; known: {known}")
        format = found[0]
    write_text(target, write_puzzles(puzzles, format), force=force)
