"""The parts of the report: each is a heading with what stands under it, as HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from levelgen.batch.comparing import Difference
from levelgen.batch.report.svg import box_plot, heat_map, number, rate_bars, time_by_size
from levelgen.batch.store import Results
from levelgen.batch.table import Columns, quantile_interval
from levelgen.metrics.levelsets import expressive_range
from levelgen.render.colours import SERIES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COLUMNS = (
    "time_ms",
    "path_length",
    "linearity",
    "leniency",
    "connectivity",
    "regions",
    "dead_ends",
    "loops",
    "chokepoints",
    "rooms",
    "corridors",
    "longest_shortest_path.moves",
    "openness",
    "tag_shares.walkable",
    "densities.enemy",
    "entropy",
    "pattern_entropy.2x2",
    "symmetry.vertical",
    "weight_fidelity",
)
"""What is drawn where it is there; every other column is in the table of all."""

AXES = (
    ("linearity", "leniency"),
    ("tag_shares.walkable", "path_length"),
    ("openness", "chokepoints"),
    ("symmetry.vertical", "pattern_entropy.2x2"),
)
BINS = 20
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Part:
    """A group of an evaluation, as the report shows it."""

    results: Results
    run: str
    """Which evaluation, where there are several, else empty."""
    columns: Columns
    color: str

    @property
    def label(self) -> str:
        """Its name in charts and tables."""
        return " ".join(word for word in (self.run, self.columns.name) if word)


def parts_of(results: Sequence[Results], groups: Sequence[Sequence[Columns]]) -> list[Part]:
    """Name and colour the groups: a colour is a generator, of one evaluation."""
    names = run_names(results)
    colors: dict[tuple[str, str], str] = {}
    found = []
    for one, run, columns in zip(results, names, groups, strict=True):
        for group in columns:
            key = run, group.generator
            color = colors.setdefault(key, SERIES[len(colors) % len(SERIES)])
            found.append(Part(one, run, group, color))
    return found


def run_names(results: Sequence[Results]) -> list[str]:
    """Tell evaluations apart: by preset where these differ, else by folder."""
    if len(results) == 1:
        return [""]
    presets = [one.plan.preset.name if one.plan.preset else "no preset" for one in results]
    if len(set(presets)) == len(presets):
        return presets
    folders = [one.folder.resolve().name for one in results]
    return folders if len(set(folders)) == len(folders) else [str(one.folder) for one in results]


def section(title: str, *bodies: str) -> str:
    """Put a heading over what there is; nothing at all without it."""
    inner = "".join(bodies)
    return f"<section><h2>{escape(title)}</h2>{inner}</section>" if inner else ""


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: Sequence[int] = ()) -> str:
    """Write a table; cells are text, and columns in `words` are not numbers."""

    def line(kind: str, values: Sequence[str]) -> str:
        cells = [
            f"<{kind}{' class=words' if index in words else ''}>{escape(value)}</{kind}>"
            for index, value in enumerate(values)
        ]
        return f"<tr>{''.join(cells)}</tr>"

    top, body = line("th", head), "".join(line("td", row) for row in rows)
    return f'<div class="wide"><table>{top}{body}</table></div>'


def note(words: str) -> str:
    """Write a remark."""
    return f'<p class="note">{escape(words)}</p>'


def success(parts: Sequence[Part]) -> str:
    """Tell how often each group keeps everything, and what else happened."""
    rows = []
    for part in parts:
        rate, low, high = part.columns.success
        others = Counter(part.columns.statuses)
        del others["satisfied"]
        rows.append(
            [
                part.label,
                str(len(part.columns.seeds)),
                f"{100 * rate:.1f} %",
                f"{100 * low:.1f} - {100 * high:.1f} %",
                ", ".join(f"{count} {status}" for status, count in sorted(others.items())) or "-",
            ]
        )
    bars = rate_bars([(part.label, part.columns.success, part.color) for part in parts])
    head = ["group", "levels", "satisfied", "95 % interval", "others"]
    return section("Success", bars, table(head, rows, [4]), _reasons(parts))


def _reasons(parts: Sequence[Part]) -> str:
    rows = [
        [part.label, str(count), reason]
        for part in parts
        for reason, count in part.columns.reasons.most_common(3)
    ]
    if not rows:
        return ""
    head = ["group", "levels", "reason (n stands for any number)"]
    return "<h3>Most frequent reasons</h3>" + table(head, rows, [2])


def promises(parts: Sequence[Part]) -> str:
    """Tell how often each promise is kept."""
    pointers = list(
        dict.fromkeys(
            name.removeprefix("kept")
            for part in parts
            for name in part.columns.numbers
            if name.startswith("kept/")
        )
    )
    rows = []
    for pointer in pointers:
        said = next(
            (
                part.results.manifest["promises"][pointer]
                for part in parts
                if pointer in part.results.manifest["promises"]
            ),
            "",
        )
        row = [f"{said} ({pointer})" if said else pointer]
        for part in parts:
            values = part.columns.known(f"kept{pointer}")
            row.append(f"{100 * values.mean():.1f} %" if len(values) else "-")
        rows.append(row)
    if not rows:
        return ""
    return section("Promises kept", table(["promise", *(part.label for part in parts)], rows))


def differences(found: Sequence[Difference], names: Sequence[str]) -> str:
    """List the differences between two evaluations that are larger than noise."""
    if not found:
        return section("Differences", note("The two evaluations share no generator and size."))
    rows = [
        [
            item.group,
            item.column,
            number(item.before),
            number(item.after),
            f"{item.after - item.before:+.3g}",
            f"{item.low:+.3g} to {item.high:+.3g}",
        ]
        for item in found
        if item.real
    ]
    head = ["group", "column", *names, "difference", "95 % interval"]
    quiet = len(found) - len(rows)
    how = "row by row, by seed" if any(item.paired for item in found) else "by their means"
    words = (
        f"Compared {how}; {quiet} of {len(found)} columns differ by no more than noise (5 % for "
        "all of them together, Holm). Times belong to the machine too."
    )
    return section("Differences", table(head, rows) if rows else "", note(words))


def quantiles(parts: Sequence[Part]) -> str:
    """Give the quantiles of the main columns, then of all, with confidence intervals."""
    names = list(dict.fromkeys(name for part in parts for name in part.columns.numbers))
    main = [name for name in COLUMNS if name in names]
    rest = [name for name in names if name not in main and not name.startswith("kept/")]
    more = ""
    if rest:
        more = (
            f"<details><summary>All other columns ({len(rest)})</summary>"
            f"{_quantile_table(parts, rest)}</details>"
        )
    words = "In brackets the 95 % confidence interval of the quantile, from order statistics."
    return section("Quantiles", note(words), _quantile_table(parts, main), more)


def _quantile_table(parts: Sequence[Part], names: Sequence[str]) -> str:
    import numpy as np

    rows = []
    for name in names:
        for part in parts:
            values = np.sort(part.columns.known(name))
            if not len(values):
                continue
            cells = []
            for share in QUANTILES:
                middle, low, high = quantile_interval(values, share)
                cells.append(f"{number(middle)} [{number(low)}, {number(high)}]")
            mean = f"{number(float(values.mean()))} ± {number(float(values.std()))}"
            # A narrow blank keeps generator and size together.
            group = part.label.replace(" ", "\u00a0")
            rows.append([name, group, str(len(values)), *cells, mean])
    head = ["column", "group", "n", *(f"{100 * share:g} %" for share in QUANTILES), "mean ± std"]
    return table(head, rows, [1])


def ranges(parts: Sequence[Part]) -> str:
    """Draw the expressive ranges; the axes of a pair are the same for all groups."""
    bodies = []
    for across, up in AXES:
        maps = [_pair(part.columns, across, up) for part in parts]
        known = [pair for pair in maps if pair is not None]
        if not known:
            continue
        ends = [
            (
                min(float(pair[axis].min()) for pair in known),
                max(float(pair[axis].max()) for pair in known),
            )
            for axis in (0, 1)
        ]
        charts = []
        for part, pair in zip(parts, maps, strict=True):
            if pair is not None:
                counts = _counts(pair, ends)
                x, y = (across, *ends[0]), (up, *ends[1])
                charts.append(heat_map(counts, x, y, part.label))
        bodies.append(f"<h3>{escape(across)} against {escape(up)}</h3>{''.join(charts)}")
    return section("Expressive range", *bodies)


def _ends(values: Sequence[NDArray[np.float64]]) -> tuple[float, float]:
    low, high = min(float(one.min()) for one in values), max(float(one.max()) for one in values)
    # A single value gets a range around it, the same in the counts and on the axis.
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _pair(
    columns: Columns, across: str, up: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    import numpy as np

    x, y = columns.numbers.get(across), columns.numbers.get(up)
    if x is None or y is None:
        return None
    both = ~np.isnan(x) & ~np.isnan(y)
    return (x[both], y[both]) if both.any() else None


def _counts(
    pair: tuple[NDArray[np.float64], NDArray[np.float64]], ends: Sequence[tuple[float, float]]
) -> NDArray[np.int64]:
    counts, _, _ = expressive_range(*pair, bins=BINS, ends=(ends[0], ends[1]))
    return counts


def boxes(parts: Sequence[Part]) -> str:
    """Draw box plots of the main columns."""
    charts = []
    for name in COLUMNS:
        if any(len(part.columns.known(name)) for part in parts):
            values = [(part.label, part.columns.known(name), part.color) for part in parts]
            charts.append(box_plot(name, values))
    words = "Box: middle half with the median; whiskers: 5 % and 95 %; dots: least and most."
    return section("Box plots", note(words), *charts)


def times(parts: Sequence[Part]) -> str:
    """Draw time against size."""
    import numpy as np

    series: dict[tuple[str, str, str], list[tuple[int, float, float, float]]] = {}
    for part in parts:
        values = part.columns.known("time_ms")
        if len(values):
            marks = [float(mark) for mark in np.quantile(values, [0.05, 0.5, 0.95])]
            key = part.run, part.columns.generator, part.color
            cells = part.columns.rows * part.columns.cols
            series.setdefault(key, []).append((cells, marks[0], marks[1], marks[2]))
    if not series:
        return ""
    lines = [
        (" ".join(word for word in (run, name) if word), points, color)
        for (run, name, color), points in series.items()
    ]
    return section(
        "Time against size",
        time_by_size(lines),
        note("Medians, with 5 % and 95 %; milliseconds of generating and checking one level."),
    )
