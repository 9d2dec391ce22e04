"""The crossing of lines in pure Python: the same answers and counts as the compiled one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from levelgen.engine.crossing import UNLIMITED, Effort, Narrowed, Searched, Step
from levelgen.engine.lines import Clue, arrange


@dataclass
class _State:
    """`sets[line][colour]`: the cells of the line that may have the colour; columns after rows.

    `pairs` counts the cells with each colour that they may have.
    """

    sets: list[list[int]]
    pairs: int

    def copy(self) -> _State:
        return _State([line[:] for line in self.sets], self.pairs)


@dataclass
class _Choice:
    row: int = -1
    col: int = -1
    color: int = -1
    gain: int = -1


class Reference:
    """Rows and columns of runs; see `levelgen.engine.crossing.Crossing`."""

    def __init__(self, colors: int, rows: Sequence[Clue], cols: Sequence[Clue]) -> None:
        self.colors = colors + 1
        self.rows, self.cols = len(rows), len(cols)
        self.clues = (*rows, *cols)

    def narrow(
        self,
        domains: Sequence[int],
        *,
        depth: int = 0,
        budget: int = UNLIMITED,
        record: bool = False,
    ) -> Narrowed:
        """Narrow domains to the fixpoint."""
        work = _Work(self, budget)
        state = work.begin(domains)
        work.recording = record
        fine = work.propagate(state)
        work.recording = False
        line = None if fine else work.line
        if fine and depth:
            fine = work.deepen(state, depth)
        return Narrowed(
            not fine,
            work.complete,
            line,
            work.effort,
            work.domains(state),
            tuple(work.steps),
        )

    def search(
        self,
        domains: Sequence[int],
        *,
        limit: int,
        budget: int = UNLIMITED,
        seconds: float | None = None,
    ) -> Searched:
        """Find solutions up to a limit."""
        work = _Work(self, budget)
        work.limit = limit
        work.deadline = None if seconds is None else perf_counter() + seconds
        state = work.begin(domains)
        fine = work.propagate(state)
        line = None if fine else work.line
        if fine:
            work.explore(state)
        return Searched(tuple(work.solutions), work.complete, line, work.effort)


@dataclass
class _Work:
    """One piece of work on a board: limits, counts and what is still to do."""

    board: Reference
    budget: int
    limit: int = 0
    deadline: float | None = None
    complete: bool = True
    line: int | None = None
    recording: bool = False
    lines: int = 0
    sweeps: int = 0
    probes: int = 0
    branches: int = 0
    conflicts: int = 0
    steps: list[Step] = field(default_factory=list)
    solutions: list[tuple[int, ...]] = field(default_factory=list)
    dirty: tuple[set[int], set[int]] = field(default_factory=lambda: (set(), set()))

    @property
    def effort(self) -> Effort:
        return Effort(self.lines, self.sweeps, self.probes, self.branches, self.conflicts)

    def begin(self, domains: Sequence[int]) -> _State:
        board = self.board
        sets = [[0] * board.colors for _ in range(board.rows + board.cols)]
        pairs = 0
        for cell, domain in enumerate(domains):
            row, col = divmod(cell, board.cols)
            for color in range(board.colors):
                if domain >> color & 1:
                    sets[row][color] |= 1 << col
                    sets[board.rows + col][color] |= 1 << row
                    pairs += 1
        self.dirty = set(range(board.rows)), set(range(board.cols))
        return _State(sets, pairs)

    def domains(self, state: _State) -> list[int]:
        board = self.board
        return [
            sum(1 << color for color in range(board.colors) if state.sets[row][color] >> col & 1)
            for row in range(board.rows)
            for col in range(board.cols)
        ]

    def propagate(self, state: _State) -> bool:
        """Work all dirty lines to the fixpoint; false on a contradiction, which `line` names."""
        while self.dirty[0] or self.dirty[1]:
            for side in (0, 1):
                waiting = sorted(self.dirty[side])
                if not waiting:
                    continue
                self.sweeps += 1
                self.dirty[side].clear()
                for line in waiting:
                    if not self._work(state, side, line):
                        self.dirty[0].clear()
                        self.dirty[1].clear()
                        return False
        return True

    def deepen(self, state: _State, depth: int) -> bool:
        """Try every colour of every open cell until no trial fails any more."""
        again = True
        while again:
            fine, again, _ = self._pass(state, depth)
            if not fine:
                return False
            if not self.complete:
                return True
        return True

    def explore(self, state: _State) -> None:
        """Find the solutions below a state, depth first."""
        while True:
            again = True
            best = _Choice()
            while again and not self._solved(state):
                fine, again, best = self._pass(state, 1)
                if not fine or not self.complete:
                    return
            if self._solved(state):
                self._emit(state)
                return
            self.branches += 1
            child = state.copy()
            self._only(child, best.row, best.col, best.color)
            if self.propagate(child):
                self.explore(child)
            if not self.complete:
                return
            self._take(state, best.row, best.col, best.color)
            if not self.propagate(state):
                self.conflicts += 1
                return

    def _solved(self, state: _State) -> bool:
        return state.pairs == self.board.rows * self.board.cols

    def _take(self, state: _State, row: int, col: int, color: int) -> None:
        sets, across = state.sets, self.board.rows + col
        if sets[row][color] >> col & 1:
            sets[row][color] ^= 1 << col
            sets[across][color] ^= 1 << row
            state.pairs -= 1
            self.dirty[0].add(row)
            self.dirty[1].add(col)

    def _only(self, state: _State, row: int, col: int, color: int) -> None:
        for other in range(self.board.colors):
            if other != color:
                self._take(state, row, col, other)

    def _work(self, state: _State, side: int, line: int) -> bool:
        board = self.board
        self.lines += 1
        number, length, across = (
            (board.rows + line, board.rows, 0) if side else (line, board.cols, board.rows)
        )
        cells = state.sets[number]
        found = arrange(board.clues[number], length, cells)
        if found is None:
            self.line = number
            return False
        changed = 0
        for color, left in enumerate(found.cells):
            gone = cells[color] & ~left
            if not gone:
                continue
            cells[color] = left
            changed |= gone
            bit = 1 << line
            for position in _members(gone):
                state.sets[across + position][color] ^= bit
                self.dirty[1 - side].add(position)
                state.pairs -= 1
        if self.recording and changed:
            known = tuple(
                (position, colors[0])
                for position in _members(changed)
                if len(colors := [c for c in range(board.colors) if cells[c] >> position & 1]) == 1
            )
            if known:
                self.steps.append(Step(side, line, self.sweeps, known))
        return True

    def _known(self, state: _State) -> list[int]:
        """Give for each row the bitset of cells with one colour."""
        found = []
        for row in range(self.board.rows):
            once = twice = 0
            for cells in state.sets[row]:
                twice |= once & cells
                once |= cells
            found.append(once & ~twice)
        return found

    def _order(self, state: _State) -> list[int]:
        """Give the open cells, those with the most known neighbours first."""
        board, known = self.board, self._known(state)
        every = (1 << board.cols) - 1
        groups: list[list[int]] = [[] for _ in range(5)]
        for row in range(board.rows):
            above = known[row - 1] if row else every
            under = known[row + 1] if row + 1 < board.rows else every
            left, right = known[row] << 1 | 1, known[row] >> 1 | 1 << board.cols - 1
            for col in range(board.cols):
                if not known[row] >> col & 1:
                    near = sum(side >> col & 1 for side in (above, under, left, right))
                    groups[4 - near].append(row * board.cols + col)
        return [cell for group in groups for cell in group]

    def _pass(self, state: _State, depth: int) -> tuple[bool, bool, _Choice]:
        """Try colours once; gives whether the state is still possible, changed, the best trial."""
        board = self.board
        best, again = _Choice(), False
        # A colour that another try implied cannot fail: it implies no more than that try did.
        implied = [[0] * board.colors for _ in range(board.rows)]
        for cell in self._order(state):
            row, col = divmod(cell, board.cols)
            for color in range(board.colors):
                sets = state.sets[row]
                if not sets[color] >> col & 1 or implied[row][color] >> col & 1:
                    continue
                if sum(cells >> col & 1 for cells in sets) == 1:
                    break
                late = self.deadline is not None and perf_counter() >= self.deadline
                if self.lines >= self.budget or late:
                    self.complete = False
                    return True, again, best
                self.probes += 1
                child = state.copy()
                self._only(child, row, col, color)
                fine = self.propagate(child) and (depth == 1 or self.deepen(child, depth - 1))
                if not self.complete:
                    return True, again, best
                if not fine:
                    self.conflicts += 1
                    again = True
                    self._take(state, row, col, color)
                    if not self.propagate(state):
                        return False, again, best
                    continue
                gain = state.pairs - child.pairs
                if self.limit and self._solved(child):
                    # Nothing collapses more.
                    return True, False, _Choice(row, col, color, gain)
                if gain > best.gain:
                    best = _Choice(row, col, color, gain)
                self._mark(state, child, implied)
        return True, again, best

    def _mark(self, state: _State, child: _State, implied: list[list[int]]) -> None:
        """Mark the cells that have one colour in the child and more in its parent."""
        for row, known in enumerate(self._known(child)):
            before, after = state.sets[row], child.sets[row]
            if before != after:
                changed = 0
                for old, new in zip(before, after, strict=True):
                    changed |= old & ~new
                for color, cells in enumerate(after):
                    implied[row][color] |= cells & changed & known

    def _emit(self, state: _State) -> None:
        self.solutions.append(tuple(domain.bit_length() - 1 for domain in self.domains(state)))
        if len(self.solutions) >= self.limit:
            self.complete = False


def _members(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
