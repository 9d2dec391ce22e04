"""The replay as one HTML page that needs no server, no network and no other file."""

from __future__ import annotations

import json
from base64 import b64encode
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import Any

from levelgen.generators.recording import Recording, Windows
from levelgen.nonogram.recording import LineRecording
from levelgen.render.replay.looks import tile_looks
from levelgen.render.replay.packing import distinct, packed
from levelgen.render.replay.puzzle import puzzle_board

_SCRIPTS = ("words.js", "record.js", "drawing.js", "level.js", "nonogram.js", "player.js")


def replay_html(recording: Recording | LineRecording) -> str:
    """Write the page; the same recording gives the same text."""
    page = _resource("page.html")
    if isinstance(recording, LineRecording):
        subject, board = "nonogram", puzzle_board(recording)
    else:
        subject, board = "level", _board(recording)
    parts = {
        "title": escape(recording.heading),
        "style": _resource("style.css"),
        "script": "\n".join(_resource(name) for name in _SCRIPTS),
        "subject": subject,
        "board": _json(board),
        "steps": b64encode(packed(recording.steps)).decode(),
    }
    # One pass over the template: what is filled in is never searched for places again.
    first, *rest = page.split("{{")
    filled = [first]
    for piece in rest:
        name, text = piece.split("}}", 1)
        filled += [parts[name], text]
    return "".join(filled)


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
    domains, domain_of = distinct(recording.domains)
    weights, weights_of = distinct(
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
        "windows": _windows(recording.windows),
    }


def _windows(windows: Windows | None) -> dict[str, Any] | None:
    if windows is None:
        return None
    values, exists = distinct(windows.exists)
    return {
        "rows": windows.rows,
        "cols": windows.cols,
        "exists": [
            int(values[part]) if place % 2 == 0 else part for place, part in enumerate(exists)
        ],
        "height": windows.height,
        "width": windows.width,
        "contents": windows.contents,
    }
