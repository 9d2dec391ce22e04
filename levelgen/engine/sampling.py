"""Samples straight from rules, for callers that have no use for a task of their own."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen import engine
from levelgen.engine.rng import Rng
from levelgen.engine.task import Rules, Sample, Task


def sample(
    rules: Rules,
    rows: int,
    cols: int,
    domains: Sequence[int],
    rng: Rng,
    *,
    weights: tuple[int, ...] | None = None,
    prefer: Sequence[int] | None = None,
    budget: int | None = None,
) -> Sample:
    """Draw one board that obeys the adjacency, or prove that there is none; see `Task`.

    ``rng`` moves on by what was drawn. Raises ValueError when ``domains`` does not fit the board.
    """
    task = Task(
        rows=rows,
        cols=cols,
        domains=domains,
        weights=weights,
        prefer=prefer,
        state=rng.state,
        budget=budget,
    )
    found = engine.compile(rules.weights, rules.masks).sample(task)
    rng.state = found.state
    return found


def propagated(rules: Rules, rows: int, cols: int, domains: Sequence[int]) -> list[int] | None:
    """Narrow domains to the arc-consistent fixpoint; None when that empties one.

    None proves that no board exists; a result does not prove that one does.
    """
    task = Task(rows=rows, cols=cols, domains=domains)
    return engine.compile(rules.weights, rules.masks).narrowed(task)
