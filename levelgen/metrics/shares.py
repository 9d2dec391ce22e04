"""What the board is made of: shares of tags and tiles, numbers and densities of objects."""

from __future__ import annotations

from levelgen.metrics.grid import Grid


def tag_shares(grid: Grid) -> dict[str, float]:
    """Give the share of the existing cells that have each tag of the tileset.

    Cells with the tag / existing cells, 0 to 1 each, 0 on a board without cells. A tile may have
    many tags, so the shares need not add up to 1. They do not tell where the cells are.
    """
    return {
        tag: grid.count(grid.tileset.matching((tag,))) / max(grid.size, 1)
        for tag in grid.tileset.tags
    }


def tile_shares(grid: Grid) -> dict[str, float]:
    """Give the share of the existing cells of each base tile, its variants together.

    Cells of the tile / existing cells, 0 to 1 each, adding up to 1, all 0 on a board without
    cells. They do not tell which way turned tiles lie.
    """
    return {
        tile.id: count / max(grid.size, 1)
        for tile, count in zip(grid.tileset.tiles, grid.base_counts, strict=True)
    }


def object_counts(grid: Grid) -> dict[str, int]:
    """Count the objects of each kind the tileset defines.

    0 or more each. Misplaced objects count too; the promise `objects` tells about them.
    """
    return {kind: grid.kind_counts[kind] for kind in grid.tileset.objects}


def densities(grid: Grid) -> dict[str, float | None]:
    """Give the number of objects of each kind per cell with the tag `floor`.

    Objects / floor cells, 0 or more; 0 for no object on no floor, None for objects without any
    floor cell and where the tileset has no tag `floor`. They do not tell whether objects stand
    evenly, nor whether they stand on floor at all.
    """
    floor = None if grid.floor is None else grid.count(grid.floor)
    return {kind: _per_cell(count, floor) for kind, count in object_counts(grid).items()}


def _per_cell(count: int, cells: int | None) -> float | None:
    if cells is None or (cells == 0 and count > 0):
        return None
    return count / max(cells, 1)
