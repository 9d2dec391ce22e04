"""How far apart places are, counted in rows plus columns (Manhattan), whatever lies between."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from sys import maxsize

Place = tuple[int, int]


def nearest(places: Sequence[Place], others: Sequence[Place], *, same: bool) -> list[int]:
    """Give the distance of each place to the nearest of the others, of which there is at least one.

    `same` says that both lists are one and the same: a place is not its own neighbour then, but a
    second place on the same cell is, at distance 0. The rows around each place are searched
    outwards, so the many places of a large board cost little more each than the few of a small one.
    """
    by_row: dict[int, list[int]] = {}
    for row, col in sorted(others):
        by_row.setdefault(row, []).append(col)
    first, last = min(by_row), max(by_row)
    found = []
    for row, col in places:
        best = maxsize
        for away in range(max(last - row, row - first) + 1):
            if away >= best:
                break
            for line in {row - away, row + away}:
                cols = by_row.get(line, [])
                at = bisect_left(cols, col)
                # One to the left and two from here on: where `same`, the first of them is itself.
                around = cols[max(at - 1, 0) : at + 2]
                if same and away == 0:
                    around.remove(col)
                best = min([best, *(away + abs(other - col) for other in around)])
        found.append(best)
    return found


def farthest(places: Sequence[Place], others: Sequence[Place]) -> list[int]:
    """Give the distance of each place to the farthest of the others, at least one of which exists.

    The farthest place in rows plus columns is extreme along one of the two diagonals.
    """
    sums = [row + col for row, col in others]
    differences = [row - col for row, col in others]
    low, high = min(sums), max(sums)
    left, right = min(differences), max(differences)
    return [
        max(row + col - low, high - row - col, row - col - left, right - row + col)
        for row, col in places
    ]
