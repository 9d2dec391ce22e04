"""What stands above a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from levelgen.render.colours import INK, QUIET, STATUS
from levelgen.render.fonts import Style
from levelgen.render.layout import Block, Row, Stack, Text
from levelgen.schema.level import Level, Status

TITLE = Style(20, INK, "bold")
SUBTITLE = Style(13, QUIET)

SIGNS: dict[Status, str] = {
    "satisfied": "✓",
    "unsatisfied": "✗",
    "infeasible": "✗",
    "unknown": "?",
}


def level_title(level: Level) -> Block:
    """Name a level: tileset, preset, status; then generator, seed and size."""
    name: list[Block] = [Text(_joined([level.tileset.name, level.preset]), TITLE)]
    if level.status is not None:
        words = f"{SIGNS[level.status]} {level.status}"
        name.append(Text(words, Style(14, STATUS[level.status], "bold")))
    details = [
        f"generator {level.generator}" if level.generator else None,
        f"seed {level.seed}" if level.seed is not None else None,
        f"{level.rows}×{level.cols} cells",
    ]
    return Stack((Row(tuple(name), 16, "middle"), Text(_joined(details), SUBTITLE)), 2)


def sheet_title(levels: Sequence[Level]) -> Block:
    """Name what the levels have in common, and count those that keep every promise."""
    generator = _common(level.generator for level in levels)
    tilesets = {level.tileset.name for level in levels}
    names = [
        _common(level.tileset.name for level in levels) or f"{len(tilesets)} tilesets",
        _common(level.preset for level in levels),
    ]
    kept = sum(level.status == "satisfied" for level in levels)
    judged = sum(level.status is not None for level in levels)
    details = [
        f"{len(levels)} level{'s' if len(levels) > 1 else ''}",
        f"{kept} of {judged} satisfied" if judged else None,
        f"generator {generator}" if generator else None,
        _common(f"{level.rows}×{level.cols} cells" for level in levels),
    ]
    return Stack((Text(_joined(names), TITLE), Text(_joined(details), SUBTITLE)), 2)


def _common(values: Iterable[str | None]) -> str | None:
    """Give the value that all share; several are listed while they are few and none is missing."""
    found = [*dict.fromkeys(values)]
    named = [value for value in found if value]
    return ", ".join(named) if named == found and len(named) <= 3 else None


def _joined(parts: Iterable[str | None]) -> str:
    return "  ·  ".join(part for part in parts if part)
