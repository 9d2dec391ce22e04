"""Judges how far apart objects are, counted in rows plus columns: distance, spacing."""

from __future__ import annotations

from collections.abc import Iterable

from levelgen.checker.verdict import Verdict
from levelgen.metrics.grid import Grid
from levelgen.metrics.spacing import Place, farthest, nearest
from levelgen.schema.constraints import Distance, Spacing

NO_PAIR = "no pair"


def judge_distance(grid: Grid, distance: Distance) -> Verdict:
    """Measure every pair of the two kinds; without a pair the promise is kept.

    Measured is the smallest distance, the largest, or both, as the bounds need them. An object is
    no pair with itself.
    """
    starts = _places(grid, (distance.from_,))
    goals = _places(grid, (distance.to,))
    same = distance.from_ == distance.to
    if not starts or not goals or (same and len(starts) == 1):
        return Verdict(True, NO_PAIR, distance.describe())
    both = starts + goals
    figures: list[int] = []
    seen: set[Place] = set()
    if distance.min is not None:
        near = nearest(starts, goals, same=same) + nearest(goals, starts, same=same)
        figures.append(min(near))
        seen |= {place for place, away in zip(both, near, strict=True) if away < distance.min}
    if distance.max is not None:
        far = farthest(starts, goals) + farthest(goals, starts)
        figures.append(max(far))
        seen |= {place for place, away in zip(both, far, strict=True) if away > distance.max}
    measured = figures[0] if len(figures) == 1 else f"{figures[0]}..{figures[1]}"
    return Verdict(not seen, measured, distance.describe(), _cells(grid, seen))


def judge_spacing(grid: Grid, spacing: Spacing) -> Verdict:
    """Measure the smallest distance of any two objects of the kinds; kept without a pair."""
    wanted = f"{' and '.join(spacing.objects)} at least {spacing.min} apart"
    places = _places(grid, spacing.objects)
    if len(places) < 2:
        return Verdict(True, NO_PAIR, wanted)
    near = nearest(places, places, same=True)
    seen = {place for place, away in zip(places, near, strict=True) if away < spacing.min}
    return Verdict(not seen, min(near), wanted, _cells(grid, seen))


def _places(grid: Grid, kinds: Iterable[str]) -> list[Place]:
    return [divmod(cell, grid.cols) for cell in grid.standing(kinds)]


def _cells(grid: Grid, places: Iterable[Place]) -> list[int]:
    return [row * grid.cols + col for row, col in places]
