"""Adjacency, read statement by statement from the tileset: which pairs of cells break it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from levelgen.metrics.edges import EAST, SOUTH, WEST, facing_label
from levelgen.metrics.grid import Grid
from levelgen.schema.tileset import Adjacency, Direction, Tileset

_Names = tuple[str, ...]
_Table = list[bytearray]


@dataclass(frozen=True)
class PairTables:
    """Which ordered pairs of tiles may lie side by side, `right` and `below`.

    `right[a][b]`: b may be right of a; `below[a][b]`: b may be below a. Every row and every column
    has one more entry at the end, always true, that the index -1 (no cell) finds.
    """

    right: tuple[bytes, ...]
    below: tuple[bytes, ...]

    def permits(self, direction: int, tile: int, other: int) -> bool:
        """Say whether `other` may stand beside `tile` in a direction (0 to 3: N, E, S, W)."""
        table = self.right if direction in (EAST, WEST) else self.below
        first, second = (tile, other) if direction in (EAST, SOUTH) else (other, tile)
        return bool(table[first][second])


@lru_cache(maxsize=2)
def adjacency_violations(grid: Grid) -> tuple[tuple[int, int], ...]:
    """List the neighbouring cells whose tiles may not lie side by side.

    Pairs (cell, its right or lower neighbour) in reading order, joined edges included; 0 for a
    valid board, at most 2 * rows * cols. A pair with a missing cell is no violation. It does not
    tell how many cells have to change: one wrong tile is in up to four pairs.
    """
    tables = pair_tables(grid.tileset)
    cells, cols = grid.cells, grid.cols
    if _kept(grid, tables):
        return ()
    found = [
        (cell, cell + cols)
        for cell, (upper, lower) in enumerate(zip(cells, cells[cols:], strict=False))
        if not tables.below[upper][lower]
    ]
    for start in range(0, len(cells), cols):
        row = cells[start : start + cols]
        found += [
            (cell, cell + 1)
            for cell, (left, right) in enumerate(pairwise(row), start)
            if not tables.right[left][right]
        ]
    if grid.layout.joined_rows:
        last = len(cells) - cols
        found += [
            (last + col, col)
            for col in range(cols)
            if not tables.below[cells[last + col]][cells[col]]
        ]
    if grid.layout.joined_cols:
        found += [
            (start + cols - 1, start)
            for start in range(0, len(cells), cols)
            if not tables.right[cells[start + cols - 1]][cells[start]]
        ]
    return tuple(sorted(found))


def _kept(grid: Grid, tables: PairTables) -> bool:
    """Look at each kind of pair once: nearly every board has few of them, and all are allowed."""
    cells, cols = grid.cells, grid.cols
    left, right = list(cells), list(cells)
    del left[cols - 1 :: cols]
    del right[::cols]
    vertical = set(zip(cells, cells[cols:], strict=False))
    horizontal = set(zip(left, right, strict=True))
    if grid.layout.joined_rows:
        vertical.update(zip(cells[-cols:], cells[:cols], strict=True))
    if grid.layout.joined_cols:
        horizontal.update(zip(cells[cols - 1 :: cols], cells[::cols], strict=True))
    return all(tables.below[upper][lower] for upper, lower in vertical) and all(
        tables.right[one][other] for one, other in horizontal
    )


@lru_cache(maxsize=64)
def pair_tables(tileset: Tileset) -> PairTables:
    """Read a tileset's adjacency; cached by its content."""
    named = _tiles_by_name(tileset)
    right, below = _by_default(tileset, EAST), _by_default(tileset, SOUTH)
    for names, direction, other_names, verdict in _statements(tileset.adjacency):
        tiles = [tile for name in names for tile in named[name]]
        others = [tile for name in other_names for tile in named[name]]
        for side in ("N", "E", "S", "W") if direction is None else (direction,):
            # What stands north or west of a tile has that tile south or east of itself.
            firsts, seconds = (tiles, others) if side in "ES" else (others, tiles)
            table = right if side in "EW" else below
            for first in firsts:
                for second in seconds:
                    table[first][second] = verdict
    return PairTables(_with_no_cell(right), _with_no_cell(below))


def _tiles_by_name(tileset: Tileset) -> dict[str, list[int]]:
    """A base id stands for all its variants, also where it is the id of the first one."""
    named: dict[str, list[int]] = {}
    for tile, variant in enumerate(tileset.variants):
        for name in {tileset.tiles[variant.base].id, variant.id}:
            named.setdefault(name, []).append(tile)
    return named


def _by_default(tileset: Tileset, direction: int) -> _Table:
    size = len(tileset.variants)
    default = tileset.adjacency.default
    if default != "edges":
        return [bytearray([default == "allow"]) * size for _ in range(size)]
    shown = [facing_label(tileset, tile, direction) for tile in range(size)]
    met = [facing_label(tileset, tile, (direction + 2) % 4) for tile in range(size)]
    return [bytearray(label == other for other in met) for label in shown]


def _statements(rules: Adjacency) -> Iterator[tuple[_Names, Direction | None, _Names, bool]]:
    """Yield (tiles, direction, neighbours, verdict) so that a later verdict overrules."""
    for name, others in rules.neighbours.items():
        yield (name,), None, others, True
    for statement in rules.allow:
        yield statement.tiles, statement.direction, statement.neighbours, True
    for statement in rules.forbid:
        yield statement.tiles, statement.direction, statement.neighbours, False


def _with_no_cell(table: _Table) -> tuple[bytes, ...]:
    return (*(bytes(row) + b"\1" for row in table), b"\1" * (len(table) + 1))
