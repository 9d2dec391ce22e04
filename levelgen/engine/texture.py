"""Samples a texture whose shares lie near their targets and whose mixture stays natural."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from levelgen import engine
from levelgen.engine.plan import Plan
from levelgen.engine.rng import Rng
from levelgen.engine.task import Kernel, Masks, Sample, Task

Wish = tuple[int, int, int]
"""Tiles whose weights are scaled, tiles that are counted, target in cells."""

_SCALE = 64
_STEEPEST = 4
_ROUNDS = 6
_TOLERANCE = 12
_NEAR = 12
_PILOT_CELLS = 2048
_PILOT_BUDGET = 500
_MOST_BITS = 32
_MOST_FIELD_BITS = 61
_ROOT_BITS = 40


def _root(up: int, down: int) -> tuple[int, int]:
    """Square root of up / down as a fraction, kept within the steepest step.

    Half a step on the scale of odds: a full one would answer the noise of a sample.
    """
    up, down = max(up, 1), max(down, 1)
    shift = max(0, max(up, down).bit_length() - _ROOT_BITS)
    up, down = isqrt(max(up >> shift, 1) << 20), isqrt(max(down >> shift, 1) << 20)
    if up > _STEEPEST * down:
        return _STEEPEST, 1
    if down > _STEEPEST * up:
        return 1, _STEEPEST
    return up, down


def _held(counts: Sequence[int], tiles: int) -> int:
    """Cells that hold a tile of a bitset, from the cells per tile."""
    return sum(count for tile, count in enumerate(counts) if tiles >> tile & 1)


def _fitted(weights: tuple[int, ...], bits: int) -> tuple[int, ...]:
    """Scale weights down until their sum has at most so many bits; positive ones stay positive."""
    shift = max(0, sum(weights).bit_length() - bits)
    return tuple(max(1, weight >> shift) if weight else 0 for weight in weights)


def _tilted(weights: tuple[int, ...], wish: Wish, counts: Sequence[int]) -> tuple[int, ...]:
    """Step towards the target of a wish; positive weights stay positive, zero stays zero."""
    lever, counted, target = wish
    cells, count = sum(counts), _held(counts, counted)
    up, down = _root(target * (cells - count), count * (cells - target))
    return tuple(
        max(1, weight * up // down) if weight and lever >> tile & 1 else weight
        for tile, weight in enumerate(weights)
    )


class Texture:
    """Draws textures for a plan, inside its narrowed ``domains``.

    ``mixture`` counts the tiles of what levels of these rules look like while nothing is asked.
    """

    def __init__(
        self, kernel: Kernel, plan: Plan, domains: Sequence[int], mixture: Sequence[int]
    ) -> None:
        self.kernel = kernel
        self.plan = plan
        self.domains = domains
        self.mixture = mixture
        highest = 1 if plan.field is None else max(1, *plan.field)
        self.bits = min(_MOST_BITS, _MOST_FIELD_BITS - highest.bit_length())
        self.plain = _fitted(tuple(weight * _SCALE for weight in kernel.weights), self.bits)

    def sample(
        self,
        rng: Rng,
        budget: int,
        *,
        weights: tuple[int, ...] | None = None,
        domains: Sequence[int] | None = None,
        prefer: Sequence[int] | None = None,
    ) -> Sample:
        """Draw a board; the stream moves on by what was drawn."""
        plan = self.plan
        found = self.kernel.sample(
            Task(
                rows=plan.rows,
                cols=plan.cols,
                domains=self.domains if domains is None else domains,
                exists=plan.exists,
                periodic_rows=plan.periodic[0],
                periodic_cols=plan.periodic[1],
                weights=weights,
                field=plan.field,
                prefer=prefer,
                runs=plan.runs,
                state=rng.state,
                budget=budget,
            )
        )
        rng.state = found.state
        return found

    def draw(self, wishes: Sequence[Wish], parts: Sequence[int], rng: Rng, budget: int) -> Sample:
        """Sample a few times, the weights moving towards the targets; keep the nearest board.

        Near means few cells off the targets, and few off the usual mixture inside each bitset
        of ``parts``: boards with much land, for one, tend to have no deep sea at all. Cells off
        the mixture count double, because the structure cannot mend them.
        """
        weights = self.plain
        if not wishes and sum(1 for part in parts if part) < 2:
            # Nothing is asked, so every board of the plain weights is as good as another.
            return self.sample(rng, budget, weights=weights)
        nearest: Sample | None = None
        least = 0
        for _ in range(_ROUNDS):
            found = self.sample(rng, budget, weights=weights)
            if found.status != "solved":
                return nearest or found
            counts = [found.tiles.count(tile) for tile in range(len(weights))]
            miss = 0
            for wish in wishes:
                _, counted, target = wish
                off = abs(_held(counts, counted) - target)
                miss += off
                if off > target // _TOLERANCE:
                    weights = _fitted(_tilted(weights, wish, counts), self.bits)
            far = miss + 2 * strangeness(counts, self.mixture, parts)
            if nearest is None or far < least:
                nearest, least = found, far
            if far * _NEAR <= sum(counts):
                break
        assert nearest is not None
        return nearest


def strangeness(counts: Sequence[int], mixture: Sequence[int], parts: Sequence[int]) -> int:
    """Count the cells that would have to change to give every part its usual mixture."""
    off = 0
    for part in parts:
        here, there = _held(counts, part), _held(mixture, part)
        if there:
            off += sum(
                abs(counts[tile] - here * mixture[tile] // there)
                for tile in range(len(counts))
                if part >> tile & 1
            )
    return off // 2


def mixture(kernel: Kernel, plan: Plan) -> tuple[int, ...]:
    """Count the tiles of a few boards in the domains of a plan, from a seed of its own.

    The result is cached by value.
    """
    layout = plan.rows, plan.cols, plan.periodic, plan.exists, plan.field, plan.runs
    return _mixture(kernel.weights, kernel.masks, plan.domains, *layout)


@lru_cache(maxsize=64)
def _mixture(
    weights: tuple[int, ...],
    masks: Masks,
    domains: tuple[int, ...],
    rows: int,
    cols: int,
    periodic: tuple[bool, bool],
    exists: bytes | None,
    field: tuple[int, ...] | None,
    runs: tuple[tuple[int, int], ...],
) -> tuple[int, ...]:
    counts = [0] * len(weights)
    plan = Plan(rows, cols, domains, runs=runs, periodic=periodic, exists=exists, field=field)
    texture = Texture(engine.compile(weights, masks), plan, domains, counts)
    rng = Rng.stream(0, "pilot")
    for _ in range(-(-_PILOT_CELLS // (rows * cols))):
        found = texture.sample(rng, _PILOT_BUDGET, weights=texture.plain)
        if found.status != "solved":
            break
        for tile in found.tiles:
            if tile >= 0:
                counts[tile] += 1
    return tuple(counts)
