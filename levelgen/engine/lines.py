"""One line of runs on Python integers as bitsets: everything that its clue and its cells tell.

Before each run stands the set of positions up to which the runs before it can fill the line;
behind each run, the set from which those after it can. A run starts where both agree. Blank cells
are crossed upwards by the carries of one addition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Clue = Sequence[tuple[int, int]]
"""The runs of a line: (length, colour from 1 on)."""


@dataclass(frozen=True)
class Arranged:
    """What all arrangements of a line have in common.

    `starts`: for each run the bitset of cells where it can start. `cells`: for each colour (0 is
    blank) the bitset of cells that can have it.
    """

    starts: list[int]
    cells: list[int]


def arrange(clue: Clue, length: int, cells: Sequence[int]) -> Arranged | None:
    """Find all starts of runs, and all colours of cells, that some arrangement has.

    `cells`: for each colour the bitset of cells that may have it. None: there is no arrangement.
    """
    blank = cells[0]
    chains: dict[int, list[int]] = {}
    starts = []
    prefix = [_spread_up(1, blank)]
    before = 0
    for size, color in clue:
        base = prefix[-1]
        if color == before:
            base = (base & blank) << 1
        start = base & _fitting(size, color, cells, chains)
        if not start:
            return None
        starts.append(start)
        prefix.append(_spread_up(start << size, blank))
        before = color
    if not prefix[-1] >> length & 1:
        return None
    blanks = _levels(blank, length)
    found = [0] * len(cells)
    suffix = _spread_down(1 << length, blanks)
    after = 0
    for index in range(len(clue) - 1, -1, -1):
        size, color = clue[index]
        below = suffix >> 1 & blank
        found[0] |= prefix[index + 1] & below
        start = starts[index] & ((below if color == after else suffix) >> size)
        starts[index] = start
        found[color] |= covered(start, size)
        suffix = _spread_down(start, blanks)
        after = color
    found[0] |= prefix[0] & suffix >> 1 & blank
    return Arranged(starts, found)


def covered(starts: int, length: int) -> int:
    """Give the cells of runs of a length that start at the positions."""
    have = 1
    while have < length:
        step = min(have, length - have)
        starts |= starts << step
        have += step
    return starts


def _spread_up(positions: int, blank: int) -> int:
    return positions | (blank + (positions & blank)) ^ blank


def _levels(cells: int, length: int) -> list[int]:
    """Level k: the cells from which 2^k cells on are in the set."""
    levels = [cells]
    step = 1
    while 2 * step <= length and levels[-1]:
        levels.append(levels[-1] & levels[-1] >> step)
        step *= 2
    return levels


def _spread_down(positions: int, blanks: list[int]) -> int:
    step = 1
    for blank in blanks:
        positions |= positions >> step & blank
        step *= 2
    return positions


def _fitting(size: int, color: int, cells: Sequence[int], chains: dict[int, list[int]]) -> int:
    """Give the positions from which `size` cells may have the colour."""
    levels = chains.setdefault(color, [cells[color]])
    level = size.bit_length() - 1
    while len(levels) <= level:
        levels.append(levels[-1] & levels[-1] >> (1 << len(levels) - 1))
    rest = size - (1 << level)
    return levels[level] & levels[level] >> rest


def patterns(clue: Clue, length: int, cells: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Give every arrangement of a line as colours of its cells, the leftmost runs first.

    `cells`: as in `arrange`. Nothing is kept in memory, and no dead end is entered.
    """
    arranged = arrange(clue, length, cells)
    if arranged is None:
        return
    blank = cells[0]
    line = [0] * length

    def place(index: int, free: int) -> Iterator[tuple[int, ...]]:
        if index == len(clue):
            if not _bits(free, length) & ~blank:
                yield tuple(line)
            return
        size, color = clue[index]
        gap = index + 1 < len(clue) and clue[index + 1][1] == color
        rest = arranged.starts[index] >> free << free
        while rest:
            start = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            if _bits(free, start) & ~blank:
                return
            line[start : start + size] = [color] * size
            if not gap or blank >> (start + size) & 1:
                yield from place(index + 1, start + size + gap)
            line[start : start + size] = [0] * size

    yield from place(0, 0)


def count_patterns(clue: Clue, length: int, cells: Sequence[int]) -> int:
    """Count the arrangements of a line exactly."""
    blank = cells[0]
    chains: dict[int, list[int]] = {}
    # ways[p]: the runs so far and blanks fill the first p cells in so many ways.
    ways = [1] + [0] * length
    for place in range(length):
        ways[place + 1] = ways[place] if blank >> place & 1 else 0
    before = 0
    for size, color in clue:
        fits = _fitting(size, color, cells, chains)
        gap = int(color == before)
        ended = [0] * (length + 1)
        for start in range(gap, length - size + 1):
            if fits >> start & 1 and (not gap or blank >> (start - 1) & 1):
                ended[start + size] = ways[start - gap]
        for place in range(length):
            if blank >> place & 1:
                ended[place + 1] += ended[place]
        ways = ended
        before = color
    return ways[length]


def _bits(low: int, high: int) -> int:
    """Give the bitset of the positions low .. high - 1."""
    return ((1 << high) - 1) >> low << low
