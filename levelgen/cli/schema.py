"""`levelgen schema`: JSON Schemas, for editors and other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from levelgen.cli.reading import choice

KINDS = ("tileset", "preset", "level", "manifest")

EPILOG = """\b
Example:
  levelgen schema tileset > tileset.schema.json
"""


def _complete(incomplete: str) -> list[str]:
    return [kind for kind in KINDS if kind.startswith(incomplete)]


def schema(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="tileset, preset, level or manifest.", autocompletion=_complete
        ),
    ],
) -> None:
    """Print the JSON Schema of a kind of file."""
    from levelgen.schema.json_schema import json_schema_text

    typer.echo(json_schema_text(choice("schema", kind, KINDS)), nl=False)
