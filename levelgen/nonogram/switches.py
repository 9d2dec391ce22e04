"""What makes a grid ambiguous: sets of cells that can be switched while every clue stays."""

from __future__ import annotations

from collections.abc import Sequence

Grid = Sequence[int]


def switches(one: Grid, two: Grid, cols: int) -> list[list[int]]:
    """Split the cells in which two grids of the same clues differ into parts that stand alone.

    Parts share no row and no column, so each can be switched by itself.
    """
    differing = [cell for cell, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    owner: dict[tuple[str, int], int] = {}
    parts: dict[int, list[int]] = {}
    root = {cell: cell for cell in differing}

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = root[root[cell]]
            cell = root[cell]
        return cell

    for cell in differing:
        for line in (("row", cell // cols), ("column", cell % cols)):
            other = owner.setdefault(line, cell)
            root[find(cell)] = find(other)
    for cell in differing:
        parts.setdefault(find(cell), []).append(cell)
    return sorted(parts.values())


def support(one: Grid, two: Grid, switch: Sequence[int], cols: int) -> list[int]:
    """Give cells of the first grid that make a switch to the second possible.

    In each line, the stretch that the switch touches up to the next cells that are blank in both
    grids: the runs outside it do not depend on those inside. Whatever grid agrees with the first on
    all these cells has the same switch.
    """
    inside = set(switch)
    found: set[int] = set()
    rows = len(one) // cols
    for lines, length, step in (
        ({cell // cols * cols for cell in switch}, cols, 1),
        ({cell % cols for cell in switch}, rows, cols),
    ):
        for first in lines:
            places = [place for place in range(length) if first + place * step in inside]
            low, high = places[0], places[-1]
            low = _edge(one, two, first, step, low, -1, length)
            high = _edge(one, two, first, step, high, 1, length)
            found.update(first + place * step for place in range(low, high + 1))
    return sorted(found)


def _edge(
    one: Grid, two: Grid, first: int, step: int, place: int, direction: int, length: int
) -> int:
    """Walk outwards from a place to the next cell that is blank in both, or the end."""
    while 0 <= place + direction < length:
        place += direction
        cell = first + place * step
        if one[cell] == 0 and two[cell] == 0:
            return place
    return place
