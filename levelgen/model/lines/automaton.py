"""A line as a word of a regular language: one automaton over its cells."""

from __future__ import annotations

from levelgen.engine.lines import Arranged
from levelgen.model.lines.cells import Cells, Line


def automaton(cells: Cells, line: Line, arranged: Arranged) -> None:
    """Post a line as a regular constraint (Pesant, CP 2004), whatever arrangements are left."""
    clue = line.clue
    transitions: list[tuple[int, int, int]] = [(0, 0, 0)]
    state = 0
    # `state` waits, blank, for the next run; `leaving` are the states from which it may start.
    leaving = [0]
    before = 0
    finals = [0]
    for size, color in clue:
        entries = leaving if color != before else [state]
        inside = state + 1
        transitions += [(entry, color, inside) for entry in entries]
        transitions += [(inside + step, color, inside + step + 1) for step in range(size - 1)]
        ended = inside + size - 1
        state = ended + 1
        transitions += [(ended, 0, state), (state, 0, state)]
        leaving = [ended, state]
        finals = [ended, state]
        before = color
    cells.model.automaton([cells.expression(cell) for cell in line.cells], 0, finals, transitions)
