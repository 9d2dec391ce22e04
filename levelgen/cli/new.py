"""`levelgen new`: a small valid tileset or preset to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from levelgen.cli.options import ForceOption, QuietOption, complete_file
from levelgen.cli.output import STDOUT
from levelgen.cli.reading import choice
from levelgen.cli.terminal import Terminal
from levelgen.schema.files import readable_json, write_text

# JSON has no comments: the description is the place where a file explains itself.
_TILESET: dict[str, Any] = {
    "description": (
        "Replace this text. tiles: id, one-column glyph, colour, weight (how often it is drawn) "
        "and tags; presets speak of 'floor' (open ground) and 'walkable' (ways). "
        "adjacency.neighbours: who may stand beside whom, in all directions; one mention is "
        "enough. objects: what may stand on which tags."
    ),
    "tiles": [
        {"id": "wall", "glyph": "#", "color": "#4a4e69", "weight": 4, "tags": ["solid"]},
        {
            "id": "floor",
            "glyph": ".",
            "color": "#e9dcc9",
            "weight": 5,
            "tags": ["floor", "walkable"],
        },
        {"id": "water", "glyph": "~", "color": "#3a86c8", "weight": 1, "tags": ["liquid"]},
    ],
    "adjacency": {
        "default": "forbid",
        "neighbours": {
            "wall": ["wall", "floor"],
            "floor": ["floor", "water"],
            "water": ["water"],
        },
    },
    "objects": {
        "enemy": {"glyph": "e", "color": "#d7263d", "on": ["floor"]},
        "key": {"glyph": "k", "color": "#f4b400", "on": ["floor"]},
        "chest": {"glyph": "c", "color": "#a65e2e", "on": ["floor"]},
        "start": {"glyph": "S", "color": "#0f9d58", "on": ["floor"]},
        "exit": {"glyph": "X", "color": "#7b2cbf", "on": ["floor"]},
        "locked_door": {"glyph": "D", "color": "#5c3317", "on": ["floor"]},
    },
}
_PRESET: dict[str, Any] = {
    "description": (
        "Replace this text. ratio: share of cells with a tag. count: exactly, or min and max. "
        "density: objects per cell with a tag. connected: one region. path: moves from start to "
        "exit, '0.5x' is half of rows + columns. variety: different tiles. Every bound is "
        "inclusive."
    ),
    "rows": 12,
    "cols": 12,
    "constraints": [
        {"kind": "ratio", "tags": ["floor"], "min": 0.35, "max": 0.6},
        {"kind": "density", "object": "enemy", "per": ["floor"], "min": 0.05, "max": 0.15},
        {"kind": "count", "object": "key", "min": 1, "max": 3},
        {"kind": "count", "object": "start", "exactly": 1},
        {"kind": "count", "object": "exit", "exactly": 1},
        {"kind": "connected", "tags": ["walkable"]},
        {"kind": "path", "from": "start", "to": "exit", "min_length": "0.5x"},
        {"kind": "variety", "min": 3},
    ],
}


KINDS = ("tileset", "preset")

EPILOG = """\b
Example:
  levelgen new tileset swamp
"""


def _complete(incomplete: str) -> list[str]:
    return [kind for kind in KINDS if kind.startswith(incomplete)]


def new(
    kind: Annotated[
        str,
        typer.Argument(metavar="KIND", help="tileset or preset.", autocompletion=_complete),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name.")],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE|-",
            help="Where to write it, - for stdout; default: NAME.json.",
            autocompletion=complete_file,
        ),
    ] = None,
    quiet: QuietOption = False,
    force: ForceOption = False,
) -> None:
    """Write a small valid file to start from."""
    text = _text(choice("new", kind, KINDS), name)
    terminal = Terminal.current(quiet=quiet)
    if output == STDOUT:
        terminal.data(text)
        return
    path = Path(output) if output is not None else Path(f"{name}.json")
    write_text(path, text, force=force)
    shown = path if path.parent != Path() else f"./{path}"
    terminal.tell(f"written to {path}")
    terminal.tell("Next: edit it, then")
    if kind == "tileset":
        terminal.tell(f"  levelgen --tileset {shown} --preset easy")
        terminal.tell(f"  levelgen show {shown}")
    else:
        terminal.tell(f"  levelgen --tileset cave --preset {shown}")
    terminal.tell("For help from your editor, beside the file:")
    terminal.tell(f"  levelgen schema {kind} > {kind}.schema.json")


def _text(kind: str, name: str) -> str:
    """Build the file. Raises TilesetError or PresetError for a name that is no word."""
    from levelgen.schema.preset import Preset
    from levelgen.schema.tileset import Tileset

    body = _TILESET if kind == "tileset" else _PRESET
    data = {
        "$schema": f"./{kind}.schema.json",
        "format": f"levelgen-{kind}/1",
        "name": name,
        **body,
    }
    (Tileset if kind == "tileset" else Preset).read(data, f"new {kind}")
    return readable_json(data)
