"""Nonograms: solve, prove unique, make, rate, hint.

```python
from levelgen import nonogram
puzzle = nonogram.Puzzle.from_clues([[1], [3], [1]], [[1], [3], [1]])
nonogram.solve(puzzle).verdict          # "unique"
```

Names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from levelgen.nonogram.checking import Checked, check
    from levelgen.nonogram.formats import load_puzzle, load_puzzles, save_puzzles
    from levelgen.nonogram.hints import Hint, NoHint, hint
    from levelgen.nonogram.making import Made, make_from_level, make_from_picture
    from levelgen.nonogram.naive import NaiveRun, combinations, try_all
    from levelgen.nonogram.patterns import line_patterns, pattern_count
    from levelgen.nonogram.puzzle import Block, Color, Puzzle
    from levelgen.nonogram.random import make_random
    from levelgen.nonogram.rating import Rating, rate
    from levelgen.nonogram.result import Result
    from levelgen.nonogram.solving import Counted, count, solve

_HOMES = {
    "Block": "puzzle",
    "Checked": "checking",
    "Color": "puzzle",
    "Counted": "solving",
    "Hint": "hints",
    "Made": "making",
    "NaiveRun": "naive",
    "NoHint": "hints",
    "Puzzle": "puzzle",
    "Rating": "rating",
    "Result": "result",
    "check": "checking",
    "combinations": "naive",
    "count": "solving",
    "hint": "hints",
    "line_patterns": "patterns",
    "load_puzzle": "formats",
    "load_puzzles": "formats",
    "make_from_level": "making",
    "make_from_picture": "making",
    "make_random": "random",
    "pattern_count": "patterns",
    "rate": "rating",
    "save_puzzles": "formats",
    "solve": "solving",
    "try_all": "naive",
}

__all__ = [
    "Block",
    "Checked",
    "Color",
    "Counted",
    "Hint",
    "Made",
    "NaiveRun",
    "NoHint",
    "Puzzle",
    "Rating",
    "Result",
    "check",
    "combinations",
    "count",
    "hint",
    "line_patterns",
    "load_puzzle",
    "load_puzzles",
    "make_from_level",
    "make_from_picture",
    "make_random",
    "pattern_count",
    "rate",
    "save_puzzles",
    "solve",
    "try_all",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"levelgen.nonogram.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'levelgen.nonogram' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
