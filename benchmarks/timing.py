"""Measures alternatives side by side, so that their ratio outlives the machine and its load."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Generic, TypeVar

from report import Spread

Answer = TypeVar("Answer")
Name = TypeVar("Name", bound=str)


@dataclass
class Runs(Generic[Answer]):
    """The wall seconds and answers of one alternative, in the order of the seeds."""

    seconds: list[float] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    @property
    def spread(self) -> Spread:
        """How the times lie, in seconds."""
        return Spread.of(self.seconds)

    def times(self, other: Runs[Any]) -> Spread:
        """How many times as long as `other` this took, pair by pair."""
        pairs = zip(self.seconds, other.seconds, strict=True)
        return Spread.of(mine / its for mine, its in pairs)


def side_by_side(
    tasks: Mapping[Name, Callable[[int], Answer]],
    seeds: Iterable[int],
    *,
    warm_up: int | None = None,
) -> dict[Name, Runs[Answer]]:
    """Run every task once a seed, the order turned round at each seed; keep times and answers.

    `warm_up` is a seed that every task runs first, not counted: what is loaded and cached once in
    a process is no part of a level's time.
    """
    runs: dict[Name, Runs[Answer]] = {name: Runs() for name in tasks}
    if warm_up is not None:
        for task in tasks.values():
            task(warm_up)
    names = list(tasks)
    for seed in seeds:
        for name in names:
            start = perf_counter()
            answer = tasks[name](seed)
            runs[name].seconds.append(perf_counter() - start)
            runs[name].answers.append(answer)
        names.reverse()
    return runs
