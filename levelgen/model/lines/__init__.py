"""Boards whose rows and columns are lines of runs, on CP-SAT: four encodings of a line.

None has a free helper variable: the cells determine every other variable, so the solutions of a
model are the grids. Importing this package does not load the solver; `encode` does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from levelgen.engine.lines import Clue
    from levelgen.model.lines.cells import Cells

Encoding = Literal["ladder", "starts", "automaton", "table"]
ENCODINGS: tuple[Encoding, ...] = get_args(Encoding)

PATTERN_LIMIT = 200_000
"""Most patterns of one line that `table` posts."""


START_LIMIT = 2_000_000
"""Most starts of runs, in all lines together, that are posted; a few clauses belong to each."""


class TooLargeError(Exception):
    """The model would not fit into memory; says what there is too much of."""


def encode(
    encoding: Encoding, domains: Sequence[int], rows: Sequence[Clue], cols: Sequence[Clue]
) -> Cells:
    """Make the model of a board: only lines with an open cell are posted.

    `domains`: for each cell, row by row, the bitset of colours that it may have. Raises
    TooLargeError.
    """
    from levelgen.model.lines.automaton import automaton
    from levelgen.model.lines.cells import Cells, lines
    from levelgen.model.lines.ladder import ladder
    from levelgen.model.lines.starts import starts
    from levelgen.model.lines.table import table

    post = {"ladder": ladder, "starts": starts, "automaton": automaton, "table": table}[encoding]
    cells = Cells(domains, whole=encoding in ("automaton", "table"))
    starts_left = START_LIMIT
    for line in lines(domains, rows, cols):
        arranged = line.arranged()
        if arranged is None:
            cells.model.clause(())
            break
        starts_left -= sum(bits.bit_count() for bits in arranged.starts)
        if starts_left < 0:
            raise TooLargeError(f"the model has more than {START_LIMIT:,} starts of runs")
        post(cells, line, arranged)
    return cells
