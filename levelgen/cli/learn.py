"""`levelgen learn`: what sample maps and pictures say, before levels are made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from levelgen.cli.convert import tileset_text
from levelgen.cli.options import (
    ForceOption,
    NoColorOption,
    QuietOption,
    SubsetOption,
    complete_file,
    complete_tileset,
)
from levelgen.cli.reading import Reader
from levelgen.cli.terminal import BAD, Terminal, styled, table
from levelgen.errors import Problem, RequestError
from levelgen.schema.files import check_writable, write_text

if TYPE_CHECKING:
    from levelgen.learn import Lint, Patterns

_SIDES = {"N": "above", "E": "to the right of", "S": "below", "W": "to the left of"}

EPILOG = """\b
Examples:
  levelgen learn cave.png
  levelgen learn cave.png -n 2x2 --symmetries 8 --periodic
  levelgen learn map.txt --tileset dungeon -o learned.json
"""


def learn(
    samples: Annotated[
        list[str],
        typer.Argument(
            metavar="SAMPLE...",
            help="Pixel pictures (.png, a colour is a tile), levels (.json), or text maps.",
            autocompletion=complete_file,
        ),
    ],
    window: Annotated[
        str, typer.Option("--window", "-n", metavar="ROWSxCOLS", help="Size of the patterns.")
    ] = "3x3",
    symmetries: Annotated[
        int,
        typer.Option(metavar="K", help="1: as it is, 2: mirrored too, 4, 6: turned too, 8: all."),
    ] = 1,
    periodic: Annotated[
        bool, typer.Option("--periodic", help="The samples go on at the opposite border.")
    ] = False,
    ground: Annotated[
        bool, typer.Option("--ground", help="The lower border of the samples is the ground.")
    ] = False,
    tileset: Annotated[
        str | None,
        typer.Option(
            "--tileset",
            "-t",
            metavar="NAME|PATH",
            help="Tileset of the samples; default: a tile for each colour or sign.",
            autocompletion=complete_tileset,
        ),
    ] = None,
    subset: SubsetOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.json",
            help="Write a tileset whose levels have only windows of the samples; default: none.",
            autocompletion=complete_file,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Say what sample maps hold: patterns, dead ends, tiles that only repeat themselves."""
    from levelgen.learn import learn_patterns, lint, read_maps
    from levelgen.library import find_tileset

    read = Reader()
    height, width = read.size(f"{window}x{window}" if window.isdecimal() else window)
    read.done()
    if output is not None:
        if Path(output).suffix.lower() != ".json":
            message = f"{output}: a levelgen tileset is a .json file"
            raise RequestError([Problem("--output", "", message, "FILE.json")])
        check_writable(Path(output), force=force)
    if tileset is None and subset is not None:
        raise RequestError([Problem("--subset", "", "there is no tileset", "--tileset NAME.xml")])
    chosen = find_tileset(tileset, subset=subset) if tileset is not None else None
    maps = read_maps(samples, chosen)
    patterns = learn_patterns(
        maps, height or 3, width or 3, symmetries=symmetries, periodic=periodic, ground=ground
    )
    findings = lint(patterns)
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    if as_json:
        terminal.data(json.dumps(_data(patterns, findings), ensure_ascii=False, indent=2) + "\n")
    elif not quiet:
        sizes = ", ".join(f"{level.rows}x{level.cols}" for level in maps)
        lines = [f"samples: {sizes}", *_lines(patterns, findings, color=terminal.color)]
        terminal.data("\n".join(lines) + "\n")
    if output is not None:
        learned = patterns.tileset.model_copy(update={"name": Path(output).stem})
        write_text(Path(output), tileset_text(learned), force=force)
        terminal.tell(f"written to {output}")


def _data(patterns: Patterns, found: Lint) -> dict[str, Any]:
    return {
        "window": [patterns.height, patterns.width],
        "tiles": [*patterns.tileset.ids],
        "patterns": found.patterns,
        "windows": found.windows,
        "once": found.once,
        "inner": found.inner,
        "dead": {side: [*numbers] for side, numbers in found.dead.items()},
        "forced": found.forced,
        "self_only": [*found.self_only],
        "repeats_only": found.repeats_only,
        "contents": [_shown(patterns, number) for number in range(patterns.count)],
    }


def _lines(patterns: Patterns, found: Lint, *, color: bool) -> Iterator[str]:
    window = f"{patterns.height}x{patterns.width}"
    yield from table(
        [
            ["tiles", str(found.tiles), " ".join(patterns.tileset.ids[:12])],
            ["patterns", str(found.patterns), f"of {window}, from {found.windows} windows"],
            ["once", str(found.once), "patterns that occur in one window only"],
            *(
                ["forced", str(count), f"patterns with one choice {_SIDES[side]} them"]
                for side, count in found.forced.items()
            ),
        ],
        right=(1,),
    )
    warnings = list(_warnings(patterns, found))
    yield from (f"{styled('lint', BAD, on=color)}: {warning}" for warning in warnings)
    if not warnings:
        yield "nothing to complain about"


def _warnings(patterns: Patterns, found: Lint) -> Iterator[str]:
    for side, numbers in found.dead.items():
        if numbers:
            first = "/".join(_shown(patterns, numbers[0]))
            yield (
                f"nothing fits {_SIDES[side]} {len(numbers)} patterns, so they lie at that border "
                f"only; the first is {first}"
            )
    if not found.inner:
        yield "every pattern ends at a border sooner or later: large levels are impossible"
    elif found.repeats_only:
        yield "every pattern decides its neighbours: a level can only repeat the sample"
    for tile in found.self_only:
        yield f"{tile} stands beside itself only: where it is, there is nothing else"


def _shown(patterns: Patterns, number: int) -> list[str]:
    glyphs = "".join(patterns.tileset.variants[tile].glyph for tile in patterns.contents[number])
    width = patterns.width
    return [glyphs[start : start + width] for start in range(0, len(glyphs), width)]
