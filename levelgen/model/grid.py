"""The grid of literals: which value each cell holds, and derived literals such as "is walkable"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from levelgen.model.draft import Draft
from levelgen.model.shape import Shape

if TYPE_CHECKING:
    from levelgen.model.model import Model


class Grid:
    """Exactly one value for each existing cell of a board; a missing cell has none.

    `literals[cell][value]` holds if the cell has the value; cells are numbered row by row. A grid
    of two values has one variable for each cell.
    """

    def __init__(self, model: Model, shape: Shape, values: int) -> None:
        self.model = model
        self.shape = shape
        self.values = values
        self.every = (1 << values) - 1
        self._classes: list[dict[int, int]] = [{} for _ in range(shape.cells)]
        self._totals: dict[int, int] = {}
        self._both: dict[tuple[int, int], int] = {}
        nothing = (model.false,) * values
        self.literals = [self._cell() if exists else nothing for exists in shape.exists]

    def _cell(self) -> tuple[int, ...]:
        if self.values == 1:
            return (self.model.true,)
        if self.values == 2:
            literal = self.model.boolean()
            return (-literal - 1, literal)
        found = tuple(self.model.boolean() for _ in range(self.values))
        with self.model.always():
            self.model.exactly_one(found)
        return found

    def among(self, cell: int, bits: int) -> int:
        """Give the literal that holds if the cell's value is in the bitset; made once and kept."""
        bits &= self.every
        if bits == 0 or not self.shape.exists[cell]:
            return self.model.false
        if bits == self.every:
            return self.model.true
        rest = self.every & ~bits
        if bits & (bits - 1) == 0:
            return self.literals[cell][bits.bit_length() - 1]
        if rest & (rest - 1) == 0:
            return -self.literals[cell][rest.bit_length() - 1] - 1
        # A class and its complement share one variable.
        if bits > rest:
            return -self._class(cell, rest) - 1
        return self._class(cell, bits)

    def _class(self, cell: int, bits: int) -> int:
        found = self._classes[cell].get(bits)
        if found is None:
            found = self.model.boolean()
            self._classes[cell][bits] = found
            inside: list[int] = []
            outside: list[int] = []
            for value, literal in enumerate(self.literals[cell]):
                (inside if bits >> value & 1 else outside).append(-literal - 1)
            with self.model.always():
                self.model.imply((found,), outside)
                self.model.imply((-found - 1,), inside)
        return found

    def both(self, cell: int, bits: int, beside: int, others: int) -> int:
        """Give the literal that holds if two cells' values are in these bitsets; made once."""
        one, two = sorted((self.among(cell, bits), self.among(beside, others)))
        if one == two:
            return one
        if self.model.false in (one, two):
            return self.model.false
        if self.model.true in (one, two):
            return one if two == self.model.true else two
        found = self._both.get((one, two))
        if found is None:
            found = self._both[one, two] = self.model.boolean()
            with self.model.always():
                self.model.imply((found,), (one, two))
                self.model.clause((found, -one - 1, -two - 1))
        return found

    def split(self, cell: int, parts: dict[int, int]) -> None:
        """Say which part of a partition of all values a cell's value is in: {bitset: literal}.

        Exactly one of the literals must hold already; a part with a literal of its own keeps it.
        """
        with self.model.always():
            for bits, literal in parts.items():
                values = [value for at, value in enumerate(self.literals[cell]) if bits >> at & 1]
                self.model.imply((-literal - 1,), [-value - 1 for value in values])
                rest = self.every & ~bits
                if bits & (bits - 1) and rest & (rest - 1):
                    known = (rest, -literal - 1) if bits > rest else (bits, literal)
                    self._classes[cell].setdefault(*known)

    def everywhere(self, bits: int) -> list[int]:
        """Give for each cell the literal that its value is in the bitset."""
        return [self.among(cell, bits) for cell in range(self.shape.cells)]

    def total(self, bits: int) -> int:
        """Give the integer variable that counts the cells with a value in the bitset.

        Bounds on a sum spread to other sums through such variables, without any search.
        """
        bits &= self.every
        found = self._totals.get(bits)
        if found is None:
            found = self.model.total(self.everywhere(bits))
            self._totals[bits] = found
        return found

    def tie_totals(self) -> None:
        """Tie the totals made so far: they share values, and all values together fill the board.

        Implied by the cells, but a search over cells takes ages to count.
        """
        asked = list(self._totals)
        parts = [self.every]
        for bits in asked:
            parts = [part for old in parts for part in (old & bits, old & ~bits) if part]
        if len(parts) < 2:
            return
        with self.model.always():
            filled = [(self.total(part), 1) for part in parts]
            self.model.linear(filled, self.shape.size, self.shape.size)
            for bits in asked:
                inside = [(self.total(part), 1) for part in parts if part & bits]
                if len(inside) > 1:
                    self.model.linear([*inside, (self._totals[bits], -1)], 0, 0)

    def hinted(self, draft: Draft) -> list[int]:
        """Give the true value literals of a draft."""
        return [
            row[value] for row, value in zip(self.literals, draft.cells, strict=True) if value >= 0
        ]

    def decoded(self, solution: list[int]) -> tuple[int, ...]:
        """Read the value of every cell from a solution, a list of variable values."""
        return tuple(
            self._value(row, solution) if exists else -1
            for row, exists in zip(self.literals, self.shape.exists, strict=True)
        )

    def _value(self, row: tuple[int, ...], solution: list[int]) -> int:
        if self.values == 1:
            return 0
        if self.values == 2:
            return solution[row[1]]
        return next(value for value, literal in enumerate(row) if solution[literal])
