"""Places objects on a finished board; tiles never change here."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.board import Board
from levelgen.engine.plan import ObjectDemand, PathDemand, Plan, Window
from levelgen.engine.regions import distances
from levelgen.engine.rng import Rng
from levelgen.engine.spacing import Spacing

_END_TRIES = 16
_LAST_TRIES = 128
_PLACE_TRIES = 32


def tallied(tiles: Sequence[int]) -> list[int]:
    """Count the cells of each tile; a number that no bitset holds may stand for missing cells."""
    counts = [0] * (max(tiles) + 1)
    for tile in tiles:
        counts[tile] += 1
    return counts


def settled(demand: ObjectDemand, tiles: Sequence[int]) -> ObjectDemand:
    """Turn bounds in parts of the board into the counts they mean on a board of these tiles."""
    windows = []
    for window in demand.windows:
        if window.cells is not None:
            ground = sum(window.per >> tiles[cell] & 1 for cell in window.cells)
            window = Window(0, *_counts(window, ground if window.per else 1), window.cells)
        windows.append(window)
    return ObjectDemand(demand.kind, demand.on, tuple(windows))


def _counts(window: Window, scale: int) -> tuple[int, int | None]:
    low = -(-window.low.numerator * scale // window.low.denominator)
    if window.high is None:
        return low, None
    return low, window.high.numerator * scale // window.high.denominator


def bounds(demand: ObjectDemand, counts: Sequence[int]) -> tuple[int, int]:
    """Integer window on the number of objects on a board of these tiles; may be empty.

    Of the parts of the board, the demand must tell counts: see `settled`.
    """
    low, high = 0, sum(counts)
    for window in demand.windows:
        if window.cells is not None:
            low = max(low, int(window.low))
            continue
        scale = 1
        if window.per:
            scale = sum(count for tile, count in enumerate(counts) if window.per >> tile & 1)
        least, most = _counts(window, scale)
        low = max(low, least)
        if most is not None:
            high = min(high, most)
    return low, high


class _Standing:
    """The objects that stand in one try."""

    def __init__(self, plan: Plan, topology: Board) -> None:
        self.objects: list[tuple[str, int]] = []
        self.taken = bytearray(topology.cells)
        self.spacing = Spacing(plan, topology)
        for cell, kind in plan.pinned_objects:
            self.put(kind, cell)

    def put(self, kind: str, cell: int) -> None:
        self.objects.append((kind, cell))
        self.taken[cell] = 1
        self.spacing.put(kind, cell)

    def free(self, kind: str, cell: int) -> bool:
        return not self.taken[cell] and self.spacing.clear(kind, cell)

    def cells(self, kind: str) -> list[int]:
        return [cell for other, cell in self.objects if other == kind]


def _takes_one(window: Window, cell: int) -> bool:
    """Whether a lone object may stand on a cell, as far as a part of the board is concerned."""
    if window.cells is not None and cell in window.cells:
        return window.high is None or window.high >= 1
    return window.low <= 0


class _Quota:
    """A window on the objects of a kind in a part of the board, and their number there."""

    def __init__(self, window: Window, standing: _Standing, kind: str) -> None:
        self.inside = bytearray(len(standing.taken))
        for cell in window.cells or ():
            self.inside[cell] = 1
        self.low = int(window.low)
        self.high = len(self.inside) if window.high is None else int(window.high)
        self.number = sum(self.inside[cell] for cell in standing.cells(kind))

    def takes(self, cell: int) -> bool:
        return not self.inside[cell] or self.number < self.high


class Placement:
    """One board to place the objects of a plan on."""

    def __init__(self, plan: Plan, topology: Board, tiles: Sequence[int], rng: Rng) -> None:
        self.plan = plan
        self.topology = topology
        self.tiles = tiles
        self.rng = rng
        counts = tallied(tiles)
        self.stands = {
            demand.kind: [cell for cell, tile in enumerate(tiles) if demand.on >> tile & 1]
            for demand in plan.objects
        }
        demands = [settled(demand, tiles) for demand in plan.objects]
        self.windows = {demand.kind: bounds(demand, counts) for demand in demands}
        self.quotas = [
            [window for window in demand.windows if window.cells is not None] for demand in demands
        ]

        if plan.path is not None:
            for demand, quotas in zip(plan.objects, self.quotas, strict=True):
                if demand.kind in (plan.path.start_kind, plan.path.exit_kind):
                    self.stands[demand.kind] = [
                        cell
                        for cell in self.stands[demand.kind]
                        if all(_takes_one(window, cell) for window in quotas)
                    ]

    def place(self, hint: tuple[int, int]) -> list[tuple[str, int]]:
        """Place everything; when that fails, as many objects as the best try could.

        ``hint`` is a pair of cells known to be a fit distance apart, or (-1, -1).
        """
        best: list[tuple[str, int]] = []
        reachable = True
        for attempt in range(_PLACE_TRIES):
            standing = _Standing(self.plan, self.topology)
            # Where no pair of cells lies at the wanted distance, no other try finds one.
            if reachable and self.plan.path is not None:
                reachable = self._place_ends(standing, self.plan.path, hint)
            # Late tries fall back on the least numbers, which need the least room.
            if self._fill(standing, least=attempt >= _PLACE_TRIES // 2):
                return standing.objects
            if len(standing.objects) > len(best):
                best = standing.objects
        return best

    def _free(self, standing: _Standing, kind: str) -> list[int]:
        """List the cells where one more object of a kind may stand."""
        return [cell for cell in self.stands.get(kind, []) if standing.free(kind, cell)]

    def _place_ends(self, standing: _Standing, path: PathDemand, hint: tuple[int, int]) -> bool:
        starts = standing.cells(path.start_kind)
        free = starts or self._free(standing, path.start_kind)
        if not free:
            return False
        inside = bytearray(path.through >> tile & 1 for tile in self.tiles)
        for _ in range(_END_TRIES):
            if self._start_from(standing, path, inside, self.rng.choice(free), bool(starts)):
                return True
        for cell in hint:
            if cell in free and self._start_from(standing, path, inside, cell, bool(starts)):
                return True
        rest = list(free)
        for _ in range(min(_LAST_TRIES, len(rest))):
            cell = self._drawn(rest)
            if self._start_from(standing, path, inside, cell, bool(starts)):
                return True
        return False

    def _start_from(
        self, standing: _Standing, path: PathDemand, inside: bytearray, start: int, stands: bool
    ) -> bool:
        """Place start and exit, where they do not stand yet, if a cell lies at a fit distance."""
        moves = distances(self.topology, inside, start)
        cells = self.topology.cells
        high = cells if path.high is None else min(cells, path.high)
        exits = standing.cells(path.exit_kind)
        fits = [
            cell
            for cell in exits or self.stands.get(path.exit_kind, [])
            if path.low <= moves[cell] <= high
            and (
                exits
                or stands
                or (
                    cell != start
                    and standing.spacing.fits(path.exit_kind, cell, path.start_kind, start)
                )
            )
            and (exits or standing.free(path.exit_kind, cell))
        ]
        if not fits:
            return False
        if not stands:
            standing.put(path.start_kind, start)
        if not exits:
            standing.put(path.exit_kind, self.rng.choice(fits))
        return True

    def _fill(self, standing: _Standing, *, least: bool) -> bool:
        todo: list[tuple[int, int, str, int]] = []
        for index, demand in enumerate(self.plan.objects):
            low, high = self.windows[demand.kind]
            present = len(standing.cells(demand.kind))
            low = max(low, present)
            high = max(low, min(high, len(self.stands[demand.kind])))
            count = low if least else self.rng.between(low, high)
            todo.append((len(self.stands[demand.kind]), index, demand.kind, count - present))
        todo.sort()
        complete = True
        for _, index, kind, missing in todo:
            quotas = [_Quota(window, standing, kind) for window in self.quotas[index]]
            for quota in quotas:
                cells = [cell for cell in self._free(standing, kind) if quota.inside[cell]]
                wanted = min(quota.low - quota.number, missing)
                left = self._put(standing, kind, cells, wanted, quotas)
                missing -= max(0, wanted) - max(0, left)
                complete = complete and quota.number >= quota.low
            cells = self._free(standing, kind) if missing > 0 else []
            missing = self._put(standing, kind, cells, missing, quotas)
            complete = complete and missing <= 0
        return complete

    def _put(
        self, standing: _Standing, kind: str, cells: list[int], missing: int, quotas: list[_Quota]
    ) -> int:
        """Put objects on random cells of a list; give the number that found no room."""
        while missing > 0 and cells:
            cell = self._drawn(cells)
            # Objects of the same kind may have come too near since the list was made.
            if standing.free(kind, cell) and all(quota.takes(cell) for quota in quotas):
                standing.put(kind, cell)
                missing -= 1
                for quota in quotas:
                    quota.number += quota.inside[cell]
        return missing

    def _drawn(self, cells: list[int]) -> int:
        """Draw a cell and take it off the list."""
        position = self.rng.below(len(cells))
        cells[position], cells[-1] = cells[-1], cells[position]
        return cells.pop()
