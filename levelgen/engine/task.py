"""What the sampler is asked and what it answers, as plain data that both backends share."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from levelgen.errors import RequestError

if TYPE_CHECKING:
    from levelgen.engine.plan import Built, Plan

Status = Literal["solved", "infeasible", "unknown"]
Masks = tuple[tuple[int, ...], ...]

FIELD_SCALE = 1000
"""A factor of a field that changes nothing."""

MOST_CELLS = 1 << 28
MOST_BYTES = 8 << 30
"""A task that may need more memory than this is refused before it starts; see `footprint`."""

_WEIGHT_BITS = 32
_MOST_WEIGHT = 1 << 62


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
    def masks(self) -> Masks:
        """Four tuples of one bitset per tile."""


class Task(NamedTuple):
    """One board to sample. Everything flat is in reading order, cell = row * cols + col."""

    rows: int
    cols: int
    domains: Sequence[int] | bytes | None = None
    """A bitset over tiles per cell: pins, bans, borders. None: every tile that has a weight.
    Bytes: the bitsets packed, each in as many little-endian 64-bit words as the tiles need."""
    exists: bytes | None = None
    """A byte per cell, 0 where there is none; None: all cells exist."""
    periodic_rows: bool = False
    """The last row is the northern neighbour of the first."""
    periodic_cols: bool = False
    """The last column is the western neighbour of the first."""
    weights: tuple[int, ...] | None = None
    """Weights of the tiles instead of those of the rules."""
    field: Sequence[int] | None = None
    """Factors on the weights, x1000, at cell * tiles + tile, each below 2^32. A positive weight
    under a positive factor stays at least 1; under the factor 0 it is a weight of 0."""
    prefer: Sequence[int] | None = None
    """A tile per cell, or -1. These cells are decided first, in random order, with that tile
    while it is still possible."""
    runs: tuple[tuple[int, int], ...] = ()
    """(bitset, length): along rows and columns at most ``length`` consecutive existing cells hold
    a tile of the bitset. Round a periodic line no longer than ``length`` anything may stand."""
    state: int = 0
    """State of the random stream (SplitMix64) before the first draw."""
    budget: int | None = None
    """Number of contradictions before the answer is ``unknown``; None: `default_budget`."""
    record: bool = False
    """Whether the steps are recorded; see `levelgen.engine.steps`."""


class Sample(NamedTuple):
    """What the sampler found.

    ``infeasible`` is a proof that no board exists; ``unknown`` means that the budget was spent.
    """

    status: Status
    tiles: list[int]
    """Flat; -1 where no cell exists. Solved boards have no open cell; an unknown one is about the
    fullest consistent board that was met, -1 where it is open; an infeasible one has only -1."""
    observations: int
    backtracks: int
    """Contradictions met."""
    restarts: int
    resets: int
    """Windows that were freed around a contradiction."""
    stuck: int
    """The cell of the last contradiction, -1 for a solved board."""
    state: int
    """State of the random stream after the last draw."""
    steps: bytes | None = None


class Kernel(Protocol):
    """Rules compiled by a backend, for any number of tasks and threads."""

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights it was compiled with."""

    @property
    def masks(self) -> Masks:
        """The neighbours it was compiled with."""

    def sample(self, task: Task) -> Sample:
        """Draw one board, or prove that there is none. Raises ValueError for a wrong task.

        A tile of weight zero is drawn only where its domain holds no other, and the complete
        search falls back on it when all others fail; whoever wants it banned leaves it out of
        the domains.
        """

    def narrowed(self, task: Task) -> list[int] | None:
        """Narrow the domains to the arc-consistent fixpoint; None proves that no board exists.

        Cells that do not exist get 0. A result does not prove that a board exists.
        """

    def construct(self, plan: Plan, mixture: Sequence[int], seed: int, attempts: int) -> Built:
        """Build a level for a plan; see `levelgen.engine.constructor.construct`.

        ``mixture``: the cells of each tile in boards of which nothing is asked.
        """


def default_budget(rows: int, cols: int) -> int:
    """Give the contradictions after which a search of a board of this size gives up.

    Repairs are local, so a board needs them in proportion to its cells.
    """
    return 30_000 + 2 * rows * cols


def footprint(rows: int, cols: int, tiles: int) -> int:
    """Give the most bytes that the compiled kernel can need for a task without a record.

    Most of them are the undo log: on the way to a full board every tile but one leaves a cell, in
    the worst case one by one. Common searches need a tenth of this.
    """
    domain = 1 if tiles <= 8 else 8 * ((tiles + 63) // 64)
    return rows * cols * (116 + 5 * domain + max(tiles - 1, 0) * (4 + domain))


class Compiled:
    """What both backends know of the rules, and how they read a task."""

    def __init__(self, weights: tuple[int, ...], masks: Masks) -> None:
        self.weights = weights
        self.masks = masks
        self.tiles = len(weights)
        self.words = (self.tiles + 63) // 64
        self.shift = _shift(sum(weights))

    @cached_property
    def sampled(self) -> int:
        """The bitset of the tiles with a weight."""
        return _sampled(self.weights)

    def start(self, task: Task) -> int:
        """Give the domain of every cell for a task that names none."""
        return self.sampled if task.weights is None else _sampled(task.weights)

    def checked(self, task: Task) -> int:
        """Refuse a task that does not fit; give the shift that brings its weights to 32 bits.

        Raises ValueError, and RequestError for one that may need too much memory.
        """
        cells = task.rows * task.cols
        if task.rows < 1 or task.cols < 1 or cells >= MOST_CELLS:
            raise ValueError(f"no board can have {task.rows}x{task.cols} cells")
        if footprint(task.rows, task.cols, self.tiles) > MOST_BYTES:
            request = f"{task.rows}x{task.cols} cells with {self.tiles} tiles"
            limit = f"the limit is {MOST_BYTES >> 30} GiB"
            raise RequestError.single("size", "", f"{request} may need too much memory", limit)
        factors = cells * self.tiles
        given = task.domains
        if given is not None:
            size = len(given) / (8 * self.words) if isinstance(given, bytes) else len(given)
            if size != cells:
                raise ValueError(f"{size:g} domains for a board of {task.rows}x{task.cols}")
        for name, sequence, length in (
            ("exists", task.exists, cells),
            ("prefer", task.prefer, cells),
            ("weights", task.weights, self.tiles),
            ("field", task.field, factors),
        ):
            if sequence is not None and len(sequence) != length:
                raise ValueError(f"{name} has {len(sequence)} items instead of {length}")
        if task.prefer is not None and max(task.prefer) >= self.tiles:
            raise ValueError("prefer names a tile that does not exist")
        if any(bits >> self.tiles or length < 0 for bits, length in task.runs):
            raise ValueError("a run names a tile that does not exist, or a length below 0")
        weights = self.weights if task.weights is None else task.weights
        if task.field is None:
            return self.shift if task.weights is None else _shift(sum(weights))
        highest = max(task.field)
        if highest >= 1 << 32 or min(task.field) < 0:
            raise ValueError("factors of a field must be 0 .. 2^32-1")
        return _shift(sum(weights) * highest, FIELD_SCALE)

    def domains(self, task: Task) -> list[int]:
        """Give the domains of a checked task as integers; 0 where no cell exists."""
        cells = task.rows * task.cols
        if task.domains is None:
            found = [self.start(task)] * cells
        elif isinstance(task.domains, bytes):
            found = unpacked(task.domains, self.words)
        else:
            found = list(task.domains)
        if max(found) >> self.tiles or min(found) < 0:
            raise ValueError("a domain names a tile that does not exist")
        if task.exists is not None:
            found = [
                domain if there else 0 for domain, there in zip(found, task.exists, strict=True)
            ]
        return found


@lru_cache(maxsize=64)
def _sampled(weights: tuple[int, ...]) -> int:
    return sum(1 << tile for tile, weight in enumerate(weights) if weight)


def _shift(total: int, scale: int = 1) -> int:
    if total >= _MOST_WEIGHT:
        raise ValueError("the weights are too large: their sum must stay below 2^62")
    return max(0, (total // scale).bit_length() - _WEIGHT_BITS)


def packed(domains: Sequence[int], words: int) -> bytes:
    """Pack bitsets into 64-bit words."""
    if words == 1:
        return array("Q", domains).tobytes()
    return b"".join(domain.to_bytes(8 * words, "little") for domain in domains)


def unpacked(data: bytes, words: int) -> list[int]:
    """Unpack bitsets from 64-bit words."""
    parts = array("Q", data).tolist()
    if words == 1:
        return parts
    return [
        sum(part << 64 * k for k, part in enumerate(parts[start : start + words]))
        for start in range(0, len(parts), words)
    ]


def packed_masks(masks: Masks, words: int) -> bytes:
    """Pack the neighbours of every tile, direction by direction."""
    return packed(list(chain.from_iterable(masks)), words)
