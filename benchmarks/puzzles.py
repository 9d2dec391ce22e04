"""The puzzles that the nonogram benchmarks measure, and how one is timed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

from levelgen.engine.rng import Rng
from levelgen.nonogram import Color, Puzzle
from levelgen.nonogram.puzzle import BLACK, WHITE

NO_NONOGRAMS = "Without `--nonograms`, the puzzles with stated verdicts are left out."
NO_SOLVER = "Without `--solver`, the columns of another solver are left out."

T = TypeVar("T")
_PALETTE = (WHITE, BLACK, Color(name="red", hex="#ff0000", char="r"))
_SHORT = 0.05


@dataclass(frozen=True)
class Case:
    """A puzzle with what is stated of it."""

    name: str
    puzzle: Puzzle
    verdict: str
    solutions: object = None


def stated(folder: Path | None, name: str) -> list[Case]:
    """Read puzzles with stated verdicts; none without a folder."""
    if folder is None:
        return []
    entries = json.loads((folder / name).read_text(encoding="utf-8"))["puzzles"]
    return [
        Case(
            entry.get("code", entry["id"]),
            _puzzle(entry),
            entry.get("verdict") or entry["solutions"],
            entry["solutions"],
        )
        for entry in entries
    ]


def _puzzle(entry: dict[str, Any]) -> Puzzle:
    def clue(runs: list[Any]) -> list[Any]:
        return [
            run if isinstance(run, int) else {"length": run[0], "color": run[1]} for run in runs
        ]

    rows, cols = ([clue(runs) for runs in entry[key]] for key in ("row_clues", "col_clues"))
    return Puzzle.from_clues(rows, cols, colors=_PALETTE[: entry["colors"] + 1])


def random_case(side: int, seed: int) -> Case:
    """Draw a square picture, half of it filled."""
    rng = Rng.stream(seed, "benchmark", side)
    grid = [[rng.bits(1) for _ in range(side)] for _ in range(side)]
    return Case(f"random {side}x{side} #{seed}", Puzzle.of_grid(grid), "")


def timed(work: Callable[[], T], repeat: int = 5) -> tuple[T, float]:
    """Measure the CPU time of some work: the shortest of several times, two if it is long.

    What is loaded in a process once is no part of it, unless `repeat` is 1.
    """
    times: list[float] = []
    while len(times) < repeat and (len(times) < 2 or min(times) < _SHORT):
        clock = process_time()
        answer = work()
        times.append(process_time() - clock)
    return answer, min(times)
