"""Between boards of patterns and levels of tiles: where windows lie, what pins mean, the judge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from levelgen.learn.patterns import Patterns
from levelgen.schema.layout import Layout, Periodic
from levelgen.schema.level import Level


def board_size(patterns: Patterns, rows: int, cols: int, periodic: Periodic) -> tuple[int, int]:
    """Give the number of places, down and right, where a window's top left cell may lie.

    Below 1 where the level is smaller than a window.
    """
    layout = Layout.of(periodic, None)
    down, right = rows - patterns.height + 1, cols - patterns.width + 1
    return (
        rows if layout.joined_rows and down > 0 else down,
        cols if layout.joined_cols and right > 0 else right,
    )


def pattern_domains(
    patterns: Patterns, rows: int, cols: int, cells: Sequence[int], periodic: Periodic
) -> list[int]:
    """Translate what each cell may hold into what each place of the board may hold.

    `cells` are rows * cols bitsets over tiles; the result has a bitset over patterns for each
    place (see `board_size`), row by row: those whose window shows only such tiles as its cells may
    hold. Without vertical wrapping the ground lies on the lowest places.
    """
    height, width = board_size(patterns, rows, cols, periodic)
    layout = Layout.of(periodic, None)
    every_tile = (1 << len(patterns.tileset.ids)) - 1

    @cache
    def showing(offset: int, tiles: int) -> int:
        return sum(
            1 << number
            for number, window in enumerate(patterns.contents)
            if tiles >> window[offset] & 1
        )

    domains = [patterns.every if layout.joined_rows else patterns.upper] * (height * width)
    if not layout.joined_rows:
        domains[-width:] = [patterns.lowest] * width
    for cell, tiles in enumerate(cells):
        if tiles & every_tile == every_tile:
            continue
        for offset in range(patterns.height * patterns.width):
            row = cell // cols - offset // patterns.width
            col = cell % cols - offset % patterns.width
            row = row % rows if layout.joined_rows else row
            col = col % cols if layout.joined_cols else col
            if 0 <= row < height and 0 <= col < width:
                domains[row * width + col] &= showing(offset, tiles)
    return domains


def board_of(
    patterns: Patterns, rows: int, cols: int, board: Sequence[int], periodic: Periodic
) -> list[int]:
    """Read the tiles of a level off its board of patterns; -1 where the board is open (-1).

    Each cell is read from the last window that begins at or before it, so the last rows and
    columns come from the inside of the last windows.
    """
    height, width = board_size(patterns, rows, cols, periodic)
    tiles = []
    for row in range(rows):
        top = min(row, height - 1)
        for col in range(cols):
            left = min(col, width - 1)
            pattern = board[top * width + left]
            offset = (row - top) * patterns.width + col - left
            tiles.append(patterns.contents[pattern][offset] if pattern >= 0 else -1)
    return tiles


def windows_outside(
    level: Level, patterns: Patterns, periodic: Periodic = "none"
) -> tuple[tuple[int, int], ...]:
    """List the (row, col) of every window of a level that the samples do not have.

    Shares nothing with the search: it compares tile ids. A window with a missing cell is not
    judged; windows at the lower border are held against the ground. A level without a window,
    being too small, has none outside.
    """
    names = patterns.tileset.ids
    known = [tuple(names[tile] for tile in window) for window in patterns.contents]
    lowest = {window for number, window in enumerate(known) if patterns.lowest >> number & 1}
    upper = {window for number, window in enumerate(known) if patterns.upper >> number & 1}
    grid = level.tile_ids or []
    rows, cols = len(grid), len(grid[0]) if grid else 0
    joined_rows, joined_cols = periodic in ("rows", "both"), periodic in ("cols", "both")
    bottom = rows - patterns.height
    found = []
    for row in range(rows if joined_rows else bottom + 1):
        wanted = lowest | upper if joined_rows else lowest if row == bottom else upper
        for col in range(cols if joined_cols else cols - patterns.width + 1):
            window = tuple(
                grid[(row + down) % rows][(col + right) % cols]
                for down in range(patterns.height)
                for right in range(patterns.width)
            )
            if None not in window and window not in wanted:
                found.append((row, col))
    return tuple(found)
