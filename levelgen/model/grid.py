"""The grid of literals: which value each cell holds, and derived literals such as "is walkable"."""

from __future__ import annotations

from functools import cached_property
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
            among = [one for value, one in enumerate(self.literals[cell]) if bits >> value & 1]
            with self.model.always():
                # As the cell has one value, this says both: none of them without it, one with it.
                self.model.exactly_one([-found - 1, *among])
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

    @cached_property
    def _by_class(self) -> dict[int, tuple[list[int], list[int]]]:
        """For each class its cells and the literals there."""
        found: dict[int, tuple[list[int], list[int]]] = {}
        for cell, classes in enumerate(self._classes):
            for bits, literal in classes.items():
                cells, literals = found.setdefault(bits, ([], []))
                cells.append(cell)
                literals.append(literal)
        return found

    def derived(self, draft: Draft) -> list[int]:
        """Give the variables among the literals made for classes that are 1 in a whole draft."""
        found: list[int] = []
        for bits, (cells, literals) in self._by_class.items():
            among = [bool(bits >> tile & 1) for tile in range(self.values)]
            # The index -1 of a missing cell finds the last sign.
            among.append(False)
            for cell, literal in zip(cells, literals, strict=True):
                if among[draft.cells[cell]] == (literal >= 0):
                    found.append(literal if literal >= 0 else -literal - 1)
        if self._both:
            true = {*self.hinted(draft), *found}

            def held(literal: int) -> bool:
                return literal in true if literal >= 0 else -literal - 1 not in true

            found += [
                literal for (one, two), literal in self._both.items() if held(one) and held(two)
            ]
        return found

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
        # The literals of a cell were made one after the other.
        return solution.index(1, row[0]) - row[0]
