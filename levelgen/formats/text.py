"""Plain text grids: one glyph for each cell; objects in a second block, or among the tiles."""

from __future__ import annotations

from levelgen.errors import LevelError, Problem
from levelgen.schema.level import Level
from levelgen.schema.placed import PlacedObject
from levelgen.schema.tileset import Tileset

NO_CELL = " "
NO_OBJECT = "."


def text_map(level: Level, *, objects: bool = True) -> str:
    """Draw a level as lines of glyphs; with `objects` they hide the tiles they stand on."""
    grid = _tile_glyphs(level)
    if objects:
        for item in level.objects:
            grid[item.row][item.col] = level.tileset.objects[item.kind].glyph
    return "\n".join("".join(row) for row in grid) + "\n"


def write_text_grid(level: Level) -> str:
    """Write a level so that nothing is lost: the tiles, a blank line, the objects (`.` is none)."""
    text = text_map(level, objects=False)
    if not level.objects:
        return text
    grid = [[NO_OBJECT] * level.cols for _ in range(level.rows)]
    for item in level.objects:
        grid[item.row][item.col] = level.tileset.objects[item.kind].glyph
    return text + "\n" + "\n".join("".join(row) for row in grid) + "\n"


def read_text_grid(text: str, tileset: Tileset, source: str = "text") -> Level:
    """Read a text grid; a blank is no cell.

    An object glyph among the tiles stands on the most common tile it may stand on. Raises
    LevelError with every unknown glyph and every row of a wrong length.
    """
    blocks = [block for block in text.replace("\r\n", "\n").split("\n\n") if block.strip("\n")]
    wrong: list[Problem] = []
    if not 1 <= len(blocks) <= 2:
        message = f"{len(blocks)} blocks of lines are given"
        hint = "the tiles, and perhaps a blank line and the objects"
        raise LevelError([Problem(source, "", message, hint)])
    lines = blocks[0].strip("\n").split("\n")
    rows, cols = len(lines), len(lines[0])
    _check_shape(lines, rows, cols, source, 1, wrong)
    tiles = _tiles_by_glyph(tileset)
    kinds = {kind.glyph: name for name, kind in tileset.objects.items()}
    cells: list[int] = []
    objects: list[PlacedObject] = []
    for row, line in enumerate(lines):
        for col, glyph in enumerate(line[:cols]):
            if glyph == NO_CELL:
                cells.append(-1)
            elif glyph in tiles:
                cells.append(tiles[glyph])
            elif glyph in kinds:
                objects.append(PlacedObject(kind=kinds[glyph], row=row, col=col))
                cells.append(_ground(tileset, kinds[glyph]))
            else:
                cells.append(-1)
                wrong.append(_unknown(glyph, source, row + 1, col + 1, [*tiles, *kinds]))
    if len(blocks) == 2:
        overlay = blocks[1].strip("\n").split("\n")
        first = rows + 2
        _check_shape(overlay, rows, cols, source, first, wrong)
        for row, line in enumerate(overlay[:rows]):
            for col, glyph in enumerate(line[:cols]):
                if glyph in kinds:
                    objects.append(PlacedObject(kind=kinds[glyph], row=row, col=col))
                elif glyph not in (NO_OBJECT, NO_CELL):
                    wrong.append(_unknown(glyph, source, first + row, col + 1, list(kinds)))
    if wrong:
        raise LevelError(wrong)
    objects.sort(key=lambda item: (item.kind, item.row, item.col))
    return Level(tileset=tileset, rows=rows, cols=cols, cells=tuple(cells), objects=tuple(objects))


def _tile_glyphs(level: Level) -> list[list[str]]:
    variants = level.tileset.variants
    glyphs = [variants[cell].glyph if cell >= 0 else NO_CELL for cell in level.cells or ()]
    return [glyphs[start : start + level.cols] for start in range(0, len(glyphs), level.cols)]


def _tiles_by_glyph(tileset: Tileset) -> dict[str, int]:
    """Map each glyph to its tile; where turned variants share one, the unturned tile is meant."""
    found: dict[str, int] = {}
    for number, variant in enumerate(tileset.variants):
        found.setdefault(variant.glyph, number)
    return found


def _ground(tileset: Tileset, kind: str) -> int:
    candidates = sorted(tileset.matching(tileset.objects[kind].on))
    return max(
        candidates, key=lambda tile: (tileset.tiles[tileset.variants[tile].base].weight, -tile)
    )


def _check_shape(
    lines: list[str], rows: int, cols: int, source: str, first: int, wrong: list[Problem]
) -> None:
    if len(lines) != rows:
        wrong.append(Problem(source, "", f"the objects have {len(lines)} rows, the tiles {rows}"))
    for number, line in enumerate(lines, start=first):
        if len(line) != cols:
            message = f"line {number} has {len(line)} cells"
            wrong.append(Problem(source, "", message, f"the first line has {cols}"))


def _unknown(glyph: str, source: str, line: int, column: int, known: list[str]) -> Problem:
    hint = "known: " + " ".join(known)
    return Problem(source, "", f"unknown glyph {glyph!r} at line {line}, column {column}", hint)
