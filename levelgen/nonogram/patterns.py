"""The patterns of one line: all ways to place its runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from levelgen.engine.lines import count_patterns, patterns
from levelgen.errors import Problem, PuzzleError
from levelgen.nonogram.clues import Clue, read_clue


def line_patterns(clue: Iterable[Any], length: int) -> list[tuple[int, ...]]:
    """List all patterns of a clue on a line, the leftmost runs first.

    A clue is a list of lengths, or of (length, colour number) pairs: [2, 1] on 5 cells has 3
    patterns. A pattern is a tuple of colour numbers, 0 is blank. A clue that does not fit has none.
    Raises PuzzleError for what is no clue, and for more than a million patterns.
    """
    runs = _runs(clue, length)
    number = count_patterns(runs, length, _free(runs, length))
    if number > _MOST:
        message = f"there are {number:,} patterns"
        raise PuzzleError([Problem("clue", "", message, f"at most {_MOST:,} are listed")])
    return list(patterns(runs, length, _free(runs, length)))


def pattern_count(clue: Iterable[Any], length: int) -> int:
    """Count the patterns of a clue on a line exactly, however many. Raises PuzzleError."""
    runs = _runs(clue, length)
    return count_patterns(runs, length, _free(runs, length))


_MOST = 1_000_000


def _free(clue: Clue, length: int) -> list[int]:
    return [(1 << length) - 1] * (1 + max((color for _, color in clue), default=0))


def _runs(clue: Iterable[Any], length: int) -> Clue:
    from levelgen.nonogram.puzzle import Block

    if type(length) is not int or length < 1:
        raise PuzzleError([Problem("length", "", f"{length!r} is no length", "1 or more")])
    found = []
    for index, run in enumerate(read_clue(list(clue), {}, patch=False)):
        block = Block.model_validate(run) if isinstance(run, dict) and _whole(run) else None
        if block is None:
            raise PuzzleError([Problem("clue", f"/{index}", "this is no run", "a length >= 1")])
        found.append((block.length, block.color))
    return tuple(found)


def _whole(run: dict[str, Any]) -> bool:
    return all(type(run.get(key, 1)) is int and run.get(key, 1) >= 1 for key in ("length", "color"))
