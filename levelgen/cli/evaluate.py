"""`levelgen evaluate`: many seeds, sizes and generators of one request, measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from levelgen.cli.options import (
    ForceOption,
    NoColorOption,
    PresetOption,
    QuietOption,
    SetOption,
    SubsetOption,
    TilesetOption,
    TimeLimitOption,
    complete_file,
    complete_generator,
)
from levelgen.cli.progress import RowProgress
from levelgen.cli.reading import Reader
from levelgen.cli.terminal import FAINT, Terminal, styled, table

if TYPE_CHECKING:
    from levelgen.batch.summary import Group, Summary

EPILOG = """\b
Examples:
  levelgen evaluate --tileset cave --preset hard --seeds 0:1000 -o results
  levelgen evaluate -t cave -p hard --seeds 0:100,500 --generators random,wfc,cpsat \\
      --size 12x12,16x16 --jobs 4 -o results

Stopped at any moment, the same command goes on where it was.
A finished evaluation exits with 0 whatever the levels say; `levelgen gate` fails a build.
"""


def _complete_metrics(incomplete: str) -> list[str]:
    from levelgen.metrics.groups import group_names

    return [name for name in group_names() if name.startswith(incomplete)]


def evaluate(
    tileset: TilesetOption,
    seeds: Annotated[
        str,
        typer.Option(
            "--seeds", metavar="A:B,...", help="Seeds: ranges without their end, or single ones."
        ),
    ],
    subset: SubsetOption = None,
    preset: PresetOption = None,
    generators: Annotated[
        list[str] | None,
        typer.Option(
            "--generators",
            "-g",
            metavar="NAME,...",
            help="Generators, with commas or repeated; default: auto.",
            autocompletion=complete_generator,
        ),
    ] = None,
    size: Annotated[
        list[str] | None,
        typer.Option(
            "--size",
            metavar="ROWSxCOLS,...",
            help="Sizes in cells, with commas or repeated; default: the preset's, else 12x12.",
        ),
    ] = None,
    overrides: SetOption = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            "--metrics",
            metavar="GROUP,...",
            help="Groups of metrics beside basic: graph, way, shape, plug-ins; default: all.",
            autocompletion=_complete_metrics,
        ),
    ] = None,
    time_limit: TimeLimitOption = None,
    levels: Annotated[
        bool, typer.Option("--levels", help="Keep the levels too, compressed, in their rows.")
    ] = False,
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write rows.parquet too (needs duckdb).")
    ] = False,
    jobs: Annotated[
        str | None,
        typer.Option(
            "--jobs", "-j", metavar="N", help="Processes; default: one for each processor."
        ),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option("--dask", metavar="ADDRESS", help="Work on this dask cluster; default: here."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Folder for the rows; default: only the summary is shown.",
            autocompletion=complete_file,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Evaluate many seeds: generate, check and measure a level for each."""
    from levelgen import batch
    from levelgen.library import find_tileset

    read = Reader()
    sizes = [read.size(word) for word in words(size)] or [(None, None)]
    workers, limit = read.jobs(jobs), read.time_limit(time_limit)
    settled = read.overrides(overrides)
    if output is None:
        for option, wanted in (("--parquet", parquet), ("--dask", dask), ("--levels", levels)):
            if wanted:
                read.complain(option, "there is no folder to write to", "-o FOLDER")
    read.done()
    if parquet:
        from levelgen.batch.export import need_duckdb

        need_duckdb()
    plan = batch.Plan.make(
        find_tileset(tileset, subset=subset),
        preset,
        seeds=seeds,
        generators=words(generators) or ("auto",),
        sizes=sizes,
        set=settled,
        metrics=words(metrics) or None,
        time_limit=limit,
        levels=levels,
    )
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    for line in batch.plugin_problems(plan):
        terminal.tell(f"Warning: {line}")
    with RowProgress(len(plan), quiet=quiet, doing="evaluating", thing="row") as progress:
        if output is None:
            found = batch.Evaluation(plan, jobs=workers, progress=progress.tell)
            summary = found.summary()
        else:
            results = batch.keep(
                plan, Path(output), workers, force=force, dask=dask, progress=progress.tell
            )
            if parquet:
                from levelgen.batch.export import write_parquet

                write_parquet(results.folder / "rows.jsonl", results.folder / "rows.parquet")
            summary = batch.summarise(results)
    if as_json:
        terminal.data(summary.model_dump_json(indent=2) + "\n")
    else:
        terminal.data("".join(f"{line}\n" for line in summary_lines(summary, terminal)))
    if output is not None:
        terminal.tell(f"{len(plan)} rows in {output}")


def words(texts: list[str] | None) -> list[str]:
    """Read a repeatable option whose values may hold several words with commas."""
    return [word.strip() for text in texts or () for word in text.split(",")]


def summary_lines(summary: Summary, terminal: Terminal) -> list[str]:
    """Write the groups of a summary as a table."""
    head = ["generator", "size", "levels", "satisfied", "95 %", "other", "mean ms", "std", "max"]
    rows = [head, *(_group_row(group) for group in summary.groups)]
    first, *lines = table(rows, right=(2, 3, 6, 7, 8))
    return [styled(first, FAINT, on=terminal.color), *lines]


def _group_row(group: Group) -> list[str]:
    others: dict[str, Any] = {k: v for k, v in group.statuses.items() if k != "satisfied"}
    time = group.columns.get("time_ms")
    times = [f"{value:.1f}" for value in (time.mean, time.std, time.max)] if time else ["n/a"] * 3
    return [
        group.generator,
        f"{group.rows}x{group.cols}",
        str(group.levels),
        f"{100 * group.success_rate:.1f} %",
        f"{100 * group.success_low:.1f}-{100 * group.success_high:.1f}",
        ", ".join(f"{count} {status}" for status, count in others.items()) or "none",
        *times,
    ]
