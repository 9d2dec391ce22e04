"""How well the ground hangs together: connectivity, regions, dead ends, reach, the way out."""

from __future__ import annotations

from levelgen.metrics.grid import Grid


def connectivity(grid: Grid) -> float | None:
    """Share of the walkable cells that lie in the largest region.

    Cells of the largest region / walkable cells, 0 to 1; 0 without any walkable cell, None where
    the tileset defines no walkable tiles (see `Grid.walkable`). 1 means one region. It does not
    tell how many regions the rest makes, nor how thin the largest one is.
    """
    if grid.walkable is None:
        return None
    ground = grid.ground(grid.walkable)
    return ground.largest_size / ground.size if ground.size else 0.0


def reachable_from_first(grid: Grid) -> float | None:
    """Share of the floor cells that the first floor cell reaches over floor cells.

    Breadth-first search from the first cell with the tag `floor` in reading order, stepping on
    `floor` cells only (doors and other walkable tiles are walls to it); cells reached, the first
    one included, / floor cells. 0 to 1; 0 without any floor cell, None where the tileset has no
    tag `floor`. It does not tell connectivity: a small first region scores low on a well connected
    level, and rooms behind doors count as unreached.
    """
    if grid.floor is None:
        return None
    ground = grid.ground(grid.floor)
    return ground.first_size / ground.size if ground.size else 0.0


def region_count(grid: Grid) -> int | None:
    """Count the regions of walkable cells under N-E-S-W moves.

    0 .. number of walkable cells; None where the tileset defines no walkable tiles. It does not
    tell their sizes: a lone cell counts like a hall.
    """
    return None if grid.walkable is None else grid.ground(grid.walkable).region_count


def dead_end_count(grid: Grid) -> int | None:
    """Count the walkable cells with at most one walkable neighbour; a lone cell is one.

    0 .. number of walkable cells; None where the tileset defines no walkable tiles. It does not
    tell how deep the blind alleys are, and a border cell of a hall is none.
    """
    return None if grid.walkable is None else grid.ground(grid.walkable).dead_end_count


def path_length(grid: Grid, start: str = "start", goal: str = "exit") -> int | None:
    """Moves of a shortest path between two objects over walkable cells.

    0 .. walkable cells - 1; None unless there is exactly one object of each kind, both on walkable
    cells of one region. It does not tell how winding the level is: a long straight way counts too.
    """
    starts, goals = grid.standing((start,)), grid.standing((goal,))
    if grid.walkable is None or len(starts) != 1 or len(goals) != 1:
        return None
    return grid.ground(grid.walkable).distance(starts[0], goals[0])
