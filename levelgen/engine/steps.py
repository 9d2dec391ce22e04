"""The record of a search: what happened, step by step, in eight bytes a step.

A record is a sequence of pairs of little-endian 32-bit words. The low three bits of the first word
are the kind, the others the cell; the second word is the value.

| kind | number | cell | value |
|---|---|---|---|
| observe | 0 | the cell that is decided | its tile; all others leave its domain |
| ban | 1 | a cell | the tile that leaves its domain |
| contradiction | 2 | the cell that has no tile left, or whose run became too long | 0 |
| backtrack | 3 | 0 | number of decisions that stay |
| restart | 4 | 0 | 0 |
| reset | 5 | centre of the window | its radius, in rows and in columns |
| restore | 6 | a cell | the tile that is possible in it again |
| line | 7 | the first cell of a line whose runs are worked | 0 for a row, 1 for a column |

A decision begins with its ``observe``. ``backtrack`` takes back everything since the first decision
that does not stay; the ban of the tile that was refuted follows, and belongs to the decision before
it. ``reset`` makes all decisions so far part of the board, so that numbers of decisions start from
zero; what the window and the way out of it free follows as ``restore`` (and ``ban``, where a tile
had been refuted for good). When a reset, or a refutation after one, contradicts itself, the steps
that lead back follow one by one as ``restore`` and ``ban``. ``restart`` leads back to the board
before the first decision; tiles refuted for good since then follow as bans.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence

KINDS = ("observe", "ban", "contradiction", "backtrack", "restart", "reset", "restore", "line")

Event = tuple[str, int, int]
"""Kind, cell, value."""


def encode(words: Iterable[int]) -> bytes:
    """Pack the words of a record."""
    packed = array("I", words)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def decode(steps: bytes) -> Iterator[Event]:
    """Yield the events of a record in order."""
    words = array("I", steps)
    if sys.byteorder == "big":
        words.byteswap()
    for place in range(0, len(words), 2):
        yield KINDS[words[place] & 7], words[place] >> 3, words[place + 1]


class Replay:
    """The board of a search while its record is played; ``domains`` are bitsets per cell."""

    def __init__(self, domains: Sequence[int]) -> None:
        self.domains = list(domains)
        self.decisions = 0
        self._before_first: list[int] | None = None
        # The (cell, domain before) of every change, and where each decision began.
        self._log: list[tuple[int, int]] = []
        self._marks: list[int] = []

    def apply(self, event: Event) -> None:
        """Play one event."""
        kind, cell, value = event
        if kind == "observe":
            if self._before_first is None:
                self._before_first = list(self.domains)
                self._log.clear()
            self._marks.append(len(self._log))
            self._change(cell, 1 << value)
        elif kind == "ban":
            self._change(cell, self.domains[cell] & ~(1 << value))
        elif kind == "restore":
            self._change(cell, self.domains[cell] | 1 << value)
        elif kind == "backtrack":
            self._back_to(value)
        elif kind == "reset":
            self._marks.clear()
            self._log.clear()
        elif kind == "restart":
            assert self._before_first is not None
            self.domains[:] = self._before_first
            self._marks.clear()
            self._log.clear()
        self.decisions = len(self._marks)

    def _change(self, cell: int, domain: int) -> None:
        self._log.append((cell, self.domains[cell]))
        self.domains[cell] = domain

    def _back_to(self, decisions: int) -> None:
        mark = self._marks[decisions]
        del self._marks[decisions:]
        while len(self._log) > mark:
            cell, domain = self._log.pop()
            self.domains[cell] = domain


def domains_after(domains: Sequence[int], events: Iterable[Event]) -> list[int]:
    """Play events on a board and give the domains they leave."""
    replay = Replay(domains)
    for event in events:
        replay.apply(event)
    return replay.domains
