"""Sets of seeds as ranges: ten thousand of them take no more room than one."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

from levelgen.errors import Problem, RequestError
from levelgen.schema.request import MAX_SEED

_PART = re.compile(r"(\d{1,19})(?::(\d{1,19}))?")
HINT = "a seed, a range A:B (B is left out), or several with commas: 0:100,500"


@dataclass(frozen=True)
class Seeds:
    """Distinct seeds in a fixed order: half-open ranges (first, end) that do not overlap."""

    ranges: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, given: Any) -> Seeds:
        """Read the text of `--seeds`, a range, or any finite iterable of whole numbers.

        Raises RequestError with everything that is wrong.
        """
        if isinstance(given, Seeds):
            return given
        if isinstance(given, str):
            ranges, wrong = _read(given)
        elif isinstance(given, int):
            ranges, wrong = _gather([given])
        elif isinstance(given, range) and given.step == 1:
            ranges, wrong = [(given.start, given.stop)] if len(given) else [], []
        else:
            ranges, wrong = _gather(given)
        wrong = wrong or _out_of_range(ranges) or _overlaps(ranges)
        if wrong:
            raise RequestError(wrong)
        return cls(tuple(_merged(ranges)))

    def __str__(self) -> str:
        return ",".join(
            str(first) if end == first + 1 else f"{first}:{end}" for first, end in self.ranges
        )

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, index: int) -> int:
        part = bisect_right(self._ends, index)
        return self.ranges[part][1] - (self._ends[part] - index)

    @cached_property
    def _ends(self) -> list[int]:
        """How many seeds there are up to the end of each range."""
        return list(accumulate(end - first for first, end in self.ranges))


def _read(text: str) -> tuple[list[tuple[int, int]], list[Problem]]:
    ranges, wrong = [], []
    for part in text.split(","):
        match = _PART.fullmatch(part.strip())
        if match is None:
            wrong.append(Problem("seeds", "", f"{part.strip()!r} is no range of seeds", HINT))
            continue
        first = int(match[1])
        end = first + 1 if match[2] is None else int(match[2])
        if end <= first:
            wrong.append(Problem("seeds", "", f"{part.strip()!r} holds no seed", HINT))
        else:
            ranges.append((first, end))
    return ranges, wrong


def _gather(given: Iterable[Any]) -> tuple[list[tuple[int, int]], list[Problem]]:
    ranges: list[tuple[int, int]] = []
    for seed in given:
        # Numpy's integers are whole numbers too, true and false are not.
        if isinstance(seed, bool) or not hasattr(seed, "__index__"):
            return [], [Problem("seeds", "", f"{seed!r} is not a whole number", HINT)]
        number = seed.__index__()
        if ranges and ranges[-1][1] == number:
            ranges[-1] = ranges[-1][0], number + 1
        else:
            ranges.append((number, number + 1))
    return ranges, []


def _out_of_range(ranges: Sequence[tuple[int, int]]) -> list[Problem]:
    if not ranges:
        return [Problem("seeds", "", "there is no seed", HINT)]
    hint = f"whole numbers from 0 to {MAX_SEED}"
    return [
        Problem("seeds", "", f"{first}:{end} leaves the range of seeds", hint)
        for first, end in ranges
        if first < 0 or end - 1 > MAX_SEED
    ]


def _overlaps(ranges: Sequence[tuple[int, int]]) -> list[Problem]:
    for (first, end), (later, last) in pairwise(sorted(ranges)):
        if later < end:
            message = f"seed {later} is given twice"
            if end - first > 1 or last - later > 1:
                message += f", by {first}:{end} and {later}:{last}"
            return [Problem("seeds", "", message, "ranges must not overlap")]
    return []


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join neighbours, so that 0:5,5:9 and 0:9 are the same request."""
    found: list[tuple[int, int]] = []
    for first, end in ranges:
        if found and found[-1][1] == first:
            found[-1] = found[-1][0], end
        else:
            found.append((first, end))
    return found
