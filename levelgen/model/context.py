"""What an encoder works on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from levelgen.rules import Rules

if TYPE_CHECKING:
    from levelgen.model.grid import Grid
    from levelgen.model.model import Model
    from levelgen.model.objects import Objects
    from levelgen.model.shape import Shape


Cutting = Literal["nothing", "paths", "regions"]


@dataclass(frozen=True)
class Context:
    """The model under construction and what it stands for.

    `cutting` says what is left to cuts: nothing, least path lengths, or connectivity too. `joined`:
    bitsets whose cells form one region by another promise that always holds in this model.
    """

    model: Model
    grid: Grid
    objects: Objects
    rules: Rules
    cutting: Cutting
    joined: tuple[int, ...] = ()

    @property
    def shape(self) -> Shape:
        """The board."""
        return self.grid.shape
