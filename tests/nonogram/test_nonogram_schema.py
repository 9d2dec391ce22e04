"""The committed JSON Schema of puzzles is in step with the model, and agrees with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from levelgen.errors import PuzzleError
from levelgen.nonogram import Color, Puzzle
from levelgen.schema.json_schema import document_schema, document_schema_text

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = document_schema("nonogram", Puzzle)


def test_the_committed_schema_is_in_step() -> None:
    file = ROOT / "docs" / "schema" / "nonogram.schema.json"
    assert file.read_text(encoding="utf-8") == document_schema_text("nonogram", Puzzle)


def test_puzzle_files_obey_the_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for puzzle in json.loads((ROOT / "examples" / "classroom.json").read_text(encoding="utf-8")):
        jsonschema.validate(puzzle, SCHEMA)
    palette = [
        Color(name="white", hex="#ffffff", char="."),
        Color(name="red", hex="#ff0000", char="r"),
        Color(name="blue", hex="#0000ff", char="b"),
    ]
    colored = Puzzle.of_grid([[1, 2], [0, 2]], palette)
    colored = colored.model_copy(update={"start": ((-1, 2), (-1, -1)), "title": "Two"})
    data = json.loads(colored.to_json())
    jsonschema.validate({**data, "$schema": "nonogram.schema.json"}, SCHEMA)


@pytest.mark.parametrize(
    "change",
    [{"rows": [["3"]]}, {"rows": [[-1]]}, {"titel": "x"}, {"cols": []}, {"goal": "##"}],
    ids=str,
)
def test_the_schema_finds_what_the_model_refuses(change: dict[str, Any]) -> None:
    data = {"rows": [[1]], "cols": [[1]], **change}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, SCHEMA)
    with pytest.raises(PuzzleError):
        Puzzle.read(data, "puzzle")
