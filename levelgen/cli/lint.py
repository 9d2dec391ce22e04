"""What a tileset's author may have overlooked, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from levelgen.rules import Rules

_SIDES = {"N": "above", "E": "to the right of", "S": "below", "W": "to the left of"}


def findings(rules: Rules) -> list[str]:
    """List the tiles that can only stand at a border, because nothing may stand beyond them."""
    return [
        f"nothing may stand {_SIDES[end.direction]} {end.tile}, so it fits at that border only"
        for end in rules.dead_ends
    ]
