"""The cells of a board as variables, and its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from levelgen.engine.lines import Arranged, Clue, arrange
from levelgen.model.model import Model, negation


@dataclass(frozen=True)
class Line:
    """A row or column: its clue, its cells by number, and for each colour where it may stand."""

    clue: Clue
    cells: Sequence[int]
    sets: list[int]

    @property
    def length(self) -> int:
        """The number of cells."""
        return len(self.cells)

    def arranged(self) -> Arranged | None:
        """Give what all arrangements have in common, None if there is none."""
        return arrange(self.clue, self.length, self.sets)

    @property
    def gaps(self) -> list[int]:
        """For each run but the last: the cells that stay blank behind it at least."""
        return [
            int(one[1] == two[1]) for one, two in zip(self.clue[:-1], self.clue[1:], strict=True)
        ]


def lines(domains: Sequence[int], rows: Sequence[Clue], cols: Sequence[Clue]) -> Iterator[Line]:
    """Give the rows and then the columns that have an open cell, or no arrangement."""
    width = len(cols)
    for clues, places in (
        (rows, [range(row * width, (row + 1) * width) for row in range(len(rows))]),
        (cols, [range(col, len(domains), width) for col in range(width)]),
    ):
        for clue, cells in zip(clues, places, strict=True):
            sets = [0] * (1 + max(max(domains[cell] for cell in cells).bit_length(), _top(clue)))
            for place, cell in enumerate(cells):
                rest = domains[cell]
                while rest:
                    low = rest & -rest
                    sets[low.bit_length() - 1] |= 1 << place
                    rest ^= low
            line = Line(clue, cells, sets)
            settled = all(domains[cell] & domains[cell] - 1 == 0 for cell in cells)
            if not settled or line.arranged() is None:
                yield line


def _top(clue: Clue) -> int:
    return max((color for _, color in clue), default=0)


class Cells:
    """One variable for each open cell.

    Of two colours one literal tells; of more, one literal each, or an integer if `whole` is set.
    """

    def __init__(self, domains: Sequence[int], *, whole: bool) -> None:
        self.model = Model()
        self._colors = [
            [color for color in range(domain.bit_length()) if domain >> color & 1]
            for domain in domains
        ]
        self._first: list[int] = []
        for domain, colors in zip(domains, self._colors, strict=True):
            if len(colors) == 0:
                self.model.clause(())
            if len(colors) < 2:
                self._first.append(self.model.true)
            elif len(colors) == 2:
                self._first.append(self.model.boolean())
            elif whole:
                variable = self.model.integer(colors[0], colors[-1])
                self.model.within(variable, intervals(domain))
                self._first.append(variable)
            else:
                literals = [self.model.boolean() for _ in colors]
                self.model.exactly_one(literals)
                self._first.append(literals[0])
        self._whole = whole
        self.patterns = 0
        """How many patterns of lines were posted."""

    def literal(self, cell: int, color: int) -> int:
        """Give the literal that the cell has the colour; not for integers."""
        colors, first = self._colors[cell], self._first[cell]
        if color not in colors:
            return self.model.false
        if len(colors) == 1:
            return self.model.true
        place = colors.index(color)
        if len(colors) == 2:
            return first if place else negation(first)
        return first + place

    def expression(self, cell: int) -> tuple[int, int, int]:
        """Give the colour of the cell as (variable, factor, shift)."""
        colors, first = self._colors[cell], self._first[cell]
        if len(colors) == 1:
            return first, 0, colors[0]
        if len(colors) == 2:
            return first, colors[1] - colors[0], colors[0]
        return first, 1, 0

    def value(self, cell: int, color: int) -> int:
        """Give the value of the cell's variable that means the colour."""
        colors = self._colors[cell]
        return colors.index(color) if len(colors) == 2 else color

    def variable(self, cell: int) -> int | None:
        """Give the cell's variable, None where it is known."""
        return self._first[cell] if len(self._colors[cell]) > 1 else None

    def decoded(self, solution: Sequence[int]) -> tuple[int, ...]:
        """Read the colours of all cells from the values of all variables."""
        found = []
        for colors, first in zip(self._colors, self._first, strict=True):
            if len(colors) == 1:
                found.append(colors[0])
            elif len(colors) == 2:
                found.append(colors[solution[first]])
            elif self._whole:
                found.append(solution[first])
            else:
                found.append(
                    next(color for place, color in enumerate(colors) if solution[first + place])
                )
        return tuple(found)

    def clause(self, literals: Sequence[int]) -> None:
        """Post a clause, unless a constant decides it."""
        kept = [literal for literal in literals if literal != self.model.false]
        if self.model.true not in kept:
            self.model.clause(kept)

    def differs(self, grid: Sequence[int]) -> None:
        """Let the grid be another one than this."""
        if self._whole:
            raise ValueError("integers have no literals")
        self.clause([negation(self.literal(cell, color)) for cell, color in enumerate(grid)])


def intervals(bits: int) -> list[tuple[int, int]]:
    """Give the members of a bitset as closed intervals that are apart."""
    found: list[tuple[int, int]] = []
    for place in range(bits.bit_length()):
        if bits >> place & 1:
            if found and found[-1][1] == place - 1:
                found[-1] = (found[-1][0], place)
            else:
                found.append((place, place))
    return found
