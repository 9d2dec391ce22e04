"""Shapes the open cells of a board: one region, an exact size, a long enough way through."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.board import Board
from levelgen.engine.maze import winding_path
from levelgen.engine.peeling import Peeling
from levelgen.engine.regions import UNREACHED, blocks, components, distances, is_simple
from levelgen.engine.rng import Rng
from levelgen.engine.runs import too_long
from levelgen.engine.tunnels import tunnel

_PAIR_TRIES = 8
_REGROWTHS = 24
_FEWEST_ROUNDS = 64
_LENGTHENING_WORK = 1 << 19
_SIDES = ((7, 0, 1), (1, 2, 3), (3, 4, 5), (5, 6, 7))
"""Places of the ring around a cell that lead past it."""

_BREAKS = 8
"""How often long runs are looked for while breaking them opens the way to others."""


class Structure:
    """The mask of open cells under construction.

    ``inside`` flags open cells; ``counted`` the open ones that count toward the share.
    ``may_open`` and ``may_close`` say what the domains permit; a cell that opens here counts.
    ``easy`` flags the cells that could change sides while the texture around them stays.
    ``low`` bounds the moves between ``start`` and ``exit`` (-1: no path is asked) from below;
    ``ends`` flags the cells where they may stand.
    """

    def __init__(
        self,
        topology: Board,
        inside: bytearray,
        counted: bytearray,
        may_open: bytearray,
        may_close: bytearray,
        easy: bytearray,
        rng: Rng,
    ) -> None:
        self.topology = topology
        self.inside = inside
        self.counted = counted
        self.may_open = may_open
        self.may_close = may_close
        self.easy = easy
        self.rng = rng
        self.count = sum(counted)
        """Open cells that count toward the share."""
        self.start = -1
        self.exit = -1
        self.fixed_start = -1
        self.fixed_exit = -1
        self.low = 0
        self.most_open = self.most_closed = topology.cells
        self.aside = bytearray(topology.cells)
        """Cells that, closed, are in no run of closed cells."""
        self.ends = bytearray(b"\1") * topology.cells
        self.counters = {"tunnels": 0, "grown": 0, "trimmed": 0, "lengthened": 0, "winding": 0}

    def _open(self, cell: int) -> None:
        self.inside[cell] = 1
        self.count += not self.counted[cell]
        self.counted[cell] = 1

    def _close(self, cell: int) -> None:
        self.inside[cell] = 0
        self.count -= self.counted[cell]
        self.counted[cell] = 0

    def uncount(self, cell: int) -> None:
        """Let an open cell not count toward the share."""
        self.count -= self.counted[cell]
        self.counted[cell] = 0

    def shut(self, cell: int) -> None:
        """Close a cell for good."""
        self._close(cell)
        self.may_open[cell] = 0

    # One region -------------------------------------------------------------------------

    def join(self, tiny: int) -> bool:
        """Drop regions of up to ``tiny`` cells, tunnel between the others; False if walled in."""
        groups = components(self.topology, self.inside)
        largest = max((len(group) for group in groups), default=0)
        kept = []
        for group in groups:
            if len(group) <= tiny and len(group) < largest and self._closable(group):
                for cell in group:
                    self._close(cell)
            else:
                kept.append(group)
        if not kept:
            candidates = [cell for cell in self.topology.existing if self.may_open[cell]]
            if not candidates:
                return False
            kept = [[self.rng.choice(candidates)]]
            self._open(kept[0][0])
        self.rng.shuffle(kept)
        for way in tunnel(self.topology, self.inside, self.may_open, kept, self.rng):
            self.counters["tunnels"] += 1
            for cell in way:
                self._open(cell)
        kept.sort(key=lambda group: (self._closable(group), -len(group)))
        for group in kept[1:]:
            if not self._closable(group):
                return False
            for cell in group:
                self._close(cell)
        return True

    def _closable(self, group: list[int]) -> bool:
        return all(self.may_close[cell] for cell in group)

    def limit(self, most_open: int, most_closed: int, aside: bytearray) -> None:
        """Bound the runs of open and of closed cells, and break the longer ones where that works.

        Closed cells that are flagged as `aside` are in no run. Tunnels are led round a cell of
        theirs, for without it the region would fall apart.
        """
        self.most_open, self.most_closed, self.aside = most_open, most_closed, aside
        cells = self.topology.cells
        if most_open >= cells and most_closed >= cells:
            return
        order = list(self.topology.existing)
        self.rng.shuffle(order)
        # Where a cell opens, its neighbours may open next.
        for _ in range(_BREAKS):
            if not self._break_runs(order):
                break
        for cell in order:
            if self.inside[cell] and self.is_long(cell, True):
                self._lead_round(cell)

    def _break_runs(self, order: list[int]) -> bool:
        """Close or open each cell that breaks a run by that; whether any did."""
        changed = False
        for cell in order:
            if self.inside[cell]:
                if (
                    self.may_close[cell]
                    and self.is_long(cell, True)
                    and not self._bars(cell)
                    and is_simple(self.topology, self.inside, cell)
                ):
                    self._close(cell)
                    changed = True
            elif (
                self.may_open[cell]
                and self._bars(cell)
                and not self.is_long(cell, True)
                and any(self.inside[other] for other in self.topology.near[cell])
            ):
                self._open(cell)
                changed = True
        return changed

    def _lead_round(self, cell: int) -> bool:
        """Close a cell whose neighbours can be joined past it on one side; False if none can."""
        ring = self.topology.ring[cell]
        if not self.may_close[cell] or self._bars(cell):
            return False
        sides = list(_SIDES)
        self.rng.shuffle(sides)
        for side in sides:
            way = [ring[place] for place in side]
            if not all(
                other >= 0 and (self.inside[other] or self.may_open[other]) for other in way
            ):
                continue
            fresh = [other for other in way if not self.inside[other]]
            for other in fresh:
                self._open(other)
            if is_simple(self.topology, self.inside, cell):
                counts = self.counted[cell]
                self._close(cell)
                if not any(self.is_long(other, True) for other in way):
                    return True
                self._open(cell)
                if not counts:
                    self.uncount(cell)
            for other in fresh:
                self._close(other)
        return False

    def is_long(self, cell: int, is_open: bool) -> bool:
        """Whether a cell is, or would be, part of too long a run of open (or closed) cells."""
        most = self.most_open if is_open else self.most_closed
        if most >= self.topology.cells or (not is_open and self.aside[cell]):
            return False
        inside, aside = self.inside, self.aside
        if is_open:
            return too_long(self.topology, cell, most, inside.__getitem__)
        return too_long(
            self.topology, cell, most, lambda other: not (inside[other] or aside[other])
        )

    def _bars(self, cell: int) -> bool:
        """Whether closing a cell would make too long a run of closed ones."""
        return self.is_long(cell, False)

    # A long enough way ------------------------------------------------------------------

    def _end_cells(self) -> list[int]:
        return [cell for cell in self.topology.existing if self.inside[cell] and self.ends[cell]]

    def find_ends(self, longest: int) -> bool:
        """Choose start and exit ``low`` .. ``longest`` moves apart, lengthening if need be."""
        cells = self._end_cells()
        if not cells:
            return False
        source = cells[0]
        for _ in range(_PAIR_TRIES):
            source = self.rng.choice(cells) if self.fixed_start < 0 else self.fixed_start
            moves = distances(self.topology, self.inside, source)
            targets = cells if self.fixed_exit < 0 else [self.fixed_exit]
            fits = [
                cell for cell in targets if self.low <= moves[cell] <= longest and cell != source
            ]
            if fits:
                self.start, self.exit = source, self.rng.choice(fits)
                return True
        self.start = source
        if self.fixed_start < 0:
            self.start = self._farthest(cells, self.fixed_exit if self.fixed_exit >= 0 else source)
        self.exit = self.fixed_exit if self.fixed_exit >= 0 else self._farthest(cells, self.start)
        return self.lengthen(self.low)

    def _farthest(self, cells: list[int], source: int) -> int:
        moves = distances(self.topology, self.inside, source)
        most = max(moves[cell] for cell in cells)
        return self.rng.choice([cell for cell in cells if moves[cell] == most])

    def lengthen(self, wanted: int) -> bool:
        """Close or add cells until start and exit are ``wanted`` moves apart; False if stuck."""
        topology = self.topology
        # Every round searches the board, so large ones get fewer before they start from a maze.
        rounds = min(2 * topology.cells, max(_FEWEST_ROUNDS, _LENGTHENING_WORK // topology.cells))
        for _ in range(rounds):
            moves = distances(topology, self.inside, self.start)
            missing = wanted - moves[self.exit]
            if missing <= 0:
                return moves[self.exit] < UNREACHED
            if not (self._block(moves, 1 + missing // 4) or self._extend(moves)):
                return False
            self.counters["lengthened"] += 1
        return False

    def _block(self, moves: list[int], most: int) -> bool:
        """Close up to ``most`` cells of a shortest path that the region can spare."""
        if moves[self.exit] == UNREACHED:
            return False
        way = []
        cell = self.exit
        while moves[cell] > 1:
            closer = [c for c in self.topology.near[cell] if moves[c] == moves[cell] - 1]
            cell = self.rng.choice(closer)
            way.append(cell)
        way = [cell for cell in way if self.may_close[cell] and not self._bars(cell)]
        spare = [c for c in way if is_simple(self.topology, self.inside, c)]
        if spare:
            self.rng.shuffle(spare)
            self._close(spare[0])
            for cell in spare[1:most]:
                if is_simple(self.topology, self.inside, cell) and not self._bars(cell):
                    self._close(cell)
            return True
        home = blocks(self.topology, self.inside)
        spare = [c for c in way if home[c] >= 0]
        if spare:
            self._close(self.rng.choice(spare))
        return bool(spare)

    def _extend(self, moves: list[int]) -> bool:
        """Move an end outward onto a new cell."""
        ends = []
        if self.fixed_exit < 0:
            ends.append((self.exit, moves))
        if self.fixed_start < 0:
            ends.append((self.start, distances(self.topology, self.inside, self.exit)))
        self.rng.shuffle(ends)
        for end, way in ends:
            fits = [
                cell
                for cell in self.topology.near[end]
                if not self.inside[cell]
                and self.may_open[cell]
                and self.ends[cell]
                and all(way[other] >= way[end] for other in self.topology.near[cell])
            ]
            if fits:
                cell = self.rng.choice(fits)
                self._open(cell)
                if end == self.exit:
                    self.exit = cell
                else:
                    self.start = cell
                return True
        return False

    def wind(self, longest: int) -> bool:
        """Replace the mask by one winding path of ``low`` .. ``longest`` moves; False if none."""
        fixed = self.fixed_start, self.fixed_exit
        path = winding_path(
            self.topology, self.may_open, self.ends, fixed, self.low, longest, self.rng
        )
        if not path:
            return False
        for cell in self.topology.existing:
            if self.may_close[cell]:
                self._close(cell)
        for cell in path:
            self._open(cell)
        self.start, self.exit = path[-1], path[0]
        self.counters["winding"] += 1
        return True

    # An exact size ----------------------------------------------------------------------

    def resize(self, target: int, texture: Sequence[int]) -> bool:
        """Trim or grow until exactly ``target`` open cells count; False if stuck.

        ``texture`` flags the cells that were open before all changes: growth takes them first.
        """
        for _ in range(_REGROWTHS):
            count = self.count
            if count > target:
                if not self._trim(target):
                    return False
            elif count < target:
                if self._grow(target - count, texture) or self._recount(target - self.count):
                    continue
                # Nothing can open without a short cut: close one cell of the shortest path,
                # which makes room for new cells elsewhere.
                if self.start < 0:
                    return False
                if not self._block(distances(self.topology, self.inside, self.start), 1):
                    return False
            else:
                return True
        return False

    def _recount(self, missing: int) -> bool:
        """Let open cells count that did not, as doors that turn into floor; False if too few."""
        cells = [
            cell
            for cell in self.topology.existing
            if self.inside[cell] and not self.counted[cell] and self.may_open[cell]
        ]
        if len(cells) < missing:
            return False
        self.rng.shuffle(cells)
        for cell in cells[:missing]:
            self._open(cell)
        return True

    def _trim(self, target: int) -> bool:
        """Close cells down to ``target`` counted ones without splitting the region."""
        peeling = Peeling(self.topology, self.inside, self.may_close, self.easy, self.rng)
        while self.count > target:
            cell = peeling.next((self.start, self.exit))
            if cell >= 0:
                if not self._bars(cell):
                    self._close(cell)
                    self.counters["trimmed"] += 1
                    peeling.look_around(cell)
            elif not self._cut_loops(target, peeling):
                left = self.start, self.exit
                if not self._retract():
                    return False
                for cell in left:
                    peeling.put(cell)
        return True

    def _cut_loops(self, target: int, peeling: Peeling) -> bool:
        """Close a cell of every loop that may lose one; False if there is none."""
        home = blocks(self.topology, self.inside)
        order = [
            cell
            for cell in self.topology.existing
            if home[cell] >= 0 and self.may_close[cell] and cell not in (self.start, self.exit)
        ]
        self.rng.shuffle(order)
        cut: set[int] = set()
        for cell in order:
            if self.count > target and home[cell] not in cut and not self._bars(cell):
                cut.add(home[cell])
                self._close(cell)
                peeling.look_around(cell)
        self.counters["trimmed"] += len(cut)
        return bool(cut)

    def _retract(self) -> bool:
        """Let an end step inward, so that the cell it leaves can go."""
        if self.start < 0:
            return False
        moves = distances(self.topology, self.inside, self.start)
        if moves[self.exit] <= self.low:
            return False
        if self.fixed_exit < 0 and self.may_close[self.exit]:
            way = moves
            end = self.exit
        elif self.fixed_start < 0 and self.may_close[self.start]:
            way = distances(self.topology, self.inside, self.exit)
            end = self.start
        else:
            return False
        inward = [c for c in self.topology.near[end] if way[c] == way[end] - 1 and self.ends[c]]
        if not inward:
            return False
        if end == self.exit:
            self.exit = self.rng.choice(inward)
        else:
            self.start = self.rng.choice(inward)
        return True

    def _grow(self, missing: int, texture: Sequence[int]) -> bool:
        """Open ``missing`` cells beside the region that keep start and exit ``low`` apart."""
        topology, inside, near = self.topology, self.inside, self.topology.near
        guarded = self.start >= 0 and self.low > 0
        from_start = distances(topology, inside, self.start) if guarded else []
        from_exit = distances(topology, inside, self.exit) if guarded else []
        fronts: tuple[list[int], list[int], list[int]] = ([], [], [])
        seen = bytearray(inside)

        def look_around(cell: int) -> None:
            for other in near[cell]:
                if not seen[other]:
                    seen[other] = 1
                    if self.may_open[other]:
                        rank = 0 if texture[other] else 1 if self.easy[other] else 2
                        fronts[rank].append(other)

        for cell in topology.existing:
            if inside[cell]:
                look_around(cell)
        while missing:
            front = fronts[0] or fronts[1] or fronts[2]
            if not front:
                return False
            position = self.rng.below(len(front))
            front[position], front[-1] = front[-1], front[position]
            cell = front.pop()
            if self.is_long(cell, True):
                continue
            if guarded:
                one = min(from_start[other] for other in near[cell]) + 1
                two = min(from_exit[other] for other in near[cell]) + 1
                # Distances only shrink while the region grows: what is refused stays refused.
                if one + two < self.low:
                    continue
                self._relax(from_start, cell, one)
                self._relax(from_exit, cell, two)
            self._open(cell)
            self.counters["grown"] += 1
            missing -= 1
            look_around(cell)
        return True

    def _relax(self, moves: list[int], cell: int, value: int) -> None:
        """Enter a new open cell into a distance field and carry shorter ways on."""
        near, inside = self.topology.near, self.inside
        moves[cell] = value
        front = [cell]
        for here in front:
            step = moves[here] + 1
            for other in near[here]:
                if inside[other] and moves[other] > step:
                    moves[other] = step
                    front.append(other)
