"""`levelgen schema`: JSON Schemas, for editors and other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from levelgen.cli.reading import choice

KINDS = ("tileset", "preset", "level", "manifest", "nonogram")

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
            metavar="KIND",
            help=f"{', '.join(KINDS[:-1])} or {KINDS[-1]}.",
            autocompletion=_complete,
        ),
    ],
) -> None:
    """Print the JSON Schema of a kind of file."""
    typer.echo(_text(choice("schema", kind, KINDS)), nl=False)


def _text(kind: str) -> str:
    from levelgen.schema.json_schema import document_schema_text, json_schema_text

    if kind != "nonogram":
        return json_schema_text(kind)
    # Puzzles are no part of what levels are made of.
    from levelgen.nonogram.puzzle import Puzzle

    return document_schema_text(kind, Puzzle)
