"""Runs another maker of levels on an example map, and says what it made and how long that took.

The maker is a command; the name of the example, a side and a seed are added to its words. It makes
one level of side x side cells in the manner of the example and prints one line of JSON:

    {"maker": "its name and mode", "seconds": 1.2, "level": ["XXXX", "X--X", "XXXX"]}

`seconds` is its CPU time without the start of the process, and `level` the map in the signs of the
example, null where it found none. A maker that prints nothing is ended after the limit.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

LIMIT = 120.0
"""Wall-clock seconds that a maker has for a level."""


@dataclass(frozen=True)
class Made:
    """One answer of a maker: no map where it found none in time."""

    maker: str
    seconds: float
    level: tuple[str, ...] | None


def ask(command: str, example: Path, side: int, seed: int) -> Made:
    """Let the maker make one level. Raises OSError, RuntimeError, ValueError or KeyError."""
    words = [*shlex.split(command), str(example.resolve()), str(side), str(seed)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return Made("", LIMIT, None)
    if done.returncode:
        raise RuntimeError(f"the maker ended with exit code {done.returncode}")
    data = json.loads(done.stdout)
    level = None if data["level"] is None else tuple(data["level"])
    return Made(data["maker"], float(data["seconds"]), level)
