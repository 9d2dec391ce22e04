"""Limits that an evaluation has to keep: what lets a build pass or fail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from levelgen.batch.boards import Boards
from levelgen.batch.store import Results
from levelgen.batch.table import Columns, columns_by_group
from levelgen.errors import Problem, RequestError, did_you_mean

_LIMIT = re.compile(r"([^=\s]+)=([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(%?)")
_STATISTIC = re.compile(r"(mean|std|min|max|p\d{1,2})[_.](.+)")
NAMES = ("success", "diversity", "unique", "levels")


@dataclass(frozen=True)
class Gate:
    """A name and the least or the most that it may be."""

    name: str
    side: Literal["min", "max"]
    limit: float

    def __str__(self) -> str:
        return f"{self.side} {self.name}={self.limit:g}"


@dataclass(frozen=True)
class Verdict:
    """A gate at one group: kept or broken, with the measured figure, None where there is none."""

    gate: Gate
    group: str
    measured: float | None

    @property
    def kept(self) -> bool:
        """Whether the limit is kept; what could not be measured is not."""
        if self.measured is None:
            return False
        if self.gate.side == "min":
            return self.measured >= self.gate.limit
        return self.measured <= self.gate.limit


def read_gates(least: Sequence[str], most: Sequence[str]) -> list[Gate]:
    """Read NAME=VALUE texts. Raises RequestError with everything that is wrong."""
    gates: list[Gate] = []
    wrong: list[Problem] = []
    sides: tuple[tuple[Literal["min", "max"], Sequence[str]], ...] = (("min", least), ("max", most))
    for side, texts in sides:
        for text in texts:
            match = _LIMIT.fullmatch(text.strip())
            if match is None:
                hint = "NAME=NUMBER, such as success=1.0"
                wrong.append(Problem(f"--{side}", "", f"{text!r} is no limit", hint))
                continue
            limit = float(match[2]) / (100 if match[3] else 1)
            gates.append(Gate(match[1], side, limit))
    if not gates and not wrong:
        wrong.append(Problem("gate", "", "there is no limit to hold", "--min NAME=NUMBER"))
    if wrong:
        raise RequestError(wrong)
    return gates


def judge_gates(
    results: Results, gates: Iterable[Gate], generators: Sequence[str] = ()
) -> list[Verdict]:
    """Hold every gate against every group (generator and size), or those of some generators.

    Names: `success` (share of satisfied levels), `diversity` (mean pairwise Hamming distance),
    `unique` (share of boards that differ, turned and mirrored ones being the same), `levels`,
    `mean_ms`, `p95_ms`, `max_ms` ... (of the time of a level), `mean.COLUMN`, `p05.COLUMN`,
    `min.COLUMN` ..., or a column itself for its mean. Raises RequestError for unknown names and
    for results without any row.
    """
    groups = columns_by_group(results)
    wrong = [
        Problem("generators", "", f"no rows are of generator {name!r}", did_you_mean(name, known))
        for known in [[group.generator for group in groups]]
        for name in generators
        if name not in known
    ]
    if not groups:
        wrong.append(Problem(str(results.folder), "", "there are no rows yet", "levelgen evaluate"))
    columns = sorted({name for group in groups for name in group.numbers})
    chosen = list(gates)
    for gate in chosen:
        if groups and gate.name not in NAMES and _column(gate.name, columns) not in columns:
            hint = did_you_mean(gate.name, [*NAMES, *columns])
            wrong.append(Problem(f"--{gate.side}", "", f"nothing is called {gate.name!r}", hint))
    if wrong:
        raise RequestError(wrong)
    boards = Boards(results)
    return [
        Verdict(gate, group.name, _measured(gate.name, group, boards, columns))
        for gate in chosen
        for group in groups
        if not generators or group.generator in generators
    ]


def _column(name: str, columns: Sequence[str]) -> str:
    match = None if name in columns else _STATISTIC.fullmatch(name)
    if match is None:
        return name
    return "time_ms" if match[2] == "ms" else match[2]


def _measured(name: str, group: Columns, boards: Boards, columns: Sequence[str]) -> float | None:
    if name == "success":
        return group.success[0]
    if name == "levels":
        return float(len(group.seeds))
    if name == "unique":
        return group.unique
    if name == "diversity":
        estimate, _ = boards.diversity(group)
        return None if estimate is None else estimate.value
    values = group.known(_column(name, columns))
    if not len(values):
        return None
    match = None if name in columns else _STATISTIC.fullmatch(name)
    return _statistic(match[1] if match else "mean")(values)


def _statistic(word: str) -> Callable[..., float]:
    import numpy as np

    if word == "std":
        return lambda values: float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
    if word in ("mean", "min", "max"):
        return lambda values: float(getattr(np, word)(values))
    return lambda values: float(np.quantile(values, int(word[1:]) / 100))
