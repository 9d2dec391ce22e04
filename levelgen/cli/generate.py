"""`levelgen generate`, the default command: one level, or several to pick from."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from levelgen.cli import output as out
from levelgen.cli.delivery import hand_over, tell_set, with_json
from levelgen.cli.errors import EXIT_CODES, INTERRUPTED, exit_code
from levelgen.cli.options import (
    BanOption,
    FillOption,
    ForceOption,
    MaskOption,
    NoColorOption,
    PeriodicOption,
    PinOption,
    PresetOption,
    QuietOption,
    SeedOption,
    SetOption,
    SizeOption,
    StrategyOption,
    SubsetOption,
    TilesetOption,
    TimeLimitOption,
    complete_file,
    complete_generator,
)
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader
from levelgen.cli.terminal import Terminal

if TYPE_CHECKING:
    from levelgen.schema.level import Level
    from levelgen.sets import LevelSet

EPILOG = f"""\b
Examples:
  levelgen --tileset cave --preset hard
  levelgen --tileset cave --preset hard --seed 7 --set key=2 -o level.json
  levelgen --tileset island --preset easy --count 24 -o sheet.png

{EXIT_CODES}"""


def generate(
    tileset: TilesetOption,
    subset: SubsetOption = None,
    preset: PresetOption = None,
    size: SizeOption = None,
    seed: SeedOption = None,
    count: Annotated[
        str,
        typer.Option("--count", "-n", metavar="K", help="Number of levels, seeds N, N+1, ..."),
    ] = "1",
    diverse: Annotated[
        str | None,
        typer.Option(
            "--diverse",
            metavar="SHARE",
            help="With --count: every two levels differ in this share of the cells, such as 0.4.",
        ),
    ] = None,
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
    periodic: PeriodicOption = None,
    mask: MaskOption = None,
    fill: FillOption = None,
    pin: PinOption = None,
    ban: BanOption = None,
    strategy: StrategyOption = None,
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
    from levelgen.generators.interrupted import Interrupted
    from levelgen.library import find_preset, find_tileset, read_level, read_mask_file

    read = Reader()
    rows, cols = read.size(size)
    start, number, limit = read.seed(seed), read.count(count), read.time_limit(time_limit)
    share = read.share("diverse", diverse)
    settled, joined = read.overrides(overrides), read.periodic(periodic)
    pins, bans = read.cells("pin", pin), read.cells("ban", ban)
    read.done()
    form = out.read_format(wanted)
    place = out.destination(output, form, count=number)
    if json:
        place = with_json(place, output, form)
    chosen, asked = find_tileset(tileset, subset=subset), find_preset(preset)
    ask = partial(
        prepare,
        chosen,
        asked,
        rows=rows,
        cols=cols,
        generator=generator,
        set=settled,
        periodic=joined,
        mask=read_mask_file(mask) if mask else None,
        fill=read_level(fill, chosen) if fill else None,
        pins=pins,
        bans=bans,
        strategy=strategy,
    )
    first = ask(seed=start)
    requests = [first, *(ask(seed=first.seed + step) for step in range(1, number))]
    preset_name = asked.name if asked is not None else None
    names = [out.level_name(chosen.name, preset_name, request.seed) for request in requests]
    place.check(names, force=force)

    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    levels: list[Level] = []
    written = []
    ended: LevelSet | None = None

    def keep(level: Level) -> None:
        path = out.save(level, place, force=force)
        written.extend([path] if path is not None else [])
        levels.append(level)
        progress.done += 1

    interrupted = False
    with Progress(number, quiet=quiet) as progress:
        try:
            if share is None:
                for request in requests:
                    keep(run(request, time_limit=limit))
            else:
                from levelgen.sets import run_set

                ended = run_set(first, count=number, diverse=share, time_limit=limit, found=keep)
        except Interrupted as stop:
            keep(stop.level)
            interrupted = True
        path = out.save_sheet(levels, place, force=force)
        written += [path] if path is not None else []
    hand_over(levels, place, written, terminal, as_json=json)
    if interrupted:
        typer.echo("Interrupted.", err=True)
        raise typer.Exit(INTERRUPTED)
    if ended is not None:
        tell_set(ended, number, terminal)
    if seed is None and quiet and not json and place.format is not out.Format.JSON:
        # Without its seed a level could not be made again.
        typer.echo(f"seed {first.seed}", err=True)
    statuses = [level.status for level in levels]
    raise typer.Exit(exit_code([*statuses, ended.status] if ended is not None else statuses))
