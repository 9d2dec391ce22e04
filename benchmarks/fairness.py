"""Exact distributions of small boards, and how far samples are from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import exp, log

import numpy as np

Board = tuple[int, ...]


def exact_distribution(
    weights: tuple[int, ...], masks: tuple[tuple[int, ...], ...], rows: int, cols: int
) -> dict[Board, float]:
    """Give the probability of every board that keeps the rules, in reading order of the tiles.

    The probability of a board is the product of the weights of its tiles, divided by the sum of
    that over all boards. Raises ValueError where there is none.
    """
    found: dict[Board, int] = {}
    east, south = masks[1], masks[2]
    every = (1 << len(weights)) - 1

    def extend(board: list[int], product: int) -> None:
        cell = len(board)
        if cell == rows * cols:
            found[tuple(board)] = product
            return
        domain = every
        if cell % cols:
            domain &= east[board[-1]]
        if cell >= cols:
            domain &= south[board[-cols]]
        for tile, weight in enumerate(weights):
            if domain >> tile & 1 and weight:
                board.append(tile)
                extend(board, product * weight)
                board.pop()

    extend([], 1)
    total = sum(found.values())
    if not total:
        raise ValueError("no board keeps the rules")
    return {board: product / total for board, product in found.items()}


def variation(counts: Mapping[Board, int], exact: Mapping[Board, float]) -> float:
    """Give the total variation between samples and a distribution: half the sum of |p - q|."""
    total = sum(counts.values())
    inside = sum(abs(counts.get(board, 0) / total - p) for board, p in exact.items())
    outside = sum(count for board, count in counts.items() if board not in exact) / total
    return (inside + outside) / 2


def expected_variation(exact: Mapping[Board, float], samples: int, *, rounds: int = 50) -> float:
    """Give the mean total variation that exact samples show: the noise of so few of them."""
    rng = np.random.default_rng(1)
    shares = np.array([*exact.values()])
    drawn = rng.multinomial(samples, shares / shares.sum(), size=rounds)
    return float(np.abs(drawn / samples - shares).sum(axis=1).mean() / 2)


def tile_shares(boards: Mapping[Board, float], tiles: int) -> list[float]:
    """Give the share of each tile in the cells of weighted boards."""
    shares = [0.0] * tiles
    total = 0.0
    for board, weight in boards.items():
        total += weight * len(board)
        for tile in board:
            shares[tile] += weight
    return [share / total for share in shares]


def counted(boards: Iterable[Iterable[int]]) -> Counter[Board]:
    """Count equal boards."""
    return Counter(tuple(board) for board in boards)


def effective_size(exact: Mapping[Board, float]) -> float:
    """Give the number of equally likely boards that would be as uncertain: exp of the entropy."""
    return exp(-sum(p * log(p) for p in exact.values() if p))
