"""A board of patterns, of which rectangles can be drawn anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from levelgen import engine
from levelgen.engine.rng import Rng
from levelgen.engine.task import Task
from levelgen.learn.patterns import Patterns

_BUDGET = 40
"""Contradictions after which another rectangle is the better choice."""


@dataclass(frozen=True)
class Box:
    """A rectangle of places, top left first; it may go on across a joined edge."""

    top: int
    left: int
    height: int
    width: int


@dataclass(frozen=True)
class Patch:
    """The rectangle of a board that may change: what lies there, and what it shows."""

    places: tuple[int, ...]
    lying: tuple[int, ...]
    """The pattern of each place."""
    cells: Mapping[int, int]
    """The tile of each existing cell that no place around the rectangle decides."""


class Patchwork:
    """A board of patterns, `lying`, and the `tiles` it shows, -1 where no cell exists.

    `task` is what the board was drawn for; `exists` says which of the cells of the level, `cols` in
    a row, there are.
    """

    def __init__(
        self,
        patterns: Patterns,
        task: Task,
        lying: Sequence[int],
        exists: Sequence[bool],
        cols: int,
    ) -> None:
        self.patterns = patterns
        self.task = task
        self.exists = exists
        self.rows = len(exists) // cols
        self.cols = cols
        self.lying = list(lying)
        self.tiles = [-1] * len(exists)
        self._kernel = engine.compile(patterns.weights, patterns.masks)
        self._offsets = [
            (down, right) for down in range(patterns.height) for right in range(patterns.width)
        ]
        self._showing: dict[tuple[int, int], int] = {}
        self._shown = [self._window(place) for place in range(len(self.lying))]
        for cells, pattern in zip(self._shown, self.lying, strict=True):
            for cell, tile in zip(cells, patterns.contents[pattern], strict=True):
                if exists[cell]:
                    self.tiles[cell] = tile

    def _window(self, place: int) -> tuple[int, ...]:
        """Give the cells that the window at a place shows."""
        row, col = divmod(place, self.task.cols)
        return tuple(
            (row + down) % self.rows * self.cols + (col + right) % self.cols
            for down, right in self._offsets
        )

    def around(self, cells: Iterable[int], margin: int) -> Box:
        """Give the rectangle in which some cells and `margin` more to all sides may change."""
        listed = list(cells)
        task, patterns = self.task, self.patterns
        top, height = _reach(
            [cell // self.cols for cell in listed],
            (self.rows, task.rows),
            (patterns.height + margin, margin + 1),
            joined=task.periodic_rows,
        )
        left, width = _reach(
            [cell % self.cols for cell in listed],
            (self.cols, task.cols),
            (patterns.width + margin, margin + 1),
            joined=task.periodic_cols,
        )
        return Box(top, left, height, width)

    def drawn(
        self,
        box: Box,
        wanted: Mapping[int, int],
        loose: Iterable[int],
        rng: Rng,
    ) -> Patch | None:
        """Draw a rectangle anew; None where that ends in contradictions.

        `wanted` are the tiles (bitsets) that some of its cells may hold. Windows stay as they are
        as far as these let them, but for those that show one of the `loose` cells.
        """
        task = self.task
        assert task.domains is not None
        places = [
            (box.top + down) % task.rows * task.cols + (box.left + right) % task.cols
            for down in range(box.height)
            for right in range(box.width)
        ]
        rim = self._rim(box)
        numbers = {place: number for number, place in enumerate(places)}
        domains = [
            1 << self.lying[place] if held else task.domains[place]
            for place, held in zip(places, rim, strict=True)
        ]
        prefer = [self.lying[place] for place in places]
        for cell, tiles in wanted.items():
            for offset, place in self._over(cell):
                number = numbers.get(place)
                if number is not None:
                    domains[number] &= self._that_show(offset, tiles)
        if not all(domains):
            return None
        for cell in loose:
            for _, place in self._over(cell):
                number = numbers.get(place)
                if number is not None:
                    prefer[number] = -1
        sample = self._kernel.sample(
            task._replace(
                rows=box.height,
                cols=box.width,
                domains=domains,
                periodic_rows=False,
                periodic_cols=False,
                field=self._field(places),
                prefer=prefer,
                state=rng.next(),
                budget=_BUDGET,
            )
        )
        if sample.status != "solved":
            return None
        return self._patch(places, rim, sample.tiles)

    def lay(self, patch: Patch) -> None:
        """Put a rectangle that was drawn on the board."""
        for place, pattern in zip(patch.places, patch.lying, strict=True):
            self.lying[place] = pattern
        for cell, tile in patch.cells.items():
            self.tiles[cell] = tile

    def _rim(self, box: Box) -> list[bool]:
        """Say of each place of a rectangle whether it holds the windows around it in place."""
        task = self.task
        north, south = _held(box.top, box.height, task.rows, joined=task.periodic_rows)
        west, east = _held(box.left, box.width, task.cols, joined=task.periodic_cols)
        return [
            (north and not down)
            or (south and down == box.height - 1)
            or (west and not right)
            or (east and right == box.width - 1)
            for down in range(box.height)
            for right in range(box.width)
        ]

    def _patch(self, places: list[int], rim: list[bool], lying: list[int]) -> Patch:
        contents = self.patterns.contents
        cells: dict[int, int] = {}
        held: list[int] = []
        for place, pattern, is_held in zip(places, lying, rim, strict=True):
            if is_held:
                held += self._shown[place]
            else:
                cells.update(zip(self._shown[place], contents[pattern], strict=True))
        for cell in held:
            cells.pop(cell, None)
        there = {cell: tile for cell, tile in cells.items() if self.exists[cell]}
        return Patch(tuple(places), tuple(lying), there)

    def _over(self, cell: int) -> list[tuple[int, int]]:
        """List (offset, place) of the windows that show a cell."""
        task = self.task
        row, col = divmod(cell, self.cols)
        found = []
        for offset, (down, right) in enumerate(self._offsets):
            above, before = row - down, col - right
            if task.periodic_rows:
                above %= task.rows
            if task.periodic_cols:
                before %= task.cols
            if 0 <= above < task.rows and 0 <= before < task.cols:
                found.append((offset, above * task.cols + before))
        return found

    def _that_show(self, offset: int, tiles: int) -> int:
        """Give the bitset of the patterns that show one of some tiles at an offset."""
        key = offset, tiles
        if key not in self._showing:
            self._showing[key] = sum(
                1 << number
                for number, window in enumerate(self.patterns.contents)
                if tiles >> window[offset] & 1
            )
        return self._showing[key]

    def _field(self, places: Sequence[int]) -> list[int] | None:
        field, count = self.task.field, self.patterns.count
        if field is None:
            return None
        return [factor for place in places for factor in field[place * count : (place + 1) * count]]


def _reach(
    lines: list[int], sizes: tuple[int, int], beyond: tuple[int, int], *, joined: bool
) -> tuple[int, int]:
    """Give the first place and the number of places that lie around some lines of cells.

    `sizes`: lines of the level, and of places; `beyond`: places before the first, after the last.
    """
    size, most = sizes
    first, length = _span(lines, size) if joined else (min(lines), max(lines) - min(lines) + 1)
    first, last = first - beyond[0], first + length - 1 + beyond[1]
    if joined:
        return first % size, min(last - first + 1, size)
    first, last = max(first, 0), min(last, most - 1)
    return first, last - first + 1


def _span(lines: list[int], size: int) -> tuple[int, int]:
    """Give the shortest way round a joined axis that meets all lines: the first, and how many."""
    ordered = sorted(set(lines))
    gaps = [
        ((after - before) % size or size, after)
        for before, after in zip(ordered, [*ordered[1:], ordered[0]], strict=True)
    ]
    widest, first = max(gaps)
    return first, size - widest + 1


def _held(first: int, length: int, size: int, *, joined: bool) -> tuple[bool, bool]:
    """Say whether there are windows before and after a stretch of places."""
    return joined or first > 0, joined or first + length < size
