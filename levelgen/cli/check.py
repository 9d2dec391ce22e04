"""`levelgen check`: judges a level file by the request inside it, or by the one given."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from levelgen.cli.board import draw
from levelgen.cli.errors import BROKEN, EXIT_CODES, SATISFIED
from levelgen.cli.options import (
    NoColorOption,
    OwnPresetOption,
    OwnTilesetOption,
    QuietOption,
    SetOption,
    complete_file,
)
from levelgen.cli.reading import Reader
from levelgen.cli.report import promise_count, promise_lines
from levelgen.cli.terminal import BAD, GOOD, Terminal, styled

if TYPE_CHECKING:
    from levelgen.checker import Report
    from levelgen.schema.level import Level

EPILOG = f"""\b
Examples:
  levelgen check level.json
  levelgen check level.json --set enemy=off
  levelgen check map.txt --tileset cave --preset hard

{EXIT_CODES}"""


def check(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A level file, or a grid as .csv or plain text (with --tileset).",
            autocompletion=complete_file,
        ),
    ],
    tileset: OwnTilesetOption = None,
    preset: OwnPresetOption = None,
    overrides: SetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
    quiet: QuietOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Judge a level of any origin by the request inside it, or the one given."""
    from levelgen import api
    from levelgen.library import find_tileset, read_level

    read = Reader()
    settled = read.overrides(overrides)
    read.done()
    chosen = find_tileset(tileset) if tileset is not None else None
    level = read_level(file, chosen)
    report = api.check(level, chosen, preset, set=settled or None)
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    if as_json:
        terminal.data(_json(report))
    elif not quiet:
        color = terminal.color
        if report.kept:
            word = styled("satisfied", GOOD, on=color)
        else:
            word = styled("unsatisfied", BAD, on=color)
        lines = [
            *_board(level, terminal),
            f"{word}: {promise_count(report.promises)}",
            *promise_lines(report.promises, color=color, places=report.places),
        ]
        terminal.data("\n".join(lines) + "\n")
    raise typer.Exit(SATISFIED if report.kept else BROKEN)


def _board(level: Level, terminal: Terminal) -> list[str]:
    lines = draw([level], [""], terminal) if terminal.interactive else []
    return [*lines, ""] if lines else []


def _json(report: Report) -> str:
    data = {
        "kept": report.kept,
        "promises": [promise.model_dump(mode="json") for promise in report.promises],
        "places": report.places,
        "metrics": report.metrics,
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
