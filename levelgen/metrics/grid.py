"""The grid every metric reads: tiles as integers, objects, and the ground that tiles make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index

from levelgen.errors import LevelError
from levelgen.metrics.edges import linked_tiles, open_sides
from levelgen.metrics.ground import Ground
from levelgen.schema.layout import PLAIN, Layout
from levelgen.schema.placed import PlacedObject
from levelgen.schema.tileset import Tileset


@dataclass(frozen=True, eq=False)
class Grid:
    """Tiles and objects of one board; made by `Grid.of`, which checks the integers.

    `cells` holds rows * cols indices into `tileset.ids`, row by row from the top; -1 is no cell:
    such cells are in no count, no pair and no region. On joined edges the neighbours of the last
    row (column) are those of the first.
    """

    tileset: Tileset
    rows: int
    cols: int
    cells: tuple[int, ...]
    objects: tuple[PlacedObject, ...] = ()
    layout: Layout = PLAIN

    @classmethod
    def of(
        cls,
        tileset: Tileset,
        rows: int,
        cols: int,
        cells: Sequence[int],
        objects: Iterable[PlacedObject] = (),
        layout: Layout = PLAIN,
    ) -> Grid:
        """Take any flat sequence of integers. Raises LevelError for a wrong length or value."""
        whole = tuple(map(index, cells))
        if rows < 1 or cols < 1 or len(whole) != rows * cols:
            raise LevelError.single(
                "level", "/tiles", f"{len(whole)} cells are given for a {rows}x{cols} board"
            )
        if min(whole) < -1 or max(whole) >= len(tileset.ids):
            wrong = next(tile for tile in whole if not -1 <= tile < len(tileset.ids))
            raise LevelError.single(
                "level",
                "/tiles",
                f"tileset {tileset.name!r} has no tile number {wrong}",
                f"-1 to {len(tileset.ids) - 1}",
            )
        return cls(tileset, rows, cols, whole, tuple(objects), layout)

    @cached_property
    def tile_counts(self) -> Counter[int]:
        """How often each tile (grid integer) lies on the board, without -1."""
        counts = Counter(self.cells)
        counts.pop(-1, None)
        return counts

    @cached_property
    def size(self) -> int:
        """Number of existing cells."""
        return self.tile_counts.total()

    @cached_property
    def base_counts(self) -> tuple[int, ...]:
        """How often each base tile lies on the board, in the order of `tileset.tiles`."""
        counts = [0] * len(self.tileset.tiles)
        for tile, count in self.tile_counts.items():
            counts[self.tileset.variants[tile].base] += count
        return tuple(counts)

    def count(self, members: frozenset[int]) -> int:
        """Count the cells whose tile is one of `members`."""
        return sum(self.tile_counts[tile] for tile in members)

    def where(self, members: frozenset[int]) -> tuple[int, ...]:
        """Give the cells whose tile is one of `members`, in reading order."""
        return tuple(cell for cell, tile in enumerate(self.cells) if tile in members)

    def on_board(self, row: int, col: int) -> bool:
        """Say whether a place is a cell that exists."""
        return (
            0 <= row < self.rows and 0 <= col < self.cols and self.cells[row * self.cols + col] >= 0
        )

    @cached_property
    def kind_counts(self) -> Counter[str]:
        """How many objects of each kind there are, on the board or not."""
        return Counter([item.kind for item in self.objects])

    def standing(self, kinds: Iterable[str]) -> tuple[int, ...]:
        """Give the cell of each object of the kinds, as listed; those off the board have none."""
        wanted = frozenset(kinds)
        if not any(self.kind_counts[kind] for kind in wanted):
            return ()
        return tuple(
            item.row * self.cols + item.col
            for item in self.objects
            if item.kind in wanted and self.on_board(item.row, item.col)
        )

    @cached_property
    def walkable(self) -> frozenset[int] | None:
        """The tiles one can walk on: tag `walkable`, else tiles with a link edge, else None."""
        if "walkable" in self.tileset.tags:
            return self.tileset.matching(("walkable",))
        if self.tileset.links is not None:
            return linked_tiles(self.tileset)
        return None

    @cached_property
    def floor(self) -> frozenset[int] | None:
        """The tiles with the tag `floor`; None where the tileset has no such tag."""
        if "floor" not in self.tileset.tags:
            return None
        return self.tileset.matching(("floor",))

    @cached_property
    def _grounds(self) -> dict[frozenset[int], Ground]:
        return {}

    def ground(self, members: frozenset[int]) -> Ground:
        """Give the cells of some tiles and how they join; made once per set of tiles."""
        if members not in self._grounds:
            self._grounds[members] = Ground(
                self.rows, self.cols, self.cells, open_sides(self.tileset, members), self.layout
            )
        return self._grounds[members]
