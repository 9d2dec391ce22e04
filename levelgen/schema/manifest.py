"""The manifest: what reproduces a level, byte for byte."""

from __future__ import annotations

import hashlib
from typing import Any

from pydantic import Field

from levelgen.schema.document import Strict
from levelgen.schema.files import canonical_json
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


def digest(data: Any) -> str:
    """Give the SHA-256 of plain data in its one fixed JSON form."""
    return hashlib.sha256(canonical_json(data).encode("utf-8")).hexdigest()
