"""What the page is told about the line solver of a nonogram."""

from __future__ import annotations

from typing import Any

from levelgen.nonogram.recording import LineRecording
from levelgen.render.replay.packing import distinct
from levelgen.schema.level_html import ink_on


def puzzle_board(recording: LineRecording) -> dict[str, Any]:
    """Describe a puzzle as the page reads it: colours as tiles, and the clues beside them."""
    puzzle = recording.puzzle
    rows, cols = puzzle.shape
    domains, domain_of = distinct(recording.domains)
    looks = [
        {
            "id": color.name,
            "base": number,
            "fill": color.hex,
            # Blank cells that are known differ from open ones.
            "glyph": "" if number else "·",
            "ink": ink_on(color.hex),
        }
        for number, color in enumerate(puzzle.colors)
    ]
    return {
        "details": recording.details,
        "status": recording.status if recording.status != "unknown" else "stuck",
        "rows": rows,
        "cols": cols,
        "periodic": [False, False],
        "tiles": looks,
        "names": [color.name for color in puzzle.colors],
        "domains": [f"{domain:x}" for domain in domains],
        "domainOf": domain_of,
        "weights": [[1] * len(looks)],
        "weightsOf": [0, rows * cols],
        "clues": [puzzle.row_clues, puzzle.col_clues],
    }
