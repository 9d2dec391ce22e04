"""Samples as lines of letters, and their windows cut by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

from levelgen.learn import Patterns
from levelgen.schema.level import Level

Lines = tuple[str, ...]


def text(lines: Lines) -> str:
    return "\n".join(lines) + "\n"


def mirrored(lines: Lines) -> Lines:
    return tuple(line[::-1] for line in lines)


def turned(lines: Lines) -> Lines:
    """A quarter turn counterclockwise: the last column becomes the first row."""
    return tuple("".join(line[col] for line in lines) for col in reversed(range(len(lines[0]))))


def all_images(lines: Lines, count: int) -> list[Lines]:
    found = []
    for _ in range(4):
        found += [lines, mirrored(lines)]
        lines = turned(lines)
    return found[:count]


def cut(
    lines: Lines, height: int, width: int, *, down: bool = False, right: bool = False
) -> Iterator[tuple[int, Lines]]:
    """The windows with the rows of their places."""
    rows, cols = len(lines), len(lines[0])
    for row in range(rows if down else rows - height + 1):
        for col in range(cols if right else cols - width + 1):
            yield (
                row,
                tuple(
                    "".join(lines[(row + i) % rows][(col + j) % cols] for j in range(width))
                    for i in range(height)
                ),
            )


def counted(
    lines: Lines, height: int, width: int, symmetries: int = 1, *, periodic: bool = False
) -> Counter[Lines]:
    return Counter(
        window
        for image in all_images(lines, symmetries)
        for _, window in cut(image, height, width, down=periodic, right=periodic)
    )


def shown(patterns: Patterns) -> dict[Lines, int]:
    """The patterns as lines of letters with their weights."""
    width = patterns.width
    found = {}
    for window, weight in zip(patterns.contents, patterns.weights, strict=True):
        letters = "".join(patterns.tileset.ids[tile] for tile in window)
        lines = tuple(letters[start : start + width] for start in range(0, len(letters), width))
        assert lines not in found
        found[lines] = weight
    return found


def lines_of(level: Level) -> Lines:
    return tuple("".join(map(str, row)) for row in level.tile_ids or ())


def boards(letters: str, rows: int, cols: int) -> Iterator[Lines]:
    for cells in product(letters, repeat=rows * cols):
        yield tuple("".join(cells[row * cols : (row + 1) * cols]) for row in range(rows))
