"""`levelgen list`: tilesets, presets, which of them fit together, generators, metrics, lint."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from levelgen.cli.lint import findings
from levelgen.cli.options import (
    NoColorOption,
    SubsetOption,
    complete_preset,
    complete_tileset,
)
from levelgen.cli.terminal import BAD, GOOD, Terminal, safe, styled, table
from levelgen.errors import InputError, PluginError, Problem, RequestError

if TYPE_CHECKING:
    from levelgen.schema.preset import Preset
    from levelgen.schema.tileset import Tileset


def list_all(
    tileset: Annotated[
        list[str] | None,
        typer.Option(
            "--tileset",
            "-t",
            metavar="PATH",
            help="List this tileset beside the shipped ones; may be repeated.",
            autocompletion=complete_tileset,
        ),
    ] = None,
    subset: SubsetOption = None,
    preset: Annotated[
        list[str] | None,
        typer.Option(
            "--preset",
            "-p",
            metavar="PATH",
            help="List this preset beside the shipped ones; may be repeated.",
            autocompletion=complete_preset,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
    no_color: NoColorOption = False,
) -> None:
    """List tilesets, presets, which of them fit together, generators, and metrics."""
    from levelgen.library import find_preset, find_tileset, is_mxgmn, shipped

    own = list(dict.fromkeys(tileset or ()))
    if subset is not None and not any(map(is_mxgmn, own)):
        hint = "name an mxgmn tileset (.xml) with --tileset"
        raise RequestError([Problem("--subset", "", "no tileset listed has subsets", hint)])
    tilesets = [find_tileset(name) for name in shipped("tilesets")] + [
        find_tileset(name, subset=subset if is_mxgmn(name) else None)
        for name in own
        if name not in shipped("tilesets")
    ]
    presets = [
        found
        for name in dict.fromkeys([*shipped("presets"), *(preset or ())])
        if (found := find_preset(name)) is not None
    ]
    data = {
        "tilesets": [_tileset_entry(item) for item in tilesets],
        "presets": [_preset_entry(item) for item in presets],
        "pairs": [_pair_entry(one, other) for one in tilesets for other in presets],
        "generators": _generator_entries(),
        "metrics": _metric_entries(),
    }
    terminal = Terminal.current(no_color=no_color)
    if as_json:
        terminal.data(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    else:
        lines = list(_lines(data, color=terminal.color, width=terminal.width))
        terminal.data("\n".join(lines) + "\n")


def _tileset_entry(tileset: Tileset) -> dict[str, Any]:
    from levelgen.rules import compile_rules

    return {
        "name": tileset.name,
        "description": tileset.description,
        "tiles": len(tileset.ids),
        "tags": [*tileset.tags],
        "objects": [*tileset.objects],
        "lint": findings(compile_rules(tileset)),
    }


def _preset_entry(preset: Preset) -> dict[str, Any]:
    return {
        "name": preset.name,
        "description": preset.description,
        "promises": [constraint.describe() for constraint in preset.constraints],
    }


def _pair_entry(tileset: Tileset, preset: Preset) -> dict[str, Any]:
    from levelgen.api import prepare

    problems: list[str] = []
    try:
        prepare(tileset, preset, seed=0)
    except InputError as error:
        problems = [
            f"{problem.message} ({problem.hint})" if problem.hint else problem.message
            for problem in error.problems
        ]
    return {
        "tileset": tileset.name,
        "preset": preset.name,
        "fits": not problems,
        "problems": list(dict.fromkeys(problems)),
    }


def _generator_entries() -> list[dict[str, Any]]:
    from levelgen.generators.registry import find_generator, generator_names

    entries: list[dict[str, Any]] = []
    for name, origin in generator_names().items():
        entry: dict[str, Any] = {"name": name, "origin": origin}
        try:
            entry["promises"] = sorted(find_generator(name).promises)
        except PluginError as error:
            # A broken plug-in must not keep the others from being listed.
            entry["error"] = str(error)
        entries.append(entry)
    return entries


def _metric_entries() -> list[dict[str, Any]]:
    from levelgen.metrics.groups import GROUPS, load_metric, plugged_in

    entries: list[dict[str, Any]] = [
        {"name": name, "origin": "levelgen", "description": words} for name, words in GROUPS.items()
    ]
    for name, point in sorted(plugged_in().items()):
        entry: dict[str, Any] = {"name": name, "origin": point.value}
        try:
            entry["description"] = (load_metric(name).__doc__ or "").strip().partition("\n")[0]
        except PluginError as error:
            entry["error"] = str(error)
        entries.append(entry)
    return entries


def _lines(data: dict[str, Any], *, color: bool, width: int) -> Iterable[str]:
    def heading(text: str) -> str:
        return typer.style(text, bold=True) if color else text

    yield heading("Tilesets")
    yield from _described(data["tilesets"], width)
    yield ""
    yield heading("Presets")
    yield from _described(data["presets"], width)
    yield ""
    yield heading("Which preset fits which tileset")
    yield from _pair_lines(data["pairs"], color=color, width=width)
    yield ""
    yield heading("Generators")
    yield from _plugin_lines(data["generators"], _promised, width)
    yield ""
    yield heading("Metrics")
    yield from _plugin_lines(data["metrics"], lambda entry: safe(entry["description"]), width)
    linted = [entry for entry in data["tilesets"] if entry["lint"]]
    if linted:
        yield ""
        yield heading("Lint")
        yield from (f"  {entry['name']}: {line}" for entry in linted for line in entry["lint"])


def _described(entries: Sequence[dict[str, Any]], width: int) -> Iterable[str]:
    wide = max((len(entry["name"]) for entry in entries), default=0)
    for entry in entries:
        yield from _hanging(entry["name"].ljust(wide), safe(entry["description"]), width)


def _hanging(head: str, text: str, width: int) -> list[str]:
    indent = " " * (len(head) + 4)
    return textwrap.wrap(text, width, initial_indent=f"  {head}  ", subsequent_indent=indent) or [
        f"  {head}"
    ]


def _pair_lines(pairs: Sequence[dict[str, Any]], *, color: bool, width: int) -> Iterable[str]:
    presets = list(dict.fromkeys(pair["preset"] for pair in pairs))
    fits = {(pair["tileset"], pair["preset"]): pair["fits"] for pair in pairs}
    rows = [["", *presets]]
    for tileset in dict.fromkeys(pair["tileset"] for pair in pairs):
        marks = [
            styled("yes", GOOD, on=color) if fits[tileset, preset] else styled("no", BAD, on=color)
            for preset in presets
        ]
        rows.append([tileset, *marks])
    yield from (f"  {line}" for line in table(rows))
    reasons: dict[str, list[str]] = {}
    for pair in pairs:
        for problem in pair["problems"]:
            reasons.setdefault(problem, []).append(pair["preset"])
    for problem, asking in reasons.items():
        which = "" if len(asking) == len(presets) else f"; asked by {', '.join(asking)}"
        yield from textwrap.wrap(
            f"{safe(problem)}{which}",
            width,
            initial_indent="  ",
            subsequent_indent="    ",
        )


def _promised(entry: dict[str, Any]) -> str:
    return f"promises {', '.join(entry['promises']) or 'nothing'}"


def _plugin_lines(
    entries: Sequence[dict[str, Any]], told: Callable[[dict[str, Any]], str], width: int
) -> Iterable[str]:
    wide = max(len(entry["name"]) for entry in entries)
    for entry in entries:
        if "error" in entry:
            words = f"does not load: {safe(entry['error'])}"
        else:
            words = told(entry)
        origin = "built in" if entry["origin"] == "levelgen" else f"from {safe(entry['origin'])}"
        yield from _hanging(entry["name"].ljust(wide), f"{origin}; {words}".strip("; "), width)
