"""Runs another nonogram solver, and says what it found and how long that took.

The solver is a command; the name of a webpbn XML file is added to its words. What it prints must
hold one of the words unique, multiple and contradiction, and a line `Processing Time: 0.0123 sec`:
the CPU time without the start of the process. Anything else counts as undecided. The operating
system ends it after the limit.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from levelgen.nonogram import Puzzle
from levelgen.nonogram.formats import write_puzzles

LIMIT = 60.0
"""Seconds of CPU time that a solver has for a puzzle."""

_GRACE = 240.0
_LEAST = 1e-6
_SHORT = 2.0
_WORDS = {"unique": "unique", "multiple": "multiple", "contradiction": "infeasible"}


@dataclass(frozen=True)
class Told:
    """A verdict, `undecided` without one, and seconds."""

    verdict: str
    seconds: float


def ask(command: str, puzzle: Puzzle, *, repeat: int = 1) -> Told:
    """Run the solver on a puzzle; the shortest of the repeated times counts."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzle.xml"
        file.write_text(write_puzzles([puzzle], "xml"), encoding="utf-8")
        told = _once(command, file, limited=True)
        # On some systems the clock of a limited process is too coarse for short times.
        if told.seconds < _SHORT:
            again = [_once(command, file, limited=False) for _ in range(repeat)]
            told = min(again, key=lambda one: one.seconds)
    return told


def _once(command: str, file: Path, *, limited: bool) -> Told:
    words = [*shlex.split(command), str(file)]
    if limited:
        words = ["sh", "-c", f'ulimit -t {LIMIT:.0f}; exec "$@"', "sh", *words]
    try:
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            timeout=LIMIT + _GRACE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Told("undecided", LIMIT)
    told = re.findall(r"\w+", done.stdout.split("Cells Solved", 1)[0])
    verdict = next((_WORDS[word] for word in told if word in _WORDS), "undecided")
    time = re.search(r"Processing Time: ([0-9.]+) sec", done.stdout)
    return Told(verdict, max(float(time.group(1)), _LEAST) if time else LIMIT)
