"""A line as ladders: y[k, p] says that run k starts at or before p."""

from __future__ import annotations

from levelgen.engine.lines import Arranged
from levelgen.model.lines.cells import Cells, Line
from levelgen.model.model import negation


def ladder(cells: Cells, line: Line, arranged: Arranged) -> None:
    """Post a line over the starts that its cells leave to each run.

    The order encoding (Crawford and Baker, AAAI 1994; Tamura et al., Constraints 2009) of the
    starts; cells follow from two neighbouring rungs.
    """
    clue, length = line.clue, line.length
    rungs = [_Rungs(cells, starts, length) for starts in arranged.starts]
    for k, gap in enumerate(line.gaps):
        size = clue[k][0]
        for start in _members(arranged.starts[k + 1]):
            cells.clause([negation(rungs[k + 1](start)), rungs[k](start - size - gap)])
    first = 0
    for place, cell in enumerate(line.cells):
        blank = cells.literal(cell, 0)
        # Runs that surely end before the cell, or surely start behind it, say nothing about it.
        while first < len(clue) and rungs[first](place - clue[first][0]) == cells.model.true:
            first += 1
        ended = cells.model.true
        for k in range(first, len(clue)):
            size, color = clue[k]
            begun, done = rungs[k](place), rungs[k](place - size)
            cells.clause([negation(ended), begun, blank])
            cells.clause([negation(begun), done, cells.literal(cell, color)])
            ended = done
            if begun == cells.model.false:
                break
        cells.clause([negation(ended), blank])


class _Rungs:
    """The literals of one run: that it starts at or before a position."""

    def __init__(self, cells: Cells, starts: int, length: int) -> None:
        model = cells.model
        self._upto: list[int] = []
        self._false = model.false
        last = starts.bit_length() - 1
        rung = model.false
        for position in range(length):
            if position == last:
                rung = model.true
            elif starts >> position & 1:
                above = model.boolean()
                cells.clause([negation(rung), above])
                rung = above
            self._upto.append(rung)

    def __call__(self, position: int) -> int:
        return self._upto[position] if position >= 0 else self._false


def _members(bits: int) -> list[int]:
    return [place for place in range(bits.bit_length()) if bits >> place & 1]
