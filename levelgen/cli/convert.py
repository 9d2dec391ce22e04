"""`levelgen convert`: a tileset of any format as a levelgen tileset file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from levelgen.cli.options import (
    ForceOption,
    QuietOption,
    SubsetOption,
    complete_file,
    complete_tileset,
)
from levelgen.cli.output import STDOUT
from levelgen.cli.terminal import Terminal
from levelgen.errors import Problem, RequestError
from levelgen.schema.files import check_writable, readable_json, write_text

if TYPE_CHECKING:
    from levelgen.schema.tileset import Tileset

EPILOG = """\b
Examples:
  levelgen convert Castle.xml castle.json
  levelgen convert Knots.xml knots.json --subset Dense
"""


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="TILESET",
            help="An mxgmn tileset (.xml), a notebook tileset, or a levelgen one.",
            autocompletion=complete_tileset,
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-",
            help="The file to write (.json), - for stdout.",
            autocompletion=complete_file,
        ),
    ],
    subset: SubsetOption = None,
    quiet: QuietOption = False,
    force: ForceOption = False,
) -> None:
    """Write a tileset of another format as a levelgen tileset."""
    from levelgen.library import find_tileset

    if target != STDOUT:
        if Path(target).suffix.lower() != ".json":
            message = f"{target}: a levelgen tileset is a .json file"
            raise RequestError([Problem("FILE", "", message, "FILE.json")])
        check_writable(Path(target), force=force)
    chosen = find_tileset(source, subset=subset)
    text = tileset_text(chosen)
    terminal = Terminal.current(quiet=quiet)
    if target == STDOUT:
        terminal.data(text)
        return
    write_text(Path(target), text, force=force)
    terminal.tell(f"written to {target}: {len(chosen.ids)} tiles, variants counted")


def tileset_text(tileset: Tileset) -> str:
    """Write a tileset as JSON with one tile and one rule to a line; what is default is left out."""
    # `format` is a default too, but a file must say what it is.
    data = {
        "format": tileset.format,
        **tileset.model_dump(mode="json", by_alias=True, exclude_defaults=True),
    }
    return readable_json(data)
