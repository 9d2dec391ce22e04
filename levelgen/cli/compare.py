"""`levelgen compare`: generators, and presets, side by side on one request."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from levelgen.cli.board import draw, legend_lines
from levelgen.cli.options import (
    ForceOption,
    NoColorOption,
    QuietOption,
    SeedOption,
    SetOption,
    SizeOption,
    SubsetOption,
    TilesetOption,
    TimeLimitOption,
    complete_file,
    complete_generator,
    complete_preset,
)
from levelgen.cli.output import picture_path
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader
from levelgen.cli.report import seconds
from levelgen.cli.terminal import BAD, FAINT, GOOD, Terminal, styled, table, visible_width
from levelgen.errors import Problem, RequestError
from levelgen.schema.files import check_writable, write_bytes

if TYPE_CHECKING:
    from levelgen.schema.level import Level
    from levelgen.schema.preset import Preset

GENERATORS = ("random", "wfc", "cpsat", "auto")
NOT_APPLICABLE = "n/a"

EPILOG = """\b
Examples:
  levelgen compare --tileset cave --preset hard
  levelgen compare --tileset cave --preset easy --preset hard -o compare.png
"""


def compare(
    tileset: TilesetOption,
    subset: SubsetOption = None,
    preset: Annotated[
        list[str] | None,
        typer.Option(
            "--preset",
            "-p",
            metavar="NAME|PATH",
            help="Preset; repeat it to compare several; default: only the tileset's own rules.",
            autocompletion=complete_preset,
        ),
    ] = None,
    size: SizeOption = None,
    seed: SeedOption = None,
    generator: Annotated[
        list[str] | None,
        typer.Option(
            "--generator",
            "-g",
            metavar="NAME",
            help="Generator; may be repeated; default: random, wfc, cpsat and auto.",
            autocompletion=complete_generator,
        ),
    ] = None,
    overrides: SetOption = None,
    time_limit: TimeLimitOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.png",
            help="Also draw grids and bar charts into a picture; default: none.",
            autocompletion=complete_file,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Compare generators on one request, and presets with each other.

    The same seed goes to all of them. Whatever they answer, the exit code is 0.
    """
    from levelgen.api import prepare, run
    from levelgen.batch.rows import row_of
    from levelgen.library import find_preset, find_tileset

    path = picture_path(output)
    if path is not None:
        check_writable(path, force=force)
    read = Reader()
    rows, cols = read.size(size)
    start, limit = read.seed(seed), read.time_limit(time_limit)
    settled = read.overrides(overrides)
    read.done()
    chosen = find_tileset(tileset, subset=subset)
    presets = [find_preset(name) for name in dict.fromkeys(preset or ())] or [None]
    _refuse_namesakes(presets)
    requests = []
    for asked in presets:
        for name in dict.fromkeys(generator or GENERATORS):
            request = prepare(
                chosen, asked, rows=rows, cols=cols, seed=start, generator=name, set=settled
            )
            # Every other request shares the seed that was drawn for the first one.
            start = request.seed
            requests.append(request)
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    levels = []
    with Progress(len(requests), quiet=quiet) as progress:
        for request in requests:
            levels.append(run(request, time_limit=limit))
            progress.done += 1
    if as_json:
        table_rows = [{"preset": level.preset, **row_of(level)} for level in levels]
        terminal.data(json.dumps(table_rows, ensure_ascii=False, indent=2) + "\n")
    else:
        _draw(levels, terminal)
    if path is not None:
        from levelgen.render.pictures import compare_png

        write_bytes(path, compare_png(levels, _labels(levels)), force=force)
        terminal.tell(f"written to {path}")


def _refuse_namesakes(presets: Sequence[Preset | None]) -> None:
    """Raise RequestError for presets that could not be told apart in the table."""
    names = [preset.name for preset in presets if preset is not None]
    for name in sorted(set(names)):
        if names.count(name) > 1:
            message = f"{names.count(name)} presets have the name {name!r}"
            raise RequestError([Problem("--preset", "", message, "give each its own")])


def _groups(levels: Sequence[Level]) -> list[list[Level]]:
    """Put the generators of each preset together, or the presets where there is one generator."""
    if len({level.generator for level in levels}) == 1:
        return [list(levels)]
    presets = dict.fromkeys(level.preset for level in levels)
    return [[level for level in levels if level.preset == preset] for preset in presets]


def _labels(levels: Sequence[Level]) -> list[str]:
    """Name each level by what differs: its generator, its preset, or both."""
    presets = len({level.preset for level in levels})
    generators = len({level.generator for level in levels})
    if presets == 1:
        return [str(level.generator) for level in levels]
    if generators == 1:
        return [str(level.preset) for level in levels]
    return [f"{level.preset} {level.generator}" for level in levels]


def _draw(levels: Sequence[Level], terminal: Terminal) -> None:
    lines: list[str] = []
    for group in _groups(levels):
        labels = _labels(group)
        if lines:
            lines.append("")
        lines.append(_title(group))
        lines += ["", *draw(group, labels, terminal), ""]
        lines += _table(group, labels, color=terminal.color, width=terminal.width)
    if terminal.interactive:
        lines += ["", *legend_lines(levels, color=terminal.color, width=terminal.width)]
    terminal.data("\n".join(lines) + "\n")


def _title(levels: Sequence[Level]) -> str:
    first = levels[0]
    parts = [first.tileset.name]
    if len({level.preset for level in levels}) == 1:
        parts.append(first.preset or "no preset")
    if len({level.generator for level in levels}) == 1:
        parts.append(str(first.generator))
    sizes = dict.fromkeys(f"{level.rows}x{level.cols}" for level in levels)
    return ", ".join([*parts, *sizes, f"seed {first.seed}"])


def _table(levels: Sequence[Level], labels: Sequence[str], *, color: bool, width: int) -> list[str]:
    """Give each level a column of figures; columns that do not fit go on below."""
    columns = [
        [label, *_figures(level, color=color).values()]
        for label, level in zip(labels, levels, strict=True)
    ]
    names = ["", *_figures(levels[0], color=color)]
    head = [styled(name, FAINT, on=color) for name in names]
    lines: list[str] = []
    taken: list[list[str]] = []
    for column in columns:
        if taken and max(map(visible_width, _beside_names(head, [*taken, column]))) > width:
            lines += [*_beside_names(head, taken), ""]
            taken = []
        taken.append(column)
    return lines + _beside_names(head, taken)


def _beside_names(names: list[str], columns: list[list[str]]) -> list[str]:
    rows = list(zip(names, *columns, strict=True))
    return table(rows, right=range(1, len(columns) + 1))


def _figures(level: Level, *, color: bool) -> dict[str, str]:
    metrics = level.metrics
    counters = level.manifest.counters if level.manifest is not None else {}
    broken = sum(not promise.kept for promise in level.promises)
    good = level.status == "satisfied"
    return {
        "status": styled(str(level.status), GOOD if good else BAD, on=color),
        "promises broken": _figure(broken if level.cells is not None else None),
        "violations": _figure(metrics.get("adjacency_violations")),
        "connectivity": _figure(metrics.get("connectivity")),
        "reachable_from_first": _figure(metrics.get("reachable_from_first")),
        "variety": _figure(metrics.get("variety")),
        "floor share": _figure(metrics.get("tag_shares", {}).get("floor")),
        "time": seconds(level.run.seconds) if level.run is not None else NOT_APPLICABLE,
        "backtracks": _figure(counters.get("backtracks")),
    }


def _figure(value: Any) -> str:
    if value is None:
        return NOT_APPLICABLE
    return f"{value:.2f}" if isinstance(value, float) else str(value)
