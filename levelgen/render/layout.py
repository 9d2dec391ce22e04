"""Blocks that know their size and are put together before anything is drawn.

Sizes come first, so that a page is as large as what stands on it: nothing is cut or overlaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Literal, Protocol

from levelgen.render.fonts import Style, text_width
from levelgen.render.page import Page

MARGIN = 24


class Block(Protocol):
    """A part of a picture."""

    @property
    def width(self) -> float:
        """Width in pixels."""
        ...

    @property
    def height(self) -> float:
        """Height in pixels."""
        ...

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw the part with its top left corner at a place."""
        ...


@dataclass(frozen=True)
class Space:
    """An empty block."""

    width: float = 0.0
    height: float = 0.0

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw nothing."""


@dataclass(frozen=True)
class Text:
    """Words in one style, broken into lines of at most `wrap` pixels when it is given."""

    words: str
    style: Style
    wrap: float | None = None

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines as they are drawn."""
        whole = [" ".join(line.split()) for line in self.words.splitlines()] or [""]
        # A number stays with its per cent sign.
        whole = [line.replace(" %", "\u00a0%") for line in whole]
        if self.wrap is None:
            return tuple(whole)
        return tuple(part for line in whole for part in _broken(line, self.style, self.wrap))

    @property
    def width(self) -> float:
        """Width of the longest line."""
        style = self.style
        return ceil(max(text_width(line, style.face, style.size) for line in self.lines))

    @property
    def height(self) -> float:
        """Height of all lines."""
        return self.style.leading * len(self.lines)

    def draw(self, page: Page, left: float, top: float) -> None:
        """Write the lines."""
        for number, line in enumerate(self.lines):
            if line:
                y = round(top + number * self.style.leading + self.style.baseline)
                page.text(left, y, line, self.style)


def _broken(line: str, style: Style, wrap: float) -> Iterator[str]:
    """Break at blanks, and inside words that are longer than a whole line."""
    current = ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if text_width(longer, style.face, style.size) <= wrap:
            current = longer
            continue
        if current:
            yield current
        current = word
        while len(current) > 1 and text_width(current, style.face, style.size) > wrap:
            cut = len(current) - 1
            while cut > 1 and text_width(current[:cut], style.face, style.size) > wrap:
                cut -= 1
            yield current[:cut]
            current = current[cut:]
    yield current


@dataclass(frozen=True)
class Stack:
    """Blocks below one another."""

    blocks: tuple[Block, ...]
    gap: float = 0.0

    @cached_property
    def width(self) -> float:
        """Width of the widest block."""
        return max((block.width for block in self.blocks), default=0.0)

    @cached_property
    def height(self) -> float:
        """Height of all blocks and the gaps between them."""
        gaps = self.gap * max(len(self.blocks) - 1, 0)
        return sum(block.height for block in self.blocks) + gaps

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw the blocks from the top down."""
        for block in self.blocks:
            block.draw(page, left, top)
            top += block.height + self.gap


@dataclass(frozen=True)
class Row:
    """Blocks side by side."""

    blocks: tuple[Block, ...]
    gap: float = 0.0
    align: Literal["top", "middle"] = "top"

    @cached_property
    def width(self) -> float:
        """Width of all blocks and the gaps between them."""
        gaps = self.gap * max(len(self.blocks) - 1, 0)
        return sum(block.width for block in self.blocks) + gaps

    @cached_property
    def height(self) -> float:
        """Height of the highest block."""
        return max((block.height for block in self.blocks), default=0.0)

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw the blocks from the left."""
        for block in self.blocks:
            shift = (self.height - block.height) // 2 if self.align == "middle" else 0.0
            block.draw(page, left, top + shift)
            left += block.width + self.gap


@dataclass(frozen=True)
class Table:
    """Rows of blocks whose columns line up; every row has as many blocks."""

    rows: tuple[tuple[Block, ...], ...]
    gap: float = 12.0
    row_gap: float = 4.0
    align: Literal["top", "middle"] = "middle"
    """Where a block stands when its row is higher."""

    @cached_property
    def widths(self) -> tuple[float, ...]:
        """Width of each column."""
        return tuple(
            max(block.width for block in column) for column in zip(*self.rows, strict=True)
        )

    @cached_property
    def heights(self) -> tuple[float, ...]:
        """Height of each row."""
        return tuple(max(block.height for block in row) for row in self.rows)

    @property
    def width(self) -> float:
        """Width of all columns and the gaps between them."""
        return sum(self.widths) + self.gap * max(len(self.widths) - 1, 0)

    @property
    def height(self) -> float:
        """Height of all rows and the gaps between them."""
        return sum(self.heights) + self.row_gap * max(len(self.heights) - 1, 0)

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw the rows from the top down."""
        for row, height in zip(self.rows, self.heights, strict=True):
            x = left
            for block, width in zip(row, self.widths, strict=True):
                shift = (height - block.height) // 2 if self.align == "middle" else 0.0
                block.draw(page, x, top + shift)
                x += width + self.gap
            top += height + self.row_gap


def columns(blocks: Iterable[Block], height: float, *, gap: float, column_gap: float) -> Row:
    """Let blocks flow down and on into the next column when one is full."""
    filled: list[list[Block]] = [[]]
    used = 0.0
    for block in blocks:
        if filled[-1] and used + block.height > height:
            filled.append([])
            used = 0.0
        filled[-1].append(block)
        used += block.height + gap
    return Row(tuple(Stack(tuple(column), gap) for column in filled), column_gap)


def grid(blocks: Sequence[Block], across: int, *, gap: float, row_gap: float) -> Table:
    """Set blocks in reading order, `across` of them in a row."""
    rows = [[*blocks[start : start + across]] for start in range(0, len(blocks), across)]
    if len(rows) > 1:
        rows[-1] += [Space()] * (across - len(rows[-1]))
    return Table(tuple(tuple(row) for row in rows), gap, row_gap, "top")


def picture(block: Block, margin: int = MARGIN) -> bytes:
    """Draw a block on a page of its size; gives the PNG."""
    width, height = (ceil(side) + 2 * margin for side in (block.width, block.height))
    page = Page(max(width, 1), max(height, 1))
    block.draw(page, margin, margin)
    return page.png()
