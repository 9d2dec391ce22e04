"""A record as the moments that a person steps through; the player of the page groups alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from levelgen.engine.steps import Replay, decode

MomentKind = Literal[
    "start",
    "propagate",
    "observe",
    "contradiction",
    "backtrack",
    "restart",
    "reset",
    "return",
    "line",
]

_HEADS: dict[str, MomentKind] = {
    "observe": "observe",
    "contradiction": "contradiction",
    "backtrack": "backtrack",
    "restart": "restart",
    "reset": "reset",
    "line": "line",
}


@dataclass(frozen=True)
class Moment:
    """One event that matters, with the bans and restored tiles that follow from it.

    `start` is the board as it was given, `propagate` the propagation before any decision, `return`
    the way back from a contradiction that was recorded tile by tile. The bans that empty a cell
    belong to their contradiction.
    """

    kind: MomentKind
    cell: int
    """Where it happened; -1 when it is not about one cell."""
    value: int
    events: int
    """Number of events of the record that have happened when it is over."""
    observed: int
    """The cell that was observed last, -1 before the first one."""
    backtracks: int
    """How many there were so far; the same for `contradictions`."""
    contradictions: int


def moments(steps: bytes) -> tuple[Moment, ...]:
    """Group the events of a record; the first moment is the start."""
    heads: list[tuple[MomentKind, int, int, int]] = [("start", -1, 0, 0)]
    # The cell of the latest bans in a row, and how many events there were before them.
    run_cell, run_start = -1, 0
    number = 0
    for number, (kind, cell, value) in enumerate(decode(steps), start=1):
        before = number - 1
        if kind in _HEADS:
            if kind == "contradiction" and run_cell == cell:
                before = run_start
            run_cell = -1
            placed = kind in ("observe", "contradiction", "reset", "line")
            heads.append((_HEADS[kind], cell if placed else -1, value, before))
        elif heads[-1][0] == "start":
            heads.append(("propagate", -1, 0, before))
        elif heads[-1][0] == "contradiction":
            heads.append(("return", -1, 0, before))
        if kind == "restore":
            run_cell = -1
        elif kind == "ban" and run_cell != cell:
            run_cell, run_start = cell, before
    ends = [head[3] for head in heads[1:]] + [number]
    found: list[Moment] = []
    observed, backtracks, contradictions = -1, 0, 0
    for (head, cell, value, _), end in zip(heads, ends, strict=True):
        observed = cell if head == "observe" else observed
        backtracks += head == "backtrack"
        contradictions += head == "contradiction"
        found.append(Moment(head, cell, value, end, observed, backtracks, contradictions))
    return tuple(found)


def boards(
    domains: Sequence[int], steps: bytes, shown: Sequence[Moment]
) -> Iterator[tuple[Moment, list[int]]]:
    """Yield each of some moments, in order, with the domains at its end."""
    replay = Replay(domains)
    events = decode(steps)
    played = 0
    for moment in shown:
        while played < moment.events:
            replay.apply(next(events))
            played += 1
        yield moment, list(replay.domains)
