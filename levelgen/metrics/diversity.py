"""How mixed the tiles are: richness and entropy."""

from __future__ import annotations

from math import fsum, log2

from levelgen.metrics.grid import Grid


def variety(grid: Grid) -> int:
    """Count the distinct base tiles on the board; variants of a tile are one.

    0 (no cell at all) .. number of tiles in the tileset. It does not tell how often each occurs:
    one odd cell counts like half the board.
    """
    return sum(count > 0 for count in grid.base_counts)


def entropy(grid: Grid) -> float:
    """Give the Shannon entropy of the base tile shares p, in bits.

    The sum of p * log2(1 / p) over the tiles that occur (Shannon, 1948); 0 (one tile, or no cell)
    .. log2(tiles in the tileset). It does not tell how the tiles are arranged: a sorted board
    scores like a shuffled one.
    """
    size = grid.size
    return fsum(count / size * log2(size / count) for count in grid.base_counts if count)


def normalised_entropy(grid: Grid) -> float:
    """Give the entropy as a share of what the tileset allows.

    `entropy` / log2(tiles in the tileset), 0 to 1; 1 means equal shares of all tiles, 0 stands
    also for a tileset of one tile. It does not tell what the tileset's weights intend: a level
    true to uneven weights scores below 1.
    """
    tiles = len(grid.tileset.tiles)
    return entropy(grid) / log2(tiles) if tiles > 1 else 0.0
