"""A first draft of a level, as the engine hands it to the check or to CP-SAT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from levelgen.schema.placed import PlacedObject


@dataclass(frozen=True)
class Drafted:
    """A board by the engine: `whole` where its maker left no cell and no promise open.

    `may_differ` where another draft may do better than this one, for all that its maker knows.
    `rejected` where the check found a promise broken for all that.
    """

    route: str
    cells: tuple[int, ...]
    objects: tuple[PlacedObject, ...]
    whole: bool
    counters: Mapping[str, int | float | str]
    may_differ: bool = False
    rejected: bool = False

    def fills(self, exists: Sequence[bool]) -> bool:
        """Whether every existing cell has a tile: something to hand out."""
        return all(tile >= 0 for tile, there in zip(self.cells, exists, strict=True) if there)

    @property
    def is_hint(self) -> bool:
        """Whether there is a board that a solver can start from."""
        return any(tile >= 0 for tile in self.cells)
