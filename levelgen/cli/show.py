"""`levelgen show`: a tileset's palette, objects and adjacency."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from levelgen.cli.lint import findings
from levelgen.cli.options import (
    ForceOption,
    NoColorOption,
    SubsetOption,
    complete_file,
    complete_tileset,
)
from levelgen.cli.output import picture_path
from levelgen.cli.terminal import FAINT, Terminal, beside, safe, styled, swatch, table
from levelgen.schema.files import check_writable, write_bytes

if TYPE_CHECKING:
    from levelgen.rules import Rules
    from levelgen.schema.tileset import Tileset

_SIDES = ("N (above)", "E (to the right)", "S (below)", "W (to the left)")


def show(
    tileset: Annotated[
        str,
        typer.Argument(
            metavar="NAME|PATH",
            help="Shipped tileset, or a tileset file.",
            autocompletion=complete_tileset,
        ),
    ],
    subset: SubsetOption = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.png",
            help="Also draw palette and adjacency into a picture; default: none.",
            autocompletion=complete_file,
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print tiles and compiled adjacency as JSON.")
    ] = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Show a tileset: palette, objects, and what may stand beside what."""
    from levelgen.library import find_tileset
    from levelgen.rules import compile_rules

    path = picture_path(output)
    if path is not None:
        check_writable(path, force=force)
    chosen = find_tileset(tileset, subset=subset)
    rules = compile_rules(chosen)
    terminal = Terminal.current(no_color=no_color)
    if as_json:
        terminal.data(json.dumps(_data(rules), ensure_ascii=False, indent=2) + "\n")
    else:
        lines = _lines(rules, color=terminal.color, width=terminal.width)
        terminal.data("\n".join(lines) + "\n")
    if path is not None:
        _draw(chosen, path, force=force)
        terminal.tell(f"written to {path}")


def _draw(tileset: Tileset, path: Path, *, force: bool) -> None:
    from levelgen.render.pictures import tileset_png

    write_bytes(path, tileset_png(tileset), force=force)


def _data(rules: Rules) -> dict[str, Any]:
    tileset = rules.tileset
    return {
        "tileset": tileset.model_dump(mode="json", by_alias=True),
        "ids": [*tileset.ids],
        "allowed": {
            direction: {
                name: [other for index, other in enumerate(tileset.ids) if mask >> index & 1]
                for name, mask in zip(tileset.ids, side, strict=True)
            }
            for direction, side in zip("NESW", rules.masks, strict=True)
        },
    }


def _lines(rules: Rules, *, color: bool, width: int) -> Iterator[str]:
    tileset = rules.tileset
    yield typer.style(tileset.name, bold=True) if color else tileset.name
    if tileset.description:
        yield safe(tileset.description)
    yield ""
    yield from _palette(tileset, color=color)
    if tileset.objects:
        yield ""
        yield from _objects(tileset, color=color)
    if tileset.links is not None:
        yield ""
        yield f"Neighbours connect through edges: {', '.join(tileset.links)}"
    yield ""
    yield from _adjacency(rules, color=color, width=width)
    yield from (f"lint: {finding}" for finding in findings(rules))


def _palette(tileset: Tileset, *, color: bool) -> Iterator[str]:
    total = sum(tileset.tiles[variant.base].weight for variant in tileset.variants)
    turned = len(tileset.variants) > len(tileset.tiles)
    edged = any(tile.edges for tile in tileset.tiles)
    rows = [
        ["", "tile", "weight", "share", "tags"]
        + (["variants"] if turned else [])
        + (["edges N E S W"] if edged else [])
    ]
    for index, tile in enumerate(tileset.tiles):
        variants = [variant for variant in tileset.variants if variant.base == index]
        edges = (tile.edges,) * 4 if isinstance(tile.edges, str) else tile.edges or ()
        glyphs = "".join(dict.fromkeys(variant.glyph for variant in variants))
        row = [
            swatch(f" {glyphs} ", tile.color, on=color),
            tile.id,
            f"{tile.weight:g}",
            f"{100 * tile.weight * len(variants) / total:.1f} %",
            " ".join(tile.tags),
        ]
        rows.append(
            row + ([str(len(variants))] if turned else []) + ([" ".join(edges)] if edged else [])
        )
    head, *lines = table(rows, right=(2, 3, 5) if turned else (2, 3))
    yield styled(head, FAINT, on=color)
    yield from lines


def _objects(tileset: Tileset, *, color: bool) -> Iterator[str]:
    rows = [["", "object", "stands on"]] + [
        [
            swatch(f" {body.glyph} ", body.color, on=color, bold=True),
            kind,
            " or ".join(body.on),
        ]
        for kind, body in tileset.objects.items()
    ]
    head, *lines = table(rows)
    yield styled(head, FAINT, on=color)
    yield from lines


def _adjacency(rules: Rules, *, color: bool, width: int) -> Iterator[str]:
    if len(set(rules.masks)) == 1:
        yield "What may stand side by side, in every direction"
        yield from _matrix(rules, 0, color=color)
        return
    alike: dict[tuple[int, ...], list[int]] = {}
    for side, masks in enumerate(rules.masks):
        alike.setdefault(masks, []).append(side)
    blocks = [
        [" and ".join(_SIDES[side] for side in sides), *_matrix(rules, sides[0], color=color)]
        for sides in alike.values()
    ]
    yield "Which tiles (columns) may stand next to a tile (lines), by direction"
    yield ""
    yield from beside(blocks, width)


def _matrix(rules: Rules, side: int, *, color: bool) -> list[str]:
    tileset = rules.tileset
    wide = max(map(len, tileset.ids))
    head = " ".join(variant.glyph for variant in tileset.variants)
    lines = [styled(f"{' ' * wide}     {head}", FAINT, on=color)]
    for variant, mask in zip(tileset.variants, rules.masks[side], strict=True):
        marks = " ".join(
            "x" if mask >> other & 1 else "." for other in range(len(tileset.variants))
        )
        ground = tileset.tiles[variant.base].color
        glyph = swatch(f" {variant.glyph} ", ground, on=color)
        lines.append(f"{variant.id.ljust(wide)} {glyph} {marks}")
    return lines
