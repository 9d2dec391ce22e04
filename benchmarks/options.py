"""What a run of the benchmarks was asked for."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

TILESETS = ("dungeon", "cave", "island")
PRESETS = ("easy", "medium", "hard", "hardcore")
WARM_UP = 1_000_003
"""A seed that no section measures."""


@dataclass(frozen=True)
class Options:
    """The options of the command line."""

    seeds: int
    classroom_seeds: int
    classroom_limit: float
    classroom_workers: int
    evaluation_seeds: int = 1000
    """How many seeds the section `evaluation` evaluates on one and two processes."""
    peer: str | None = None
    """The command of another WFC program; see `peer`."""
    peer_scan: str | None = None
    """The same, built so that it tells the share of its cell scan."""
    mxgmn: Path | None = None
    """A folder with XML tilesets."""
    solver: str | None = None
    """The command of another nonogram solver; see `puzzle_peer`."""
    nonograms: Path | None = None
    """A folder with puzzles whose verdicts are stated."""
    cave: Path | None = None
    """An example map, `X` wall, `-` ground, `{` start, `}` exit, to make levels like."""
    cave_makers: tuple[str, ...] = ()
    """The commands of other makers of such levels; see `cave_maker`."""


def progress(text: str) -> None:
    """Tell on the error stream what is being measured."""
    print(text, file=sys.stderr, flush=True)
