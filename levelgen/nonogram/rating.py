"""Rating: which technique a puzzle needs, and how much of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from levelgen.nonogram.board import Board
from levelgen.nonogram.overlap import overlap_closure
from levelgen.nonogram.puzzle import Puzzle
from levelgen.nonogram.result import Verdict, open_cells
from levelgen.nonogram.solving import DETERMINISTIC_LIMIT, solve

Difficulty = Literal["overlap", "line", "probing", "deep-probing", "search"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

_DEEP_BUDGET = 5_000_000


@dataclass(frozen=True)
class Rating:
    """The cheapest technique that solves a puzzle, each including those before it.

    `overlap` of the first and last place of runs; `line`, all arrangements of a line; `probing`,
    colours of single cells that lead to a contradiction of lines; `deep-probing`, of probing;
    `search` otherwise. None where there is not exactly one solution. `level` counts them from 1.

    The amount of work: `passes` over the lines (`overlap`, `line`), `lines_worked` by the technique
    and as a share of the number of lines, `probes` and `branches`. `line_unresolved_cells` are left
    when lines tell nothing more.
    """

    verdict: Verdict
    difficulty: Difficulty | None
    level: int | None
    line_solvable: bool
    line_unresolved_cells: int | None
    passes: int
    lines_worked: int
    work_per_line: float
    probes: int
    branches: int

    def to_dict(self) -> dict[str, Any]:
        """Give the rating as plain data for JSON."""
        return asdict(self)


def rate(
    puzzle: Puzzle,
    *,
    deterministic_limit: float = DETERMINISTIC_LIMIT,
    time_limit: float | None = None,
) -> Rating:
    """Rate a puzzle by the techniques that a person would use."""
    board = Board(puzzle)
    result = solve(puzzle, deterministic_limit=deterministic_limit, time_limit=time_limit)
    unresolved = result.line_unresolved_cells
    solvable = result.verdict == "unique" and unresolved == 0
    lines = board.rows + board.cols
    done = result.statistics
    passes, worked, probes, branches = done.sweeps, done.lines, done.probes, done.branches
    difficulty: Difficulty | None = None
    if solvable:
        difficulty = "line"
        domains, overlaps = overlap_closure(board, board.start())
        if not open_cells(board.cells(domains)):
            difficulty, passes = "overlap", overlaps
    elif result.verdict == "unique":
        difficulty = "search"
        for depth, name in ((1, DIFFICULTIES[2]), (2, DIFFICULTIES[3])):
            narrowed = board.crossing.narrow(board.start(), depth=depth, budget=_DEEP_BUDGET)
            if not open_cells(board.cells(narrowed.domains)):
                difficulty, effort = name, narrowed.effort
                passes, worked = effort.sweeps, effort.lines
                probes, branches = effort.probes, 0
                break
    return Rating(
        result.verdict,
        difficulty,
        None if difficulty is None else DIFFICULTIES.index(difficulty) + 1,
        solvable,
        unresolved,
        passes,
        worked,
        round(worked / lines, 2),
        probes,
        branches,
    )
