"""The replay as one HTML page that needs no server, no network and no other file."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Hashable, Iterable
from functools import lru_cache
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Any, TypeVar

from levelgen.engine.steps import KINDS, decode
from levelgen.generators.recording import Recording
from levelgen.render.replay.looks import tile_looks

_Value = TypeVar("_Value", bound=Hashable)

_SCRIPTS = ("record.js", "drawing.js", "player.js")


def replay_html(recording: Recording) -> str:
    """Write the page; the same recording gives the same text."""
    page = _resource("page.html")
    parts = {
        "title": escape(recording.heading),
        "style": _resource("style.css"),
        "script": "\n".join(_resource(name) for name in _SCRIPTS),
        "board": _json(_board(recording)),
        "steps": b64encode(packed(recording.steps)).decode(),
    }
    # One pass over the template: what is filled in is never searched for places again.
    first, *rest = page.split("{{")
    filled = [first]
    for piece in rest:
        name, text = piece.split("}}", 1)
        filled += [parts[name], text]
    return "".join(filled)


def packed(steps: bytes) -> bytes:
    """Write a record in about a third of its bytes, for pages that are sent around.

    Every event becomes two numbers in base 128 (seven bits a byte, the lowest first, the eighth
    bit set on all bytes but the last): kind + 8 * distance, and the value. The distance from the
    cell of the event before is 2 * distance upwards, 2 * distance - 1 downwards.
    """
    found = bytearray()
    last = 0
    for kind, cell, value in decode(steps):
        away = cell - last
        last = cell
        for number in ((2 * away if away >= 0 else -2 * away - 1) << 3 | KINDS.index(kind), value):
            while number > 127:
                found.append(number & 127 | 128)
                number >>= 7
            found.append(number)
    return bytes(found)


@lru_cache(maxsize=8)
def _resource(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _json(data: Any) -> str:
    """Write JSON that cannot end the script element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _board(recording: Recording) -> dict[str, Any]:
    tileset = recording.tileset
    cells = range(recording.rows * recording.cols)
    domains, domain_of = _distinct(recording.domains)
    weights, weights_of = _distinct(
        recording.cell_weights(cell) for cell in (cells if recording.field is not None else (0,))
    )
    return {
        "details": recording.details,
        "status": recording.status,
        "rows": recording.rows,
        "cols": recording.cols,
        "periodic": [recording.periodic_rows, recording.periodic_cols],
        "tiles": tile_looks(tileset),
        "names": [tile.id for tile in tileset.tiles],
        "domains": [f"{domain:x}" for domain in domains],
        "domainOf": domain_of,
        "weights": weights,
        "weightsOf": weights_of if recording.field is not None else [0, len(cells)],
    }


def _distinct(values: Iterable[_Value]) -> tuple[list[_Value], list[int]]:
    """List the different values, and which of them the cells have, as pairs of value and count."""
    numbers: dict[_Value, int] = {}
    places = [numbers.setdefault(value, len(numbers)) for value in values]
    runs = [(number, sum(1 for _ in run)) for number, run in groupby(places)]
    return list(numbers), [part for run in runs for part in run]
