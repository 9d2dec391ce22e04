"""The room graph: open places, the ways between them, and what joins what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from levelgen.metrics.grid import Grid
from levelgen.metrics.joins import joins


@dataclass(frozen=True)
class Rooms:
    """Rooms and corridors, each a part of the board in one piece."""

    parts: tuple[tuple[int, ...], ...]
    """The cells of each part, parts in reading order of their first cells."""
    is_room: tuple[bool, ...]
    links: frozenset[tuple[int, int]]
    """Pairs of parts that touch at a join, the lower number first."""

    @property
    def rooms(self) -> int:
        """Number of rooms."""
        return sum(self.is_room)

    @property
    def corridors(self) -> int:
        """Number of corridors."""
        return len(self.parts) - self.rooms

    @property
    def degree(self) -> float:
        """Mean number of parts that touch a room, 0 without rooms."""
        ends = [end for link in self.links for end in link if self.is_room[end]]
        return len(ends) / self.rooms if self.rooms else 0.0

    @property
    def largest(self) -> int:
        """Cells of the largest room, 0 without rooms."""
        sizes = [len(part) for part, room in zip(self.parts, self.is_room, strict=True) if room]
        return max(sizes, default=0)


@lru_cache(maxsize=2)
def find_rooms(grid: Grid) -> Rooms | None:
    """Divide the walkable cells into rooms and corridors; None without walkable tiles.

    A room is a region of cells that lie in a joined 2x2 block (an opening with a 2x2 square;
    Serra, 1982), a corridor a region of the other walkable cells. Two halls that touch in a way
    two cells wide are one room, and a niche of one cell is a corridor.
    """
    found = joins(grid)
    if found is None:
        return None
    open_cells = found.in_squares.ravel().tolist()
    part_of: dict[int, int] = {}
    parts: list[tuple[int, ...]] = []
    for first in found.near:
        if first in part_of:
            continue
        kind = open_cells[first]
        part_of[first] = len(parts)
        part = [first]
        for cell in part:
            for other in found.near[cell]:
                if other not in part_of and open_cells[other] == kind:
                    part_of[other] = len(parts)
                    part.append(other)
        parts.append(tuple(part))
    links = {
        (part_of[cell], part_of[other])
        for cell, others in found.near.items()
        for other in others
        if part_of[cell] < part_of[other]
    }
    return Rooms(tuple(parts), tuple(open_cells[part[0]] for part in parts), frozenset(links))


def room_graph(grid: Grid) -> Any:
    """Give the rooms and corridors of a board as a networkx.Graph.

    A node is the number of a part, with `room` (True for rooms, False for corridors), `size` and
    `cells` (row, col); an edge says that two parts touch. Empty where nothing is walkable.
    """
    import networkx

    graph = networkx.Graph()
    found = find_rooms(grid)
    if found is None:
        return graph
    for number, part in enumerate(found.parts):
        cells = [divmod(cell, grid.cols) for cell in part]
        graph.add_node(number, room=found.is_room[number], size=len(part), cells=cells)
    graph.add_edges_from(sorted(found.links))
    return graph


def room_count(grid: Grid) -> int | None:
    """Count the rooms; see `find_rooms`.

    0 .. walkable cells / 4; None where the tileset defines no walkable tiles. It does not tell
    their sizes, and a cave without any narrow place is one room.
    """
    found = find_rooms(grid)
    return None if found is None else found.rooms


def corridor_count(grid: Grid) -> int | None:
    """Count the corridors, niches and lone cells included; see `find_rooms`.

    0 .. walkable cells; None where the tileset defines no walkable tiles. It does not tell how
    long they are.
    """
    found = find_rooms(grid)
    return None if found is None else found.corridors


def room_degree(grid: Grid) -> float | None:
    """Give the mean number of corridors that touch a room: the mean degree of the room graph.

    0 or more; 0 without rooms, None where the tileset defines no walkable tiles. A niche counts,
    and two corridors between the same rooms count twice.
    """
    found = find_rooms(grid)
    return None if found is None else found.degree


def largest_room(grid: Grid) -> float | None:
    """Give the share of the walkable cells that lie in the largest room.

    0 (no room) to 1 (all ground is one room); None where the tileset defines no walkable tiles.
    It does not tell its shape.
    """
    found = find_rooms(grid)
    if found is None:
        return None
    size = sum(map(len, found.parts))
    return found.largest / size if size else 0.0
