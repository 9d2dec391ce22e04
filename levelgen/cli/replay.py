"""`levelgen replay`: watch the search of the wfc generator, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from levelgen.cli.errors import BROKEN, SATISFIED, UNKNOWN
from levelgen.cli.options import (
    BanOption,
    FillOption,
    ForceOption,
    MaskOption,
    PeriodicOption,
    PinOption,
    PresetOption,
    QuietOption,
    SeedOption,
    SetOption,
    SizeOption,
    SubsetOption,
    TilesetOption,
    complete_file,
)
from levelgen.cli.reading import Reader
from levelgen.cli.terminal import Terminal
from levelgen.errors import Problem, RequestError
from levelgen.schema.files import check_writable, write_bytes

if TYPE_CHECKING:
    from levelgen.generators.recording import Recording
    from levelgen.schema.request import Request

EPILOG = """\b
Examples:
  levelgen replay --tileset dungeon --seed 42 -o replay.html
  levelgen replay --tileset roads --size 24x24 --seed 7 -o replay.gif

\b
Exit codes:
  0  the search ended with a board
  1  it proved that there is none
  2  something given is wrong: an option, a file, an output that exists
  3  it gave up
The replay is written in all cases but 2.
"""

_SUFFIXES = (".html", ".gif")
_CODES = {"solved": SATISFIED, "infeasible": BROKEN, "unknown": UNKNOWN}


def replay(
    tileset: TilesetOption,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.html|FILE.gif",
            help="A page to step through, or an animation.",
            autocompletion=complete_file,
        ),
    ],
    subset: SubsetOption = None,
    preset: PresetOption = None,
    size: SizeOption = None,
    seed: SeedOption = None,
    overrides: SetOption = None,
    periodic: PeriodicOption = None,
    mask: MaskOption = None,
    fill: FillOption = None,
    pin: PinOption = None,
    ban: BanOption = None,
    quiet: QuietOption = False,
    force: ForceOption = False,
) -> None:
    """Record how the wfc generator searches, and write it as a page or an animation.

    The page works without a server and without a network. Objects are placed after the search, so
    they are not in the replay.
    """
    from levelgen.api import prepare
    from levelgen.generators.recording import record
    from levelgen.library import find_preset, find_tileset, read_level, read_mask_file

    read = Reader()
    rows, cols = read.size(size)
    start, settled, joined = read.seed(seed), read.overrides(overrides), read.periodic(periodic)
    pins, bans = read.cells("pin", pin), read.cells("ban", ban)
    read.done()
    path = _path(output)
    check_writable(path, force=force)
    chosen = find_tileset(tileset, subset=subset)
    request = prepare(
        chosen,
        find_preset(preset),
        rows=rows,
        cols=cols,
        seed=start,
        generator="wfc",
        set=settled,
        periodic=joined,
        mask=read_mask_file(mask) if mask else None,
        fill=read_level(fill, chosen) if fill else None,
        pins=pins,
        bans=bans,
    )
    recording = record(request)
    write_bytes(path, _drawn(recording, path), force=force)
    terminal = Terminal.current(quiet=quiet)
    _tell(recording, request, terminal)
    terminal.tell(f"written to {path}")
    if seed is None and quiet:
        # Without its seed a search could not be watched again.
        typer.echo(f"seed {request.seed}", err=True)
    raise typer.Exit(_CODES[recording.status or "unknown"])


def _path(output: str) -> Path:
    path = Path(output)
    if path.suffix.lower() not in _SUFFIXES:
        what = f"the suffix {path.suffix!r} names no replay" if path.suffix else "no format is told"
        hint = f"a file name with {' or '.join(_SUFFIXES)}"
        raise RequestError([Problem("--output", "", f"{output}: {what}", hint)])
    return path


def _drawn(recording: Recording, path: Path) -> bytes:
    from levelgen.render.replay import replay_gif, replay_html

    if path.suffix.lower() == ".gif":
        return replay_gif(recording)
    return replay_html(recording).encode()


def _tell(recording: Recording, request: Request, terminal: Terminal) -> None:
    from levelgen.render.replay.timeline import moments

    last = moments(recording.steps)[-1]
    words = {
        "solved": "solved",
        "infeasible": "infeasible: proved that there is no board",
        "unknown": "unknown: the search gave up",
    }
    terminal.tell(
        f"{recording.heading}  seed {request.seed}  {request.rows}x{request.cols}  "
        f"{words[recording.status or 'unknown']}"
    )
    terminal.tell(f"contradictions {last.contradictions}, backtracks {last.backtracks}")
