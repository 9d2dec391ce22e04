"""`levelgen generate`, the default command: one level, or several to pick from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from levelgen.cli import output as out
from levelgen.cli.board import draw, legend_lines
from levelgen.cli.errors import EXIT_CODES, exit_code
from levelgen.cli.options import (
    ForceOption,
    NoColorOption,
    PresetOption,
    QuietOption,
    SeedOption,
    SetOption,
    SizeOption,
    TilesetOption,
    TimeLimitOption,
    complete_file,
    complete_generator,
)
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader
from levelgen.cli.report import level_lines, promise_lines, summary
from levelgen.cli.terminal import Terminal
from levelgen.errors import Problem, RequestError

if TYPE_CHECKING:
    from levelgen.schema.level import Level

EPILOG = f"""\b
Examples:
  levelgen --tileset cave --preset hard
  levelgen --tileset cave --preset hard --seed 7 --set key=2 -o level.json
  levelgen --tileset island --preset easy --count 24 -o sheet.png

{EXIT_CODES}"""


def generate(
    tileset: TilesetOption,
    preset: PresetOption = None,
    size: SizeOption = None,
    seed: SeedOption = None,
    count: Annotated[
        str,
        typer.Option("--count", "-n", metavar="K", help="Number of levels, seeds N, N+1, ..."),
    ] = "1",
    generator: Annotated[
        str,
        typer.Option(
            "--generator",
            "-g",
            metavar="NAME",
            help="auto, random, wfc, cpsat or a plugged-in one.",
            autocompletion=complete_generator,
        ),
    ] = "auto",
    overrides: SetOption = None,
    time_limit: TimeLimitOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|FOLDER|-",
            help="Write to a file (.json .txt .csv .png), a folder, or stdout; default: show it.",
            autocompletion=complete_file,
        ),
    ] = None,
    wanted: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="text|json|csv|png",
            help="Format of the output; default: by the suffix of -o.",
            autocompletion=out.complete_format,
        ),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the level as JSON (several as a list).")
    ] = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Generate a level, check it, and show it with its promises."""
    from levelgen.api import prepare, run
    from levelgen.library import find_preset, find_tileset

    read = Reader()
    rows, cols = read.size(size)
    start, number, limit = read.seed(seed), read.count(count), read.time_limit(time_limit)
    settled = read.overrides(overrides)
    read.done()
    form = out.read_format(wanted)
    place = out.destination(output, form, count=number)
    if json:
        place = _with_json(place, output, form)
    chosen, asked = find_tileset(tileset), find_preset(preset)
    ask = partial(
        prepare, chosen, asked, rows=rows, cols=cols, generator=generator, overrides=settled
    )
    first = ask(seed=start)
    requests = [first, *(ask(seed=first.seed + step) for step in range(1, number))]
    preset_name = asked.name if asked is not None else None
    names = [out.level_name(chosen.name, preset_name, request.seed) for request in requests]
    place.check(names, force=force)

    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    levels: list[Level] = []
    written = []
    with Progress(number, quiet=quiet) as progress:
        for request in requests:
            level = run(request, time_limit=limit)
            path = out.save(level, place, force=force)
            written += [path] if path is not None else []
            levels.append(level)
            progress.done += 1
        path = out.save_sheet(levels, place, force=force)
        written += [path] if path is not None else []
    if json:
        terminal.data(out.json_text(levels))
    elif place.kind == "stdout":
        _print(levels, place.format, terminal)
    elif place.kind == "screen":
        _draw(levels, terminal)
    _tell(levels, terminal)
    if len(written) == 1:
        terminal.tell(f"written to {written[0]}")
    elif written:
        terminal.tell(f"{len(written)} files written to {place.path}")
    if seed is None and quiet and not json and place.format is not out.Format.JSON:
        # Without its seed a level could not be made again.
        typer.echo(f"seed {first.seed}", err=True)
    raise typer.Exit(exit_code(level.status for level in levels))


def _with_json(
    place: out.Destination, output: str | None, wanted: out.Format | None
) -> out.Destination:
    """Make room on stdout for the JSON. Raises RequestError when something else goes there."""
    if output == out.STDOUT or (output is None and wanted not in (None, out.Format.JSON)):
        other = f"-o {out.STDOUT}" if output is not None else f"--format {wanted}"
        hint = "one of them, or -o FILE beside --json"
        raise RequestError(
            [Problem("--json", "", f"--json and {other} both print to stdout", hint)]
        )
    return out.Destination("stdout", out.Format.JSON) if output is None else place


def _print(levels: Sequence[Level], wanted: out.Format, terminal: Terminal) -> None:
    if wanted is out.Format.JSON:
        terminal.data(out.json_text(levels))
    elif levels[0].cells is not None:
        terminal.data(out.encode(levels[0], wanted).decode())


def _draw(levels: Sequence[Level], terminal: Terminal) -> None:
    boards = [level for level in levels if level.cells is not None]
    labels = [f"seed {level.seed}" if len(levels) > 1 else "" for level in boards]
    lines = draw(boards, labels, terminal) if boards else []
    if lines and terminal.interactive:
        lines += ["", *legend_lines(boards, color=terminal.color, width=terminal.width), ""]
    terminal.data("".join(f"{line}\n" for line in lines))


def _tell(levels: Sequence[Level], terminal: Terminal) -> None:
    color = terminal.message_color
    if len(levels) == 1:
        lines = level_lines(levels[0], color=color)
    else:
        lines = []
        for level in levels:
            lines.append(summary(level, color=color))
            broken = [promise for promise in level.promises if not promise.kept]
            lines += promise_lines(broken, color=color)[1:] if broken else []
    for line in lines:
        terminal.tell(line)
