"""Places objects on a finished board; tiles never change here."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.board import Board
from levelgen.engine.plan import ObjectDemand, Plan
from levelgen.engine.regions import distances
from levelgen.engine.rng import Rng

_END_TRIES = 16
_LAST_TRIES = 128
_PLACE_TRIES = 32


def bounds(demand: ObjectDemand, tiles: Sequence[int]) -> tuple[int, int]:
    """Integer window on the number of objects of a demand on these tiles; may be empty."""
    low, high = 0, len(tiles)
    for window in demand.windows:
        scale = sum(window.per >> tile & 1 for tile in tiles) if window.per else 1
        low = max(low, -(-window.low.numerator * scale // window.low.denominator))
        if window.high is not None:
            high = min(high, window.high.numerator * scale // window.high.denominator)
    return low, high


def too_near_or_far(plan: Plan, topology: Board, kind: str, cell: int, other: str, at: int) -> bool:
    """Whether two objects break a distance that the plan asks for."""
    for one, two, low, high in plan.apart:
        if (one, two) in ((kind, other), (other, kind)):
            steps = topology.manhattan(cell, at)
            if steps < low or (high is not None and steps > high):
                return True
    return False


class Placement:
    """One board to place the objects of a plan on."""

    def __init__(self, plan: Plan, topology: Board, tiles: Sequence[int], rng: Rng) -> None:
        self.plan = plan
        self.topology = topology
        self.tiles = tiles
        self.rng = rng
        self.stands = {
            demand.kind: [cell for cell, tile in enumerate(tiles) if demand.on >> tile & 1]
            for demand in plan.objects
        }
        self.windows = {demand.kind: bounds(demand, tiles) for demand in plan.objects}

    def place(self, hint: tuple[int, int]) -> list[tuple[str, int]]:
        """Place everything; when that fails, as many objects as the best try could.

        ``hint`` is a pair of cells known to be a fit distance apart, or (-1, -1).
        """
        best: list[tuple[str, int]] = []
        reachable = True
        for attempt in range(_PLACE_TRIES):
            placed = [(kind, cell) for cell, kind in self.plan.pinned_objects]
            # Where no pair of cells lies at the wanted distance, no other try finds one.
            reachable = reachable and self._place_ends(placed, hint)
            # Late tries fall back on the least numbers, which need the least room.
            if self._fill(placed, least=attempt >= _PLACE_TRIES // 2):
                return placed
            if len(placed) > len(best):
                best = placed
        return best

    def _clear(self, placed: list[tuple[str, int]], kind: str, cell: int) -> bool:
        """Whether an object on this cell keeps its distances to all placed ones."""
        return not self.plan.apart or not any(
            too_near_or_far(self.plan, self.topology, kind, cell, other, at) for other, at in placed
        )

    def _free(self, placed: list[tuple[str, int]], kind: str) -> list[int]:
        """List the cells where one more object of a kind may stand."""
        taken = {cell for _, cell in placed}
        return [
            cell
            for cell in self.stands.get(kind, [])
            if cell not in taken and self._clear(placed, kind, cell)
        ]

    def _place_ends(self, placed: list[tuple[str, int]], hint: tuple[int, int]) -> bool:
        demand = self.plan.path
        if demand is None:
            return True
        starts = [cell for kind, cell in placed if kind == demand.start_kind]
        exits = [cell for kind, cell in placed if kind == demand.exit_kind]
        free_starts = starts or self._free(placed, demand.start_kind)
        if not free_starts:
            return False
        inside = bytearray(demand.through >> tile & 1 for tile in self.tiles)
        order = [self.rng.choice(free_starts) for _ in range(_END_TRIES)]
        order.extend(cell for cell in hint if cell in free_starts)
        rest = list(free_starts)
        self.rng.shuffle(rest)
        order.extend(rest[:_LAST_TRIES])
        high = self.topology.cells if demand.high is None else demand.high
        for start in order:
            moves = distances(self.topology, inside, start)
            before = placed if starts else [*placed, (demand.start_kind, start)]
            fits = [
                cell
                for cell in exits or self._free(before, demand.exit_kind)
                if demand.low <= moves[cell] <= high
            ]
            if fits:
                if not starts:
                    placed.append((demand.start_kind, start))
                if not exits:
                    placed.append((demand.exit_kind, self.rng.choice(fits)))
                return True
        return False

    def _fill(self, placed: list[tuple[str, int]], *, least: bool) -> bool:
        todo: list[tuple[int, int, str, int]] = []
        for index, demand in enumerate(self.plan.objects):
            low, high = self.windows[demand.kind]
            present = sum(kind == demand.kind for kind, _ in placed)
            low = max(low, present)
            high = max(low, min(high, len(self.stands[demand.kind])))
            count = low if least else self.rng.between(low, high)
            todo.append((len(self.stands[demand.kind]), index, demand.kind, count - present))
        todo.sort()
        complete = True
        for _, _, kind, missing in todo:
            cells = self._free(placed, kind)
            self.rng.shuffle(cells)
            for cell in cells:
                if missing <= 0:
                    break
                # Objects of the same kind may have come too near since the list was made.
                if self._clear(placed, kind, cell):
                    placed.append((kind, cell))
                    missing -= 1
            complete = complete and missing <= 0
        return complete
