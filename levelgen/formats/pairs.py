"""Adjacency statements from a list of pairs that may stand side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

Neighbours = Mapping[int, Set[int]]
"""For the number of each tile, the numbers of the tiles on one side of it."""


def statements(names: Sequence[str], east: Neighbours, south: Neighbours) -> list[dict[str, Any]]:
    """Write who may stand east and south of whom; west and north follow from these.

    Tiles with the same neighbours share a statement.
    """
    found = []
    for direction, known in (("E", east), ("S", south)):
        groups: dict[tuple[int, ...], list[int]] = {}
        for here in sorted(known):
            if known[here]:
                groups.setdefault(tuple(sorted(known[here])), []).append(here)
        found += [
            {
                "tiles": [names[here] for here in alike],
                "direction": direction,
                "neighbours": [names[there] for there in beside],
            }
            for beside, alike in groups.items()
        ]
    return found
