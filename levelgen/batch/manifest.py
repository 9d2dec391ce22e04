"""The manifest of an evaluation: what reproduces every row of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from levelgen.batch.plan import Plan
from levelgen.errors import InputError
from levelgen.generators.base import solver_version
from levelgen.schema.files import parse_json, read_text
from levelgen.version import __version__

FORMAT = "levelgen-evaluation/1"
_SHOWN = 10


def manifest_of(plan: Plan) -> dict[str, Any]:
    """Give the manifest of a plan: versions that decide, the plan whole, hashes, promises."""
    hashes = {"tileset": plan.tileset.digest}
    if plan.preset is not None:
        hashes["preset"] = plan.preset.digest
    return {
        "format": FORMAT,
        "versions": {"levelgen": __version__, **solver_version()},
        "rows": len(plan),
        "plan": plan.data,
        "hashes": hashes,
        "promises": plan.promises,
    }


def read_manifest(file: Path) -> dict[str, Any] | None:
    """Read a manifest; None when there is none, or it is something else."""
    try:
        found = parse_json(read_text(file, InputError), str(file), InputError)
    except InputError:
        return None
    fits = isinstance(found, dict) and found.get("format") == FORMAT and "plan" in found
    return found if fits else None


def differences(there: dict[str, Any], asked: dict[str, Any]) -> Iterator[str]:
    """Say what differs between two manifests, a line for each, versions first."""
    before, now = there.get("versions", {}), asked["versions"]
    for name in sorted({*before, *now}):
        if before.get(name) != now.get(name):
            yield f"version of {name}: {before.get(name, 'none')} there, {now.get(name)} here"
    lines = list(_unlike("", there["plan"], asked["plan"]))
    if not lines and json.dumps(there["plan"]) != json.dumps(asked["plan"]):
        # The order of a tileset's objects decides how they are placed.
        lines = ["tileset or preset: the order of the fields"]
    yield from lines[:_SHOWN]
    if len(lines) > _SHOWN:
        yield f"and {len(lines) - _SHOWN} more"


def _unlike(place: str, there: Any, asked: Any) -> Iterator[str]:
    if there == asked:
        return
    if isinstance(there, dict) and isinstance(asked, dict):
        named = "name" in there and there.get("name") != asked.get("name")
        if named:
            yield f"{place.lstrip('/')}: {there['name']!r} there, {asked.get('name')!r} asked"
            return
        for key in dict.fromkeys([*there, *asked]):
            yield from _unlike(f"{place}/{key}", there.get(key), asked.get(key))
    elif isinstance(there, list) and isinstance(asked, list) and len(there) == len(asked):
        if any(isinstance(item, dict | list) for item in there):
            for index, (one, other) in enumerate(zip(there, asked, strict=True)):
                yield from _unlike(f"{place}/{index}", one, other)
            return
        yield f"{place.lstrip('/')}: {_short(there)} there, {_short(asked)} asked"
    else:
        yield f"{place.lstrip('/')}: {_short(there)} there, {_short(asked)} asked"


def _short(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ",".join(value) or "none"
    if isinstance(value, dict) and "name" in value:
        return repr(value["name"])
    text = "none" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
