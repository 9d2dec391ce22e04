"""A line as start positions: an integer for each run, its coverage of each cell reified."""

from __future__ import annotations

from levelgen.engine.lines import Arranged
from levelgen.model.lines.cells import Cells, Line, intervals
from levelgen.model.model import negation


def starts(cells: Cells, line: Line, arranged: Arranged) -> None:
    """Post a line over one start variable for each run, with order and gaps."""
    model, clue = cells.model, line.clue
    begins = []
    for bits in arranged.starts:
        free = intervals(bits)
        variable = model.integer(free[0][0], free[-1][1])
        if len(free) > 1:
            model.within(variable, free)
        begins.append(variable)
    for k, gap in enumerate(line.gaps):
        least = clue[k][0] + gap
        model.linear(((begins[k + 1], 1), (begins[k], -1)), least, line.length)
    covers: list[dict[int, list[int]]] = [{} for _ in line.cells]
    for variable, bits, (size, color) in zip(begins, arranged.starts, clue, strict=True):
        first, last = (bits & -bits).bit_length() - 1, bits.bit_length() - 1
        for place in range(first, last + size):
            covered = model.boolean()
            inside = (max(place - size + 1, first), min(place, last))
            model.within(variable, [inside], (covered,))
            outside = [(first, inside[0] - 1), (inside[1] + 1, last)]
            outside = [(low, high) for low, high in outside if low <= high]
            if outside:
                model.within(variable, outside, (negation(covered),))
            else:
                model.clause((covered,))
            covers[place].setdefault(color, []).append(covered)
    for cell, found in zip(line.cells, covers, strict=True):
        blank = cells.literal(cell, 0)
        for color, literals in found.items():
            colored = cells.literal(cell, color)
            for literal in literals:
                cells.clause([negation(literal), colored])
            cells.clause([negation(colored), *literals])
        everything = [literal for literals in found.values() for literal in literals]
        cells.clause([blank, *everything])
        for literal in everything:
            cells.clause([negation(literal), negation(blank)])
