"""Which formats there are, how they are recognised, and who reads and writes them.

Readers turn text into puzzles and writers puzzles into text; files are opened in `files.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from levelgen.errors import Problem, PuzzleError, RequestError, did_you_mean

if TYPE_CHECKING:
    from levelgen.nonogram.puzzle import Puzzle

_HERE = "levelgen.nonogram.formats"


@dataclass(frozen=True)
class Format:
    """A file format of puzzles."""

    name: str
    about: str
    suffixes: tuple[str, ...]
    reader: str = ""
    """Module and function; empty where it is only written."""
    writer: str = ""
    many: bool = False
    """Whether a file may hold several puzzles."""

    def read(self, text: str, source: str) -> list[Puzzle]:
        """Read the puzzles of a text. Raises PuzzleError with every problem."""
        function: Callable[[str, str], list[Puzzle]] = _load(self.reader)
        return function(text, source)

    def write(self, puzzles: Sequence[Puzzle]) -> str:
        """Write puzzles as text. Raises OutputError."""
        function: Callable[[Sequence[Puzzle]], str] = _load(self.writer)
        return function(puzzles)


FORMATS = {
    form.name: form
    for form in (
        Format("json", "levelgen's own", (".json",), "own:read_own", "own:write_own", True),
        Format(
            "non",
            "Steve Simpson's, with colours and bundles",
            (".non", ".nonpack"),
            "non:read_non",
            "non:write_non",
            True,
        ),
        Format(
            "xml",
            "webpbn.com",
            (".xml", ".pbn"),
            "webpbn:read_webpbn",
            "webpbn:write_webpbn",
            True,
        ),
        Format("g", "Olsak's, with colours", (".g",), "olsak:read_olsak"),
        Format("mk", "Olsak's, black and white", (".mk",), "lists:read_mk"),
        Format("nin", "Wilk's", (".nin",), "lists:read_nin"),
        Format("cwd", "QNonograms'", (".cwd",), "lists:read_cwd"),
        Format("toml", "nonogrid's", (".toml",), "nonogrid:read_nonogrid"),
        Format("text", "for the eye", (".txt",), "", "plain:write_plain", True),
    )
}
READABLE = tuple(name for name, form in FORMATS.items() if form.reader)
WRITABLE = tuple(name for name, form in FORMATS.items() if form.writer)


def format_named(name: str, *, writing: bool = False) -> Format:
    """Give a format by its name. Raises RequestError."""
    known = WRITABLE if writing else READABLE
    if name not in known:
        option = "--to" if writing else "--from"
        message = f"{name!r} is no format that can be {'written' if writing else 'read'}"
        raise RequestError([Problem(option, "", message, did_you_mean(name, known))])
    return FORMATS[name]


def format_of(text: str, source: str) -> Format:
    """Find the format of a text by the suffix of its name, else by what it looks like.

    Raises PuzzleError.
    """
    suffix = PurePath(source).suffix.lower()
    by_suffix = next((f for f in FORMATS.values() if suffix in f.suffixes and f.reader), None)
    if by_suffix is not None:
        return by_suffix
    name = _sniffed(text)
    if name is None:
        hint = f"--from with one of {', '.join(READABLE)}"
        raise PuzzleError([Problem(source, "", "it looks like no nonogram format", hint)])
    return FORMATS[name]


def _sniffed(text: str) -> str | None:
    bare = text.lstrip()
    lines = [line.strip() for line in bare.splitlines()]
    if bare.startswith(("{", "[\n", "[{", "[ ")) and not bare.startswith("[["):
        return "json"
    if bare.startswith("<"):
        return "xml"
    if re.search(r"^\s*\[clues\]", text, re.MULTILINE):
        return "toml"
    if all(re.search(rf"^\s*{key}\b", text, re.MULTILINE) for key in ("rows", "columns")):
        return "non"
    if lines and re.fullmatch(r"[0-9]+[\s,]+[0-9]+", lines[0]):
        return "mk" if "#" in lines else "nin"
    if len(lines) > 1 and all(line.isdigit() for line in lines[:2]):
        return "cwd"
    if len(re.findall(r"^:", text, re.MULTILINE)) >= 2:
        return "g"
    return None


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"{_HERE}.{module}"), name)
