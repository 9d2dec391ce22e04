"""Solving: a verdict on a puzzle, by any of the solvers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import thread_time
from typing import TYPE_CHECKING, Literal, get_args

from levelgen.engine.crossing import Effort
from levelgen.errors import Problem, RequestError, did_you_mean
from levelgen.nonogram.board import Board
from levelgen.nonogram.puzzle import Puzzle
from levelgen.nonogram.result import Cells, Result, Statistics, Times, Verdict, open_cells

if TYPE_CHECKING:
    from levelgen.model.lines import Encoding

Solver = Literal["auto", "line", "cpsat", "search", "naive", "naive-depth-first"]
SOLVERS: tuple[Solver, ...] = get_args(Solver)

DETERMINISTIC_LIMIT = 60.0
"""Default limit of CP-SAT, in its deterministic time (a second or two each)."""

SEARCH_LIMIT = 20_000_000
"""Default limit of `search`: lines worked."""

_SEARCH_FIRST = 6_400_000
"""What `auto` searches before CP-SAT: lines worked, times the longest side (64 at least)."""


@dataclass(frozen=True)
class Limits:
    """Where to stop: lines worked, CP-SAT's deterministic time, seconds."""

    lines: int | None = None
    deterministic: float = DETERMINISTIC_LIMIT
    seconds: float | None = None


def solve(
    puzzle: Puzzle,
    *,
    solver: Solver = "auto",
    encoding: Encoding = "ladder",
    line_limit: int | None = None,
    deterministic_limit: float = DETERMINISTIC_LIMIT,
    time_limit: float | None = None,
) -> Result:
    """Say whether a puzzle has one solution, several or none.

    `auto` works lines to the fixpoint, searches a little, and gives what is left to CP-SAT. `line`
    works lines only; what it leaves open makes the verdict `unknown`. `search` probes and branches
    without CP-SAT. `cpsat` posts the whole puzzle in an `encoding`: `ladder`, `starts`, `automaton`
    or `table`. `naive` tries all combinations of row patterns and looks at the columns at the end,
    `naive-depth-first` row by row. All but `line` agree on the verdict.

    `line_limit` bounds the lines that the search works, or the combinations of `naive`;
    `deterministic_limit` is CP-SAT's; seconds count only if `time_limit` is given. A limit gives
    the verdict `unknown`. Raises RequestError for an unknown solver, encoding or limit.
    """
    _check(solver, encoding, line_limit, deterministic_limit, time_limit)
    board = Board(puzzle)
    limits = Limits(line_limit, deterministic_limit, time_limit)
    if puzzle.contradictions:
        name = f"{solver}-{encoding}" if solver == "cpsat" else solver
        return _judged(_contradictory(board), name, board)
    if solver == "cpsat":
        return _by_model(board, encoding, board.start(), limits)
    if solver == "naive" or solver == "naive-depth-first":
        from levelgen.nonogram.naive import naive

        return naive(board, solver, limits)
    return {"auto": _auto, "line": _line, "search": _search}[solver](board, limits)


def count(
    puzzle: Puzzle,
    *,
    limit: int = 1000,
    deterministic_limit: float = DETERMINISTIC_LIMIT,
    time_limit: float | None = None,
) -> Counted:
    """Count the solutions of a puzzle up to a limit; says whether the number is exact.

    Raises RequestError for a limit below 1.
    """
    if limit < 1:
        raise RequestError([Problem("request", "/limit", f"{limit} is out of range", ">= 1")])
    _check("auto", "ladder", None, deterministic_limit, time_limit)
    limits = Limits(None, deterministic_limit, time_limit)
    found = enumerate_cells(Board(puzzle), limit, limits)
    return Counted(len(found.grids), found.exhausted, found.limit_hit, found.grids, puzzle.shape)


@dataclass(frozen=True)
class Counted:
    """How many solutions there are: exactly `solutions`, or at least as many.

    `limit_hit` is empty, or names the limit that ended the count before the number asked for.
    """

    solutions: int
    exact: bool
    limit_hit: str
    cells: tuple[Cells, ...]
    shape: tuple[int, int]

    def __str__(self) -> str:
        return f"{'' if self.exact else 'at least '}{self.solutions}"


# ---------------------------------------------------------------------- the solvers


@dataclass(frozen=True)
class Found:
    """Solutions, and how they were found."""

    grids: tuple[Cells, ...]
    exhausted: bool
    statistics: Statistics
    times: Times
    known: Cells
    unresolved: int
    limit_hit: str = ""
    reason: str = ""
    pointers: tuple[str, ...] = ()


def _auto(board: Board, limits: Limits) -> Result:
    return _judged(enumerate_cells(board, 2, limits), "auto", board)


def enumerate_cells(board: Board, limit: int, limits: Limits) -> Found:
    """Find grids up to a limit: lines, some search, CP-SAT on the rest."""
    found, domains = _lines(board)
    if found.exhausted:
        return found
    budget = _SEARCH_FIRST // max(64, board.rows, board.cols) + 1000 * (limit - 2)
    clock = thread_time()
    searched = board.crossing.search(domains, limit=limit, budget=budget, seconds=limits.seconds)
    statistics = _added(found.statistics, searched.effort)
    times = replace(found.times, search=thread_time() - clock)
    found = replace(
        found,
        grids=searched.solutions,
        exhausted=searched.exhausted,
        statistics=statistics,
        times=times,
        reason="" if searched.solutions else _NO_GRID,
    )
    if searched.exhausted or len(searched.solutions) >= limit:
        return found
    clock = thread_time()
    narrowed = board.crossing.narrow(domains, depth=1, budget=budget)
    times = replace(times, search=times.search + thread_time() - clock)
    found = replace(found, statistics=_added(statistics, narrowed.effort), times=times)
    left = None if limits.seconds is None else limits.seconds - times.total
    return _modelled(board, "ladder", narrowed.domains, limit, replace(limits, seconds=left), found)


_NO_GRID = "no grid keeps all clues together, though no single line shows it"


def _contradictory(board: Board) -> Found:
    """Say that the numbers of cells do not agree."""
    reason = "; ".join(problem.message for problem in board.puzzle.contradictions)
    known = board.cells(board.start())
    return Found(
        (),
        True,
        Statistics(),
        Times(),
        known,
        open_cells(known),
        reason=reason,
        pointers=("/rows", "/cols"),
    )


def _lines(board: Board) -> tuple[Found, list[int]]:
    """Work lines to the fixpoint; gives the domains that are left."""
    if board.puzzle.contradictions:
        return _contradictory(board), []
    clock = thread_time()
    narrowed = board.crossing.narrow(board.start())
    times = Times(lines=thread_time() - clock)
    known = board.cells(narrowed.domains)
    unresolved = open_cells(known)
    statistics = _added(Statistics(), narrowed.effort)
    found = Found((), False, statistics, times, known, unresolved)
    if narrowed.contradiction:
        assert narrowed.line is not None
        reason = board.impossible_text(narrowed.line, narrowed.domains)
        pointers = (board.pointer(narrowed.line),)
        found = replace(found, exhausted=True, reason=reason, pointers=pointers)
    elif not unresolved:
        found = replace(found, grids=(known,), exhausted=True)
    return found, list(narrowed.domains)


def _line(board: Board, limits: Limits) -> Result:
    found, _ = _lines(board)
    if found.exhausted:
        return _judged(found, "line", board)
    return replace(_judged(found, "line", board), limit_hit="lines_alone")


def _search(board: Board, limits: Limits) -> Result:
    found, domains = _lines(board)
    if not found.exhausted:
        budget = SEARCH_LIMIT if limits.lines is None else limits.lines
        clock = thread_time()
        searched = board.crossing.search(domains, limit=2, budget=budget, seconds=limits.seconds)
        found = replace(
            found,
            grids=searched.solutions,
            exhausted=searched.exhausted,
            statistics=_added(found.statistics, searched.effort),
            times=replace(found.times, search=thread_time() - clock),
            reason="" if searched.solutions else _NO_GRID,
        )
        if not searched.exhausted and len(searched.solutions) < 2:
            late = searched.effort.lines < budget
            found = replace(found, limit_hit="time_limit" if late else "line_limit")
    return _judged(found, "search", board)


def _by_model(board: Board, encoding: Encoding, domains: Sequence[int], limits: Limits) -> Result:
    """Solve the whole puzzle by CP-SAT; lines are worked aside, for the cells they leave open."""
    aside, _ = _lines(board)
    empty = replace(aside, grids=(), exhausted=False, statistics=Statistics(), times=Times())
    found = _modelled(board, encoding, domains, 2, limits, empty)
    return _judged(found, f"cpsat-{encoding}", board)


def _modelled(
    board: Board,
    encoding: Encoding,
    domains: Sequence[int],
    limit: int,
    limits: Limits,
    before: Found,
) -> Found:
    """Give domains to CP-SAT in one call; solutions that are known already are excluded."""
    from levelgen.model.lines import TooLargeError, encode
    from levelgen.model.lines.enumeration import enumerate_grids

    clock = thread_time()
    puzzle = board.puzzle
    try:
        cells = encode(encoding, domains, puzzle.row_clues, puzzle.col_clues)
    except TooLargeError as error:
        return replace(before, limit_hit=str(error))
    for grid in before.grids:
        cells.differs(grid)
    built = thread_time()
    more = enumerate_grids(
        cells,
        limit=limit - len(before.grids),
        deterministic_limit=limits.deterministic,
        time_limit=limits.seconds,
    )
    times = replace(before.times, build=built - clock, solve=thread_time() - built + more.elsewhere)
    done = before.statistics
    statistics = replace(
        done,
        patterns=cells.patterns,
        branches=done.branches + more.branches,
        conflicts=done.conflicts + more.conflicts,
        variables=more.variables,
        constraints=more.constraints,
        solver_status=more.status,
    )
    grids = (*before.grids, *more.grids)
    limit_hit = ""
    if not more.exhausted and len(grids) < limit:
        late = more.deterministic_time < limits.deterministic
        limit_hit = "time_limit" if late and limits.seconds is not None else "deterministic_limit"
    reason = before.reason if before.pointers else "" if grids else _NO_GRID
    return replace(
        before,
        grids=grids,
        exhausted=more.exhausted,
        statistics=statistics,
        times=times,
        limit_hit=limit_hit,
        reason=reason,
    )


def _judged(found: Found, solver: str, board: Board) -> Result:
    grids = found.grids
    verdict: Verdict = "unknown"
    if len(grids) > 1:
        verdict = "multiple"
    elif found.exhausted:
        verdict = "unique" if grids else "infeasible"
    impossible = verdict == "infeasible"
    return Result(
        verdict,
        solver,
        board.puzzle.shape,
        cells=grids[0] if grids else None,
        second_cells=grids[1] if len(grids) > 1 else None,
        known_cells=None if impossible else found.known,
        line_unresolved_cells=None if impossible and found.pointers else found.unresolved,
        reason=found.reason if impossible else "",
        pointers=found.pointers if impossible else (),
        limit_hit=found.limit_hit if verdict == "unknown" else "",
        statistics=found.statistics,
        times=found.times,
    )


def _added(statistics: Statistics, effort: Effort) -> Statistics:
    return replace(
        statistics,
        lines=statistics.lines + effort.lines,
        sweeps=statistics.sweeps + effort.sweeps,
        probes=statistics.probes + effort.probes,
        branches=statistics.branches + effort.branches,
        conflicts=statistics.conflicts + effort.conflicts,
    )


def _check(
    solver: str,
    encoding: str,
    line_limit: int | None,
    deterministic_limit: float,
    time_limit: float | None,
) -> None:
    from levelgen.model.lines import ENCODINGS

    wrong = []
    for place, word, known in (("solver", solver, SOLVERS), ("encoding", encoding, ENCODINGS)):
        if word not in known:
            hint = did_you_mean(str(word), known)
            wrong.append(Problem("request", f"/{place}", f"there is no {place} {word!r}", hint))
    for place, number in (
        ("line_limit", line_limit),
        ("deterministic_limit", deterministic_limit),
        ("time_limit", time_limit),
    ):
        if number is not None and not number > 0:
            wrong.append(Problem("request", f"/{place}", f"{number} is out of range", "> 0"))
    if wrong:
        raise RequestError(wrong)
