"""levelgen's own JSON: everything a puzzle knows."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.errors import OutputError, PuzzleError
from levelgen.nonogram.puzzle import Puzzle
from levelgen.schema.files import parse_json


def read_own(text: str, source: str) -> list[Puzzle]:
    """Read a puzzle, or a list of puzzles. Raises PuzzleError with every problem."""
    data = parse_json(text, source, PuzzleError)
    entries = data if isinstance(data, list) else [data]
    if len(entries) == 1:
        return [Puzzle.read(entries[0], source)]
    return [Puzzle.read(entry, f"{source} [{index}]") for index, entry in enumerate(entries, 1)]


def write_own(puzzles: Sequence[Puzzle]) -> str:
    """Write one puzzle, or a list of them."""
    if not puzzles:
        raise OutputError("there is no puzzle to write")
    if len(puzzles) == 1:
        return puzzles[0].to_json()
    return "[\n" + ",\n".join(puzzle.to_json().rstrip("\n") for puzzle in puzzles) + "\n]\n"
