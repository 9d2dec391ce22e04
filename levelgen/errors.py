"""Every exception levelgen raises on purpose.

LevelgenError
├── InputError             something the caller gave is wrong; lists every problem (exit 2)
│   ├── TilesetError       a tileset file or object
│   ├── PresetError        a preset file or object
│   ├── LevelError         a level file, text grid or array
│   ├── PuzzleError        a nonogram file, clue list or grid
│   └── RequestError       name, size, seed, override or option of a request
│       └── UnsupportedError   a promise kind that is understood but not built yet
├── OutputError            a result cannot be written, or would overwrite work (exit 2)
└── PluginError            a plugged-in generator does not load or breaks its contract (exit 2)

"Cannot" is not an error: a proof of infeasibility and a limit that was reached are results, told by
`Level.status`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong: where it stands, what it is, what would be right."""

    source: str
    """File, or a word such as `tileset` for data that came from Python."""
    pointer: str
    """JSON pointer of the field (RFC 6901); empty for the whole document."""
    message: str
    hint: str = ""

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.source, self.pointer) if part)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.hint})" if self.hint else text


class LevelgenError(Exception):
    """Base of every error levelgen raises on purpose."""


class InputError(LevelgenError):
    """The caller's input is wrong; `problems` lists everything that is."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @classmethod
    def single(cls, source: str, pointer: str, message: str, hint: str = "") -> InputError:
        """Make the error of one problem."""
        return cls([Problem(source, pointer, message, hint)])


class TilesetError(InputError):
    """A tileset is wrong."""


class PresetError(InputError):
    """A preset is wrong."""


class LevelError(InputError):
    """A level file, text grid or array is wrong."""


class PuzzleError(InputError):
    """A nonogram file, clue list or grid is wrong."""


class RequestError(InputError):
    """A request is wrong: name, size, seed, override or option."""


class UnsupportedError(RequestError):
    """A promise kind is understood, but nothing can keep it yet."""


class OutputError(LevelgenError):
    """A result cannot be written, or would overwrite existing work."""


class PluginError(LevelgenError):
    """A plugged-in generator does not load or breaks its contract."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Suggest the nearest known word, or list what is known."""
    # Loaded when something is wrong, and then there is time.
    from difflib import get_close_matches

    names = sorted(set(known))
    near = get_close_matches(word, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]!r}?"
    if not names:
        return "none is defined"
    shown = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    return f"known: {shown}"
