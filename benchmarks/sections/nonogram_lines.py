"""How fast is the line solver, in both engines, and beside its targets?"""

from __future__ import annotations

from options import Options, progress
from puzzle_peer import ask
from puzzles import NO_SOLVER, timed
from report import number, table, verdict

from levelgen.engine.crossing import crossing
from levelgen.engine.crossing_reference import Reference
from levelgen.engine.rng import Rng
from levelgen.nonogram import Puzzle, solve

SIZES = (25, 50, 100, 200, 512)
LIMITS = {100: 0.2, 200: 1.0, 512: 1.0}
REFERENCE_SIDE = 200
"""Larger boards take the reference engine too long."""


def run(options: Options) -> str:
    """Measure line-solvable pictures: blobs, whose clues have many runs, and a hatched triangle."""
    rows = []
    for side in SIZES:
        for name, puzzle in (("blobs", _blobs(side)), ("triangle", _triangle(side))):
            progress(f"nonogram_lines: {name} {side}x{side}")
            result, seconds = timed(lambda puzzle=puzzle: solve(puzzle))
            domains = [3] * (side * side)
            board = crossing(1, puzzle.row_clues, puzzle.col_clues)
            narrowed, kernel = timed(lambda b=board, d=domains: b.narrow(d))
            reference = "-"
            if side <= REFERENCE_SIDE:
                slow = Reference(1, puzzle.row_clues, puzzle.col_clues)
                same, time = timed(lambda b=slow, d=domains: b.narrow(d), repeat=1)
                assert list(same.domains) == list(narrowed.domains)
                assert same.effort == narrowed.effort
                reference = number(time * 1000)
            limit = min(LIMITS[size] for size in LIMITS if size >= side)
            row = [name, f"{side}x{side}", result.verdict, result.line_unresolved_cells]
            row += [narrowed.effort.lines, number(seconds * 1000), number(kernel * 1000), reference]
            row.append(f"{limit * 1000:.0f}: {verdict(seconds <= limit)}")
            if options.solver is not None:
                told = ask(options.solver, puzzle, repeat=3)
                row.append(number(told.seconds * 1000))
            rows.append(row)
    head = ["picture", "size", "verdict", "open after lines", "lines worked", "ms", "kernel ms"]
    head += ["reference ms", "aim ms"]
    parts = [
        "Milliseconds of CPU time: all of `solve`, the fixpoint in the compiled kernel, and in the "
        "pure Python reference, which gives the same cells and counts.",
    ]
    if options.solver is None:
        parts.append(NO_SOLVER)
    else:
        head.append("its ms")
    parts.append(table(head, rows))
    return "\n\n".join(parts)


def _triangle(side: int) -> Puzzle:
    rng = Rng.stream(side, "triangle")
    grid = [[int(col <= row + rng.below(3)) for col in range(side)] for row in range(side)]
    return Puzzle.of_grid(grid)


def _blobs(side: int) -> Puzzle:
    """Smooth noise into blobs a few cells wide; fill what lines leave open, until nothing."""
    rng = Rng.stream(side, "blobs")
    grid = [[int(rng.below(100) < 64) for _ in range(side)] for _ in range(side)]
    grid = [[_most(grid, row, col) for col in range(side)] for row in range(side)]
    while True:
        puzzle = Puzzle.of_grid(grid)
        known = solve(puzzle, solver="line").known
        assert known is not None
        if (known >= 0).all():
            return puzzle
        grid = [
            [value if told >= 0 else 1 for value, told in zip(line, tells, strict=True)]
            for line, tells in zip(grid, known.tolist(), strict=True)
        ]


def _most(grid: list[list[int]], row: int, col: int) -> int:
    """Give what most of a cell's neighbourhood has."""
    side = len(grid)
    rows = range(max(row - 1, 0), min(row + 2, side))
    return int(2 * sum(sum(grid[r][max(col - 1, 0) : col + 2]) for r in rows) >= 9)
