"""The card of a level that has no board: why, and what is asked."""

from __future__ import annotations

from dataclasses import dataclass

from levelgen.render.colours import BAD, INK, QUIET
from levelgen.render.fonts import Style
from levelgen.render.layout import Block, Row, Stack, Text
from levelgen.render.page import Page
from levelgen.schema.level import Level

_WRAP = 560.0


@dataclass(frozen=True)
class _Rule:
    """A coloured bar as high as what stands beside it."""

    height: float
    width: float = 4.0

    def draw(self, page: Page, left: float, top: float) -> None:
        page.box(left, top, self.width, self.height, fill=BAD)


def no_board(level: Level) -> Block:
    """Tell why there is no board, and quote the constraints that are to blame."""
    reason = level.reason
    text = reason.text if reason else "There is no board, and no reason is given."
    parts: list[Block] = [Text(text, Style(15, INK), _WRAP)]
    asks = level.manifest.request.asks if level.manifest else ()
    words = {ask.pointer: ask.constraint.describe() for ask in asks}
    for pointer in reason.constraints if reason else ():
        quoted = [Text(pointer, Style(12, QUIET, "mono"), _WRAP)]
        if pointer in words:
            quoted.insert(0, Text(words[pointer], Style(13, INK), _WRAP))
        parts.append(Stack(tuple(quoted)))
    card = Stack(tuple(parts), 10)
    return Row((_Rule(card.height), card), 14)
