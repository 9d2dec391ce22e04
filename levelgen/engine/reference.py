"""The wave function collapse sampler in pure Python; the compiled kernel must equal it.

Shannon-entropy selection and weighted observation follow Gumin, "WaveFunctionCollapse" (2016);
the propagator is AC-3 (Mackworth, "Consistency in networks of relations", 1977); the search is
complete chronological backtracking with geometric restarts (Walsh, "Search in a small world",
1999), after which entropies are divided by the failures a cell has seen (Boussemart, Hemery,
Lecoutre and Sais, "Boosting systematic search by weighting constraints", 2004).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import Literal, Protocol

from levelgen.engine.board import Board, board
from levelgen.engine.entropy import ChoiceTable, choice_table, members
from levelgen.engine.rng import Rng

Status = Literal["solved", "infeasible", "unknown"]

_MEMO_LIMIT = 1 << 16
_NOISE_BITS = 16
_FIRST_LIMIT = 64
DEFAULT_BUDGET = 10_000


class Rules(Protocol):
    """Compiled adjacency as the kernel reads it.

    ``weights[tile]`` are integers of at least 0; ``masks[direction][tile]`` is the bitset of
    tiles that may be the neighbour in that direction (N, E, S, W). ``masks[N]`` must be the
    transpose of ``masks[S]`` and ``masks[W]`` of ``masks[E]``.
    """

    @property
    def weights(self) -> tuple[int, ...]:
        """One integer of at least 0 per tile."""

    @property
    def masks(self) -> tuple[tuple[int, ...], ...]:
        """Four tuples of one bitset per tile."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What the sampler found.

    ``tiles`` is flat; -1 marks cells left open, which happens only when ``status`` is not
    ``solved``: then it is the deepest consistent board met. ``infeasible`` is a proof,
    ``unknown`` means that the budget of backtracks was spent.
    """

    status: Status
    tiles: list[int]
    observations: int
    backtracks: int
    restarts: int


class Supports:
    """Unions of neighbour masks per direction, memoised per domain bitset."""

    __slots__ = ("masks", "unions")

    def __init__(self, masks: tuple[tuple[int, ...], ...]) -> None:
        self.masks = masks
        self.unions: tuple[dict[int, int], ...] = ({}, {}, {}, {})

    def union(self, direction: int, domain: int) -> int:
        """Tiles that some tile of ``domain`` allows in ``direction``."""
        masks = self.masks[direction]
        result = 0
        for tile in members(domain):
            result |= masks[tile]
        memo = self.unions[direction]
        if len(memo) >= _MEMO_LIMIT:
            memo.clear()
        memo[domain] = result
        return result


@lru_cache(maxsize=16)
def supports(masks: tuple[tuple[int, ...], ...]) -> Supports:
    """Give the shared supports of these rules."""
    return Supports(masks)


class _Wave:
    """Domains of all cells with their undo log and the heap of open cells."""

    __slots__ = (
        "base",
        "choices",
        "domains",
        "failures",
        "heap",
        "keys",
        "shift",
        "support",
        "topology",
        "trail",
        "urgency",
    )

    def __init__(
        self,
        topology: Board,
        support: Supports,
        choices: ChoiceTable,
        domains: Sequence[int],
        rng: Rng,
    ) -> None:
        self.topology = topology
        self.support = support
        self.choices = choices
        self.domains = list(domains)
        self.trail: list[tuple[int, int]] = []
        # A heap key is entropy over urgency, then noise, then cell, packed in one integer: ties
        # between equal entropies fall at random, and a key that is not keys[cell] is stale.
        cell_bits = topology.cells.bit_length()
        self.shift = cell_bits + _NOISE_BITS
        self.base = [rng.bits(_NOISE_BITS) << cell_bits | cell for cell in range(topology.cells)]
        self.keys = [-1] * topology.cells
        self.failures = [0] * topology.cells
        self.urgency = [1] * topology.cells
        self.heap: list[int] = []

    def rebuild_heap(self) -> None:
        """Make the heap hold every open cell once and nothing stale."""
        look = self.choices.look
        heap = self.heap
        heap.clear()
        for cell, domain in enumerate(self.domains):
            if domain & (domain - 1):
                key = look(domain)[0] // self.urgency[cell] << self.shift | self.base[cell]
                self.keys[cell] = key
                heap.append(key)
            else:
                self.keys[cell] = -1
        heapify(heap)

    def learn(self) -> None:
        """Let the cells that emptied most often come earlier from now on."""
        self.urgency = [1 + failures for failures in self.failures]
        self.rebuild_heap()

    def narrow(self, cell: int, domain: int) -> bool:
        """Set a smaller domain and propagate; False on a contradiction."""
        self.trail.append((cell, self.domains[cell]))
        self.domains[cell] = domain
        self._rank(cell, domain)
        return domain != 0 and self.propagate((cell,))

    def _rank(self, cell: int, domain: int) -> None:
        if domain & (domain - 1):
            key = self.choices.look(domain)[0] // self.urgency[cell] << self.shift | self.base[cell]
            if key != self.keys[cell]:
                self.keys[cell] = key
                heappush(self.heap, key)
        else:
            self.keys[cell] = -1

    def propagate(self, changed: Sequence[int]) -> bool:
        """Run AC-3 to the fixpoint from the changed cells; False on a contradiction."""
        domains = self.domains
        links = self.topology.links
        unions = self.support.unions
        trail = self.trail
        queue = deque(changed)
        waiting = set(changed)
        while queue:
            cell = queue.popleft()
            waiting.discard(cell)
            domain = domains[cell]
            for direction, other in links[cell]:
                union = unions[direction].get(domain)
                if union is None:
                    union = self.support.union(direction, domain)
                old = domains[other]
                new = old & union
                if new != old:
                    trail.append((other, old))
                    domains[other] = new
                    if not new:
                        self.failures[other] += 1
                        return False
                    self._rank(other, new)
                    if other not in waiting:
                        waiting.add(other)
                        queue.append(other)
        return True

    def undo(self, mark: int) -> None:
        """Take back every change made since the trail had length ``mark``."""
        trail = self.trail
        while len(trail) > mark:
            cell, domain = trail.pop()
            self.domains[cell] = domain
            self._rank(cell, domain)

    def pick(self) -> int:
        """Pop the open cell of least entropy, -1 when every cell is decided."""
        heap = self.heap
        keys = self.keys
        if len(heap) > 16 * self.topology.cells + 1024:
            self.rebuild_heap()
        cell_mask = (1 << self.topology.cells.bit_length()) - 1
        while heap:
            key = heap[0]
            if keys[key & cell_mask] == key:
                return key & cell_mask
            heappop(heap)
        return -1

    def tiles(self) -> list[int]:
        """Decided tiles, -1 for open cells."""
        return [
            domain.bit_length() - 1 if domain and not domain & (domain - 1) else -1
            for domain in self.domains
        ]


def propagated(rules: Rules, rows: int, cols: int, domains: Sequence[int]) -> list[int] | None:
    """Narrow domains to the arc-consistent fixpoint; None when that empties one.

    ``domains`` are flat bitsets over tiles. None proves that no board exists; a result does not
    prove that one does.
    """
    topology = board(rows, cols)
    wave = _Wave(topology, supports(rules.masks), choice_table(rules.weights), domains, Rng(0))
    if not all(domains) or not wave.propagate(range(topology.cells)):
        return None
    return wave.domains


def sample(
    rules: Rules,
    rows: int,
    cols: int,
    domains: Sequence[int],
    rng: Rng,
    *,
    weights: tuple[int, ...] | None = None,
    prefer: Sequence[int] | None = None,
    budget: int = DEFAULT_BUDGET,
) -> Sample:
    """Draw one board that obeys the adjacency, or prove that there is none.

    ``domains`` (flat, rows * cols bitsets over tiles) carry everything known beforehand: pins,
    borders, masks. A tile of weight zero is drawn only where its domain holds no other, and the
    complete search falls back on it when all others fail; whoever wants it banned leaves it out
    of the domain. ``weights`` replaces the weights of the rules. ``prefer`` names a tile per
    cell, or -1: these cells are decided first, in random order, with that tile while it is still
    possible. ``budget`` is the number of backtracks before the answer is ``unknown``.
    Raises ValueError when ``domains`` does not fit the board.
    """
    topology = board(rows, cols)
    if len(domains) != topology.cells:
        raise ValueError(f"{len(domains)} domains for a board of {rows}x{cols}")
    wave = _Wave(
        topology,
        supports(rules.masks),
        choice_table(rules.weights if weights is None else weights),
        domains,
        rng,
    )
    wanted = [-1] * topology.cells if prefer is None else prefer
    preferred = [cell for cell, tile in enumerate(wanted) if tile >= 0]
    rng.shuffle(preferred)
    observations = backtracks = restarts = 0
    best_depth = -1
    best = [-1] * topology.cells
    if not all(domains) or not wave.propagate(range(topology.cells)):
        return Sample("infeasible", best, 0, 0, 0)

    # A decision is (cell, tile bit, length of the trail, position in `preferred`).
    decisions: list[tuple[int, int, int, int]] = []
    position = 0
    limit = _FIRST_LIMIT
    spent = 0
    wave.rebuild_heap()
    while True:
        cell = -1
        bit = 0
        while position < len(preferred):
            candidate = preferred[position]
            domain = wave.domains[candidate]
            position += 1
            if domain & (domain - 1) and domain >> wanted[candidate] & 1:
                cell = candidate
                bit = 1 << wanted[cell]
                break
        else:
            cell = wave.pick()
            if cell < 0:
                return Sample("solved", wave.tiles(), observations, backtracks, restarts)
            _, tiles, cumulative = wave.choices.look(wave.domains[cell])
            bit = 1 << tiles[bisect_right(cumulative, rng.below(cumulative[-1]))]
        decisions.append((cell, bit, len(wave.trail), position))
        observations += 1
        consistent = wave.narrow(cell, bit)
        while not consistent:
            if not decisions:
                return Sample("infeasible", best, observations, backtracks, restarts)
            if len(decisions) > best_depth:
                best_depth = len(decisions)
                wave.undo(decisions[-1][2])
                best = wave.tiles()
            cell, bit, mark, position = decisions.pop()
            wave.undo(mark)
            backtracks += 1
            spent += 1
            consistent = wave.narrow(cell, wave.domains[cell] & ~bit)
        if backtracks >= budget:
            return Sample("unknown", best, observations, backtracks, restarts)
        if spent >= limit and decisions:
            # What was removed below the first decision is proved, so a restart keeps it.
            wave.undo(decisions[0][2])
            decisions.clear()
            position = 0
            spent = 0
            limit += limit >> 1
            restarts += 1
            wave.learn()
