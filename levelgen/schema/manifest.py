"""The manifest: what reproduces a level, byte for byte."""

from __future__ import annotations

from levelgen.schema.declaring import Field
from levelgen.schema.document import Strict
from levelgen.schema.request import Request


class Manifest(Strict):
    """Versions that decide results, the request whole, and how the level came about."""

    versions: dict[str, str]
    request: Request
    hashes: dict[str, str] = Field(description="SHA-256 of the tileset and the preset.")
    strategy: str = Field(description="The route the level took, such as `constructor`.")
    counters: dict[str, int | float | str] = Field(
        default_factory=dict, description="What the search did: observations, backtracks, ..."
    )
