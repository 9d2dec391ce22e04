"""The images of a map under turning and mirroring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from levelgen.errors import Problem, RequestError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from levelgen.schema.level import Level


def check_symmetries(count: int) -> None:
    """Raise RequestError unless there are that many symmetries."""
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 8:
        hint = "1 as it is, 2 mirrored too, 4 turned too, 8 in every way"
        raise RequestError([Problem("symmetries", "", f"{count!r} is out of range", hint)])


def images(level: Level, count: int) -> list[NDArray[np.int16]]:
    """Give the first `count` of: as it is, mirrored, turned, turned and mirrored, and so on.

    A turn is a quarter counterclockwise, a mirror swaps left and right. Tiles move but stay as they
    are: a door that faces north still does. The order is that of Gumin's WaveFunctionCollapse.
    """
    import numpy as np

    found: list[NDArray[np.int16]] = []
    tiles = level.tiles
    assert tiles is not None
    for number in range(count):
        turned = np.rot90(tiles, number // 2)
        found.append(np.ascontiguousarray(np.fliplr(turned) if number % 2 else turned))
    return found
