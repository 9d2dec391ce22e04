"""Finds the encoder of a promise kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from levelgen.errors import Problem, UnsupportedError
from levelgen.model import apart, connectivity, counts, locks, path, places, reach
from levelgen.model.context import Context
from levelgen.schema.overrides import Ask

ENCODERS: dict[str, Callable[[Context, Any], None]] = {
    "ratio": counts.ratio,
    "count": counts.count,
    "density": counts.density,
    "variety": counts.variety,
    "connected": connectivity.connected,
    "path": path.path,
    "reachable": reach.reachable,
    "distance": apart.distance,
    "lock_and_key": locks.lock_and_key,
    "no_softlock": locks.no_softlock,
    "border": places.border,
    "fixed": places.fixed,
    "spacing": apart.spacing,
    "max_run": places.max_run,
    "symmetry": places.symmetry,
    "unlike": places.unlike,
}

BUILT = frozenset(ENCODERS)
"""The promise kinds that the model can keep."""


def post(context: Context, ask: Ask) -> None:
    """Post one promise, under the model's current condition. Raises UnsupportedError."""
    kind = ask.constraint.kind
    if kind not in BUILT:
        raise UnsupportedError([Problem("request", ask.pointer, f"{kind!r} is not built yet")])
    ENCODERS[kind](context, ask.constraint)
