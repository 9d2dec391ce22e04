"""Judges whether every window of a board is one of the tileset's sample maps."""

from __future__ import annotations

from levelgen.checker.verdict import Verdict
from levelgen.metrics.grid import Grid
from levelgen.schema.tileset import Windows

Cells = tuple[tuple[str | None, ...], ...]


def judge_windows(grid: Grid, windows: Windows) -> Verdict:
    """Count the windows that no sample has, nor any of its images; missing cells excuse a window.

    With a ground, the lowest windows of the board are held against the lowest of the samples, and
    the others against the others.
    """
    low: set[Cells] = set()
    high: set[Cells] = set()
    for sample in windows.samples:
        for number in range(windows.symmetries):
            down = windows.periodic and not windows.ground
            found = _windows(_image(sample, number), windows, down=down, right=windows.periodic)
            last = max(row for row, _ in found)
            for (row, _), cells in found.items():
                (low if row == last and number < 2 else high).add(cells)
    names = grid.tileset.ids
    flat = [names[tile] if tile >= 0 else None for tile in grid.cells]
    board = tuple(
        tuple(flat[start : start + grid.cols]) for start in range(0, len(flat), grid.cols)
    )
    down, right = grid.layout.joined_rows, grid.layout.joined_cols
    lowest = grid.rows - windows.rows
    wrong: list[int] = []
    outside = 0
    for (row, col), cells in _windows(board, windows, down=down, right=right).items():
        if windows.ground and not down:
            known = low if row == lowest else high
            fine = cells in known
        else:
            fine = cells in low or cells in high
        if not fine and not any(None in line for line in cells):
            outside += 1
            wrong.append(row * grid.cols + col)
    return Verdict(not outside, outside, "0 windows that the samples lack", wrong)


def _image(sample: Cells, number: int) -> Cells:
    """Turn a map counterclockwise number // 2 times, then mirror it if the number is odd."""
    for _ in range(number // 2):
        sample = tuple(zip(*sample, strict=True))[::-1]
    return tuple(line[::-1] for line in sample) if number % 2 else sample


def _windows(
    cells: Cells, windows: Windows, *, down: bool, right: bool
) -> dict[tuple[int, int], Cells]:
    """Give every window by the place of its top left cell."""
    rows, cols = len(cells), len(cells[0])
    height, width = windows.rows, windows.cols
    if rows < height or cols < width:
        return {}
    tall = cells + (cells[: height - 1] if down else ())
    wide = [line + (line[: width - 1] if right else ()) for line in tall]
    return {
        (row, col): tuple(line[col : col + width] for line in wide[row : row + height])
        for row in range(len(wide) - height + 1)
        for col in range(len(wide[0]) - width + 1)
    }
