"""What window repair has to keep, read from the promises of a request."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from levelgen.model.ground import sides_of
from levelgen.model.naming import subject
from levelgen.model.places import pinned
from levelgen.model.shape import Shape
from levelgen.rules import Rules
from levelgen.schema.constraints import (
    Connected,
    Count,
    MaxRun,
    Path,
    Ratio,
    Variety,
    integer_window,
)
from levelgen.schema.overrides import Ask

REPAIRED = frozenset({"ratio", "count", "variety", "connected", "border", "fixed", "max_run"})
"""The promise kinds about tiles that windows keep."""

PLACED = frozenset({"density", "path", "distance", "spacing"})
"""The promise kinds about objects: those are placed when the tiles are done."""


@dataclass(frozen=True)
class Tally:
    """Between `low` and `high` of the cells (None: of all) hold a tile of the bitset."""

    bits: int
    low: int
    high: int
    cells: frozenset[int] | None = None

    def among(self, tiles: Sequence[int], cells: Iterable[int]) -> int:
        """Count these cells of a board, as far as the tally speaks of them."""
        bits, own = self.bits, self.cells
        return sum(
            1
            for cell in cells
            if tiles[cell] >= 0 and bits >> tiles[cell] & 1 and (own is None or cell in own)
        )


@dataclass(frozen=True)
class Network:
    """Cells with a tile of the bitset form one region, through open sides only if there are any."""

    bits: int
    sides: tuple[int, ...] | None


@dataclass(frozen=True)
class Task:
    """Everything that the tiles of a board have to keep."""

    rules: Rules
    shape: Shape
    domains: tuple[int, ...]
    tallies: tuple[Tally, ...]
    networks: tuple[Network, ...]
    runs: tuple[MaxRun, ...]
    variety: int


def beyond(asks: Sequence[Ask]) -> list[Ask]:
    """List the promises that windows cannot keep."""
    return [ask for ask in asks if ask.constraint.kind not in REPAIRED | PLACED]


def read_task(rules: Rules, shape: Shape, asks: Sequence[Ask]) -> Task:
    """Translate the promises about tiles; those about objects and symmetries are left out."""
    tallies: list[Tally] = []
    networks: list[Network] = []
    runs: list[MaxRun] = []
    variety = 0
    for ask in asks:
        match ask.constraint:
            case Ratio() as one:
                part = None if one.region is None else frozenset(shape.rectangle(*one.region))
                size = shape.size if part is None else len(part)
                bounds = integer_window(one.min, one.max, size)
                tallies.append(Tally(rules.bits(one.tags), *bounds, part))
            case Count(object=None) as one:
                bits = subject(rules, one.tags, one.tile)
                high = shape.cells if one.high is None else one.high
                cells = None if one.region is None else frozenset(shape.rectangle(*one.region))
                tallies.append(Tally(bits, one.low, high, cells))
            case Variety() as one:
                variety = max(variety, one.min)
            case Connected() as one:
                bits = rules.bits(one.tags)
                networks.append(Network(bits, sides_of(rules, bits)))
                if not one.allow_empty:
                    tallies.append(Tally(bits, 1, shape.cells))
            case Path() as one:
                bits = rules.bits(one.through)
                low, _ = one.bounds(shape.rows, shape.cols)
                tallies.append(Tally(bits, low + 1, shape.cells))
            case MaxRun() as one:
                runs.append(one)
    domains = tuple(
        (bits & rules.sampled or bits) if exists else 0
        for bits, exists in zip(pinned(rules, shape, asks), shape.exists, strict=True)
    )
    return Task(rules, shape, domains, tuple(tallies), tuple(networks), tuple(runs), variety)
