"""How CP-SAT is set: one worker, so that the same model gives the same answer."""

from __future__ import annotations

from ortools.sat.python import cp_model

_SEED_BITS = 31


def new_solver(seed: int, *, near: bool, presolve: bool) -> cp_model.CpSolver:
    """Make a solver that stops at the first solution.

    `near`: the hint is nearly a solution, or every variable is decided. Presolve forgets hints and
    seeds, so it is for proofs, and for a model that is decided.
    """
    solver = cp_model.CpSolver()
    settings = solver.parameters
    settings.num_workers = 1
    settings.random_seed = seed % (1 << _SEED_BITS)
    settings.stop_after_first_solution = True
    settings.cp_model_presolve = presolve
    if near or not presolve:
        settings.cp_model_probing_level = 0
        settings.symmetry_level = 0
        settings.linearization_level = 0
    if near:
        settings.hint_conflict_limit = 10_000
        settings.use_sat_inprocessing = False
    return solver
