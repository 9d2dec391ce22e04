"""Reads option values; everything that is wrong with them is told at once."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from levelgen.errors import Problem, RequestError, did_you_mean

_SIZE = re.compile(r"([0-9]{1,9})[xX]([0-9]{1,9})")
_WHOLE = re.compile(r"-?[0-9]{1,99}")
_CELL = re.compile(r"([0-9]{1,7}),([0-9]{1,7})=(.+)")
_REGION = re.compile(",".join([r"([0-9]{1,7})"] * 4))
MAX_COUNT = 10_000
MAX_JOBS = 1024
PERIODIC = ("none", "rows", "cols", "both")


class Reader:
    """Collects the problems of one command line; `done` raises them together."""

    def __init__(self) -> None:
        self._wrong: list[Problem] = []

    def size(self, text: str | None) -> tuple[int | None, int | None]:
        """Read ROWSxCOLS."""
        if text is None:
            return None, None
        match = _SIZE.fullmatch(text.strip())
        if match is None:
            self._complain("size", f"{text!r} is not a size", "ROWSxCOLS, such as 12x12")
            return None, None
        return int(match[1]), int(match[2])

    def seed(self, text: str | None) -> int | None:
        """Read a seed."""
        return None if text is None else self._whole("seed", text)

    def count(self, text: str) -> int:
        """Read a number of levels."""
        number = self._whole("count", text)
        if number is not None and not 1 <= number <= MAX_COUNT:
            self._complain("count", f"{number} is out of range", f"from 1 to {MAX_COUNT}")
        return number or 1

    def jobs(self, text: str | None) -> int:
        """Read a number of processes; without one, one for each processor."""
        if text is None:
            return (
                os.cpu_count() or 1
                if not hasattr(os, "sched_getaffinity")
                else len(os.sched_getaffinity(0))
            )
        number = self._whole("jobs", text)
        if number is not None and not 1 <= number <= MAX_JOBS:
            self._complain("jobs", f"{number} is out of range", f"from 1 to {MAX_JOBS}")
        return number or 1

    def time_limit(self, text: str | None) -> float | None:
        """Read seconds."""
        if text is None:
            return None
        try:
            seconds = float(text)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < float("inf"):
            self._complain("time limit", f"{text!r} is no time", "seconds above 0, such as 2.5")
        return seconds

    def share(self, option: str, text: str | None) -> float | None:
        """Read a share from 0 to 1."""
        if text is None:
            return None
        try:
            share = float(text)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            self._complain(option, f"{text!r} is no share", "a number from 0 to 1, such as 0.4")
        return share

    def overrides(self, texts: Sequence[str] | None) -> dict[str, Any]:
        """Read every KEY=VALUE."""
        from levelgen.schema.overrides import SOURCE, parse

        found: dict[str, Any] = {}
        for text in texts or ():
            try:
                key, value = parse(text)
            except RequestError as error:
                self._wrong.extend(error.problems)
                continue
            if key in found:
                self._complain(SOURCE, f"{key!r} is set twice", "once is enough")
            found[key] = value
        return found

    def periodic(self, text: str | None) -> Any:
        """Read which edges are joined."""
        if text is None:
            return "none"
        if text not in PERIODIC:
            message = f"{text!r} is not one of the choices"
            self._complain("periodic", message, did_you_mean(text, PERIODIC))
        return text

    def cells(self, option: str, texts: Sequence[str] | None) -> dict[tuple[int, int], list[str]]:
        """Read every ROW,COL=TILE; several for one cell mean any of them."""
        found: dict[tuple[int, int], list[str]] = {}
        for text in texts or ():
            match = _CELL.fullmatch(text.strip())
            if match is None:
                self._complain(option, f"{text!r} is no cell", "ROW,COL=TILE, such as 3,4=wall")
            else:
                found.setdefault((int(match[1]), int(match[2])), []).append(match[3])
        return found

    def region(self, text: str) -> tuple[int, int, int, int]:
        """Read TOP,LEFT,HEIGHT,WIDTH."""
        match = _REGION.fullmatch(text.strip())
        if match is None:
            hint = "TOP,LEFT,HEIGHT,WIDTH, such as 2,3,5,5"
            self._complain("region", f"{text!r} is no rectangle", hint)
            return 0, 0, 1, 1
        return int(match[1]), int(match[2]), int(match[3]), int(match[4])

    def complain(self, option: str, message: str, hint: str) -> None:
        """Add a problem of the command itself."""
        self._complain(option, message, hint)

    def done(self) -> None:
        """Raise RequestError when anything was wrong."""
        if self._wrong:
            raise RequestError(self._wrong)

    def _whole(self, option: str, text: str) -> int | None:
        if not _WHOLE.fullmatch(text.strip()):
            self._complain(option, f"{text!r} is not a whole number", "digits only")
            return None
        return int(text)

    def _complain(self, option: str, message: str, hint: str) -> None:
        self._wrong.append(Problem(option, "", message, hint))


def choice(option: str, word: str, known: Sequence[str]) -> str:
    """Give back a word that is one of the known ones. Raises RequestError."""
    if word not in known:
        message = f"{word!r} is not one of the choices"
        raise RequestError([Problem(option, "", message, did_you_mean(word, known))])
    return word
