"""The boards behind the rows: read from them where they were kept, else made again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from levelgen.api import run
from levelgen.batch.rows import unpack
from levelgen.batch.store import Results
from levelgen.batch.table import Columns
from levelgen.errors import LevelgenError
from levelgen.metrics.levelsets import Estimate, board_key, pairwise_hamming

if TYPE_CHECKING:
    from levelgen.schema.level import Level

SAMPLE = 60
"""How many boards of a group are made again to see how different they are."""
BUDGET_MS = 30_000
"""How long the levels of one group may have taken that are made again."""


class Boards:
    """Gives the level of a row, by its number in the results."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self.kept = results.plan.levels
        self.strayed = 0
        """How many levels came out otherwise when they were made again."""

    def levels(self, numbers: Iterable[int]) -> dict[int, Level]:
        """Give the levels of some rows; rows without a board, or that stray, are left out."""
        wanted = set(numbers)
        found: dict[int, Level] = {}
        last = max(wanted, default=-1)
        for number, row in enumerate(self._results):
            if number in wanted and row.get("tiles_key") is not None:
                level = self._level(number, row)
                if level is not None:
                    found[number] = level
            if number >= last:
                break
        return found

    def _level(self, number: int, row: dict[str, Any]) -> Level | None:
        plan = self._results.plan
        if "level" in row:
            return unpack(row, plan, plan.request(number))
        try:
            level = run(plan.request(number), time_limit=plan.time_limit)
        except LevelgenError:
            self.strayed += 1
            return None
        if level.tiles is None or board_key(level.tiles) != row["tiles_key"]:
            # Another version, or a generator that does not go by its seed alone.
            self.strayed += 1
            return None
        return level

    def sample(self, group: Columns, most: int = SAMPLE) -> list[int]:
        """Choose rows of a group evenly: all where boards are kept, else some quick ones."""
        rows = [at for at, key in zip(group.at, group.tiles_keys, strict=True) if key is not None]
        if self.kept:
            return spaced(rows, 2000)
        times = group.numbers.get("time_ms")
        cost = dict(zip(group.at, times.tolist(), strict=True)) if times is not None else {}
        chosen = spaced(rows, most)
        while len(chosen) > 2 and sum(cost.get(at, 0.0) for at in chosen) > BUDGET_MS:
            chosen = spaced(chosen, len(chosen) // 2)
        return chosen

    def diversity(self, group: Columns) -> tuple[Estimate | None, int]:
        """Give the mean pairwise Hamming distance of a group, and of how many boards."""
        levels = list(self.levels(self.sample(group)).values())
        return pairwise_hamming([level.tiles for level in levels if level.tiles is not None]), len(
            levels
        )


def spaced(items: Sequence[int], most: int) -> list[int]:
    """Choose at most so many of the items, evenly."""
    if len(items) <= most:
        return list(items)
    return [items[index * len(items) // most] for index in range(most)]
