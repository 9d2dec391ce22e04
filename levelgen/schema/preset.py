"""The preset: what a level must promise, whatever its tileset."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from levelgen.errors import InputError, PresetError
from levelgen.schema.constraints import Constraint
from levelgen.schema.declaring import Field
from levelgen.schema.document import Document
from levelgen.schema.fields import Gradient
from levelgen.schema.tileset import Word

Extent = Annotated[int, Field(ge=1, le=1 << 20)]


class Preset(Document):
    """A preset file, `levelgen-preset/1`."""

    error: ClassVar[type[InputError]] = PresetError

    format: Literal["levelgen-preset/1"] = "levelgen-preset/1"
    schema_: str | None = Field(default=None, key="$schema", exclude=True)
    name: Word
    description: str = ""
    rows: Extent | None = None
    cols: Extent | None = None
    constraints: tuple[Constraint, ...] = ()
    weights: tuple[Gradient, ...] = Field(
        default=(), description="Where some tiles are drawn more often; a wish, no promise."
    )
