"""The wave function collapse sampler in pure Python; the compiled kernel equals it byte for byte.

Shannon-entropy selection and weighted observation follow Gumin, "WaveFunctionCollapse" (2016).
The search is chronological backtracking; then a window is freed around each contradiction, as
large as it must be (in the spirit of the block-wise repair of Merrell, "Model synthesis", 2009);
then it restarts, every other time with entropies divided by the failures a cell has seen
(Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints",
2004), and with limits that double, so that every tree that is small enough is searched to its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from levelgen.engine.buckets import Buckets
from levelgen.engine.entropy import ChoiceTable, FieldTable, choice_table
from levelgen.engine.plan import Built, Plan
from levelgen.engine.rng import Rng
from levelgen.engine.steps import encode
from levelgen.engine.task import Compiled, Masks, Sample, Status, Task, default_budget
from levelgen.engine.topology import topology
from levelgen.engine.wave import BACKTRACK, RESET, RESTART, Wave

_FIRST_LIMIT = 64
_PATIENCE = 64
_FIRST_RADIUS = 2
_NEWEST = 256
_WARMED_RADIUS = 3


class _Decision(NamedTuple):
    cell: int
    tile: int
    mark: int
    """Length of the undo log before it."""
    position: int
    """Place in the list of preferred cells after it."""


class Search:
    """One search; the compiled kernel shares its order of work.

    *Root.* The board is brought to its fixpoint (`Wave.root`). Cells with a preference are
    shuffled. Every open cell, in reading order, enters the bucket of its entropy.

    *Selection.* The next preferred cell that is open and still has its tile takes it. Otherwise
    a cell is drawn from the lowest bucket that is not empty (all its cells equally likely; once a
    decision stands, only the 256 that entered last, which keeps the work near what the processor
    still remembers), and then a tile from its domain by weight.

    *A step* decides a cell, or bans a tile, and propagates. If that succeeds, each cell it
    changed moves to its new bucket, in the order in which they were first changed; if not, the
    step is taken back and no bucket changes. When a decision is taken back later, its cells move
    back, latest first.

    *Contradiction.* The last decision is taken back. In the chronological phase its tile is
    banned, which may contradict again; after ``limit`` contradictions the window phase begins.
    There, a window is reset when that contradicts again, and after 64 bans without a reset. A
    reset frees the cells at most 2 + h / 2 rows and columns from the last contradiction, h being
    the number of resets since the last restart that were at most 3 rows and columns away, and a
    way out: the windows of radius 2 at every second cell from there straight to the nearest cell
    beyond that is not decided, or not there. It propagates from these cells and the ring around
    them. If that contradicts, the radius grows by one. The way out matters where rules conserve
    something, as rivers without ends do, which cross the edge of any area an even number of times:
    an area that was closed off the wrong way cannot be mended from inside, however large the
    window, and without a way out the fault would wander over the board at random. After ``limit``
    + cells x ``limit`` / 64 contradictions in the window phase, or with a window larger than the
    board, the search restarts from the root with twice the limit; after every second restart, the
    entropy of a cell is divided by 1 + its failures.

    *Proof.* While no window was reset since the root, a ban with no decision left holds for every
    board, and its contradiction proves that there is none.
    """

    def __init__(self, compiled: Compiled, task: Task) -> None:
        shift = compiled.checked(task)
        weights = compiled.weights if task.weights is None else task.weights
        self.task = task
        self.budget = default_budget(task.rows, task.cols) if task.budget is None else task.budget
        self.words: list[int] | None = [] if task.record else None
        periodic = (task.periodic_rows, task.periodic_cols)
        self.grid = topology(task.rows, task.cols, periodic, task.exists)
        domains = compiled.domains(task)
        self.wave = Wave(self.grid, compiled.masks, domains, task.runs, self.words)
        self.choices: ChoiceTable = (
            choice_table(weights, shift)
            if task.field is None
            else FieldTable(weights, shift, task.field)
        )
        self.buckets = Buckets(self.grid.cells)
        self.urgency = [1] * self.grid.cells
        self.heat = [0] * self.grid.cells
        self.rng = Rng(task.state)
        self.root: list[int] = []
        self.first_root: list[int] = []
        self.wanted = task.prefer or ()
        self.preferred: list[int] = []
        self.position = 0
        self.decisions: list[_Decision] = []
        self.sound = True
        self.windows = False
        self.limit = _FIRST_LIMIT
        self.spent = 0
        self.patience = 0
        self.least_open = -1
        # Copies take time, so small gains wait for a restart or the end.
        self.some = 1 + len(self.grid.existing) // 64
        self.best: list[int] = []
        self.observations = self.backtracks = self.restarts = self.resets = 0

    def run(self) -> Sample:
        """Search to an answer."""
        status: Status = self._search() if self.wave.root() else "infeasible"
        tiles = [-1] * self.grid.cells
        if status != "infeasible":
            board = self.wave.domains if status == "solved" else self.best
            tiles = [-1 if domain & (domain - 1) else domain.bit_length() - 1 for domain in board]
        return Sample(
            status,
            tiles,
            self.observations,
            self.backtracks,
            self.restarts,
            self.resets,
            -1 if status == "solved" else self.wave.stuck,
            self.rng.state,
            None if self.words is None else encode(self.words),
        )

    def _search(self) -> Status:
        self.root = list(self.wave.domains)
        self.first_root = self.root[:]
        self.wave.forget()
        if self.wanted:
            self.preferred = [cell for cell in self.grid.existing if self.wanted[cell] >= 0]
            self.rng.shuffle(self.preferred)
        self._rank_all()
        while True:
            chosen = self._choose()
            if chosen is None:
                return "solved"
            if not self._decide(*chosen):
                end = self._recover()
                if end is not None:
                    return end

    def _choose(self) -> tuple[int, int] | None:
        domains = self.wave.domains
        while self.position < len(self.preferred):
            cell = self.preferred[self.position]
            tile = self.wanted[cell]
            domain = domains[cell]
            self.position += 1
            if domain >> tile & 1 and domain & (domain - 1):
                return cell, tile
        if not self.buckets.size:
            return None
        lowest = self.buckets.lowest()
        count = min(len(lowest), _NEWEST) if self.decisions else len(lowest)
        cell = lowest[-1 - self.rng.below(count)]
        return cell, self.choices.draw(cell, domains[cell], self.rng)

    def _decide(self, cell: int, tile: int) -> bool:
        mark = len(self.wave.touched)
        self.decisions.append(_Decision(cell, tile, mark, self.position))
        self.observations += 1
        self.wave.begin()
        self.wave.observe(cell, tile)
        return self._settle(self.wave.propagate(), mark, explicitly=False)

    def _settle(self, consistent: bool, mark: int, *, explicitly: bool) -> bool:
        """End a step: rank the cells it changed, or take it back."""
        if consistent:
            self._rank(self.wave.touched[mark:])
        else:
            self.wave.undo(mark, explicitly=explicitly)
        return consistent

    def _rank(self, cells: list[int] | tuple[int, ...]) -> None:
        domains = self.wave.domains
        look = self.choices.look
        place = self.buckets.place
        for cell in cells:
            domain = domains[cell]
            if not domain & (domain - 1):
                place(cell, -1)
            elif self.urgency[cell] == 1:
                place(cell, look(cell, domain)[0])
            else:
                entropy = look(cell, domain)[1] // self.urgency[cell]
                place(cell, self.choices.bucket(entropy))

    def _rank_all(self) -> None:
        self.buckets.clear()
        self._rank(self.grid.existing)

    def _recover(self) -> Status | None:
        """Bring the board to a consistent state after a contradiction, or say how it ends."""
        while True:
            self.backtracks += 1
            self.spent += 1
            refuted = None
            if self.decisions:
                refuted = self.decisions.pop()
                self._rank(self.wave.undo(refuted.mark))
                self.position = refuted.position
                self._note(BACKTRACK, 0, len(self.decisions))
                self._keep_best(self.some)
            elif self.sound:
                return "infeasible"
            if self.backtracks >= self.budget:
                self._keep_best()
                return "unknown"
            if not self.windows and self.spent >= self.limit:
                self.windows = True
                self.spent = 0
                self.patience = 0
            if refuted is not None and (not self.windows or self.patience):
                if self.windows:
                    self.patience -= 1
                if self._refute(refuted):
                    return None
                # The decision before it lies anywhere, and likely has nothing to do with it.
                self.patience = 0
                continue
            if self.spent < self._window_limit() and self._reset():
                return None
            if self.backtracks >= self.budget:
                self._keep_best()
                return "unknown"
            self._restart()
            return None

    def _window_limit(self) -> int:
        # Repairs are local, so the larger the board, the more of them belong to one attempt.
        return self.limit + self.limit // _FIRST_LIMIT * len(self.grid.existing)

    def _refute(self, decision: _Decision) -> bool:
        mark = len(self.wave.touched)
        base = not self.decisions
        self.wave.begin()
        keep = ~(1 << decision.tile)
        kept = self.wave.narrow(decision.cell, keep) and self.wave.propagate()
        self._settle(kept, mark, explicitly=base and not self.sound)
        if kept and base:
            # Nothing was assumed: the tile is refuted for good, on this base or in every board.
            if self.sound:
                for cell in self.wave.touched:
                    self.root[cell] = self.wave.domains[cell]
            self.wave.forget()
        return kept

    def _reset(self) -> bool:
        """Free the cells around the last contradiction and a way out; False if none will do."""
        self._keep_best(self.some)
        wave = self.wave
        centre = wave.stuck
        longest = max(self.grid.rows, self.grid.cols)
        for radius in range(_FIRST_RADIUS + self.heat[centre] // 2, longest + 1):
            self.resets += 1
            self._note(RESET, centre, radius)
            wave.begin()
            mark = len(wave.touched)
            way = self.grid.way_out(centre, radius, _FIRST_RADIUS, self._undecided)
            windows = [(centre, radius), *((cell, _FIRST_RADIUS) for cell in way)]
            for middle, reach in windows:
                for cell in self.grid.window(middle, reach):
                    wave.restore(cell, self.root[cell])
            for cell in self.grid.window(centre, _WARMED_RADIUS):
                self.heat[cell] += 1
            for middle, reach in windows:
                for cell in self.grid.window(middle, reach + 1):
                    if wave.domains[cell]:
                        wave.enqueue(cell)
            if self._settle(wave.propagate(), mark, explicitly=True):
                self.decisions.clear()
                wave.forget()
                self.sound = False
                self.position = 0
                self.patience = _PATIENCE
                return True
            self.backtracks += 1
            self.spent += 1
            if self.backtracks >= self.budget:
                return False
        return False

    def _undecided(self, cell: int) -> bool:
        domain = self.wave.domains[cell]
        return domain == 0 or domain & (domain - 1) != 0

    def _restart(self) -> None:
        """Start over from what is proved; every other time, failures make a cell urgent."""
        self._keep_best()
        self.restarts += 1
        self._note(RESTART, 0, 0)
        self.wave.domains[:] = self.root
        self.wave.forget()
        if self.words is not None:
            for cell in self.grid.existing:
                self.wave.difference(cell, self.first_root[cell], self.root[cell])
        failures = self.wave.failures
        self.urgency = [1 if self.restarts % 2 else 1 + count for count in failures]
        self.heat = [0] * self.grid.cells
        self.decisions.clear()
        self.position = 0
        self.sound = True
        self.windows = False
        self.spent = 0
        self.limit *= 2
        self._rank_all()

    def _note(self, kind: int, cell: int, value: int) -> None:
        if self.words is not None:
            self.words += (kind | cell << 3, value)

    def _keep_best(self, gain: int = 1) -> None:
        if self.least_open < 0 or self.buckets.size + gain <= self.least_open:
            self.least_open = self.buckets.size
            self.best = list(self.wave.domains)


class ReferenceKernel(Compiled):
    """Rules for the pure-Python search."""

    def sample(self, task: Task) -> Sample:
        """Draw one board, or prove that there is none; see `levelgen.engine.task.Kernel`."""
        return Search(self, task).run()

    def narrowed(self, task: Task) -> list[int] | None:
        """Narrow the domains to the fixpoint; see `levelgen.engine.task.Kernel`."""
        wave = Search(self, task).wave
        return wave.domains if wave.root() else None

    def construct(self, plan: Plan, mixture: Sequence[int], seed: int, attempts: int) -> Built:
        """Build a level for a plan; see `levelgen.engine.constructor.construct`."""
        from levelgen.engine.constructor import build

        return build(self, plan, mixture, seed, attempts)


@lru_cache(maxsize=64)
def compile_kernel(weights: tuple[int, ...], masks: Masks) -> ReferenceKernel:
    """Compile rules; the result is cached by value."""
    return ReferenceKernel(weights, masks)
