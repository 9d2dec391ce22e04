"""One solve that enumerates: the clauses learned for one solution serve for the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ortools.sat.python import cp_model

from levelgen.model.lines.cells import Cells
from levelgen.model.running import run


@dataclass(frozen=True)
class Enumerated:
    """The grids that were found; `exhausted`: there are no others."""

    grids: tuple[tuple[int, ...], ...]
    exhausted: bool
    status: str
    branches: int
    conflicts: int
    deterministic_time: float
    elsewhere: float
    """CPU seconds that are not the calling thread's own."""
    variables: int
    constraints: int


def enumerate_grids(
    cells: Cells, *, limit: int, deterministic_limit: float, time_limit: float | None
) -> Enumerated:
    """Find grids up to a limit in one call. Limits: CP-SAT's deterministic time, and seconds."""
    solver = cp_model.CpSolver()
    settings = solver.parameters
    settings.num_workers = 1
    settings.enumerate_all_solutions = True
    settings.cp_model_presolve = False
    settings.cp_model_probing_level = 0
    settings.symmetry_level = 0
    settings.linearization_level = 0
    settings.max_deterministic_time = deterministic_limit
    if time_limit is not None:
        settings.max_time_in_seconds = max(time_limit, 0.0)
    found: list[tuple[int, ...]] = []
    status, elsewhere = run(solver, cells.model.program, _Collector(cells, found, limit))
    if status == cp_model.MODEL_INVALID:
        raise RuntimeError(f"CP-SAT refuses the model: {cells.model.program.validate()}")
    response = solver.response_proto
    return Enumerated(
        tuple(found),
        status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and len(found) < limit,
        solver.status_name(status),
        response.num_branches,
        response.num_conflicts,
        response.deterministic_time,
        elsewhere,
        cells.model.size,
        len(cells.model.proto.constraints),
    )


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, cells: Cells, found: list[tuple[int, ...]], limit: int) -> None:
        super().__init__()
        self._cells, self._found, self._limit = cells, found, limit

    def on_solution_callback(self) -> Any:
        self._found.append(self._cells.decoded(self.response_proto.solution))
        if len(self._found) >= self._limit:
            self.stop_search()
