"""One solve: a level that keeps every promise, a proof that there is none, or a limit reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, Literal

from ortools.sat.python import cp_model

from levelgen.model.adjacency import Form
from levelgen.model.connectivity import CIRCUIT_CELLS
from levelgen.model.context import Cutting
from levelgen.model.draft import Draft, Hint
from levelgen.model.model import MemoryLimitError
from levelgen.model.noise import noise
from levelgen.model.running import run
from levelgen.model.settings import new_solver
from levelgen.model.shape import Shape
from levelgen.model.skeleton import Recipe, Skeleton, borrow, give_back
from levelgen.model.windows import MOST_LITERALS, window_literals
from levelgen.rules import compile_rules
from levelgen.schema.overrides import Ask
from levelgen.schema.placed import PlacedObject
from levelgen.schema.request import Request

Status = Literal["solved", "infeasible", "unknown"]
Connectivity = Literal["auto", "lazy", "circuit"]

DETERMINISTIC_LIMIT = 10.0
"""Default limit of a solve, in CP-SAT's deterministic time (one or two seconds each)."""

_ROUNDS = 8

_PRESOLVED_TERMS = 1_000_000
"""Literals in the constraints of a model up to which presolve ends in reasonable time."""

_SHORT_TERMS = 50_000
"""Literals in the constraints of a model up to which a level near the hint is found at once."""

_FREE_TERMS = 500_000
_TERM_TIME = 1e-6
"""Deterministic time for each literal beyond the free ones: to load and cut such a model takes far
longer than CP-SAT counts."""


@dataclass(frozen=True)
class _Phase:
    """One way to search, and the share of the limit it may use.

    `near`: the hint is nearly a solution. Presolve forgets hints and seeds, so it comes last.
    """

    cutting: Cutting
    near: bool
    presolve: bool
    share: float


def _phases(connectivity: Connectivity, *, warm: bool, small: bool) -> list[_Phase]:
    """Plan the search: near the hint, then from scratch, then with all the solver has."""
    if connectivity == "lazy" or (connectivity == "auto" and not small):
        return [_Phase("regions", warm, False, 0.2), _Phase("regions", False, True, 1.0)]
    found = []
    if warm:
        near: Cutting = "paths" if connectivity == "circuit" else "regions"
        found.append(_Phase(near, True, False, 0.1))
    found.append(_Phase("paths", False, False, 0.1))
    found.append(_Phase("nothing", False, False, 0.15))
    found.append(_Phase("nothing", False, True, 1.0))
    return found


@dataclass(frozen=True)
class Solved:
    """What a solve found.

    `cells` (tile numbers row by row) and `objects` (sorted) are the level if the status is
    `solved`; `infeasible` is a proof; `unknown` means that `limit_hit` ended the search.
    """

    status: Status
    cells: tuple[int, ...] | None
    objects: tuple[PlacedObject, ...]
    counters: dict[str, int | float | str]
    limit_hit: str = ""


def solve(
    request: Request,
    *,
    asks: Sequence[Ask] | None = None,
    hint: Hint | None = None,
    seed: int | None = None,
    adjacency: Form = "clauses",
    connectivity: Connectivity = "auto",
    deterministic_limit: float = DETERMINISTIC_LIMIT,
    time_limit: float | None = None,
) -> Solved:
    """Find a level that keeps the adjacency, the windows and every promise of a request.

    `asks` replaces the promises of the request. With a hint, the level stays near it; without one,
    it starts from noise drawn from the seed (the request's unless given). `connectivity`: `lazy`
    adds separators where a solution is not connected, `circuit` posts the exact circuit at once,
    `auto` is lazy with a hint and exact without, as far as the board's size allows. Short paths are
    cut first and excluded by exact constraints when that does not end. Limits count CP-SAT's
    deterministic time, and seconds only if `time_limit` is given; a model that would be too large
    is `unknown` by the memory limit.
    Raises UnsupportedError for a promise kind that has no encoder.
    """
    if window_literals(request) > MOST_LITERALS:
        return Solved("unknown", None, (), {}, "memory_limit")
    promises = tuple(request.asks if asks is None else asks)
    number = request.seed if seed is None else seed
    search = _Search(number, deterministic_limit, time_limit)
    try:
        return _searched(request, promises, hint, adjacency, connectivity, search)
    except MemoryLimitError:
        return Solved("unknown", None, (), search.counters, "memory_limit")


def _searched(
    request: Request,
    promises: tuple[Ask, ...],
    hint: Hint | None,
    form: Form,
    connectivity: Connectivity,
    search: _Search,
) -> Solved:
    rules = compile_rules(request.tileset)
    shape = Shape(request.rows, request.cols, request.layout)
    if hint is not None:
        draft = Draft.of(hint, shape.cols)
    else:
        draft = noise(rules, shape, promises, search.seed)
    recipe = Recipe(request.tileset.content, rules, shape, promises, form, "nothing")
    small = shape.flat and shape.size <= CIRCUIT_CELLS
    phases = _phases(connectivity, warm=hint is not None, small=small)
    unconfirmed = hint is not None and hint.whole
    for phase in phases:
        own = replace(recipe, cutting=phase.cutting)
        made = borrow(own)
        pristine = True
        search.begin(phase)
        # Where exact constraints come next, cutting goes on only as long as it is likely to end.
        exact_follows = phases[-1].cutting != phase.cutting
        last = search.iterations + _ROUNDS
        while True:
            confirmed = search.confirm(made, draft) if unconfirmed else None
            unconfirmed = False
            if confirmed is not None:
                draft = confirmed
            else:
                made.hint(draft)
                solution = search.run(made)
                if solution is None:
                    break
                draft = made.decoded(solution)
            cuts = [cut for watch in made.model.watches for cut in watch.cuts(draft)]
            if not cuts:
                if pristine:
                    give_back(own, made)
                found = draft.hint(shape.cols)
                return Solved("solved", found.cells, found.objects, search.counters)
            search.iterations += 1
            if exact_follows and search.iterations == last:
                break
            search.cuts += len(cuts)
            pristine = False
            for cut in cuts:
                made.model.clause(cut)
        if search.infeasible:
            return Solved("infeasible", None, (), search.counters)
        if search.limit_hit:
            break
    return Solved("unknown", None, (), search.counters, search.limit_hit)


class _Search:
    """Runs CP-SAT under limits that all rounds and phases share, and counts."""

    def __init__(self, seed: int, deterministic_limit: float, time_limit: float | None) -> None:
        self.seed = seed
        self.limit = deterministic_limit
        self.deadline = None if time_limit is None else perf_counter() + time_limit
        self.iterations = 0
        self.cuts = 0
        self.infeasible = False
        self.limit_hit = ""
        self._phase = _Phase("nothing", near=False, presolve=False, share=1.0)
        self._until = deterministic_limit
        self._status = ""
        self._branches = 0
        self._conflicts = 0
        self._used = 0.0

    def begin(self, phase: _Phase) -> None:
        """Start a phase, with its share of the limit."""
        self._phase = phase
        self._until = min(self.limit, self._used + self.limit * phase.share)

    def run(self, made: Skeleton) -> list[int] | None:
        """Solve once; gives the values of all variables, None without a solution.

        Sets `infeasible` on a proof and `limit_hit` when a limit of the whole solve is reached.
        """
        terms = made.model.terms
        presolve = self._phase.presolve and terms <= _PRESOLVED_TERMS
        solver = new_solver(self.seed, near=self._phase.near, presolve=presolve)
        short = self._phase.near and terms <= _SHORT_TERMS and not self.iterations
        status = self._solve(solver, made, short=short)
        self.infeasible = status == cp_model.INFEASIBLE
        if status == cp_model.UNKNOWN:
            if self.deadline is not None and perf_counter() >= self.deadline:
                self.limit_hit = "time_limit"
            elif self._until >= self.limit:
                self.limit_hit = "deterministic_limit"
        if status == cp_model.OPTIMAL or status == cp_model.FEASIBLE:
            return list(solver.response_proto.solution)
        return None

    def confirm(self, made: Skeleton, draft: Draft) -> Draft | None:
        """Give a whole draft if CP-SAT takes it for a solution; None says nothing about others.

        With every variable decided there is nothing to search for: this takes half as long as to
        search with the draft as a hint, and the solution need not be read.
        """
        decided = made.decide(draft)
        solver = new_solver(self.seed, near=True, presolve=True)
        status = self._solve(solver, made, short=True)
        made.model.undecide()
        return decided if status == cp_model.OPTIMAL or status == cp_model.FEASIBLE else None

    def _solve(self, solver: cp_model.CpSolver, made: Skeleton, *, short: bool) -> Any:
        settings = solver.parameters
        settings.max_deterministic_time = max(self._until - self._used, 0.0)
        if self.deadline is not None:
            settings.max_time_in_seconds = max(self.deadline - perf_counter(), 0.0)
        status = run(solver, made.model.program, short=short).status
        if status == cp_model.MODEL_INVALID:
            raise RuntimeError(f"CP-SAT refuses the model: {made.model.program.validate()}")
        response = solver.response_proto
        self._status = solver.status_name(status)
        self._branches += response.num_branches
        self._conflicts += response.num_conflicts
        self._used += response.deterministic_time
        self._used += max(0, made.model.terms - _FREE_TERMS) * _TERM_TIME
        return status

    @property
    def counters(self) -> dict[str, int | float | str]:
        """What was counted, for the manifest."""
        return {
            "solver_status": self._status,
            "branches": self._branches,
            "conflicts": self._conflicts,
            "deterministic_time": round(self._used, 6),
            "lazy_iterations": self.iterations,
            "cuts": self.cuts,
        }
