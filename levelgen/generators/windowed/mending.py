"""Mends a sampled board of windows: joins or drops regions, then brings shares to their windows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from levelgen.engine.network.planner import targets
from levelgen.engine.plan import Plan
from levelgen.engine.rng import Rng
from levelgen.engine.topology import Topology
from levelgen.generators.windowed.grounds import Ground
from levelgen.generators.windowed.patchwork import Patch, Patchwork
from levelgen.generators.windowed.regions import Regions
from levelgen.rules import Rules

_LEAST, _CELLS_A_PATCH = 30, 2
"""Most rectangles that are drawn: some, and one more for so many cells."""
_MARGINS = (2, 3, 5)
"""How far around a defect windows may change; the further, the more often it failed."""
_NEAR = 8
"""An amount is near its aim within one part in so many of its window."""
_PATIENCE = 8
"""Failures in a row after which an amount that is allowed need not come nearer to its aim."""
_FAILURES, _FAILURES_A_REGION = 60, 4
"""Failures in a row after which a board is given up."""
_LOOKS = 64
"""Cells that are looked at for one where an amount can change."""
_DROPPED = 24
"""Regions of more cells are always joined to others."""


@dataclass(frozen=True)
class _Tally:
    """Between `low` and `high` of the cells (None: of all) hold a tile; `number` is aimed at."""

    bits: int
    cells: frozenset[int] | None
    low: int
    high: int
    number: int

    def miss(self, count: int) -> int:
        return max(self.low - count, 0) + max(count - self.high, 0)

    def off(self, count: int) -> int:
        """Tell how far a count is from the aim; near it is as good as at it."""
        near = (self.high - self.low) // _NEAR
        return max(self.miss(count), abs(count - self.number) - near)

    def among(self, tiles: Mapping[int, int] | Sequence[int], cells: Iterable[int]) -> int:
        bits, own = self.bits, self.cells
        return sum(1 for cell in cells if bits >> tiles[cell] & 1 and (own is None or cell in own))


class Mending:
    """A board under repair. `drawn` and `laid` count rectangles: drawn anew, and kept of these."""

    def __init__(
        self, board: Patchwork, rules: Rules, plan: Plan, topology: Topology, rng: Rng
    ) -> None:
        self.board = board
        self.plan = plan
        self.topology = topology
        self.rng = rng
        grounds = [
            Ground.of(rules, bits, optional=bits in plan.optional)
            for bits in (plan.connected, *plan.others)
            if bits
        ]
        self.tallies = [
            _Tally(item.share.tiles, None, item.share.low, item.share.high, item.number)
            for item in targets(plan, rng)
        ]
        for share in plan.region_shares:
            high = min(share.high, len(share.cells))
            number = rng.between(share.low, max(share.low, high))
            self.tallies.append(
                _Tally(share.tiles, frozenset(share.cells), share.low, high, number)
            )
        existing = topology.existing
        self.counts = [tally.among(board.tiles, existing) for tally in self.tallies]
        self.regions = [Regions(topology, ground, board.tiles) for ground in grounds]
        self.drawn = self.laid = 0

    def run(self, most: int) -> None:
        """Mend until regions and amounts are as they have to be, or it is of no use.

        At most `most` rectangles are drawn anew for that, fewer on small boards.
        """
        most = min(_LEAST + len(self.topology.existing) // _CELLS_A_PATCH, most)
        failures = 0
        while self.drawn < most:
            split = self._split()
            if failures > _FAILURES + _FAILURES_A_REGION * (0 if split is None else len(split)):
                return
            if split is not None:
                done = self._unite(split, failures)
            elif self._missed() or (self._off() and failures < _PATIENCE):
                done = self._balance(failures)
            else:
                return
            failures = 0 if done else failures + 1

    def _split(self) -> Regions | None:
        """Give the first regions that are not one."""
        return next((one for one in self.regions if one.ground.excess(len(one))), None)

    def _missed(self) -> int:
        return sum(
            tally.miss(count) for tally, count in zip(self.tallies, self.counts, strict=True)
        )

    def _off(self) -> int:
        return sum(tally.off(count) for tally, count in zip(self.tallies, self.counts, strict=True))

    def _is_nearer(self, bits: int, one: int, two: int) -> bool:
        """Compare two numbers of cells that some tiles could gain, by what is aimed at.

        Where nothing is said about their amount, the fewer cells change the better.
        """
        needed = [
            tally.number - count
            for tally, count in zip(self.tallies, self.counts, strict=True)
            if tally.bits & bits and tally.cells is None
        ]
        aims = needed or [0]
        return sum(abs(aim - one) for aim in aims) < sum(abs(aim - two) for aim in aims)

    def _unite(self, regions: Regions, failures: int) -> bool:
        """Drop a small region, or join it to the next one."""
        ground = regions.ground
        if not len(regions):
            cell = self.rng.choice(self.topology.existing)
            return self._try({cell: ground.bits}, failures, apart=True)
        ordered = regions.by_size()[:-1]
        region = list(ordered[failures % len(ordered)])
        way = self._tunnel(ground, region)
        drop = not way or self._is_nearer(ground.bits, -len(region), len(way))
        if failures // len(ordered) % 2:
            drop = not drop
        if drop and len(region) <= _DROPPED:
            way = dict.fromkeys(region, ~ground.bits)
        return self._try(way, failures, apart=True)

    def _tunnel(self, ground: Ground, region: list[int]) -> dict[int, int]:
        """Give the tiles that the cells of a way from a region to the next one may hold."""
        tiles, links, bits = self.board.tiles, self.topology.links, ground.bits
        own = frozenset(region)
        before = dict.fromkeys(region, (-1, 0))
        queue = list(region)
        self.rng.shuffle(queue)
        order = [0, 1, 2, 3]
        for cell in queue:
            self.rng.shuffle(order)
            around = dict(links[cell])
            for direction in order:
                other = around.get(direction, -1)
                if other < 0 or other in before or not self.plan.domains[other] & bits:
                    continue
                before[other] = cell, direction
                if bits >> tiles[other] & 1 and other not in own:
                    return self._opened(ground, before, other)
                queue.append(other)
        return {}

    def _opened(
        self, ground: Ground, before: Mapping[int, tuple[int, int]], end: int
    ) -> dict[int, int]:
        wanted = {end: ground.bits}
        cell, direction = before[end]
        while cell >= 0:
            wanted[end] &= ground.sides[direction ^ 2]
            wanted[cell] = ground.sides[direction]
            end = cell
            cell, direction = before[cell]
        return wanted

    def _balance(self, failures: int) -> bool:
        """Bring an amount nearer to its aim at some cell."""
        wrong = [
            (tally, count)
            for tally, count in zip(self.tallies, self.counts, strict=True)
            if tally.off(count)
        ]
        tally, count = wrong[failures % len(wrong)]
        few = count < tally.number
        tiles, bits = self.board.tiles, tally.bits
        wanted = bits if few else ~bits
        cells = self.topology.existing if tally.cells is None else tuple(sorted(tally.cells))
        for _ in range(_LOOKS if cells else 0):
            cell = self.rng.choice(cells)
            if bool(bits >> tiles[cell] & 1) != few and self.plan.domains[cell] & wanted:
                return self._try({cell: wanted}, failures, apart=False)
        self.drawn += 1
        return False

    def _try(self, wanted: Mapping[int, int], failures: int, *, apart: bool) -> bool:
        """Draw the surroundings of some cells anew; keep it where that is better."""
        self.drawn += 1
        if not wanted:
            return False
        margin = _MARGINS[min(failures // 2, len(_MARGINS) - 1)]
        patch = self.board.drawn(
            self.board.around(wanted, margin), wanted, self._loose(wanted, failures), self.rng
        )
        if patch is None or not self._is_better(patch, apart=apart):
            return False
        self.board.lay(patch)
        self.laid += 1
        return True

    def _loose(self, wanted: Mapping[int, int], failures: int) -> list[int]:
        """After a failure what lies next to the cells is not to stay as it is."""
        if not failures:
            return []
        return [other for cell in wanted for _, other in self.topology.links[cell]]

    def _is_better(self, patch: Patch, *, apart: bool) -> bool:
        """Compare a rectangle with what lies there; note regions and amounts if it is better."""
        tiles = self.board.tiles
        changed = {cell: tile for cell, tile in patch.cells.items() if tiles[cell] != tile}
        if not changed or self._is_run_too_long(changed):
            return False
        counts = [
            count - tally.among(tiles, changed) + tally.among(changed, changed)
            for tally, count in zip(self.tallies, self.counts, strict=True)
        ]
        changes = [regions.change(changed) for regions in self.regions]
        excess = before = 0
        for regions, change in zip(self.regions, changes, strict=True):
            excess += regions.ground.excess(change.count)
            before += regions.ground.excess(len(regions))
        missed = sum(tally.miss(count) for tally, count in zip(self.tallies, counts, strict=True))
        if apart:
            better = excess < before
        else:
            off = sum(tally.off(count) for tally, count in zip(self.tallies, counts, strict=True))
            better = excess <= before and (missed, off) < (self._missed(), self._off())
        if better:
            self.counts = counts
            for regions, change in zip(self.regions, changes, strict=True):
                regions.apply(change)
        return better

    def _is_run_too_long(self, changed: Mapping[int, int]) -> bool:
        """Whether a run that begins in a rectangle goes on too long beyond it."""
        tiles, neighbours = self.board.tiles, self.topology.neighbours
        for bits, length in self.plan.runs:
            for cell, tile in changed.items():
                if not bits >> tile & 1:
                    continue
                for axis in (0, 1):
                    run = 1
                    for direction in (axis, axis + 2):
                        other = neighbours[cell][direction]
                        while other not in (-1, cell) and run <= length:
                            if not bits >> changed.get(other, tiles[other]) & 1:
                                break
                            run += 1
                            other = neighbours[other][direction]
                    if run > length:
                        return True
        return False
