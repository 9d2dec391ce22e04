"""Bars that compare levels: one row for each level, one chart for each metric."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, log10

from levelgen.render.colours import INK, LINE, PAPER, QUIET, SERIES
from levelgen.render.fonts import Style, text_width
from levelgen.render.layout import Block, Row, Stack, Text
from levelgen.render.page import Page
from levelgen.schema.level import Level

_BAR = 20.0
_NAME = Style(13, INK, "bold")
_NAME_WRAP = 180.0
_LENGTH = 150.0
_TICK = Style(10, QUIET)
_VALUE = Style(12, INK)
_MISSING = Style(12, QUIET)
_HEAD = Style(13, INK, "bold")
_NOTE = Style(11, QUIET)


@dataclass(frozen=True)
class Chart:
    """What one chart shows of a level, and on which scale."""

    title: str
    note: str
    read: Callable[[Level], float | None]
    scale: str
    """`share` (0 to 1), `count` (from 0) or `log` (decades)."""

    def word(self, value: float) -> str:
        """Write a value as it stands on its bar."""
        if self.scale == "share":
            return f"{value:.2f}"
        return f"{value:g}" if self.scale == "count" else _seconds(value)


def _metric(name: str) -> Callable[[Level], float | None]:
    return lambda level: level.metrics.get(name)


def _floor_share(level: Level) -> float | None:
    shares: dict[str, float] = level.metrics.get("tag_shares") or {}
    return shares.get("floor")


def _run_seconds(level: Level) -> float | None:
    return level.run.seconds if level.run else None


CHARTS = (
    Chart("Adjacency violations", "pairs, 0 is valid", _metric("adjacency_violations"), "count"),
    Chart("Connectivity", "largest region / walkable", _metric("connectivity"), "share"),
    Chart("Reachable from first", "share of floor cells", _metric("reachable_from_first"), "share"),
    Chart("Variety", "different tiles", _metric("variety"), "count"),
    Chart("Floor share", "of all cells", _floor_share, "share"),
    Chart("Time", "of the run, log axis", _run_seconds, "log"),
)


@dataclass(frozen=True)
class Axis:
    """A scale from its first tick to its last."""

    ticks: tuple[tuple[float, str], ...]
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Give where a value is, as a share of the axis."""
        low, high = self.ticks[0][0], self.ticks[-1][0]
        if self.logarithmic:
            value, low, high = log10(value), log10(low), log10(high)
        return min(max((value - low) / (high - low), 0.0), 1.0)


def axis_of(scale: str, values: Sequence[float]) -> Axis:
    """Choose a scale that holds all values."""
    if scale == "share":
        return Axis(((0.0, "0"), (0.5, "0.5"), (1.0, "1")))
    if scale == "count":
        top = max([1.0, *values])
        steps = (size * 10**power for power in range(12) for size in (1, 2, 5))
        half = next(step for step in steps if top <= 2 * step)
        return Axis(tuple((half * number, f"{half * number:g}") for number in range(3)))
    positive = [value for value in values if value > 0] or [0.1]
    low = floor(log10(min(positive)))
    # A bar starts a whole decade below the smallest value, so that it has a length.
    low -= min(positive) < 10**low * 1.5
    high = max(ceil(log10(max(positive))), low + 1)
    step = ceil((high - low) / 3)
    powers = range(low, low + step * ceil((high - low) / step) + 1, step)
    return Axis(tuple((10.0**power, _seconds(10.0**power)) for power in powers), logarithmic=True)


@dataclass(frozen=True)
class Bars:
    """One chart: a bar for each value, None as `n/a`."""

    chart: Chart
    values: tuple[float | None, ...]
    step: float
    """Height of a row."""

    @cached_property
    def _axis(self) -> Axis:
        return axis_of(self.chart.scale, [value for value in self.values if value is not None])

    @cached_property
    def width(self) -> float:
        """Width in pixels, with room for a value beside the longest bar."""
        words = [self.chart.word(value) for value in self.values if value is not None]
        widest = max((text_width(word, _VALUE.face, _VALUE.size) for word in words), default=0.0)
        return _LENGTH + max(round(widest) + 8.0, 20.0)

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.step * len(self.values) + 20.0

    def draw(self, page: Page, left: float, top: float) -> None:
        """Draw the axis, then the bars with their values."""
        bottom = top + self.step * len(self.values)
        for tick, word in self._axis.ticks:
            x = round(left + _LENGTH * self._axis.place(tick)) + 0.5
            page.lines([((x, top), (x, bottom + 3))], LINE, 1.0)
            page.text(x, bottom + 15, word, _TICK, align="center")
        for number, value in enumerate(self.values):
            y = top + number * self.step + (self.step - _BAR) / 2
            baseline = round(y + _BAR / 2 + _VALUE.size * 0.36)
            if value is None:
                page.text(left + 6, baseline, "n/a", _MISSING)
                continue
            length = max(round(_LENGTH * self._axis.place(value)), 2) if value > 0 else 0
            if length:
                page.box(left, y, length, _BAR, fill=SERIES[number % len(SERIES)])
            word = self.chart.word(value)
            # A plate keeps the lines of the axis out of the figures.
            plate = text_width(word, _VALUE.face, _VALUE.size) + 6
            page.box(left + length + 3, y, plate, _BAR, fill=PAPER)
            page.text(left + length + 6, baseline, word, _VALUE)


@dataclass(frozen=True)
class Names:
    """The names of the rows of bars, in line with them."""

    texts: tuple[Text, ...]
    step: float
    """Height of a row."""

    @cached_property
    def width(self) -> float:
        """Width of the longest name."""
        return max(text.width for text in self.texts)

    @property
    def height(self) -> float:
        """Height of all rows."""
        return self.step * len(self.texts)

    def draw(self, page: Page, left: float, top: float) -> None:
        """Write the names."""
        for number, text in enumerate(self.texts):
            text.draw(page, left, top + number * self.step + (self.step - text.height) // 2)


def charts(levels: Sequence[Level], labels: Sequence[str]) -> Block:
    """Set the names of the levels and every chart side by side, so that the rows line up."""
    texts = tuple(Text(label, _NAME, _NAME_WRAP) for label in labels)
    step = max(30.0, *(text.height + 8 for text in texts))
    found: list[Block] = [Stack((Text(" ", _HEAD), Text(" ", _NOTE), Names(texts, step)), 2)]
    for chart in CHARTS:
        bars = Bars(chart, tuple(chart.read(level) for level in levels), step)
        found.append(Stack((Text(chart.title, _HEAD), Text(chart.note, _NOTE), bars), 2))
    return Row(tuple(found), 24)


def _seconds(value: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-6:.3g} µs"
