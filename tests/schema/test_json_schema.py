"""The committed JSON Schemas are in step with the models, and agree with them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from levelgen.library import shipped
from levelgen.schema.json_schema import MODELS, json_schema, json_schema_text

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schema"


@pytest.mark.parametrize("kind", sorted(MODELS))
def test_the_committed_schema_is_in_step(kind: str) -> None:
    assert (FOLDER / f"{kind}.schema.json").read_text(encoding="utf-8") == json_schema_text(kind)


@pytest.mark.parametrize("kind", ["tileset", "preset"])
def test_shipped_files_obey_their_schema(kind: str) -> None:
    schema = json_schema(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    for file in shipped(kind + "s").values():
        jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), schema)


def test_the_schema_finds_typos() -> None:
    data = json.loads(shipped("presets")["hard"].read_text(encoding="utf-8"))
    data["constraints"][0]["maximum"] = data["constraints"][0].pop("max")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, json_schema("preset"))


def test_files_may_name_their_schema() -> None:
    data = json.loads(shipped("presets")["hard"].read_text(encoding="utf-8"))
    data["$schema"] = "docs/schema/preset.schema.json"
    jsonschema.validate(data, json_schema("preset"))
    assert MODELS["preset"].model_validate(data)
