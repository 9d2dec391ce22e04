"""What happens where a part of a board meets its images."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from levelgen.engine.plan import Plan
from levelgen.engine.rng import Rng
from levelgen.generators.mirrored.fold import Fold, first_line, last_line


def _seams(plan: Plan, fold: Fold) -> list[tuple[range, int, bool]]:
    """Give the cells at each seam of a part, and the step from each to the next one further off.

    Also tells whether the cells at the seam are their own images.
    """
    size = plan.rows, plan.cols
    step = -1 if fold.axis == "vertical" else -plan.cols
    found = [(last_line(fold.axis, *size), step, fold.has_middle)]
    return [*found, (first_line(fold.axis, *size), -step, False)] if fold.joined else found


def with_short_runs(plan: Plan, folds: Sequence[Fold], rng: Rng) -> Plan:
    """End the runs that meet their images at a seam before both together are too long."""
    if not plan.runs:
        return plan
    domains = list(plan.domains)
    for fold in folds:
        across = plan.cols if fold.axis == "vertical" else plan.rows
        for seam, step, has_middle in _seams(plan, fold):
            for bits, length in plan.runs:
                most = (length + has_middle) // 2
                if most >= across:
                    continue
                for cell in seam:
                    line = range(cell, cell + step * (most + 1), step)
                    there = plan.exists is None or all(plan.exists[other] for other in line)
                    if there and all(domains[other] & bits for other in line):
                        places = [other for other in line if domains[other] & ~bits]
                        if places:
                            domains[rng.choice(places)] &= ~bits
    return replace(plan, domains=tuple(domains))


def with_closed_seams(plan: Plan, folds: Sequence[Fold]) -> Plan:
    """Close the seams of a part where they need not be open."""
    domains = list(plan.domains)
    for fold in folds:
        for seam, _, _ in _seams(plan, fold):
            for cell in seam:
                domains[cell] = domains[cell] & ~plan.connected or domains[cell]
    return replace(plan, domains=tuple(domains))
