"""Options that several commands share, and their completion."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def complete_tileset(incomplete: str) -> list[str]:
    """Offer shipped tilesets, JSON files and XML tilesets."""
    return _shipped("tilesets", incomplete, (".json", ".xml"))


def complete_preset(incomplete: str) -> list[str]:
    """Offer shipped presets and JSON files."""
    return _shipped("presets", incomplete, (".json",))


def complete_generator(incomplete: str) -> list[str]:
    """Offer built-in and plugged-in generators."""
    from levelgen.generators.registry import generator_names

    return [name for name in generator_names() if name.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[str]:
    """Offer the strategies of the solver."""
    return [name for name in ("warm", "windows", "circuit", "lazy") if name.startswith(incomplete)]


def complete_file(incomplete: str) -> list[str]:
    """Offer files and folders."""
    return _files(incomplete, ("",))


def _shipped(kind: str, incomplete: str, endings: tuple[str, ...]) -> list[str]:
    from levelgen.library import shipped

    names = [name for name in shipped(kind) if name.startswith(incomplete)]
    return names + [name for name in _files(incomplete, endings) if "/" in name]


def _files(incomplete: str, endings: tuple[str, ...]) -> list[str]:
    head, _, start = incomplete.rpartition("/")
    prefix = f"{head}/" if "/" in incomplete else ""
    try:
        entries = sorted(Path(prefix or ".").iterdir())
    except OSError:
        return []
    return [
        f"{prefix}{entry.name}{'/' if entry.is_dir() else ''}"
        for entry in entries
        if entry.name.startswith(start)
        and (start or not entry.name.startswith("."))
        and (entry.is_dir() or entry.name.endswith(endings))
    ]


TilesetOption = Annotated[
    str,
    typer.Option(
        "--tileset",
        "-t",
        metavar="NAME|PATH",
        help="Shipped tileset, or a tileset file.",
        autocompletion=complete_tileset,
    ),
]
OwnTilesetOption = Annotated[
    str | None,
    typer.Option(
        "--tileset",
        "-t",
        metavar="NAME|PATH",
        help="Judge by this tileset; default: the one inside the level.",
        autocompletion=complete_tileset,
    ),
]
SubsetOption = Annotated[
    str | None,
    typer.Option(
        "--subset",
        metavar="NAME",
        help="Only this subset of an mxgmn tileset (.xml); default: all its tiles.",
    ),
]
PresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset",
        "-p",
        metavar="NAME|PATH",
        help="Shipped preset, or a preset file; default: only the tileset's own rules.",
        autocompletion=complete_preset,
    ),
]
OwnPresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset",
        "-p",
        metavar="NAME|PATH",
        help="Judge by this preset; default: the one inside the level.",
        autocompletion=complete_preset,
    ),
]
SizeOption = Annotated[
    str | None,
    typer.Option(
        "--size", metavar="ROWSxCOLS", help="Size in cells; default: the preset's, else 12x12."
    ),
]
PeriodicOption = Annotated[
    str | None,
    typer.Option(
        "--periodic",
        metavar="rows|cols|both",
        help="Join bottom and top (rows), right and left (cols), or both; default: none.",
    ),
]
MaskOption = Annotated[
    str | None,
    typer.Option(
        "--mask",
        metavar="FILE",
        help="Which cells exist: a text file, '.' and blanks are no cells.",
        autocompletion=complete_file,
    ),
]
FillOption = Annotated[
    str | None,
    typer.Option(
        "--fill",
        metavar="FILE",
        help="Complete a partial level: what is there stays, blanks are generated.",
        autocompletion=complete_file,
    ),
]
PinOption = Annotated[
    list[str] | None,
    typer.Option(
        "--pin", metavar="ROW,COL=TILE", help="A cell must hold a tag or tile; may be repeated."
    ),
]
BanOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ban", metavar="ROW,COL=TILE", help="A cell must not hold a tag or tile; may be repeated."
    ),
]
SeedOption = Annotated[
    str | None,
    typer.Option("--seed", metavar="N", help="Seed, 0 to 2^53-1; default: drawn and told."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change a promise: key=2, enemy=.05:.2, connected=off; may be repeated.",
    ),
]
StrategyOption = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="warm|windows|circuit|lazy",
        help="How CP-SAT searches (auto, cpsat); default: what suits the request.",
        autocompletion=complete_strategy,
    ),
]
TimeLimitOption = Annotated[
    str | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        help="Stop a solver after this time, above 0; default: no clock, only counted limits.",
    ),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="No messages on stderr.")]
ForceOption = Annotated[bool, typer.Option("--force", "-f", help="Overwrite existing files.")]
NoColorOption = Annotated[
    bool, typer.Option("--no-color", help="No colours; NO_COLOR in the environment does the same.")
]
