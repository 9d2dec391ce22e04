"""Boards drawn as text and their judgement, for the tests of the check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from levelgen.checker import Report, judge
from levelgen.schema.level import Promise
from levelgen.schema.overrides import Ask, apply
from levelgen.schema.placed import PlacedObject
from levelgen.schema.preset import Preset
from levelgen.schema.tileset import Tileset

ROOT = Path(__file__).resolve().parents[2]
DUNGEON = Tileset.read(
    json.loads((ROOT / "tilesets" / "dungeon.json").read_text(encoding="utf-8")), "dungeon"
)
HARD = apply(
    Preset.read(json.loads((ROOT / "presets" / "hard.json").read_text(encoding="utf-8")), "hard"),
    {},
    DUNGEON,
)

Objects = list[tuple[str, int, int]]


def asks(*constraints: dict[str, Any]) -> tuple[Ask, ...]:
    return apply(Preset.model_validate({"name": "test", "constraints": constraints}), {}, DUNGEON)


def cells(tileset: Tileset, rows: list[str]) -> list[int]:
    numbers = {variant.glyph: number for number, variant in enumerate(tileset.variants)}
    return [-1 if mark == "?" else numbers[mark] for row in rows for mark in row]


def judged(
    picture: str | list[str],
    objects: Objects = [],  # noqa: B006 - read only
    asked: tuple[Ask, ...] = (),
    tileset: Tileset = DUNGEON,
) -> Report:
    """Judge a board of glyphs, rows parted by `/`; `?` is no cell."""
    rows = picture.split("/") if isinstance(picture, str) else picture
    placed = [PlacedObject(kind=kind, row=row, col=col) for kind, row, col in objects]
    return judge(tileset, asked, len(rows), len(rows[0]), cells(tileset, rows), placed)


def verdict(
    picture: str, constraint: dict[str, Any], *objects: tuple[str, int, int]
) -> tuple[bool, Any, tuple[tuple[int, int], ...]]:
    """Judge one promise: kept, measured, and the places where it is broken."""
    report = judged(picture, list(objects), asks(constraint))
    promise = report.promises[-1]
    return promise.kept, promise.measured, report.places.get(promise.constraint, ())


def wanted(picture: str, constraint: dict[str, Any]) -> str:
    return judged(picture, [], asks(constraint)).promises[-1].wanted


def broken(report: Report) -> dict[str, Promise]:
    return {promise.constraint: promise for promise in report.promises if not promise.kept}
