"""`levelgen reproduce`: runs a level's own request again and compares."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from levelgen.cli.errors import BROKEN, SATISFIED
from levelgen.cli.options import QuietOption, complete_file
from levelgen.cli.progress import Progress
from levelgen.cli.report import origin
from levelgen.cli.terminal import Terminal, safe

EPILOG = """\b
Exit codes:
  0  the same level, byte for byte
  1  something differs
  2  the file is wrong, or holds no request
"""


def reproduce(
    file: Annotated[
        str,
        typer.Argument(
            metavar="LEVEL", help="A level file with its manifest.", autocompletion=complete_file
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print the outcome as JSON.")] = False,
    quiet: QuietOption = False,
) -> None:
    """Run a level's own request again and say what differs."""
    from levelgen import api
    from levelgen.schema.level import Level

    level = Level.load(file)
    terminal = Terminal.current(quiet=quiet)
    with Progress(1, quiet=quiet):
        outcome = api.reproduce(level)
    if as_json:
        data = {"same": outcome.same, "differences": [*outcome.differences]}
        terminal.data(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    elif not quiet:
        terminal.data("same: every byte is equal\n" if outcome.same else "different:\n")
        for difference in outcome.differences:
            terminal.data(f"  {safe(difference)}\n")
    terminal.tell(origin(outcome.level))
    raise typer.Exit(SATISFIED if outcome.same else BROKEN)
