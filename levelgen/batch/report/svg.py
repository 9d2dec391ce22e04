"""Charts as SVG text that stands in the page itself."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from levelgen.render.colours import mix

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_EMPTY = "#ffffff"
_LIGHT, _DARK = "#cfe3f1", "#08306b"


def number(value: float) -> str:
    """Write a number with as many digits as a reader wants."""
    if not isfinite(value):
        return "∞" if value > 0 else "-∞"
    if value == round(value) and abs(value) < 1e6:
        return str(round(value))
    return f"{value:.3g}"


def svg(width: float, height: float, parts: Sequence[str], label: str) -> str:
    """Put parts together; `label` says what is to be seen."""
    return (
        f'<svg role="img" aria-label="{escape(label)}" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}">{"".join(parts)}</svg>'
    )


def text(x: float, y: float, words: str, anchor: str = "middle", kind: str = "") -> str:
    """Write words."""
    name = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{name}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, color: str = "#999", width: float = 1) -> str:
    """Draw a line."""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{color}" stroke-width="{width:g}"/>'
    )


def box(x: float, y: float, width: float, height: float, fill: str, tip: str = "") -> str:
    """Draw a filled rectangle; `tip` shows when the pointer rests on it."""
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" '
        f'height="{max(height, 0.5):.1f}" fill="{fill}">{title}</rect>'
    )


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Choose round numbers between two ends."""
    if high <= low:
        return [low]
    raw = (high - low) / most
    power = 10 ** floor(log10(raw))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw)
    first = -floor(-low / step)
    last = floor(high / step + 1e-9)
    return [round(index * step, 12) for index in range(first, last + 1)]


class Scale:
    """From values to pixels."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        if high <= low:
            # A single value stands in the middle.
            low, high = low - 0.5, high + 0.5
        self.low, self.high, self.start, self.end = low, high, start, end

    def __call__(self, value: float) -> float:
        """Give the place of a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def heat_map(
    counts: NDArray[np.int64],
    x: tuple[str, float, float],
    y: tuple[str, float, float],
    title: str,
) -> str:
    """Draw counts (x, y), darker for more; `x` and `y` are a name and the ends of its axis."""
    side, left, top = 220.0, 54.0, 26.0
    across, up = counts.shape
    most = int(counts.max()) or 1
    parts = [text(left + side / 2, 16, title, kind="title")]
    parts.append(
        f'<rect x="{left}" y="{top}" width="{side}" height="{side}" fill="{_EMPTY}" stroke="#999"/>'
    )
    wide, high = side / across, side / up
    horizontal = Scale(x[1], x[2], left, left + side)
    vertical = Scale(y[1], y[2], top + side, top)
    for column in range(across):
        for row in range(up):
            count = int(counts[column, row])
            if count:
                color = mix(_LIGHT, _DARK, (count / most) ** 0.5)
                place = left + column * wide, top + side - (row + 1) * high
                parts.append(box(*place, wide, high, color, f"{count} levels"))
    for value in ticks(horizontal.low, horizontal.high, 4):
        parts.append(text(horizontal(value), top + side + 14, number(value)))
    for value in ticks(vertical.low, vertical.high, 4):
        parts.append(text(left - 5, vertical(value) + 4, number(value), "end"))
    parts.append(text(left + side / 2, top + side + 30, x[0], kind="axis"))
    middle = top + side / 2
    parts.append(
        f'<g transform="translate(13 {middle}) rotate(-90)">{text(0, 0, y[0], kind="axis")}</g>'
    )
    return svg(left + side + 14, top + side + 38, parts, f"{title}: {x[0]} against {y[0]}")


def box_plot(name: str, groups: Sequence[tuple[str, NDArray[np.float64], str]]) -> str:
    """Draw quartiles, 5 % and 95 %, and the ends, of one column for each (label, values, colour).

    The box holds the middle half, the line in it is the median, whiskers reach from 5 % to 95 %,
    dots are the least and the most.
    """
    import numpy as np

    shown = [(label, values, color) for label, values, color in groups if len(values)]
    left, wide, step = 190.0, 340.0, 24.0
    height = 40 + step * len(groups) + 22
    parts = [text(left + wide / 2, 16, name, kind="title")]
    low = min((float(values.min()) for _, values, _ in shown), default=0.0)
    high = max((float(values.max()) for _, values, _ in shown), default=1.0)
    scale = Scale(low, high, left + 6, left + wide - 6)
    bottom = 30 + step * len(groups)
    for value in ticks(scale.low, scale.high):
        parts.append(line(scale(value), 26, scale(value), bottom, "#e4e4e4"))
        parts.append(text(scale(value), bottom + 16, number(value)))
    for index, (label, values, color) in enumerate(groups):
        y = 30 + step * (index + 0.5)
        parts.append(text(left - 8, y + 4, label, "end"))
        if not len(values):
            parts.append(text(left + 8, y + 4, "no values", "start", "faint"))
            continue
        marks = [float(mark) for mark in np.quantile(values, [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1])]
        least, five, lower, median, upper, most, largest = map(scale, marks)
        tip = f"{label}: median {number(marks[3])}, {number(marks[2])} to {number(marks[4])}"
        parts.append(line(five, y, most, y, color, 1.5))
        parts += [line(end, y - 4, end, y + 4, color, 1.5) for end in (five, most)]
        parts.append(box(lower, y - 7, upper - lower, 14, mix(color, "#ffffff", 0.55), tip))
        parts.append(line(median, y - 7, median, y + 7, color, 2.5))
        for end in (least, largest):
            parts.append(f'<circle cx="{end:.1f}" cy="{y:.1f}" r="2" fill="{color}"/>')
    return svg(left + wide + 16, height, parts, f"box plots of {name}")


def rate_bars(groups: Sequence[tuple[str, tuple[float, float, float], str]]) -> str:
    """Draw rates with their confidence intervals, one bar for each (label, rate, colour)."""
    left, wide, step = 190.0, 340.0, 24.0
    scale = Scale(0, 1, left, left + wide)
    bottom = 6 + step * len(groups)
    parts = []
    for value in (0, 0.25, 0.5, 0.75, 1):
        parts.append(line(scale(value), 4, scale(value), bottom, "#e4e4e4"))
        parts.append(text(scale(value), bottom + 16, f"{100 * value:g} %"))
    for index, (label, (rate, low, high), color) in enumerate(groups):
        y = 6 + step * (index + 0.5)
        parts.append(text(left - 8, y + 4, label, "end"))
        tip = f"{label}: {100 * rate:.1f} % ({100 * low:.1f} to {100 * high:.1f} %)"
        parts.append(box(left, y - 7, scale(rate) - left, 14, mix(color, "#ffffff", 0.45), tip))
        parts.append(line(scale(low), y, scale(high), y, "#222", 1.5))
        parts += [line(scale(end), y - 4, scale(end), y + 4, "#222", 1.5) for end in (low, high)]
    return svg(left + wide + 30, bottom + 24, parts, "success rates")


def time_by_size(
    series: Sequence[tuple[str, Sequence[tuple[int, float, float, float]], str]],
) -> str:
    """Draw times against sizes, both logarithmic: (label, [(cells, p5, median, p95)], colour)."""
    left, top, wide, high = 64.0, 14.0, 420.0, 240.0
    points = [point for _, listed, _ in series for point in listed]
    cells = [log10(point[0]) for point in points]
    times = [log10(max(value, 1e-3)) for point in points for value in point[1:]]
    x = Scale(min(cells), max(cells), left + 20, left + wide - 20)
    y = Scale(floor(min(times)), floor(max(times)) + 1, top + high, top)
    parts = [
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="#fff" stroke="#999"/>'
    ]
    for power in range(int(y.low), int(y.high) + 1):
        parts.append(line(left, y(power), left + wide, y(power), "#e4e4e4"))
        parts.append(text(left - 5, y(power) + 4, f"{10.0**power:g} ms", "end"))
    for size in sorted({point[0] for point in points}):
        parts.append(text(x(log10(size)), top + high + 16, str(size)))
    parts.append(text(left + wide / 2, top + high + 34, "cells", kind="axis"))
    for index, (label, listed, color) in enumerate(series):
        before: tuple[float, float] | None = None
        for size, low, median, most in sorted(listed):
            # Beside each other, so that no whisker hides another.
            at = x(log10(size)) + 5 * (index - (len(series) - 1) / 2)
            ends = [y(log10(max(value, 1e-3))) for value in (low, median, most)]
            parts.append(line(at, ends[0], at, ends[2], color, 1.5))
            tip = f"{label}, {size} cells: median {number(median)} ms"
            parts.append(
                f'<circle cx="{at:.1f}" cy="{ends[1]:.1f}" r="4" fill="{color}">'
                f"<title>{escape(tip)}</title></circle>"
            )
            if before is not None:
                parts.append(line(*before, at, ends[1], color, 1.5))
            before = at, ends[1]
        parts.append(box(left + wide + 14, top + 8 + 20 * index, 12, 12, color))
        parts.append(text(left + wide + 32, top + 18 + 20 * index, label, "start"))
    return svg(left + wide + 190, top + high + 44, parts, "time against size")
