"""`levelgen regenerate`: a rectangle of a level again, its surroundings kept."""

from __future__ import annotations

from typing import Annotated

import typer

from levelgen.cli import output as out
from levelgen.cli.delivery import hand_over, with_json
from levelgen.cli.errors import EXIT_CODES, exit_code
from levelgen.cli.options import (
    ForceOption,
    NoColorOption,
    QuietOption,
    SeedOption,
    TimeLimitOption,
    complete_file,
)
from levelgen.cli.progress import Progress
from levelgen.cli.reading import Reader
from levelgen.cli.terminal import Terminal

EPILOG = f"""\b
Example:
  levelgen regenerate level.json --region 2,3,5,5 --seed 8 -o again.json

{EXIT_CODES}"""


def regenerate(
    file: Annotated[
        str,
        typer.Argument(
            metavar="LEVEL", help="A level file with its manifest.", autocompletion=complete_file
        ),
    ],
    region: Annotated[
        str,
        typer.Option(
            "--region", metavar="TOP,LEFT,HEIGHT,WIDTH", help="The cells to generate again."
        ),
    ],
    seed: SeedOption = None,
    time_limit: TimeLimitOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|-",
            help="Write to a file (.json .txt .csv .png) or stdout; default: show it.",
            autocompletion=complete_file,
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the level as JSON.")] = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Generate a rectangle of a level again and keep its surroundings."""
    from levelgen import api
    from levelgen.schema.level import Level

    read = Reader()
    cells, start, limit = read.region(region), read.seed(seed), read.time_limit(time_limit)
    read.done()
    place = out.destination(output, None, count=1)
    if json:
        place = with_json(place, output, None)
    old = Level.load(file)
    name = out.level_name(old.tileset.name, old.preset, start)
    place.check([name], force=force)
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    with Progress(1, quiet=quiet):
        level = api.regenerate(old, cells, seed=start, time_limit=limit)
    path = out.save(level, place, force=force)
    hand_over([level], place, [path] if path is not None else [], terminal, as_json=json)
    raise typer.Exit(exit_code([level.status]))
