"""The cells at one moment of a search, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class CellState:
    """What is possible in each cell."""

    possible: NDArray[np.bool_]
    """(cells, tiles)"""
    weights: NDArray[np.float64]
    """The weight of each tile in each cell, or in all cells: (cells or 1, tiles)."""

    @cached_property
    def counts(self) -> NDArray[np.int_]:
        """How many tiles are possible."""
        found: NDArray[np.int_] = self.possible.sum(axis=1)
        return found

    @cached_property
    def collapsed(self) -> NDArray[np.bool_]:
        """Where one tile is left."""
        found: NDArray[np.bool_] = self.counts == 1
        return found

    @cached_property
    def tiles(self) -> NDArray[np.intp]:
        """The tile of each collapsed cell, any other elsewhere."""
        found: NDArray[np.intp] = self.possible.argmax(axis=1)
        return found

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """How likely each tile is to be drawn: (cells, tiles); all 0 where none is possible."""
        import numpy as np

        weights = np.where(self.possible, self.weights, 0.0)
        # Without any weight, all that is possible is equally likely.
        weights = np.where(weights.sum(axis=1, keepdims=True) > 0, weights, self.possible)
        totals = weights.sum(axis=1, keepdims=True)
        found: NDArray[np.float64] = weights / np.where(totals > 0, totals, 1.0)
        return found

    def beneath(self, cells: NDArray[np.intp], shown: NDArray[np.int_], tiles: int) -> CellState:
        """Read these cells as others that each show one tile of a pattern: `shown[pattern]`.

        The entropies stay those of the patterns.
        """
        import numpy as np

        image = np.zeros((len(shown), tiles))
        image[np.arange(len(shown)), shown] = 1.0
        found = CellState((self.possible[cells] @ image) > 0, self.shares[cells] @ image)
        # A cached property is an attribute like any other.
        found.__dict__["entropies"] = self.entropies[cells]
        return found

    @cached_property
    def entropies(self) -> NDArray[np.float64]:
        """Shannon entropies in bits."""
        import numpy as np

        logs = np.log2(np.where(self.shares > 0, self.shares, 1.0))
        found: NDArray[np.float64] = np.abs((self.shares * logs).sum(axis=1))
        return found


def cell_state(domains: Sequence[int], weights: NDArray[np.float64]) -> CellState:
    """Turn bitsets into arrays."""
    import numpy as np

    tiles = weights.shape[1]
    size = (tiles + 7) // 8
    octets = b"".join(domain.to_bytes(size, "little") for domain in domains)
    packed = np.frombuffer(octets, dtype=np.uint8).reshape(len(domains), size)
    bits = np.unpackbits(packed, axis=1, bitorder="little", count=tiles)
    return CellState(bits.astype(bool), weights)
