"""Runs another WFC program on the same rules, by a plain protocol that any program can speak.

The peer is a command; the name of a task file is added to its words. The file is text, a keyword
and its values on each line, separated by blanks; tiles are numbers from 0:

    wfc-task 1
    tiles 3
    weights 3000 4000 400
    north 0 0 1 2           tiles 0, 1 and 2 may be the northern neighbour of tile 0
    east 0 0 1              and so on: one line for every direction and tile,
    ...                     north, east, south, west
    rows 48
    cols 48
    periodic 0              1: both axes are joined
    cap 20                  no attempt begins later than so many seconds after the first
    seeds 1 2 3

For each seed, in order, the peer makes one attempt and prints one line of JSON at once:

    {"seed": 1, "ok": true, "ms": 20.6}

`ok` is false after a contradiction; `ms` is the thread CPU time of the attempt, from rules that are
read already to a finished board. `"scan": 0.94` may tell the share of the attempt that the search
for the next cell took. A line without a seed may come first: `{"peer": "its name and build"}`.
Other keys are ignored.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

DIRECTIONS = ("north", "east", "south", "west")
_GRACE = 60.0
"""Seconds that the last attempt may take beyond the cap."""


@dataclass(frozen=True)
class PeerTask:
    """What a peer is asked: rules as the engine reads them, a board, seeds."""

    weights: tuple[int, ...]
    masks: tuple[tuple[int, ...], ...]
    rows: int
    cols: int
    seeds: tuple[int, ...]
    periodic: bool = False
    cap: float = 20.0

    def to_text(self) -> str:
        """Write the task file."""
        lines = ["wfc-task 1", f"tiles {len(self.weights)}", _line("weights", self.weights)]
        for direction, masks in zip(DIRECTIONS, self.masks, strict=True):
            for tile, mask in enumerate(masks):
                others = [other for other in range(len(masks)) if mask >> other & 1]
                lines.append(_line(direction, [tile, *others]))
        lines += [f"rows {self.rows}", f"cols {self.cols}", f"periodic {int(self.periodic)}"]
        lines += [f"cap {self.cap!r}", _line("seeds", self.seeds)]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_text(cls, text: str) -> PeerTask:
        """Read a task file. Raises ValueError or KeyError for a wrong one."""
        head, *lines = [line.split() for line in text.splitlines() if line.strip()]
        if head != ["wfc-task", "1"]:
            raise ValueError("this is not a task file")
        values = {words[0]: words[1:] for words in lines if words[0] not in DIRECTIONS}
        size = int(values["tiles"][0])
        masks = {direction: [0] * size for direction in DIRECTIONS}
        for direction, *numbers in lines:
            if direction in masks:
                tile, *others = map(int, numbers)
                masks[direction][tile] = sum(1 << other for other in others)
        return cls(
            weights=tuple(map(int, values["weights"])),
            masks=tuple(tuple(masks[direction]) for direction in DIRECTIONS),
            rows=int(values["rows"][0]),
            cols=int(values["cols"][0]),
            seeds=tuple(map(int, values["seeds"])),
            periodic=values["periodic"] == ["1"],
            cap=float(values["cap"][0]),
        )


@dataclass(frozen=True)
class Attempt:
    """One attempt of a peer."""

    seed: int
    ok: bool
    ms: float
    scan: float | None = None


@dataclass(frozen=True)
class Answer:
    """All attempts of a peer that ended in time."""

    name: str
    attempts: tuple[Attempt, ...]

    @property
    def solved(self) -> int:
        """How many attempts gave a board."""
        return sum(attempt.ok for attempt in self.attempts)

    @property
    def ms(self) -> float | None:
        """Median CPU time of the attempts that gave a board; None without one."""
        times = [attempt.ms for attempt in self.attempts if attempt.ok]
        return median(times) if times else None

    @property
    def scan(self) -> float | None:
        """Median share of the cell scan in these attempts; None where it is not told."""
        shares = [item.scan for item in self.attempts if item.ok and item.scan is not None]
        return median(shares) if shares else None


def read_answer(text: str) -> Answer:
    """Read what a peer printed; a last line that was cut off does not count."""
    name = "the peer"
    attempts = []
    for line in text.splitlines(keepends=True):
        if not line.endswith("\n") or not line.strip():
            continue
        data = json.loads(line)
        name = data.get("peer", name)
        if "seed" in data:
            attempts.append(Attempt(data["seed"], data["ok"], data["ms"], data.get("scan")))
    return Answer(name, tuple(attempts))


def ask(command: str, task: PeerTask) -> Answer:
    """Run a peer; what it printed before it was stopped counts. Raises OSError, RuntimeError."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "task.txt"
        file.write_text(task.to_text(), encoding="utf-8")
        process = subprocess.Popen(
            [*shlex.split(command), str(file)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            text, _ = process.communicate(timeout=task.cap + _GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            text, _ = process.communicate()
        else:
            if process.returncode:
                raise RuntimeError(f"the peer ended with exit code {process.returncode}")
    return read_answer(text)


def _line(keyword: str, numbers: Iterable[int]) -> str:
    return " ".join([keyword, *map(str, numbers)])
