"""What the colours, discs and marks of a board mean, to stand beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from levelgen.render.colours import BAD, GOOD, QUIET
from levelgen.render.fonts import Style
from levelgen.render.frames import BADGE_SIDE, badge_width, draw_badge, draw_bars, draw_frame
from levelgen.render.layout import Block, Row, Space, Stack, Text, columns
from levelgen.render.marks import Mark
from levelgen.render.page import Page
from levelgen.render.stamps import Stamps
from levelgen.schema.level import Level
from levelgen.schema.tileset import Tileset

SAMPLE = 22.0
HEAD = Style(12, QUIET, "bold")
NAME = Style(13)
NOTE = Style(12, QUIET)
_WRAP = 300.0


@dataclass(frozen=True)
class TileSample:
    """A cell with one tile (grid integer)."""

    tileset: Tileset
    number: int
    side: float = SAMPLE

    @property
    def width(self) -> float:
        """Width in pixels."""
        return self.side

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.side

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw the cell."""
        Stamps(self.tileset).tile_sample(page, self.number, left, top, self.side)


@dataclass(frozen=True)
class ObjectSample:
    """The disc of one kind of object."""

    tileset: Tileset
    kind: str
    side: float = SAMPLE

    @property
    def width(self) -> float:
        """Width in pixels."""
        return self.side

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.side

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw the disc a little larger than on a cell of this size, since it stands alone."""
        centre = (left + self.side / 2, top + self.side / 2)
        Stamps(self.tileset).object(page, self.kind, [centre], self.side * 1.15)


@dataclass(frozen=True)
class MarkSample:
    """How a broken promise is marked on the board; empty when nothing can be pointed at."""

    mark: Mark

    @property
    def width(self) -> float:
        """Width in pixels."""
        return SAMPLE

    @property
    def height(self) -> float:
        """Height in pixels."""
        return SAMPLE

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw a bar, a frame or a frame's number."""
        middle = (left + SAMPLE / 2, top + SAMPLE / 2)
        if self.mark.pairs:
            draw_bars(page, [((middle[0], top + 4), (middle[0], top + SAMPLE - 4))], 4.5, 0)
        elif self.mark.number is not None:
            number = self.mark.number
            shift = (SAMPLE - badge_width(number)) // 2, (SAMPLE - BADGE_SIDE) // 2
            draw_badge(page, number, left + shift[0], top + shift[1])
        elif self.mark.cells:
            near, far = (left + 4, top + 4), (left + SAMPLE - 4, top + SAMPLE - 4)
            corners = [near, (far[0], near[1]), far, (near[0], far[1])]
            turned = [*corners[1:], corners[0]]
            draw_frame(page, [*zip(corners, turned, strict=True)], 2.5, 0)
        else:
            page.text(middle[0], middle[1] + 5, "✗", Style(14, BAD, "bold"), align="center")


def level_legend(level: Level, marks: Sequence[Mark], height: float) -> Block:
    """Tell the tiles and objects in use with their numbers, and what is broken.

    Flows into further columns when it is higher than `height`.
    """
    tiles = Counter(number for number in level.cells or () if number >= 0)
    kinds = Counter(item.kind for item in level.objects)
    total = sum(tiles.values())
    entries: list[Block] = [Text("Tiles", HEAD)]
    for index, tile in enumerate(level.tileset.tiles):
        numbers = [
            number
            for number, variant in enumerate(level.tileset.variants)
            if variant.base == index and tiles[number]
        ]
        count = sum(tiles[number] for number in numbers)
        if count:
            note = f"{count}  ·  {_percent(count, total)}"
            entries.append(_entry(TileSample(level.tileset, numbers[0]), tile.id, note))
    if kinds:
        entries += [Space(0, 4), Text("Objects", HEAD)]
        entries += [
            _entry(ObjectSample(level.tileset, kind), kind, str(kinds[kind]))
            for kind in _in_order(level.tileset, kinds)
        ]
    return columns(entries + _verdict(level, marks), height, gap=6, column_gap=28)


def sheet_legend(levels: Sequence[Level], width: float, marks: Sequence[Mark] = ()) -> Block:
    """Tell the tiles, objects and marks of any of the levels, in lines of at most `width`."""
    parts: list[Block] = []
    tilesets: list[Tileset] = []
    for level in levels:
        if level.tileset not in tilesets:
            tilesets.append(level.tileset)
    for tileset in tilesets:
        same = [level for level in levels if level.tileset == tileset]
        tiles = {number for level in same for number in level.cells or () if number >= 0}
        kinds = {item.kind for level in same for item in level.objects}
        entries: list[Block] = [Text(tileset.name, HEAD)] if len(tilesets) > 1 else []
        for index, tile in enumerate(tileset.tiles):
            used = [number for number in sorted(tiles) if tileset.variants[number].base == index]
            if used:
                entries.append(_entry(TileSample(tileset, used[0]), tile.id))
        entries += [_entry(ObjectSample(tileset, kind), kind) for kind in _in_order(tileset, kinds)]
        parts.append(_lines(entries, width))
    samples = [
        (next((mark for mark in marks if mark.pairs), None), "wrong neighbours"),
        (next((mark for mark in marks if mark.cells), None), "cells of a broken promise"),
    ]
    shown = [_entry(MarkSample(replace(mark, number=None)), word) for mark, word in samples if mark]
    if shown:
        parts.append(_lines(shown, width))
    return Stack(tuple(parts), 12)


def _entry(sample: Block, name: str, note: str = "") -> Block:
    words: list[Block] = [sample, Text(name, NAME)]
    if note:
        words.append(Text(note, NOTE))
    return Row(tuple(words), 8, "middle")


def _verdict(level: Level, marks: Sequence[Mark]) -> list[Block]:
    if not marks:
        kept = len(level.promises)
        if not kept:
            return []
        words = f"✓ all promises kept ({kept})"
        return [Space(0, 4), Text(words, Style(13, GOOD, "bold"), _WRAP)]
    head = f"{len(marks)} broken promise{'s' if len(marks) > 1 else ''}"
    told: list[Block] = [Space(0, 4), Text(head, Style(12, BAD, "bold"))]
    for mark in marks:
        promise = mark.promise
        lines = (
            Text(promise.kind, Style(13, face="bold"), _WRAP),
            Text(f"measured {promise.measured}", NAME, _WRAP),
            Text(f"wanted {promise.wanted}", NOTE, _WRAP),
        )
        told.append(Row((MarkSample(mark), Stack(lines)), 8))
    return told


def _in_order(tileset: Tileset, kinds: Counter[str] | set[str]) -> list[str]:
    """List kinds in the order of the tileset, unknown ones last."""
    known = [kind for kind in tileset.objects if kind in kinds]
    return known + sorted(kind for kind in kinds if kind not in tileset.objects)


def _lines(entries: Sequence[Block], width: float) -> Block:
    """Let entries run on from line to line like words."""
    lines: list[list[Block]] = [[]]
    used = 0.0
    for entry in entries:
        if lines[-1] and used + entry.width > width:
            lines.append([])
            used = 0.0
        lines[-1].append(entry)
        used += entry.width + 20
    return Stack(tuple(Row(tuple(line), 20, "middle") for line in lines), 6)


def _percent(count: int, total: int) -> str:
    share = 100 * count / total
    return f"{share:.0f} %" if share >= 10 else f"{share:.1f} %"
