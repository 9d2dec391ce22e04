"""An object on a cell."""

from __future__ import annotations

from typing import Annotated

from levelgen.schema.declaring import Field
from levelgen.schema.document import Strict


class PlacedObject(Strict):
    """An object on a cell; row 0 is on top."""

    kind: str
    row: Annotated[int, Field(ge=0)]
    col: Annotated[int, Field(ge=0)]
