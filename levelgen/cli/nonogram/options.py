"""Arguments and options that the commands about nonograms share."""

from __future__ import annotations

from typing import Annotated

import typer

from levelgen.cli.options import complete_file

FORMATS = ("json", "non", "xml", "g", "mk", "nin", "cwd", "toml")
"""The formats that are read; a test compares them with the readers there are."""

EXIT_CODES = """\b
Exit codes:
  0  the answer was found
  1  there is no solution, or several where one was asked for (--unique)
  2  something given is wrong: an option, a file, an output that exists
  3  a limit was reached before there was an answer (unknown)
"""


def complete_format(incomplete: str) -> list[str]:
    """Offer the formats that are read."""
    return [name for name in FORMATS if name.startswith(incomplete)]


FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="A puzzle (.non .xml .json .g .mk .nin .cwd .toml), - for stdin.",
        autocompletion=complete_file,
        show_default=False,
    ),
]
GridArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="GRID",
        help="The filled cells: a text file, a line for each row, ? where a cell is open; "
        "default: the grid saved in FILE.",
        autocompletion=complete_file,
        show_default=False,
    ),
]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help=f"Format of FILE: {', '.join(FORMATS)}; default: by suffix, else by its looks.",
        autocompletion=complete_format,
    ),
]
NumberOption = Annotated[
    str | None,
    typer.Option("--number", "-n", metavar="N", help="Which puzzle of a bundle, from 1 on."),
]
BlankOption = Annotated[
    bool, typer.Option("--blank", help="Forget the cells that FILE gives or has saved.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
