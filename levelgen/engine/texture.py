"""Samples a texture whose shares lie near their targets and whose mixture stays natural."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from levelgen.engine.rng import Rng
from levelgen.engine.sampling import sample
from levelgen.engine.task import Rules, Sample

Wish = tuple[int, int, int]
"""Tiles whose weights are scaled, tiles that are counted, target in cells."""

_SCALE = 64
_STEEPEST = 4
_ROUNDS = 6
_TOLERANCE = 12
_NEAR = 12
_PILOT_CELLS = 2048
_PILOT_BUDGET = 500


def _root(up: int, down: int) -> tuple[int, int]:
    """Square root of up / down as a fraction, kept within the steepest step.

    Half a step on the scale of odds: a full one would answer the noise of a sample.
    """
    up, down = isqrt(max(up, 1) << 20), isqrt(max(down, 1) << 20)
    if up > _STEEPEST * down:
        return _STEEPEST, 1
    if down > _STEEPEST * up:
        return 1, _STEEPEST
    return up, down


def _held(counts: Sequence[int], tiles: int) -> int:
    """Cells that hold a tile of a bitset, from the cells per tile."""
    return sum(count for tile, count in enumerate(counts) if tiles >> tile & 1)


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
    """Draws textures for one set of rules and domains.

    ``mixture`` counts the tiles of a few boards of the plain weights, from a seed of its own: it
    is what levels of these rules look like while nothing is asked of them.
    """

    def __init__(self, rules: Rules, rows: int, cols: int, domains: tuple[int, ...]) -> None:
        self.rules = rules
        self.rows = rows
        self.cols = cols
        self.domains = domains
        self.plain = tuple(weight * _SCALE for weight in rules.weights)
        self.mixture = [0] * len(rules.weights)
        rng = Rng.stream(0, "pilot")
        for _ in range(-(-_PILOT_CELLS // (rows * cols))):
            found = self._sample(self.plain, rng, _PILOT_BUDGET)
            if found.status != "solved":
                break
            for tile in found.tiles:
                self.mixture[tile] += 1

    def _sample(self, weights: tuple[int, ...], rng: Rng, budget: int) -> Sample:
        return sample(
            self.rules, self.rows, self.cols, self.domains, rng, weights=weights, budget=budget
        )

    def draw(self, wishes: Sequence[Wish], parts: Sequence[int], rng: Rng, budget: int) -> Sample:
        """Sample a few times, the weights moving towards the targets; keep the nearest board.

        Near means few cells off the targets, and few off the usual mixture inside each bitset
        of ``parts``: boards with much land, for one, tend to have no deep sea at all. Cells off
        the mixture count double, because the structure cannot mend them.
        """
        weights = self.plain
        if not wishes and sum(1 for part in parts if part) < 2:
            # Nothing is asked, so every board of the plain weights is as good as another.
            return self._sample(weights, rng, budget)
        nearest: Sample | None = None
        least = 0
        for _ in range(_ROUNDS):
            found = self._sample(weights, rng, budget)
            if found.status != "solved":
                return nearest or found
            counts = [found.tiles.count(tile) for tile in range(len(weights))]
            miss = 0
            for wish in wishes:
                _, counted, target = wish
                off = abs(_held(counts, counted) - target)
                miss += off
                if off > target // _TOLERANCE:
                    weights = _tilted(weights, wish, counts)
            far = miss + 2 * self._strangeness(counts, parts)
            if nearest is None or far < least:
                nearest, least = found, far
            if far * _NEAR <= self.rows * self.cols:
                break
        assert nearest is not None
        return nearest

    def _strangeness(self, counts: Sequence[int], parts: Sequence[int]) -> int:
        """Cells that would have to change to give every part its usual mixture."""
        off = 0
        for part in parts:
            here, there = _held(counts, part), _held(self.mixture, part)
            if there:
                off += sum(
                    abs(counts[tile] - here * self.mixture[tile] // there)
                    for tile in range(len(counts))
                    if part >> tile & 1
                )
        return off // 2


class _Adjacency(NamedTuple):
    """The kernel's part of a tileset; compares by value, whatever the caller's rules do."""

    weights: tuple[int, ...]
    masks: tuple[tuple[int, ...], ...]


def texture(rules: Rules, rows: int, cols: int, domains: tuple[int, ...]) -> Texture:
    """Give the shared texture of these rules and domains."""
    return _texture(_Adjacency(rules.weights, rules.masks), rows, cols, domains)


@lru_cache(maxsize=64)
def _texture(rules: _Adjacency, rows: int, cols: int, domains: tuple[int, ...]) -> Texture:
    return Texture(rules, rows, cols, domains)
