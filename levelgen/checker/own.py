"""Judges what the tileset itself promises: its adjacency, and where its objects stand."""

from __future__ import annotations

from levelgen.checker.verdict import Verdict
from levelgen.metrics.adjacency import adjacency_violations
from levelgen.metrics.grid import Grid


def judge_adjacency(grid: Grid) -> Verdict:
    """Count the pairs of neighbouring cells whose tiles may not lie side by side."""
    pairs = adjacency_violations(grid)
    cells = {cell for pair in pairs for cell in pair}
    return Verdict(not pairs, len(pairs), "0 violations", cells)


def judge_objects(grid: Grid) -> Verdict:
    """Count the misplaced objects.

    Misplaced is an object of a kind the tileset does not define, off the board, on a cell without
    the tags of its kind, or on a cell that an object listed before it holds.
    """
    grounds = {kind: grid.tileset.matching(body.on) for kind, body in grid.tileset.objects.items()}
    wrong = 0
    seen: list[int] = []
    taken: set[tuple[int, int]] = set()
    for item in grid.objects:
        place = (item.row, item.col)
        cell = item.row * grid.cols + item.col
        on_board = grid.on_board(item.row, item.col)
        stands = on_board and grid.cells[cell] in grounds.get(item.kind, ())
        if not stands or place in taken:
            wrong += 1
            if on_board:
                seen.append(cell)
        taken.add(place)
    return Verdict(not wrong, wrong, "0 misplaced objects", seen)


def judge_mask(grid: Grid) -> Verdict:
    """Count the cells that exist although the mask says no, or the other way round."""
    existing = grid.layout.existing(grid.rows, grid.cols)
    pairs = zip(grid.cells, existing, strict=True)
    wrong = [cell for cell, (tile, exists) in enumerate(pairs) if (tile >= 0) != exists]
    return Verdict(not wrong, len(wrong), "0 cells different from the mask", wrong)
