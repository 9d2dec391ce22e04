"""Runs of cells along rows and columns, over joined edges too."""

from __future__ import annotations

from collections.abc import Callable

from levelgen.engine.topology import Topology


def too_long(topology: Topology, cell: int, most: int, holds: Callable[[int], object]) -> bool:
    """Whether more than ``most`` cells in a row hold, a cell that counts as one among them."""
    for direction in (1, 2):
        length = 1
        for way in (direction, direction ^ 2):
            other = topology.neighbours[cell][way]
            while other >= 0 and other != cell and length <= most and holds(other):
                length += 1
                other = topology.neighbours[other][way]
            if other == cell:
                # Once round a joined line: the other way meets the same cells.
                break
        if length > most:
            return True
    return False
