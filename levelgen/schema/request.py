"""The request: one level asked for, whole: the same request gives the same level."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import Literal

from levelgen.schema.constraints import Fixed, FixedCell
from levelgen.schema.declaring import Field
from levelgen.schema.document import Strict
from levelgen.schema.fields import Array, weight_field
from levelgen.schema.layout import Layout, Periodic
from levelgen.schema.overrides import Ask, Override, apply
from levelgen.schema.placed import PlacedObject
from levelgen.schema.preset import Preset
from levelgen.schema.tileset import Tileset

Strategy = Literal["warm", "windows", "circuit", "lazy"]
"""How CP-SAT searches: from a draft, window by window, or from scratch in two exact ways."""

SOLVING = ("auto", "cpsat")
"""The generators that have strategies."""

MAX_CELLS = 1 << 20
MAX_SEED = (1 << 53) - 1


@dataclass(frozen=True)
class Question:
    """What a request asks for, whatever its seed: what follows from it can be kept."""

    tileset: Tileset
    asks: tuple[Ask, ...]
    rows: int
    cols: int
    layout: Layout
    request: Request = dataclass_field(compare=False, repr=False)


class Request(Strict):
    """Everything that decides a level; made by `make_request`, which checks it."""

    tileset: Tileset
    preset: Preset | None = None
    rows: int = Field(ge=1)
    cols: int = Field(ge=1)
    seed: int = Field(ge=0, le=MAX_SEED)
    generator: str
    overrides: dict[str, Override] = Field(default_factory=dict)
    periodic: Periodic = "none"
    mask: tuple[str, ...] | None = Field(default=None, description="Lines of '#' (cell) and '.'.")
    weights: dict[str, Array] = Field(
        default_factory=dict, description="Multipliers (rows, cols) by tag or tile; a wish."
    )
    fill: tuple[tuple[str | None, ...], ...] | None = Field(
        default=None, description="Rows of tile ids to keep; null is to be generated."
    )
    fill_objects: tuple[PlacedObject, ...] = ()
    pins: tuple[FixedCell, ...] = ()
    strategy: Strategy | None = Field(
        default=None, description="How CP-SAT searches; null: what suits the request."
    )

    @cached_property
    def asks(self) -> tuple[Ask, ...]:
        """The promises asked for, beside the tileset's own adjacency and objects."""
        asked = apply(self.preset, self.overrides, self.tileset)
        kept = _kept_cells(self.fill, self.fill_objects)
        for pointer, cells in (("/fill", kept), ("/pins", self.pins)):
            if cells:
                asked = (*asked, Ask(pointer, Fixed(cells=cells)))
        return asked

    def question(self, asks: tuple[Ask, ...] | None = None) -> Question:
        """Give what is asked; `asks` replaces the promises."""
        asked = self.asks if asks is None else asks
        return Question(self.tileset, asked, self.rows, self.cols, self.layout, self)

    @cached_property
    def layout(self) -> Layout:
        """Which cells exist, and which edges are joined."""
        return Layout.of(self.periodic, self.mask)

    @cached_property
    def exists(self) -> tuple[bool, ...]:
        """Whether each cell exists, row by row."""
        return self.layout.existing(self.rows, self.cols)

    @property
    def cells(self) -> int:
        """Number of existing cells."""
        return sum(self.exists)

    @cached_property
    def field(self) -> tuple[int, ...] | None:
        """The weight multiplier of every cell and tile, x1000; None where all are 1."""
        gradients = self.preset.weights if self.preset else ()
        return weight_field(gradients, self.weights, self.tileset, self.rows, self.cols)


def _kept_cells(
    fill: tuple[tuple[str | None, ...], ...] | None, objects: tuple[PlacedObject, ...]
) -> tuple[FixedCell, ...]:
    tiles = [
        FixedCell(row=row, col=col, variant=name)
        for row, line in enumerate(fill or ())
        for col, name in enumerate(line)
        if name is not None
    ]
    return (*tiles, *(FixedCell(row=o.row, col=o.col, object=o.kind) for o in objects))
