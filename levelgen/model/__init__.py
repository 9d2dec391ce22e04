"""The constraint model: one grid of literals on CP-SAT, one encoder for each promise kind.

Importing this package does not load the solver; using `solve` or `explain` does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from levelgen.model.arithmetic import impossible
    from levelgen.model.draft import Hint
    from levelgen.model.explanation import explain
    from levelgen.model.registry import BUILT
    from levelgen.model.solver import Solved, solve

_HOMES = {
    "BUILT": "levelgen.model.registry",
    "Hint": "levelgen.model.draft",
    "Solved": "levelgen.model.solver",
    "explain": "levelgen.model.explanation",
    "impossible": "levelgen.model.arithmetic",
    "solve": "levelgen.model.solver",
}

__all__ = ["BUILT", "Hint", "Solved", "explain", "impossible", "solve"]


def __getattr__(name: str) -> Any:
    # Loading OR-Tools takes most of a second, which no one should pay who only asks for BUILT.
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
