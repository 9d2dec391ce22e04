"""The grid that differs least from another one, under clauses that grow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from levelgen.model.lines.cells import Cells
from levelgen.model.model import negation
from levelgen.model.running import run


@dataclass(frozen=True)
class Near:
    """A grid, the cells in which it differs, and how many must differ at least."""

    grid: tuple[int, ...]
    changes: int
    at_least: int
    deterministic_time: float


class Nearest:
    """Grids near one grid of colour numbers 0 .. `colors`, row by row.

    `orbits`: groups of cells that have one colour.
    """

    def __init__(
        self, grid: Sequence[int], colors: int, orbits: Sequence[Sequence[int]] = ()
    ) -> None:
        self._grid = tuple(grid)
        self._cells = Cells([(1 << colors + 1) - 1] * len(grid), whole=False)
        model = self._cells.model
        changed = [negation(self._cells.literal(cell, color)) for cell, color in enumerate(grid)]
        for orbit in orbits:
            for cell in orbit[1:]:
                for color in range(colors + 1):
                    one = self._cells.literal(orbit[0], color)
                    two = self._cells.literal(cell, color)
                    model.clause((negation(one), two))
                    model.clause((one, negation(two)))
        objective = model.proto.objective
        offset = 0
        for literal in changed:
            # A negative literal counts as one minus its variable.
            if literal < 0:
                offset += 1
            objective.vars.append(literal if literal >= 0 else negation(literal))
            objective.coeffs.append(1 if literal >= 0 else -1)
        objective.offset = offset

    def exclude(self, cells: Sequence[tuple[int, int]]) -> None:
        """Let some of the cells have another colour than the one named with it."""
        self._cells.clause([negation(self._cells.literal(*cell)) for cell in cells])

    def find(self, deterministic_limit: float) -> Near | None:
        """Find a nearest grid; None without one, or within the limit."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        # A cover of many small sets: the linear relaxation tells more than presolve (measured).
        solver.parameters.cp_model_presolve = False
        solver.parameters.linearization_level = 2
        solver.parameters.max_deterministic_time = deterministic_limit
        status = run(solver, self._cells.model.program).status
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        response = solver.response_proto
        found = self._cells.decoded(list(response.solution))
        changes = sum(one != two for one, two in zip(found, self._grid, strict=True))
        bound = -(-round(response.best_objective_bound * 1000) // 1000)
        at_least = changes if status == cp_model.OPTIMAL else max(int(bound), 0)
        return Near(found, changes, at_least, response.deterministic_time)
