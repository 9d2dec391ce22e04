"""What an encoder works on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from levelgen.rules import Rules
from levelgen.schema.constraints import LockAndKey

if TYPE_CHECKING:
    from levelgen.model.grid import Grid
    from levelgen.model.model import Model
    from levelgen.model.objects import Objects
    from levelgen.model.shape import Shape
    from levelgen.schema.overrides import Ask


Cutting = Literal["nothing", "paths", "regions"]


@dataclass(frozen=True)
class Context:
    """The model under construction and what it stands for.

    `cutting` says what is left to cuts: nothing, least path lengths, or connectivity too. `joined`:
    bitsets whose cells form one region by another promise that always holds in this model.
    `locked`: the promise that tells doors and keys, whether or not it holds in this model;
    `counted`: the object kinds whose number a promise tells, whether or not that one holds.
    """

    model: Model
    grid: Grid
    objects: Objects
    rules: Rules
    cutting: Cutting
    joined: tuple[int, ...] = ()
    locked: LockAndKey | None = None
    counted: frozenset[str] = frozenset()

    @property
    def shape(self) -> Shape:
        """The board."""
        return self.grid.shape


def locks_of(asks: Iterable[Ask]) -> LockAndKey | None:
    """Give the promise that tells doors and keys, None without one."""
    constraints = (ask.constraint for ask in asks)
    return next((found for found in constraints if isinstance(found, LockAndKey)), None)
