"""How a time grows with the size of its task."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from statistics import fmean


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """Fit times = c * size ** exponent by least squares of the logarithms.

    Raises ValueError for less than two sizes or values that are not positive.
    """
    if len(set(sizes)) < 2 or min(*sizes, *times) <= 0:
        raise ValueError("two sizes and positive times are needed")
    xs, ys = [log(size) for size in sizes], [log(time) for time in times]
    middle, level = fmean(xs), fmean(ys)
    slope = sum((x - middle) * (y - level) for x, y in zip(xs, ys, strict=True))
    return slope / sum((x - middle) ** 2 for x in xs)
