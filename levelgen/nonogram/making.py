"""Making puzzles: from pictures, arrays and levels, with one solution if that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from levelgen.errors import Problem, RequestError, did_you_mean
from levelgen.nonogram.picture import SIDE, named_colors, read_picture
from levelgen.nonogram.puzzle import BLACK, WHITE, Color, Puzzle
from levelgen.nonogram.repair import Workshop, repair
from levelgen.nonogram.result import Result
from levelgen.nonogram.solving import solve
from levelgen.schema.level import Level

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from PIL.Image import Image

    from levelgen.nonogram.puzzle import Grid


@dataclass(frozen=True)
class Made:
    """A puzzle made from a picture; its `goal` is the picture that the puzzle shows in the end.

    `result` is the verdict on it. `changed` are the cells (row, column) in which the goal differs
    from the picture that was given, and `at_least` how many must differ for a puzzle with one
    solution (proved); `fewest` says whether fewer are impossible. None where no fix was asked for.
    """

    puzzle: Puzzle
    result: Result
    picture: tuple[tuple[int, ...], ...]
    changed: tuple[tuple[int, int], ...] = ()
    at_least: int | None = None

    @property
    def fewest(self) -> bool | None:
        """Whether it is proved that no puzzle with one solution changes fewer cells."""
        return None if self.at_least is None else self.at_least == len(self.changed)

    @property
    def grid(self) -> Grid:
        """The goal as an int16 array (rows, cols)."""
        import numpy as np

        return np.array(self.puzzle.goal, dtype=np.int16)

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain data for JSON."""
        return {
            "puzzle": self.puzzle.model_dump(mode="json", by_alias=True),
            "result": self.result.to_dict(),
            "changed": [list(cell) for cell in self.changed],
            "at_least": self.at_least,
            "fewest": self.fewest,
        }


def make_from_picture(
    source: str | Path | Image | ArrayLike,
    *,
    threshold: int = 128,
    colors: int | None = None,
    invert: bool = False,
    rows: int | None = None,
    cols: int | None = None,
    longest: int = SIDE,
    fix: bool = False,
    title: str | None = None,
) -> Made:
    """Make a puzzle from a picture, or from an array (rows, cols) of colour numbers.

    Pictures (a path, or a Pillow image) are read as `levelgen.nonogram.picture.read_picture` says;
    the options but `fix` and `title` concern them alone. In an array 0 is blank. With `fix`, the
    fewest cells are changed until there is one solution. Raises PuzzleError and RequestError.
    """
    if _is_array(source):
        puzzle = Puzzle.of_grid(source, _palette_for(source), title=title)  # type: ignore[arg-type]
        assert puzzle.goal is not None
        return _made(puzzle.goal, puzzle.colors, title=title, fix=fix)
    pixels = read_picture(
        source,  # type: ignore[arg-type]
        threshold=threshold,
        colors=colors,
        invert=invert,
        rows=rows,
        cols=cols,
        longest=longest,
    )
    return _made(pixels.rows, pixels.colors, title=title, fix=fix)


def make_from_level(level: Level, tag: str, *, fix: bool = False, title: str | None = None) -> Made:
    """Make a puzzle whose picture is the cells of a level that have a tag (or a tile id).

    Raises RequestError for a tag that the tileset does not have, and for a level without tiles.
    """
    tileset = level.tileset
    if level.cells is None:
        raise RequestError([Problem("level", "/tiles", "the level has no tiles")])
    if not tileset.knows(tag):
        names = [*tileset.tags, *(tile.id for tile in tileset.tiles)]
        message = f"tileset {tileset.name!r} has no tag or tile {tag!r}"
        raise RequestError([Problem("request", "/tag", message, did_you_mean(tag, names))])
    wanted = tileset.matching((tag,))
    filled = [int(tile in wanted) for tile in level.cells]
    lines = tuple(
        tuple(filled[start : start + level.cols]) for start in range(0, len(filled), level.cols)
    )
    return _made(lines, (WHITE, BLACK), title=title or f"{tileset.name}: {tag}", fix=fix)


def _made(
    lines: tuple[tuple[int, ...], ...],
    colors: tuple[Color, ...],
    *,
    title: str | None,
    fix: bool,
) -> Made:
    picture = lines
    at_least = None
    if fix:
        shop = Workshop([value for line in lines for value in line], len(lines[0]), colors)
        repaired = repair(shop)
        lines = shop.lines(repaired.cells)
        at_least = repaired.at_least
    puzzle = Puzzle.of_lines(lines, colors)
    if title is not None:
        puzzle = puzzle.model_copy(update={"title": title})
    return Made(puzzle, solve(puzzle), picture, changes(picture, lines), at_least)


def changes(
    one: Sequence[Sequence[int]], two: Sequence[Sequence[int]]
) -> tuple[tuple[int, int], ...]:
    """Give the cells (row, column) in which two grids differ."""
    return tuple(
        (row, col)
        for row, (before, after) in enumerate(zip(one, two, strict=True))
        for col, (a, b) in enumerate(zip(before, after, strict=True))
        if a != b
    )


def _is_array(source: object) -> bool:
    return (hasattr(source, "__array_interface__") and not hasattr(source, "getpalette")) or (
        isinstance(source, list | tuple)
    )


def _palette_for(source: object) -> tuple[Color, ...]:
    """Give black and white, or as many colours as an array's highest number asks for."""
    import numpy as np

    try:
        array = np.asarray(source)
        highest = int(array.max()) if array.size and array.dtype.kind in "biu" else 1
    except (TypeError, ValueError):
        highest = 1
    if highest < 2:
        return WHITE, BLACK
    shades = [_SHADES[place % len(_SHADES)] for place in range(min(highest, 32))]
    return WHITE, *named_colors([(255, 255, 255), *shades])[1:]


_SHADES = [
    (0, 0, 0),
    (220, 30, 30),
    (30, 70, 210),
    (30, 150, 50),
    (245, 140, 20),
    (140, 50, 160),
    (125, 75, 40),
    (128, 128, 128),
]
