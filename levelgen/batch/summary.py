"""The summary of an evaluation: success rates, means and spreads, times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any

from pydantic import BaseModel, ConfigDict

from levelgen.metrics.levelsets import wilson

KEYS = ("generator", "rows", "cols", "seed")
"""The columns that identify a row."""


class Spread(BaseModel):
    """A column over the rows that have a number in it."""

    model_config = ConfigDict(frozen=True)

    count: int
    mean: float
    std: float
    """Sample standard deviation (n - 1); 0 for a single row."""
    min: float
    max: float


class Group(BaseModel):
    """The levels of one generator and size."""

    model_config = ConfigDict(frozen=True)

    generator: str
    rows: int
    cols: int
    levels: int
    statuses: dict[str, int]
    success_rate: float
    """Share of the rows with the status `satisfied`."""
    success_low: float
    """95 % confidence interval of the success rate (Wilson)."""
    success_high: float
    total_s: float
    """Seconds of all levels together, whatever the number of processes."""
    columns: dict[str, Spread]
    """Every column with numbers; true and false count 1 and 0."""

    @property
    def name(self) -> str:
        """Generator and size in words."""
        return f"{self.generator} {self.rows}x{self.cols}"


class Summary(BaseModel):
    """All groups of an evaluation, in the order of the plan."""

    model_config = ConfigDict(frozen=True)

    groups: tuple[Group, ...]
    levels: int
    success_rate: float
    total_s: float

    def rows(self) -> list[dict[str, Any]]:
        """Give one plain row for each group and column, ready for a data frame."""
        return [
            {
                "generator": group.generator,
                "rows": group.rows,
                "cols": group.cols,
                "column": name,
                **spread.model_dump(),
            }
            for group in self.groups
            for name, spread in group.columns.items()
        ]


class _Numbers:
    """Mean and spread of numbers that come one by one (Welford, 1962)."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = self.squares = 0.0
        self.least, self.most = float("inf"), float("-inf")

    def add(self, value: float) -> None:
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self.squares += step * (value - self.mean)
        self.least, self.most = min(self.least, value), max(self.most, value)

    def spread(self) -> Spread:
        std = sqrt(self.squares / (self.count - 1)) if self.count > 1 else 0.0
        return Spread(count=self.count, mean=self.mean, std=std, min=self.least, max=self.most)


def summarise(rows: Iterable[Mapping[str, Any]]) -> Summary:
    """Summarise rows; they are gone over once and not held."""
    statuses: dict[tuple[str, int, int], Counter[str]] = {}
    numbers: dict[tuple[str, int, int], dict[str, _Numbers]] = {}
    for row in rows:
        key = row["generator"], row["rows"], row["cols"]
        statuses.setdefault(key, Counter())[row["status"]] += 1
        found = numbers.setdefault(key, {})
        for name, value in row.items():
            if isinstance(value, int | float) and name not in KEYS:
                if name not in found:
                    found[name] = _Numbers()
                found[name].add(float(value))
    groups = tuple(
        _group(key, counts, {name: item.spread() for name, item in numbers[key].items()})
        for key, counts in statuses.items()
    )
    levels = sum(group.levels for group in groups)
    successes = sum(group.statuses.get("satisfied", 0) for group in groups)
    return Summary(
        groups=groups,
        levels=levels,
        success_rate=successes / levels if levels else 0.0,
        total_s=sum(group.total_s for group in groups),
    )


def _group(key: tuple[str, int, int], statuses: Counter[str], columns: dict[str, Spread]) -> Group:
    generator, rows, cols = key
    levels, successes = statuses.total(), statuses["satisfied"]
    low, high = wilson(successes, levels)
    time = columns.get("time_ms")
    return Group(
        generator=generator,
        rows=rows,
        cols=cols,
        levels=levels,
        statuses={name: count for name, count in sorted(statuses.items()) if count},
        success_rate=successes / levels,
        success_low=low,
        success_high=high,
        total_s=time.mean * time.count / 1000 if time else 0.0,
        columns=columns,
    )
