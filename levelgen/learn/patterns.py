"""The overlapping model: the windows of sample maps, and which of them fit side by side.

After Gumin, "WaveFunctionCollapse" (2016). A level is covered by windows that overlap in all but
one row or column, so every window of the level is one of the sample's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from levelgen.errors import LevelError, Problem, RequestError
from levelgen.learn.adjacency import learned_tileset
from levelgen.learn.images import check_symmetries, images
from levelgen.learn.samples import Sample, as_maps
from levelgen.schema.level import Level
from levelgen.schema.tileset import Tileset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_PATTERNS = 4096
"""The compatibility of so many patterns fills 8 MB as bitsets."""

Window = tuple[int, ...]


@dataclass(frozen=True)
class Patterns:
    """The windows of some samples, numbered from 0 in the order in which they were met.

    Fits where the engine wants compiled rules: `weights` and `masks` with patterns for tiles.
    """

    tileset: Tileset
    """The tiles that occur, with the pairs that occur in the windows."""
    height: int
    width: int
    contents: tuple[Window, ...]
    """The tiles of each pattern, height * width numbers in `tileset.ids`, row by row."""
    weights: tuple[int, ...]
    """How often each pattern occurs in the samples and their images."""
    masks: tuple[tuple[int, ...], ...]
    """masks[d][p]: bitset of the patterns whose window may lie one cell further N, E, S, W."""
    lowest: int
    """Bitset of the patterns that may lie on the lowest row; all of them without a ground."""
    upper: int
    """Bitset of the patterns that may lie above the lowest row; all of them without a ground."""

    @property
    def count(self) -> int:
        """Number of patterns."""
        return len(self.weights)

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tile that each pattern shows at its top left, where a board counts it."""
        return tuple(window[0] for window in self.contents)

    @property
    def every(self) -> int:
        """The bitset of all patterns."""
        return (1 << self.count) - 1


def learn_patterns(
    samples: Sample | Sequence[Sample],
    height: int,
    width: int,
    *,
    symmetries: int = 1,
    periodic: bool = False,
    ground: bool = False,
    tileset: Tileset | None = None,
) -> Patterns:
    """Cut every window of height x width cells out of sample maps and count it.

    `symmetries` (1 to 8) of the samples are cut (see `images`: tiles move but are not turned
    themselves); `periodic` windows go on at the opposite border. With `ground` the windows at the
    lower border of the samples, mirrored ones included, are those of the lower border of a level,
    and stand nowhere else unless the samples show them elsewhere too; a periodic sample then goes
    on to the sides only. Windows with a missing cell are left out. Samples are what `as_maps`
    takes. Raises LevelError for a sample smaller than the window, RequestError for the rest.
    """
    check_symmetries(symmetries)
    _check_window(height, width)
    maps = as_maps(samples, tileset)
    cut = _cut(maps, height, width, symmetries=symmetries, periodic=periodic, ground=ground)
    learned, renumbered = _tileset(maps[0].tileset, cut.weights, cut.cells, (height, width))
    names = [
        [maps[0].tileset.ids[tile] if tile >= 0 else None for tile in level.cells or ()]
        for level in maps
    ]
    data = learned.model_dump(mode="json", by_alias=True)
    data["windows"] = {
        "rows": height,
        "cols": width,
        "symmetries": symmetries,
        "periodic": periodic,
        "ground": ground,
        "samples": [
            [
                [
                    name if name in learned.index else None
                    for name in cells[start : start + level.cols]
                ]
                for start in range(0, len(cells), level.cols)
            ]
            for level, cells in zip(maps, names, strict=True)
        ],
    }
    return _patterns(Tileset.read(data, learned.name), cut, renumbered)


def patterns_of(tileset: Tileset) -> Patterns:
    """Give the patterns of a tileset with `windows`; the last ones are remembered.

    Raises LevelError when there are too many. Raises ValueError for a tileset without windows.
    """
    return _patterns_of(tileset)


@lru_cache(maxsize=8)
def _patterns_of(tileset: Tileset) -> Patterns:
    windows = tileset.windows
    if windows is None:
        raise ValueError(f"tileset {tileset.name!r} has no windows")
    maps = [
        Level(
            tileset=tileset,
            rows=len(sample),
            cols=len(sample[0]),
            cells=tuple(
                -1 if name is None else tileset.index[name] for line in sample for name in line
            ),
        )
        for sample in windows.samples
    ]
    cut = _cut(
        maps,
        windows.rows,
        windows.cols,
        symmetries=windows.symmetries,
        periodic=windows.periodic,
        ground=windows.ground,
    )
    return _patterns(tileset, cut, {number: number for number in range(len(tileset.ids))})


@dataclass
class _Cut:
    """The windows of some maps, by the tile numbers of the maps."""

    height: int
    width: int
    ground: bool
    weights: Counter[Window] = field(default_factory=Counter)
    cells: Counter[int] = field(default_factory=Counter)
    low: set[Window] = field(default_factory=set)
    high: set[Window] = field(default_factory=set)


def _cut(
    maps: Sequence[Level],
    height: int,
    width: int,
    *,
    symmetries: int,
    periodic: bool,
    ground: bool,
) -> _Cut:
    """Count all windows. Raises LevelError when there are none, or too many."""
    found = _Cut(height, width, ground)
    for number, level in enumerate(maps):
        for turn, image in enumerate(images(level, symmetries)):
            if height > image.shape[0] or width > image.shape[1]:
                raise _too_small(number, level, (height, width), turned=turn % 4 > 1)
            found.cells.update(image.ravel().tolist())
            views = _views(image, height, width, down=periodic and not ground, right=periodic)
            for place, row in enumerate(views):
                windows = [tuple(view) for view in row.tolist() if -1 not in view]
                found.weights.update(windows)
                low = place == len(views) - 1 and turn < 2
                (found.low if low else found.high).update(windows)
                if len(found.weights) > MAX_PATTERNS:
                    message = f"there are more than {MAX_PATTERNS} windows of {height}x{width}"
                    hint = "fewer symmetries, a smaller window or a plainer sample"
                    raise LevelError([Problem("samples", "", message, hint)])
    if not found.weights:
        message = f"no window of {height}x{width} is free of missing cells"
        raise LevelError([Problem("samples", "", message, "a smaller window")])
    return found


def _patterns(tileset: Tileset, cut: _Cut, renumbered: Mapping[int, int]) -> Patterns:
    """Number the windows; `renumbered` leads from the tiles of the maps to those of the tileset."""
    numbers = {window: number for number, window in enumerate(cut.weights)}
    contents = tuple(tuple(renumbered[tile] for tile in window) for window in numbers)
    every = (1 << len(numbers)) - 1
    return Patterns(
        tileset=tileset,
        height=cut.height,
        width=cut.width,
        contents=contents,
        weights=tuple(cut.weights.values()),
        masks=_masks(contents, cut.height, cut.width),
        lowest=sum(1 << numbers[window] for window in cut.low) if cut.ground else every,
        upper=sum(1 << numbers[window] for window in cut.high) if cut.ground else every,
    )


def _check_window(height: int, width: int) -> None:
    wrong = [
        Problem("window", f"/{name}", f"{value!r} is no length", "a whole number from 1 on")
        for name, value in (("height", height), ("width", width))
        if isinstance(value, bool) or not isinstance(value, int) or value < 1
    ]
    if wrong:
        raise RequestError(wrong)


def _too_small(number: int, level: Level, window: tuple[int, int], *, turned: bool) -> LevelError:
    also = ", turned," if turned else ""
    message = f"its {level.rows}x{level.cols} cells{also} hold no window of {window[0]}x{window[1]}"
    return LevelError([Problem(f"sample {number}", "", message, "a smaller window")])


def _views(
    image: NDArray[np.int16], height: int, width: int, *, down: bool, right: bool
) -> NDArray[np.int16]:
    """Give all windows: (rows of places, places in a row, height * width)."""
    import numpy as np

    around = ((0, height - 1 if down else 0), (0, width - 1 if right else 0))
    padded = np.pad(image, around, mode="wrap")
    views = np.lib.stride_tricks.sliding_window_view(padded, (height, width))
    return views.reshape(*views.shape[:2], -1)


def _tileset(
    tileset: Tileset, windows: Iterable[Window], counts: Counter[int], window: tuple[int, int]
) -> tuple[Tileset, dict[int, int]]:
    """Give the tileset of the windows: tiles and pairs that occur in them, shares of the maps."""
    height, width = window
    seen: dict[int, None] = {}
    east: dict[int, set[int]] = {}
    south: dict[int, set[int]] = {}
    for tiles in windows:
        for place, tile in enumerate(tiles):
            seen.setdefault(tile)
            if (place + 1) % width:
                east.setdefault(tile, set()).add(tiles[place + 1])
            if place + width < len(tiles):
                south.setdefault(tile, set()).add(tiles[place + width])
    # A window of one column says nothing about sideways neighbours, so all are allowed.
    free = {tile: set(seen) for tile in seen}
    shares = {tile: counts[tile] for tile in seen}
    return learned_tileset(
        tileset, shares, east if width > 1 else free, south if height > 1 else free
    )


def _masks(
    contents: Sequence[Window], height: int, width: int
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Say which patterns agree where their windows overlap, one cell apart: N, E, S, W."""
    places = range(height * width)
    parts = {
        "N": [place for place in places if place < width * (height - 1)],
        "E": [place for place in places if place % width],
        "S": [place for place in places if place >= width],
        "W": [place for place in places if place % width < width - 1],
    }

    def agreeing(ours: str, theirs: str) -> tuple[int, ...]:
        groups: dict[Window, int] = {}
        for number, window in enumerate(contents):
            part = tuple(window[place] for place in parts[theirs])
            groups[part] = groups.get(part, 0) | 1 << number
        return tuple(
            groups.get(tuple(window[place] for place in parts[ours]), 0) for window in contents
        )

    return agreeing("N", "S"), agreeing("E", "W"), agreeing("S", "N"), agreeing("W", "E")
