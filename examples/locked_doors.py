"""A chain of two locks: a key, the door it opens, the boss's key behind it, the boss's door.

Makes one level, prints the order in which a player meets things, then spoils the level in three
ways and shows that the check notices each.

    python examples/locked_doors.py
"""

from __future__ import annotations

import levelgen
from levelgen.formats.text import text_map

CHAIN = {
    "name": "chain",
    "rows": 14,
    "cols": 28,
    "constraints": [
        {"kind": "ratio", "tags": ["floor"], "min": 0.35, "max": 0.55},
        {"kind": "count", "object": "enemy", "min": 6, "max": 14},
        {"kind": "count", "object": "locked_door", "exactly": 1},
        {"kind": "count", "object": "key", "exactly": 1},
        {"kind": "count", "object": "boss_door", "exactly": 1},
        {"kind": "count", "object": "boss_key", "exactly": 1},
        {"kind": "connected", "tags": ["walkable"]},
        {"kind": "path", "from": "start", "to": "exit", "min_length": "0.6x"},
        {
            "kind": "lock_and_key",
            "locks": [
                {"door": "locked_door", "key": "key"},
                {"door": "boss_door", "key": "boss_key"},
            ],
        },
        {"kind": "no_softlock"},
    ],
}


def verdict(level: levelgen.Level, objects: list[levelgen.PlacedObject]) -> str:
    """Say what the check measures of the locks of a level, with other objects on it."""
    report = levelgen.check_grid(level.tiles, "dungeon", objects=objects, preset=CHAIN)
    promise = next(promise for promise in report.promises if promise.kind == "lock_and_key")
    return f"{'kept' if promise.kept else 'broken'}: {promise.measured}"


def swapped(level: levelgen.Level, one: str, other: str) -> list[levelgen.PlacedObject]:
    """Give the objects of a level, two kinds of them in each other's place."""
    name = {one: other, other: one}
    return [
        levelgen.PlacedObject(kind=name.get(item.kind, item.kind), row=item.row, col=item.col)
        for item in level.objects
    ]


def main() -> None:
    """Make the level and spoil it."""
    level = levelgen.generate("dungeon", CHAIN, seed=11)
    print(text_map(level))
    print(f"as made: {verdict(level, list(level.objects))}")
    for one, other in (("start", "exit"), ("key", "boss_key"), ("exit", "key")):
        print(f"{one} and {other} swapped: {verdict(level, swapped(level, one, other))}")


if __name__ == "__main__":
    main()
