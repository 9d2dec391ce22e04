"""What lies around a window, contracted: the regions outside and where they meet the window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from levelgen.model.draft import Draft
from levelgen.model.ground import Ground
from levelgen.model.model import negation
from levelgen.model.repair.task import Network
from levelgen.model.shape import Shape

_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
_Part = tuple[list[int], set[int]]
"""A region: its cells in the window, and the regions outside that it joins."""


def around(shape: Shape, cell: int) -> Iterator[tuple[int, int]]:
    """Yield (direction, existing neighbour) of a cell that exists, across joined edges too."""
    if not shape.exists[cell]:
        return
    row, col = divmod(cell, shape.cols)
    for direction, (down, right) in enumerate(_STEPS):
        there, beside = row + down, col + right
        if shape.layout.joined_rows:
            there %= shape.rows
        if shape.layout.joined_cols:
            beside %= shape.cols
        if 0 <= there < shape.rows and 0 <= beside < shape.cols:
            other = there * shape.cols + beside
            if shape.exists[other] and other != cell:
                yield direction, other


class Around:
    """The regions of one network outside a window."""

    def __init__(
        self, shape: Shape, cells: Sequence[int], places: Sequence[int], network: Network
    ) -> None:
        self.shape = shape
        self.cells = cells
        self.network = network
        self.inside = frozenset(places)
        self.region = self._regions()
        # Where the window meets a region: cell of the window, direction, region outside.
        self.gates: list[tuple[int, int, int]] = []
        for index, cell in enumerate(places):
            for direction, other in around(shape, cell):
                if other in self.region and self._is_open(other, direction ^ 2):
                    self.gates.append((index, direction, self.region[other]))

    def _is_open(self, cell: int, direction: int) -> bool:
        sides = self.network.sides
        return sides is None or bool(sides[direction] >> self.cells[cell] & 1)

    def _regions(self) -> dict[int, int]:
        """Name the region of each ground cell outside by its first cell."""
        cells, bits = self.cells, self.network.bits
        found: dict[int, int] = {}
        for first, tile in enumerate(cells):
            if tile < 0 or not bits >> tile & 1 or first in found or first in self.inside:
                continue
            found[first] = first
            queue = [first]
            for cell in queue:
                for direction, other in around(self.shape, cell):
                    if (
                        other not in found
                        and other not in self.inside
                        and cells[other] >= 0
                        and bits >> cells[other] & 1
                        and self._is_open(cell, direction)
                        and self._is_open(other, direction ^ 2)
                    ):
                        found[other] = first
                        queue.append(other)
        return found

    def cuts(
        self, draft: Draft, ground: Ground, entries: Mapping[tuple[int, int], int]
    ) -> list[list[int]]:
        """Say of regions that are apart: not both, or a way between them opens.

        A region that reaches out of the window is there anyway; parts of one that is joined outside
        are one region. `entries[cell, direction]` is the literal that the cell is on the ground and
        open on that side.
        """
        sides = self.network.sides
        joins: dict[int, list[int]] = {}
        meets: dict[int, list[int]] = {}
        for index, direction, region in self.gates:
            bits = self.network.bits if sides is None else sides[direction]
            if bits >> draft.cells[index] & 1:
                joins.setdefault(index, []).append(region)
                meets.setdefault(region, []).append(index)
        parts = _parts(draft.members(ground.bits), ground.near(draft), joins, meets)
        parts += [
            ([], {region})
            for region in dict.fromkeys(region for _, _, region in self.gates)
            if region not in meets
        ]
        if len(parts) < 2:
            return []
        largest = max(parts, key=lambda part: (bool(part[1]), len(part[0])))
        rest = [part for part in parts if part is not largest]
        found = []
        for part, other in [*((part, largest) for part in rest), (largest, rest[-1])]:
            cut = [negation(ground.inside[cells[0]]) for cells, ends in (part, other) if not ends]
            cut += self._ways_out(part, ground, entries)
            found.append(list(dict.fromkeys(cut)))
        return found

    def _ways_out(
        self, part: _Part, ground: Ground, entries: Mapping[tuple[int, int], int]
    ) -> Iterator[int]:
        own = set(part[0])
        for index in part[0]:
            for joint, other in ground.shape.around_joints[index]:
                if other not in own:
                    yield ground.joints[joint] if ground.joints else ground.inside[other]
        for index, direction, region in self.gates:
            if (index in own) != (region in part[1]):
                yield entries[index, direction]


def _parts(
    members: Sequence[bool],
    near: Sequence[Sequence[int]],
    joins: Mapping[int, Sequence[int]],
    meets: Mapping[int, Sequence[int]],
) -> list[_Part]:
    """Split a window into regions; cells that join the same region outside are together."""
    parts: list[_Part] = []
    seen: set[int] = set()
    for first, is_member in enumerate(members):
        if not is_member or first in seen:
            continue
        seen.add(first)
        queue = [first]
        regions: set[int] = set()
        for index in queue:
            steps = [other for other in near[index] if members[other]]
            for region in joins.get(index, ()):
                if region not in regions:
                    regions.add(region)
                    steps += meets[region]
            for other in steps:
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        parts.append((queue, regions))
    return parts
