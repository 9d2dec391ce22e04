"""Puzzles for the tests of nonograms, and an oracle that shares no code with the solvers."""

from __future__ import annotations

import json
import random
from itertools import groupby
from pathlib import Path
from typing import Any

from levelgen.nonogram import Color, Puzzle
from levelgen.nonogram.puzzle import BLACK, WHITE

RED = Color(name="red", hex="#ff0000", char="r")
BLUE = Color(name="blue", hex="#0000ff", char="b")
PALETTE = (WHITE, BLACK, RED, BLUE)


def runs_of(line: Any) -> tuple[tuple[int, int], ...]:
    return tuple((len(list(cells)), color) for color, cells in groupby(line) if color)


def random_grid(r: random.Random, rows: int, cols: int, colors: int = 1) -> list[list[int]]:
    share = r.choice((0.4, 0.55, 0.7))
    return [
        [r.randint(1, colors) if r.random() < share else 0 for _ in range(cols)]
        for _ in range(rows)
    ]


def random_puzzle(r: random.Random, longest: int, *, given: bool = False) -> Puzzle:
    """A puzzle of up to three colours; with `given`, some cells are, perhaps wrongly."""
    colors = r.randint(1, 3)
    grid = random_grid(r, r.randint(1, longest), r.randint(1, longest), colors)
    puzzle = Puzzle.of_grid(grid, PALETTE[: colors + 1])
    if not given:
        return puzzle
    start = [
        [
            (value if r.random() < 0.85 else r.randint(0, colors)) if r.random() < 0.2 else -1
            for value in line
        ]
        for line in grid
    ]
    return Puzzle.read({**puzzle.model_dump(mode="json"), "start": start}, "test")


def shared(folder: Path, name: str) -> list[dict[str, Any]]:
    file = folder / "nonograms" / name
    return list(json.loads(file.read_text(encoding="utf-8"))["puzzles"])


def puzzle_of(entry: dict[str, Any]) -> Puzzle:
    def clue(runs: list[Any]) -> list[Any]:
        return [
            run if isinstance(run, int) else {"length": run[0], "color": run[1]} for run in runs
        ]

    return Puzzle.from_clues(
        [clue(runs) for runs in entry["row_clues"]],
        [clue(runs) for runs in entry["col_clues"]],
        colors=PALETTE[: entry["colors"] + 1],
    )
