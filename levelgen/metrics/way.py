"""The way through the level, from start to exit: how straight it is, and how dangerous."""

from __future__ import annotations

from functools import lru_cache

from levelgen.metrics.graph import distances
from levelgen.metrics.grid import Grid
from levelgen.metrics.joins import joins


@lru_cache(maxsize=2)
def critical_cells(grid: Grid) -> tuple[frozenset[int], int, int] | None:
    """Give the cells that lie on some shortest way, its moves, and the size of its region.

    From the one object `start` to the one object `exit` over walkable cells; None unless there is
    exactly one of each and a way between them. All shortest ways count, so that a mirrored board
    has the mirrored cells. Doors do not block: what a key opens is the promise `lock_and_key`.
    """
    found = joins(grid)
    starts, goals = grid.standing(("start",)), grid.standing(("exit",))
    if found is None or len(starts) != 1 or len(goals) != 1:
        return None
    [start], [goal] = starts, goals
    if start not in found.near or goal not in found.near:
        return None
    ahead = distances(found.near, start)
    if goal not in ahead:
        return None
    moves = ahead[goal]
    back = distances(found.near, goal)
    cells = frozenset(cell for cell, away in ahead.items() if away + back[cell] == moves)
    return cells, moves, len(ahead)


def critical_path_length(grid: Grid) -> int | None:
    """Give the moves of the critical path: the shortest way from `start` to `exit`.

    0 .. walkable cells - 1; None without exactly one of each and a way between them. The same
    number as `path_length` of every level. It does not count detours for keys.
    """
    found = critical_cells(grid)
    return None if found is None else found[1]


def linearity(grid: Grid) -> float | None:
    """Give the share of the reachable cells that the critical path needs.

    (moves of the shortest way from start to exit + 1) / walkable cells of its region; above 0 to
    1 (a level that is nothing but its path); None without a path. It is the question of Smith and
    Whitehead (2010) put to a level seen from above: theirs fits a line to platforms. It does not
    tell how the path turns, and wide corridors make a level less linear.
    """
    found = critical_cells(grid)
    return None if found is None else (found[1] + 1) / found[2]


def leniency(grid: Grid, kind: str = "enemy") -> float | None:
    """Give the share of the critical path that no enemy guards.

    1 - (cells of shortest ways with an enemy on or joined beside them) / (cells of shortest ways),
    from `start` to `exit`; 0 (enemies everywhere) to 1 (none near the path); None without a path.
    After the leniency of Smith and Whitehead (2010), where each danger has a weight. It does not
    tell how strong enemies are, nor about those elsewhere.
    """
    found, near = critical_cells(grid), joins(grid)
    if found is None or near is None:
        return None
    enemies = set(grid.standing((kind,)))
    guarded = {
        cell for cell in found[0] if cell in enemies or not enemies.isdisjoint(near.near[cell])
    }
    return 1 - len(guarded) / len(found[0])
