"""Judges where tiles lie: border, fixed, max_run, symmetry, unlike."""

from __future__ import annotations

from collections.abc import Iterator

from levelgen.checker.verdict import Verdict, any_of
from levelgen.metrics.grid import Grid
from levelgen.schema.constraints import (
    Border,
    Fixed,
    FixedCell,
    MaxRun,
    Symmetry,
    Unlike,
    percent,
)


def judge_border(grid: Grid, border: Border) -> Verdict:
    """Count the existing cells of the outermost rows and columns without any of the tags."""
    members = grid.tileset.matching(border.tags)
    last = len(grid.cells) - grid.cols
    lines = {
        "N": range(grid.cols),
        "E": range(grid.cols - 1, len(grid.cells), grid.cols),
        "S": range(last, len(grid.cells)),
        "W": range(0, len(grid.cells), grid.cols),
    }
    along = {cell for side in border.sides for cell in lines[side] if grid.cells[cell] >= 0}
    wrong = [cell for cell in along if grid.cells[cell] not in members]
    wanted = f"0 of {len(along)} border cells ({' '.join(border.sides)}) not {any_of(border.tags)}"
    return Verdict(not wrong, len(wrong), wanted, wrong)


def judge_fixed(grid: Grid, fixed: Fixed) -> Verdict:
    """Count the cells that do not hold what they are fixed to; a cell off the board is one."""
    standing: dict[tuple[int, int], set[str]] = {}
    for item in grid.objects:
        standing.setdefault((item.row, item.col), set()).add(item.kind)
    wrong = [
        cell
        for cell in fixed.cells
        if not _holds(grid, cell, standing.get((cell.row, cell.col), set()))
    ]
    return Verdict(
        not wrong,
        len(wrong),
        f"0 of {len(fixed.cells)} fixed cells different",
        [cell.row * grid.cols + cell.col for cell in wrong if grid.on_board(cell.row, cell.col)],
    )


def judge_max_run(grid: Grid, max_run: MaxRun) -> Verdict:
    """Measure the longest run of cells with the tags in any row or column."""
    members = grid.tileset.matching(max_run.tags)
    longest, seen = 0, set()
    for run in _runs(grid, members):
        longest = max(longest, len(run))
        if len(run) > max_run.length:
            seen.update(run)
    return Verdict(longest <= max_run.length, longest, max_run.describe(), seen)


def judge_symmetry(grid: Grid, symmetry: Symmetry) -> Verdict:
    """Count the pairs of cells whose tiles are no mirror images of each other.

    A cell on the axis is a pair with itself; a pair with a missing cell is alike. Tilesets with
    tiles whose mirror image is not known never come here.
    """
    cells, rows, cols = grid.cells, grid.rows, grid.cols
    images = grid.tileset.mirror_images(symmetry.axis)
    wrong = []
    for cell, tile in enumerate(cells):
        row, col = divmod(cell, cols)
        if symmetry.axis == "vertical":
            other = row * cols + cols - 1 - col
        else:
            other = (rows - 1 - row) * cols + col
        if cell <= other and tile >= 0 and cells[other] >= 0 and images[tile] != cells[other]:
            wrong.append((cell, other))
    wanted = f"0 pairs that differ ({symmetry.describe()})"
    return Verdict(not wrong, len(wrong), wanted, [cell for pair in wrong for cell in pair])


def judge_unlike(grid: Grid, unlike: Unlike) -> Verdict:
    """Count the cells that hold another tile than the given map, or none; null is no wish."""
    names = [name for line in unlike.tiles for name in line]
    index = grid.tileset.index
    given = [(cell, index[name]) for cell, name in enumerate(names) if name is not None]
    same = [cell for cell, tile in given if grid.cells[cell] == tile]
    wanted = f"at least {unlike.wanted} of {len(given)} cells different ({percent(unlike.min)})"
    measured = len(given) - len(same)
    return Verdict(measured >= unlike.wanted, measured, wanted, same)


def _holds(grid: Grid, cell: FixedCell, standing: set[str]) -> bool:
    if cell.empty and standing:
        return False
    if not grid.on_board(cell.row, cell.col):
        return False
    tile = grid.cells[cell.row * grid.cols + cell.col]
    if cell.tags is not None and tile not in grid.tileset.matching(cell.tags):
        return False
    if cell.tile is not None and tile not in grid.tileset.tiles_named(cell.tile):
        return False
    if cell.variant is not None and tile != grid.tileset.index[cell.variant]:
        return False
    if cell.ban is not None and tile in grid.tileset.matching(cell.ban):
        return False
    return cell.object is None or cell.object in standing


def _runs(grid: Grid, members: frozenset[int]) -> Iterator[list[int]]:
    """Yield the longest stretches of member cells in every row and column, on over joined edges."""
    size, cols = len(grid.cells), grid.cols
    for start in range(0, size, cols):
        yield from _stretches(grid, members, range(start, start + cols), grid.layout.joined_cols)
    for start in range(cols):
        yield from _stretches(grid, members, range(start, size, cols), grid.layout.joined_rows)


def _stretches(
    grid: Grid, members: frozenset[int], line: range, joined: bool
) -> Iterator[list[int]]:
    cells = list(line)
    outside = [index for index, cell in enumerate(cells) if grid.cells[cell] not in members]
    if joined and outside:
        # A ring is read from a cell that ends every run.
        cells = cells[outside[0] :] + cells[: outside[0]]
    run: list[int] = []
    for cell in cells:
        if grid.cells[cell] in members:
            run.append(cell)
        elif run:
            yield run
            run = []
    if run:
        yield run
