"""Two evaluations side by side: which differences are larger than noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, inf, sqrt
from typing import TYPE_CHECKING

from levelgen.batch.rows import is_time
from levelgen.batch.table import SATISFIED, Columns
from levelgen.metrics.levelsets import NORMAL_95

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVEL = 0.05
SUCCESS = "success"


@dataclass(frozen=True)
class Difference:
    """The mean of a column in two evaluations, for one generator and size."""

    group: str
    column: str
    before: float
    after: float
    low: float
    high: float
    """The 95 % confidence interval of after - before."""
    paired: bool
    """Whether rows of the same seed were compared."""
    chance: float
    """How likely so large a difference is when there is none, before the correction."""
    real: bool
    """Whether it is larger than noise, all columns considered."""

    @property
    def is_time(self) -> bool:
        """Whether it belongs to the machine as much as to the generator."""
        return is_time(self.column)


def compare(before: Sequence[Columns], after: Sequence[Columns]) -> list[Difference]:
    """Compare the groups that two evaluations share, column by column, the surest first.

    Rows of equal seeds are compared in pairs where both have the same seeds, else means are by
    Welch's formula; normal approximation, so a dozen rows is few. All columns of all groups
    together are wrong with a chance of 5 % at most (Holm, 1979).
    """
    found: list[Difference] = []
    others = {group.name: group for group in after}
    for group in before:
        other = others.get(group.name)
        if other is None:
            continue
        columns = [name for name in group.numbers if name in other.numbers]
        for name in (SUCCESS, *columns):
            difference = _difference(group, other, name)
            if difference is not None:
                found.append(difference)
    return _corrected(found)


def _difference(one: Columns, other: Columns, name: str) -> Difference | None:
    import numpy as np

    first, second = _values(one, name), _values(other, name)
    paired = one.seeds == other.seeds
    if paired:
        both = ~np.isnan(first) & ~np.isnan(second)
        first, second = first[both], second[both]
    else:
        first, second = first[~np.isnan(first)], second[~np.isnan(second)]
    if len(first) < 2 or len(second) < 2:
        return None
    step = float(second.mean() - first.mean())
    if paired:
        error = float((second - first).std(ddof=1)) / sqrt(len(first))
    else:
        error = sqrt(first.var(ddof=1) / len(first) + second.var(ddof=1) / len(second))
    # Sums of equal numbers in floating point are not quite equal.
    if abs(step) < 1e-12:
        step = 0.0
    size = inf if error == 0 and step else (abs(step) / error if error else 0.0)
    return Difference(
        one.name,
        name,
        float(first.mean()),
        float(second.mean()),
        step - NORMAL_95 * error,
        step + NORMAL_95 * error,
        paired,
        erfc(size / sqrt(2)),
        False,
    )


def _values(group: Columns, name: str) -> NDArray[np.float64]:
    import numpy as np

    if name == SUCCESS:
        return np.array([float(status == SATISFIED) for status in group.statuses])
    return group.numbers[name]


def _corrected(found: Sequence[Difference]) -> list[Difference]:
    from dataclasses import replace

    ordered = sorted(found, key=lambda item: item.chance)
    real = True
    marked = []
    for index, item in enumerate(ordered):
        real = real and item.chance <= LEVEL / (len(ordered) - index)
        marked.append(replace(item, real=real))
    return marked
