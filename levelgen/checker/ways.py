"""Judges what can be reached: connected, path, reachable."""

from __future__ import annotations

from levelgen.checker.verdict import Verdict, any_of
from levelgen.metrics.grid import Grid
from levelgen.schema.constraints import Connected, Path, Reachable


def judge_connected(grid: Grid, connected: Connected) -> Verdict:
    """Count the regions of cells with any of the tags; shown are the cells outside the largest."""
    ground = grid.ground(grid.tileset.matching(connected.tags))
    regions = ground.region_count
    wanted = f"1 region of {any_of(connected.tags)} cells"
    if connected.allow_empty:
        wanted += ", or no such cell"
    kept = regions == 1 or (regions == 0 and connected.allow_empty)
    outside = () if kept else ground.near.keys() - set(ground.largest)
    return Verdict(kept, regions, wanted, outside)


def judge_path(grid: Grid, path: Path) -> Verdict:
    """Measure a shortest path between two places, each matched by exactly one cell.

    Both ends must have the tags of the way themselves.
    """
    low, high = path.bounds(grid.rows, grid.cols)
    wanted = f"{_moves(low, high)} from {path.from_} to {path.to}"
    if path.blockers:
        wanted += f" around every {any_of(path.blockers)}"
    ends = []
    for name in (path.from_, path.to):
        cells = _matched(grid, name)
        if len(cells) != 1:
            found = f"{len(cells)} {name} cells" if cells else f"no {name} cell"
            return Verdict(False, found, wanted, cells)
        ends.append(cells[0])
    ground = grid.ground(grid.tileset.matching(path.through))
    if path.blockers:
        ground = ground.without(grid.standing(path.blockers))
    for name, cell in zip((path.from_, path.to), ends, strict=True):
        if cell not in ground:
            return Verdict(False, f"{name} not on {any_of(path.through)}", wanted, (cell,))
    length = ground.distance(ends[0], ends[1])
    if length is None:
        return Verdict(False, "no path", wanted, ends)
    kept = low <= length and (high is None or length <= high)
    way = () if kept else ground.shortest_path(ends[0], ends[1]) or ()
    return Verdict(kept, length, wanted, way)


def judge_reachable(grid: Grid, reachable: Reachable) -> Verdict:
    """Count the objects that can be walked to; shown are those that cannot.

    All of them must stand on the tags of the way themselves, and exactly one is walked from.
    """
    wanted = f"every {any_of(reachable.objects)} in reach of {reachable.from_}"
    starts = tuple(sorted(set(grid.standing((reachable.from_,)))))
    if len(starts) != 1:
        found = f"{len(starts)} {reachable.from_} cells" if starts else f"no {reachable.from_} cell"
        return Verdict(False, found, wanted, starts)
    ground = grid.ground(grid.tileset.matching(reachable.through))
    if starts[0] not in ground:
        measured = f"{reachable.from_} not on {any_of(reachable.through)}"
        return Verdict(False, measured, wanted, starts)
    region = next(set(region) for region in ground.regions if starts[0] in region)
    places = grid.standing(reachable.objects)
    away = [cell for cell in places if cell not in region]
    number = sum(grid.kind_counts[kind] for kind in set(reachable.objects))
    inside = len(places) - len(away)
    # An object off the board is nowhere to walk to.
    return Verdict(inside == number, f"{inside} of {number}", wanted, away)


def _matched(grid: Grid, name: str) -> tuple[int, ...]:
    """Give the cells an end of a path stands for: object kind first, then tag, then tile id."""
    if name in grid.tileset.objects:
        return tuple(sorted(set(grid.standing((name,)))))
    return grid.where(grid.tileset.matching((name,)))


def _moves(low: int, high: int | None) -> str:
    if high is None:
        return f"at least {low} moves"
    return f"{low} moves" if low == high else f"{low}..{high} moves"
