"""The JSON Schemas of all files, for editors that complete and check them."""

from __future__ import annotations

import json
from typing import Any

from levelgen.schema.level import LevelDocument
from levelgen.schema.manifest import Manifest
from levelgen.schema.preset import Preset
from levelgen.schema.strict import Strict
from levelgen.schema.tileset import Tileset

MODELS: dict[str, type[Tileset] | type[Preset] | type[LevelDocument] | type[Manifest]] = {
    "tileset": Tileset,
    "preset": Preset,
    "level": LevelDocument,
    "manifest": Manifest,
}


def json_schema(kind: str) -> dict[str, Any]:
    """Give the JSON Schema (draft 2020-12) of a file kind: a key of `MODELS`."""
    return document_schema(kind, MODELS[kind])


def json_schema_text(kind: str) -> str:
    """Write the JSON Schema of a file kind as it is committed under docs/schema."""
    return document_schema_text(kind, MODELS[kind])


def document_schema(kind: str, model: type[Strict]) -> dict[str, Any]:
    """Give the JSON Schema of the files of a model, under the name of their kind."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"levelgen-{kind}.schema.json",
        **model.model_json_schema(),
    }


def document_schema_text(kind: str, model: type[Strict]) -> str:
    """Write the JSON Schema of the files of a model."""
    return json.dumps(document_schema(kind, model), indent=2, ensure_ascii=False) + "\n"
