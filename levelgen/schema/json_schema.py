"""The JSON Schemas of all files, for editors that complete and check them."""

from __future__ import annotations

import json
from typing import Any

from levelgen.schema.level import LevelDocument
from levelgen.schema.manifest import Manifest
from levelgen.schema.preset import Preset
from levelgen.schema.tileset import Tileset

MODELS: dict[str, type[Tileset] | type[Preset] | type[LevelDocument] | type[Manifest]] = {
    "tileset": Tileset,
    "preset": Preset,
    "level": LevelDocument,
    "manifest": Manifest,
}


def json_schema(kind: str) -> dict[str, Any]:
    """Give the JSON Schema (draft 2020-12) of a file kind: a key of `MODELS`."""
    schema = MODELS[kind].model_json_schema(by_alias=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"levelgen-{kind}.schema.json",
        **schema,
    }


def json_schema_text(kind: str) -> str:
    """Write the JSON Schema of a file kind as it is committed under docs/schema."""
    return json.dumps(json_schema(kind), indent=2, ensure_ascii=False) + "\n"
