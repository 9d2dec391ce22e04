"""How a level shows itself in a notebook: a small HTML table, no pictures needed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from levelgen.schema.level import Level


def ink_on(color: str) -> str:
    """Choose black or white ink for a background `#rrggbb`."""
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"


def level_html(level: Level) -> str:
    """Write the board as a coloured table with its promises below; self-contained HTML."""
    head = " ".join(
        str(part)
        for part in (level.tileset.name, level.preset or "", f"seed {level.seed}", level.status)
        if part
    )
    body = "".join(_rows(level)) if level.cells is not None else ""
    reason = f"<p>{escape(level.reason.text)}</p>" if level.reason else ""
    promises = "".join(
        f"<tr><td>{'kept' if promise.kept else '<b>broken</b>'}</td><td>{escape(promise.kind)}</td>"
        f"<td>{escape(str(promise.measured))}</td><td>{escape(promise.wanted)}</td></tr>"
        for promise in level.promises
    )
    return (
        f"<div><p><b>{escape(head)}</b></p>{reason}"
        f'<table style="border-collapse:collapse;font-family:monospace">{body}</table>'
        f"<details><summary>promises</summary><table><tr><th></th><th>kind</th><th>measured</th>"
        f"<th>wanted</th></tr>{promises}</table></details></div>"
    )


def _rows(level: Level) -> list[str]:
    objects = {(item.row, item.col): item.kind for item in level.objects}
    tiles = level.tileset.tiles
    variants = level.tileset.variants
    rows = []
    for row in range(level.rows):
        cells = []
        for col in range(level.cols):
            number = (level.cells or ())[row * level.cols + col]
            style = "width:1.4em;height:1.4em;padding:0;text-align:center;border:none;"
            if number < 0:
                cells.append(f'<td style="{style}"></td>')
                continue
            variant = variants[number]
            color = tiles[variant.base].color
            kind = objects.get((row, col))
            glyph = level.tileset.objects[kind].glyph if kind else variant.glyph
            title = variant.id + (f", {kind}" if kind else "")
            weight = "font-weight:bold;" if kind else "opacity:.75;" if glyph.strip() else ""
            cells.append(
                f'<td title="{escape(title)}" style="{style}background:{color};'
                f'color:{ink_on(color)};{weight}">{escape(glyph)}</td>'
            )
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return rows
