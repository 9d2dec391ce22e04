"""The constraint model: one grid of literals on CP-SAT, one encoder for each promise kind.

Importing this package does not load the solver; using `solve` or `explain` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from levelgen.model.arithmetic import impossible
from levelgen.model.draft import Hint
from levelgen.model.registry import BUILT

if TYPE_CHECKING:
    from levelgen.model.explanation import explain
    from levelgen.model.solver import Solved, solve

__all__ = ["BUILT", "Hint", "Solved", "explain", "impossible", "solve"]


def __getattr__(name: str) -> Any:
    # Loading OR-Tools takes most of a second, which no one should pay who only asks for BUILT.
    if name == "explain":
        from levelgen.model import explanation

        return explanation.explain
    if name in {"Solved", "solve"}:
        from levelgen.model import solver

        return getattr(solver, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
