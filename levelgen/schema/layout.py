"""The layout of a board: which cells exist, and which of its edges are joined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from levelgen.errors import Problem, RequestError

Periodic = Literal["none", "rows", "cols", "both"]

EXISTS = "#"
MISSING = "."


@dataclass(frozen=True)
class Layout:
    """Which cells of a rows x cols board exist, and which edges are joined.

    `joined_rows`: the bottom row is north of the top row; `joined_cols`: the last column is west of
    the first. `mask`: a line of `#` (a cell) and `.` (none) for each row; None: all exist.
    """

    joined_rows: bool = False
    joined_cols: bool = False
    mask: tuple[str, ...] | None = None

    @classmethod
    def of(cls, periodic: Periodic, mask: tuple[str, ...] | None) -> Layout:
        """Read the two fields of a request."""
        return cls(periodic in ("rows", "both"), periodic in ("cols", "both"), mask)

    @property
    def joined(self) -> Periodic:
        """Which edges are joined, as a request says it."""
        if self.joined_rows:
            return "both" if self.joined_cols else "rows"
        return "cols" if self.joined_cols else "none"

    @property
    def plain(self) -> bool:
        """Whether every cell exists and no edges are joined."""
        return not (self.joined_rows or self.joined_cols) and self.mask is None

    def existing(self, rows: int, cols: int) -> tuple[bool, ...]:
        """Say for each cell, row by row, whether it exists."""
        if self.mask is None:
            return (True,) * (rows * cols)
        return tuple(letter == EXISTS for line in self.mask for letter in line)


PLAIN = Layout()


def read_mask(mask: Any, rows: int | None, cols: int | None) -> tuple[str, ...]:
    """Bring a mask into its stored form: lines of `#` and `.`.

    Lines of text (`.` and blanks are no cells, everything else is one), or any rows of true and
    false such as a boolean array. Raises RequestError when it is ragged, holds no cell at all, or
    does not fit the size.
    """
    lines = [
        "".join(
            (MISSING if cell in " ." else EXISTS)
            if isinstance(cell, str)
            else (EXISTS if cell else MISSING)
            for cell in line
        )
        for line in mask
    ]
    message = ""
    if len({len(line) for line in lines}) != 1:
        message = "the mask is not a rectangle of cells"
    elif not any(EXISTS in line for line in lines):
        message = "the mask leaves no cell at all"
    elif (rows, cols) not in ((len(lines), len(lines[0])), (None, None)):
        message = f"the mask is {len(lines)}x{len(lines[0])}, the board {rows}x{cols}"
    if message:
        raise RequestError([Problem("mask", "", message, "lines of '#' (a cell) and '.' (none)")])
    return tuple(lines)
