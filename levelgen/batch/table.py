"""The rows of an evaluation as columns of numbers, group by group."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import ceil, comb, floor, sqrt
from typing import TYPE_CHECKING, Any

from levelgen.batch.summary import KEYS
from levelgen.metrics.levelsets import NORMAL_95, wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

SATISFIED = "satisfied"
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass
class Columns:
    """The rows of one generator and size."""

    generator: str
    rows: int
    cols: int
    numbers: dict[str, Numbers] = field(default_factory=dict)
    """A float array for each column with numbers, nan where a row has none."""
    seeds: list[int] = field(default_factory=list)
    statuses: list[str] = field(default_factory=list)
    shape_keys: list[str | None] = field(default_factory=list)
    tiles_keys: list[str | None] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    at: list[int] = field(default_factory=list)
    """The number of each row in the results."""

    @property
    def name(self) -> str:
        """Generator and size in words."""
        return f"{self.generator} {self.rows}x{self.cols}"

    @property
    def successes(self) -> int:
        """Number of rows with the status `satisfied`."""
        return self.statuses.count(SATISFIED)

    @property
    def success(self) -> tuple[float, float, float]:
        """Success rate with its 95 % confidence interval."""
        count = len(self.statuses)
        low, high = wilson(self.successes, count)
        return (self.successes / count if count else 0.0), low, high

    @property
    def unique(self) -> float:
        """Share of the boards that are different ones, turned and mirrored ones being the same."""
        keys = [key for key in self.shape_keys if key is not None]
        return len(set(keys)) / len(keys) if keys else 1.0

    def known(self, name: str) -> Numbers:
        """Give the values of a column that are there."""
        import numpy as np

        values = self.numbers.get(name)
        if values is None:
            return np.zeros(0)
        found: Numbers = values[~np.isnan(values)]
        return found


def columns_by_group(rows: Iterable[Mapping[str, Any]]) -> list[Columns]:
    """Read rows into groups, one for each generator and size, in the order they come."""
    import numpy as np

    groups: dict[tuple[str, int, int], Columns] = {}
    lists: dict[tuple[str, int, int], dict[str, list[float]]] = {}
    for number, row in enumerate(rows):
        key = row["generator"], row["rows"], row["cols"]
        group = groups.setdefault(key, Columns(*key))
        values = lists.setdefault(key, {})
        before = len(group.seeds)
        for name, value in row.items():
            if isinstance(value, int | float) and name not in KEYS:
                listed = values.setdefault(name, [])
                listed.extend([float("nan")] * (before - len(listed)))
                listed.append(float(value))
        group.seeds.append(row["seed"])
        group.statuses.append(row["status"])
        group.shape_keys.append(row.get("shape_key"))
        group.tiles_keys.append(row.get("tiles_key"))
        group.at.append(number)
        if row["reason"]:
            group.reasons[_kind(row["reason"])] += 1
    for key, group in groups.items():
        count = len(group.seeds)
        for name, listed in lists[key].items():
            listed.extend([float("nan")] * (count - len(listed)))
            group.numbers[name] = np.array(listed)
    return list(groups.values())


def _kind(reason: str) -> str:
    """Put reasons together that differ only in their numbers."""
    words = reason.partition(" promises are broken: ")[2] or reason
    return _NUMBER.sub("n", words)


def quantile_interval(values: Numbers, share: float) -> tuple[float, float, float]:
    """Give a quantile with its 95 % confidence interval, from order statistics.

    `values` are sorted. Assumes nothing about their distribution (the number of values below a
    quantile is binomial); exact for up to 100 values, by the normal approximation beyond. The
    interval is (-inf, inf) on a side where there are too few values.
    """
    import numpy as np

    count = len(values)
    quantile = float(np.quantile(values, share))
    if count <= 100:
        low, high = _ranks(count, share)
    else:
        spread = NORMAL_95 * sqrt(count * share * (1 - share))
        low, high = floor(count * share - spread), ceil(count * share + spread) + 1
    lower = float(values[low - 1]) if low >= 1 else float("-inf")
    upper = float(values[high - 1]) if high <= count else float("inf")
    return quantile, lower, upper


def _ranks(count: int, share: float) -> tuple[int, int]:
    """Give the ranks, counted from 1, between which a quantile lies with 95 %."""
    low = high = None
    below = 0.0
    for rank in range(count + 1):
        below += comb(count, rank) * share**rank * (1 - share) ** (count - rank)
        if low is None and below > 0.025:
            low = rank
        if high is None and below >= 0.975:
            high = rank + 1
    return low or 0, high if high is not None else count + 1
