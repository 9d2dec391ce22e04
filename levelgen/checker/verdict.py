"""What a judge says about one promise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    """One promise, kept or broken; `cells` are where it can be seen broken (flat, any order)."""

    kept: bool
    measured: int | str | None
    wanted: str
    cells: Iterable[int] = ()


def any_of(names: Iterable[str]) -> str:
    """Write a list of tags the way it is meant: any of them."""
    return " or ".join(names)
