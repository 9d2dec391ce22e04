"""Random puzzles with one solution: size, density, symmetry and difficulty as asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from levelgen.engine.rng import Rng
from levelgen.errors import Problem, RequestError, did_you_mean
from levelgen.nonogram.puzzle import BLACK, WHITE, Puzzle
from levelgen.nonogram.rating import DIFFICULTIES, Difficulty, Rating, rate
from levelgen.nonogram.repair import Workshop, soften
from levelgen.nonogram.result import Cells

Symmetry = Literal["none", "vertical", "horizontal", "both", "rotation"]
SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)

LARGEST_SIDE = 100
_ATTEMPTS = 40
_SCALE = 1 << 20


@dataclass(frozen=True)
class RandomPuzzle:
    """A random puzzle with one solution, and its rating.

    `matched`: the difficulty is the one that was asked for; otherwise the nearest that was found in
    `attempts`. `density` is the share of filled cells that came out.
    """

    puzzle: Puzzle
    rating: Rating
    matched: bool
    attempts: int
    density: float

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain data for JSON."""
        return {
            "puzzle": self.puzzle.model_dump(mode="json", by_alias=True),
            "rating": self.rating.to_dict(),
            "matched": self.matched,
            "attempts": self.attempts,
            "density": self.density,
        }


def make_random(
    rows: int,
    cols: int,
    *,
    density: float = 0.5,
    symmetry: Symmetry = "none",
    difficulty: Difficulty | None = None,
    seed: int = 0,
) -> RandomPuzzle:
    """Make a random black and white puzzle that has one solution.

    Cells are filled with probability `density` (0 to 1), then cells that leave the puzzle ambiguous
    (or harder than `difficulty`) are changed one by one. Symmetry: `vertical` means that left and
    right are alike, `horizontal` top and bottom, `rotation` that half a turn changes nothing. The
    same arguments give the same puzzle. Raises RequestError for an argument out of range.
    """
    _check(rows, cols, density, symmetry, difficulty, seed)
    orbits = _orbits(rows, cols, symmetry)
    best: tuple[int, RandomPuzzle] | None = None
    for attempt in range(_ATTEMPTS):
        rng = Rng.stream(seed, "nonogram", attempt)
        cells = [0] * (rows * cols)
        for orbit in orbits:
            filled = int(rng.below(_SCALE) < density * _SCALE)
            for cell in orbit:
                cells[cell] = filled
        shop = Workshop(cells, cols, (WHITE, BLACK), orbits)
        found = _rated(shop, soften(shop, difficulty), difficulty, attempt + 1, (seed, rows, cols))
        if found.matched:
            return found
        wanted = DIFFICULTIES.index(difficulty) + 1 if difficulty else 0
        distance = abs((found.rating.level or len(DIFFICULTIES) + 1) - wanted)
        if best is None or distance < best[0]:
            best = distance, found
    assert best is not None
    return best[1]


def _rated(
    shop: Workshop,
    cells: Cells,
    difficulty: Difficulty | None,
    attempts: int,
    name: tuple[int, int, int],
) -> RandomPuzzle:
    seed, rows, cols = name
    puzzle = Puzzle.of_lines(shop.lines(cells), (WHITE, BLACK))
    puzzle = puzzle.model_copy(update={"title": f"Random {rows}x{cols}, seed {seed}"})
    rating = rate(puzzle)
    matched = difficulty is None or rating.difficulty == difficulty
    return RandomPuzzle(puzzle, rating, matched, attempts, round(sum(cells) / len(cells), 4))


def _orbits(rows: int, cols: int, symmetry: Symmetry) -> list[tuple[int, ...]]:
    """Group the cells that are alike."""

    def images(row: int, col: int) -> set[tuple[int, int]]:
        down, right = rows - 1 - row, cols - 1 - col
        return {
            "none": {(row, col)},
            "vertical": {(row, col), (row, right)},
            "horizontal": {(row, col), (down, col)},
            "both": {(row, col), (row, right), (down, col), (down, right)},
            "rotation": {(row, col), (down, right)},
        }[symmetry]

    groups = {
        tuple(sorted(r * cols + c for r, c in images(row, col)))
        for row in range(rows)
        for col in range(cols)
    }
    return sorted(groups)


def _check(
    rows: int, cols: int, density: float, symmetry: str, difficulty: str | None, seed: int
) -> None:
    wrong = []
    for place, number, low, high in (
        ("rows", rows, 1, LARGEST_SIDE),
        ("cols", cols, 1, LARGEST_SIDE),
        ("density", density, 0, 1),
        ("seed", seed, 0, (1 << 53) - 1),
    ):
        if not low <= number <= high:
            message, hint = f"{number} is out of range", f"{low} .. {high}"
            wrong.append(Problem("request", f"/{place}", message, hint))
    if symmetry not in SYMMETRIES:
        hint = did_you_mean(symmetry, SYMMETRIES)
        message = f"there is no symmetry {symmetry!r}"
        wrong.append(Problem("request", "/symmetry", message, hint))
    if difficulty is not None and difficulty not in DIFFICULTIES:
        hint = did_you_mean(difficulty, DIFFICULTIES)
        message = f"there is no difficulty {difficulty!r}"
        wrong.append(Problem("request", "/difficulty", message, hint))
    if wrong:
        raise RequestError(wrong)
