"""A line as the table of all its patterns."""

from __future__ import annotations

from levelgen.engine.lines import Arranged, count_patterns, patterns
from levelgen.model.lines import PATTERN_LIMIT, TooLargeError
from levelgen.model.lines.cells import Cells, Line


def table(cells: Cells, line: Line, arranged: Arranged) -> None:
    """Post the patterns of a line that its cells leave, as allowed assignments."""
    if count_patterns(line.clue, line.length, line.sets) > PATTERN_LIMIT:
        raise TooLargeError(f"a line has more than {PATTERN_LIMIT:,} patterns")
    places = [place for place, cell in enumerate(line.cells) if cells.variable(cell) is not None]
    rows = [
        tuple(cells.value(line.cells[place], pattern[place]) for place in places)
        for pattern in patterns(line.clue, line.length, line.sets)
    ]
    cells.patterns += len(rows)
    cells.model.table([cells.variable(line.cells[place]) or 0 for place in places], rows)
