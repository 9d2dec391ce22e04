"""Draws levels in the terminal: coloured cells, objects on top, a legend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from levelgen.cli.terminal import Terminal, beside, padded, swatch, visible_width

if TYPE_CHECKING:
    from levelgen.schema.level import Level


def draw(levels: Sequence[Level], labels: Sequence[str], terminal: Terminal) -> list[str]:
    """Draw levels side by side under their labels: cells of two columns for eyes, one for pipes.

    A board that is wider than the terminal is left out with a word on stderr, because its lines
    would break anywhere.
    """
    widest = max((level.cols for level in levels if level.cells is not None), default=0)
    columns = cell_columns(widest, terminal.width) if terminal.interactive else 1
    if not columns:
        terminal.tell(
            f"The map is {widest} cells wide, this terminal {terminal.width} columns: "
            "-o FILE.png draws a picture."
        )
        return []
    blocks = [
        ([label] if label else []) + board_lines(level, color=terminal.color, columns=columns)
        for label, level in zip(labels, levels, strict=True)
    ]
    return list(beside(blocks, terminal.width))


def board_lines(level: Level, *, color: bool, columns: int) -> list[str]:
    """Draw the cells from the top; `columns` (1 or 2) is the width of a cell.

    Two columns make a cell about as wide as it is high. An object takes the whole cell in its own
    colour, because a small glyph on the tile's colour is easily overlooked.
    """
    tileset = level.tileset
    standing = {(item.row, item.col): item.kind for item in level.objects}
    if level.cells is None:
        return [f"({level.status})"]
    lines = []
    for row in range(level.rows):
        parts = []
        for col in range(level.cols):
            cell = level.cells[row * level.cols + col]
            kind = standing.get((row, col))
            if kind is not None:
                body = tileset.objects[kind]
                text = padded(body.glyph, columns)
                parts.append(swatch(text, body.color, on=color, bold=True))
            elif cell >= 0:
                variant = tileset.variants[cell]
                text = padded(variant.glyph, columns)
                parts.append(swatch(text, tileset.tiles[variant.base].color, on=color))
            else:
                parts.append(" " * columns)
        lines.append("".join(parts))
    return lines


def legend_lines(levels: Sequence[Level], *, color: bool, width: int) -> list[str]:
    """Name the tiles and objects that levels of one tileset hold, wrapped to a width."""
    tileset = levels[0].tileset
    cells = {cell for level in levels for cell in level.cells or ()} - {-1}
    tiles = {tileset.variants[cell].base for cell in cells}
    kinds = {item.kind for level in levels for item in level.objects}
    entries = [
        f"{swatch(f' {tile.glyph[0]} ', tile.color, on=color)} {tile.id}"
        for index, tile in enumerate(tileset.tiles)
        if index in tiles
    ] + [
        f"{swatch(f' {body.glyph} ', body.color, on=color, bold=True)} {kind}"
        for kind, body in tileset.objects.items()
        if kind in kinds
    ]
    lines: list[str] = []
    for entry in entries:
        if lines and visible_width(lines[-1]) + 2 + visible_width(entry) <= width:
            lines[-1] += f"  {entry}"
        else:
            lines.append(entry)
    return lines


def cell_columns(cols: int, width: int) -> int:
    """Give the widest cell whose board fits into a width, 0 when none does."""
    return next((columns for columns in (2, 1) if cols * columns <= width), 0)
