"""Numbers about one level, or about any grid of a tileset's integers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from levelgen.metrics.adjacency import adjacency_violations
from levelgen.metrics.diversity import entropy, normalised_entropy, variety
from levelgen.metrics.grid import Grid
from levelgen.metrics.regions import (
    connectivity,
    dead_end_count,
    path_length,
    reachable_from_first,
    region_count,
)
from levelgen.metrics.shares import densities, object_counts, tag_shares, tile_shares
from levelgen.schema.placed import PlacedObject
from levelgen.schema.tileset import Tileset

DECIMALS = 6


def measure(
    tileset: Tileset,
    rows: int,
    cols: int,
    cells: Sequence[int],
    objects: Iterable[PlacedObject] = (),
) -> dict[str, Any]:
    """Measure a board: plain JSON data, always the same keys in the same order.

    `cells` holds rows * cols indices into `tileset.ids`, row by row from the top; -1 is no cell.
    Raises LevelError for a wrong length or value.
    """
    return measure_grid(Grid.of(tileset, rows, cols, cells, objects))


def measure_grid(grid: Grid) -> dict[str, Any]:
    """Measure a grid; see `measure`. Floats are rounded to 6 decimals, so bytes are stable."""
    numbers: dict[str, Any] = {
        "adjacency_violations": len(adjacency_violations(grid)),
        "connectivity": connectivity(grid),
        "reachable_from_first": reachable_from_first(grid),
        "regions": region_count(grid),
        "dead_ends": dead_end_count(grid),
        "variety": variety(grid),
        "entropy": entropy(grid),
        "normalised_entropy": normalised_entropy(grid),
        "tag_shares": tag_shares(grid),
        "tile_shares": tile_shares(grid),
        "objects": object_counts(grid),
        "densities": densities(grid),
        "path_length": path_length(grid),
    }
    return {name: _rounded(value) for name, value in numbers.items()}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, dict):
        return {name: _rounded(item) for name, item in value.items()}
    return value
