"""The classroom notebook's comparison, re-made: trying all combinations against solving.

Prints, for each puzzle of classroom.json, its true verdict (several that were printed have no
solution, or many), how many patterns its rows have, and what each solver takes. Writes a picture
of the times and one of the solutions.

    python examples/nonogram_speedup.py pictures
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import levelgen.nonogram as nonogram
from levelgen.nonogram import NaiveRun, Puzzle, Result

PUZZLES = Path(__file__).resolve().parent / "classroom.json"
ENCODINGS = ("ladder", "starts", "automaton", "table")
COUNTED = 1000
"""Solutions are counted up to this number."""

BLUE, SKY, ORANGE = "#0072b2", "#56b4e9", "#e69f00"


@dataclass(frozen=True)
class Row:
    """What was measured on one puzzle; times are seconds of the processor."""

    puzzle: Puzzle
    result: Result
    solutions: str
    patterns: list[int]
    naive: NaiveRun
    times: dict[str, float]

    @property
    def by_sums(self) -> bool:
        """Whether rows and columns ask for different numbers of cells: nothing is left to solve."""
        return bool(self.puzzle.contradictions)

    @property
    def speed_up(self) -> float:
        """How many times faster `auto` is than trying all combinations."""
        return self.naive.estimated_seconds / max(self.times["auto"], 1e-6)


def measure(puzzle: Puzzle, naive_seconds: float, repeats: int) -> Row:
    """Solve one puzzle in every way; trying all combinations stops after a time."""
    length = puzzle.shape[1]
    times = {}
    for name in ("auto", *ENCODINGS):
        chosen: Any = {} if name == "auto" else {"solver": "cpsat", "encoding": name}
        runs = [nonogram.solve(puzzle, **chosen) for _ in range(repeats)]
        times[name] = median(run.times.total for run in runs)
    return Row(
        puzzle=puzzle,
        result=nonogram.solve(puzzle),
        solutions=str(nonogram.count(puzzle, limit=COUNTED)),
        patterns=[nonogram.pattern_count(clue, length) for clue in puzzle.row_clues],
        # No more solutions than there are combinations: it goes on to the end.
        naive=nonogram.try_all(puzzle, solutions=10**9, time_limit=naive_seconds),
        times=times,
    )


def seconds(value: float) -> str:
    """Write a time so that its size is felt."""
    for unit, size in (("years", 3.156e7), ("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if value >= 2 * size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g} s" if value >= 1 else f"{1000 * value:.3g} ms"


def print_table(rows: list[Row]) -> None:
    """Print one block on the naive way, one on the others."""
    print("Trying all combinations of row patterns, columns checked at the end:\n")
    print(
        f"{'puzzle':25} {'size':>6} {'verdict':>10} {'solutions':>14} {'patterns per row':>17}",
        end="",
    )
    print(f" {'combinations':>30} {'first solution':>15} {'all':>15}")
    for row in rows:
        height, width = row.puzzle.shape
        spread = f"{min(row.patterns)} to {max(row.patterns)}"
        run = row.naive
        first = "-" if run.first_checked is None else f"{run.first_checked:,}"
        about = "" if run.exhausted else "~ "
        print(
            f"{row.puzzle.title:25} {f'{height}x{width}':>6} {row.result.verdict:>10} "
            f"{row.solutions:>14} {spread:>17} {run.combinations:>30,} {first:>15} "
            f"{about + seconds(run.estimated_seconds):>15}"
        )
    print("\nfirst solution: combinations tried until it was found, - if it was not in the time")
    print("all: time to try every combination; ~ is estimated from as many as were tried\n")
    print("Solving (processor time of the proof: one solution, several or none):\n")
    head = ("auto", *ENCODINGS)
    print(f"{'puzzle':25} {'sweeps':>6} {'open':>5}", *(f"{name:>10}" for name in head), end="")
    print(f" {'speed-up':>10}")
    for row in rows:
        left = row.result.line_unresolved_cells
        print(
            f"{row.puzzle.title:25} {row.result.statistics.sweeps:>6} "
            f"{'-' if left is None else left:>5}",
            *(f"{'sums' if row.by_sums else seconds(row.times[name]):>10}" for name in head),
            f"{'-' if row.by_sums else f'{row.speed_up:.2g}':>10}",
        )
    print("\nsweeps: over rows or columns by the line solver; open: cells that lines alone leave")
    print("speed-up: of auto over trying every combination")
    print("sums: rows and columns ask for different numbers of cells, so nothing is left to solve")


def draw_times(rows: list[Row], path: Path) -> None:
    """Draw times and factors, both on logarithmic scales."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13, 6), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    names = [row.puzzle.title for row in rows]
    places = {row.puzzle.title: place for place, row in enumerate(rows)}
    solved = [row for row in rows if not row.by_sums]
    for offset, color, label, shown in (
        (-0.27, ORANGE, "all combinations of row patterns", rows),
        (0, SKY, "CP-SAT, ladder", solved),
        (0.27, BLUE, "auto", solved),
    ):
        name = {"CP-SAT, ladder": "ladder", "auto": "auto"}.get(label, "")
        bars = left.barh(
            [places[row.puzzle.title] + offset for row in shown],
            [row.times[name] if name else row.naive.estimated_seconds for row in shown],
            0.26,
            color=color,
            label=label,
        )
        for bar, row in zip(bars, shown, strict=True):
            if not name and not row.naive.exhausted:
                bar.set_hatch("//")
                bar.set_edgecolor("white")
    left.set_yticks(range(len(rows)), names)
    left.invert_yaxis()
    left.set_xlabel("seconds (hatched: estimated)")
    left.set_title("Time to the verdict")
    heights = [places[row.puzzle.title] for row in solved]
    right.barh(heights, [row.speed_up for row in solved], 0.6, color=BLUE)
    right.axvline(1, color="#666666", linewidth=1)
    right.set_xlabel("times faster")
    right.set_title("auto over all combinations")
    for row in (row for row in rows if row.by_sums):
        right.text(1.5, places[row.puzzle.title], "sums differ: nothing to solve", va="center")
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    for axes in (left, right):
        axes.set_xscale("log")
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="x", color="#dddddd", linewidth=0.6)
        axes.set_axisbelow(True)
    figure.savefig(path, dpi=110)


def draw_gallery(rows: list[Row], path: Path) -> None:
    """Draw a solution of each puzzle, in red where another one differs."""
    import numpy as np
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    across = 5
    figure = Figure(figsize=(13, 9), layout="constrained")
    panels = figure.subplots(-(-len(rows) // across), across)
    for axes in panels.flat:
        axes.set_axis_off()
    for axes, row in zip(panels.flat, rows, strict=False):
        title, grid = row.puzzle.title, row.result.grid
        if grid is None:
            axes.set_aspect("equal")
            axes.add_patch(Rectangle((0, 0), 1, 1, facecolor="#f6f6f6"))
            axes.text(0.5, 0.5, "no solution", ha="center", va="center", color="#c44e00")
            axes.set_title(f"{title}\ninfeasible", fontsize=10)
            continue
        picture = np.where(grid[..., None] > 0, 34, 246).repeat(3, axis=2).astype(np.uint8)
        for cell in row.result.difference:
            picture[cell] = (224, 0, 27) if grid[cell] else (250, 190, 195)
        axes.imshow(picture)
        number = "" if row.solutions == "1" else f", {row.solutions} solutions"
        axes.set_title(f"{title}\n{row.result.verdict}{number}", fontsize=10)
    figure.savefig(path, dpi=110)


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", default="pictures", type=Path)
    parser.add_argument("--naive-seconds", type=float, default=2.0)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    puzzles = nonogram.load_puzzles(PUZZLES)
    # What is loaded when it is first used does not count.
    measure(puzzles[1], 0.01, 1)
    rows = [measure(puzzle, options.naive_seconds, options.repeats) for puzzle in puzzles]
    print_table(rows)
    wrong = [row.puzzle.title for row in rows if row.result.verdict == "infeasible"]
    many = [row.puzzle.title for row in rows if row.result.verdict == "multiple"]
    print(f"\nWithout any solution: {', '.join(wrong)}.")
    print(f"With several solutions: {', '.join(many)}.")
    draw_times(rows, options.folder / "nonogram-speedup.png")
    draw_gallery(rows, options.folder / "nonogram-gallery.png")


if __name__ == "__main__":
    main()
