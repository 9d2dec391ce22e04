"""One level as one flat row of plain values."""

from __future__ import annotations

import base64
import json
import time
import zlib
from collections.abc import Mapping
from typing import Any

from levelgen.api import run
from levelgen.batch.plan import Plan
from levelgen.errors import InputError, LevelError
from levelgen.metrics.grid import Grid
from levelgen.metrics.groups import measure_groups
from levelgen.metrics.levelsets import board_key
from levelgen.metrics.shape import base_tiles
from levelgen.schema.level import Level, Reason
from levelgen.schema.manifest import Manifest
from levelgen.schema.placed import PlacedObject
from levelgen.schema.request import Request
from levelgen.version import __version__

ERROR = "error"
"""The status of a row whose generator raised, or took its process down."""
TIMES = ("_s", "_ms")
"""How the names of columns end that may differ between two runs of one request."""


def is_time(column: str) -> bool:
    """Say whether a column may differ between two runs of one request."""
    return column.endswith(TIMES)


def row_of(level: Level) -> dict[str, Any]:
    """Flatten a level into one row of plain values.

    `generator`, `rows`, `cols`, `seed`, `status`, `reason`, `promises_broken`; `kept/...` and
    `measured/...` for each promise, by its pointer; every metric of the check; `strategy` and the
    counters of the search; `time_ms`, the only value that depends on the machine.
    """
    row: dict[str, Any] = {
        "generator": level.generator,
        "rows": level.rows,
        "cols": level.cols,
        "seed": level.seed,
        "status": level.status,
        "reason": level.reason.text if level.reason else None,
        "promises_broken": sum(not promise.kept for promise in level.promises),
    }
    for promise in level.promises:
        row[f"kept{promise.constraint}"] = promise.kept
        row[f"measured{promise.constraint}"] = promise.measured
    for name, value in level.metrics.items():
        if isinstance(value, dict):
            row.update({f"{name}.{key}": item for key, item in value.items()})
        else:
            row[name] = value
    if level.manifest is not None:
        row["strategy"] = level.manifest.strategy
        # A counter is no time, whatever its name: it is part of the level's bytes.
        row.update({f"counter.{key}": item for key, item in level.manifest.counters.items()})
    row["time_ms"] = None if level.run is None else round(level.run.seconds * 1000, 3)
    return row


def make_row(plan: Plan, number: int) -> dict[str, Any]:
    """Make the level of a row of the plan and measure it; whatever happens, there is a row."""
    request = plan.request(number)
    start = time.perf_counter()
    try:
        level = run(request, time_limit=plan.time_limit)
        generated = time.perf_counter()
        row = row_of(level)
        del row["time_ms"]
        if level.cells is not None:
            _measure(plan, level, row)
    except Exception as cause:
        # A seed that fails is a result like others, and the run goes on.
        return failed_row(request, _words(cause), time.perf_counter() - start)
    row["time_ms"] = _milliseconds(generated - start)
    row["metrics_ms"] = _milliseconds(time.perf_counter() - generated)
    return row


def _measure(plan: Plan, level: Level, row: dict[str, Any]) -> None:
    assert level.cells is not None
    layout = plan.requests[0].layout
    grid = Grid.of(level.tileset, level.rows, level.cols, level.cells, level.objects, layout)
    values, failed = measure_groups(grid, plan.metrics)
    row.update({name: value for name, value in values.items() if name not in row})
    tiles = base_tiles(grid)
    row["tiles_key"] = board_key(level.tiles if level.tiles is not None else tiles)
    row["shape_key"] = board_key(tiles, symmetric=True)
    if failed:
        row["metric_errors"] = "; ".join(f"{name}: {words}" for name, words in failed.items())
    if plan.levels:
        row["level"] = pack(level)


def failed_row(request: Request, reason: str, seconds: float | None = None) -> dict[str, Any]:
    """Give the row of a request that has no answer."""
    return {
        "generator": request.generator,
        "rows": request.rows,
        "cols": request.cols,
        "seed": request.seed,
        "status": ERROR,
        "reason": reason,
        "time_ms": None if seconds is None else _milliseconds(seconds),
    }


def _words(cause: Exception) -> str:
    return str(cause) if isinstance(cause, InputError) else f"{type(cause).__name__}: {cause}"


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 3)


def line_of(row: Mapping[str, Any]) -> str:
    """Write a row as a line of JSON."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def pack(level: Level) -> str:
    """Write tiles and objects of a level as compressed text for its row."""
    objects = [[item.kind, item.row, item.col] for item in level.objects]
    text = json.dumps([level.cells, objects], separators=(",", ":"))
    return base64.b85encode(zlib.compress(text.encode(), 9)).decode()


def unpack(row: Mapping[str, Any], plan: Plan, request: Request) -> Level:
    """Read the level of a row back: tiles, objects, status, reason, and the request it answers.

    Raises LevelError for a row that does not hold one.
    """
    try:
        cells, objects = json.loads(zlib.decompress(base64.b85decode(row["level"])))
        placed = tuple(PlacedObject(kind=kind, row=line, col=col) for kind, line, col in objects)
        grid = Grid.of(plan.tileset, row["rows"], row["cols"], cells, placed)
    except (KeyError, TypeError, ValueError, zlib.error) as cause:
        raise LevelError.single("row", "/level", f"it holds no level: {cause!r}") from None
    return Level(
        tileset=plan.tileset,
        rows=grid.rows,
        cols=grid.cols,
        cells=grid.cells,
        objects=grid.objects,
        status=row["status"],
        reason=Reason(text=row["reason"]) if row["reason"] else None,
        preset=plan.preset.name if plan.preset else None,
        generator=row["generator"],
        seed=row["seed"],
        manifest=Manifest.model_construct(
            versions={"levelgen": __version__},
            request=request,
            hashes={},
            strategy=row.get("strategy") or "",
            counters={},
        ),
    )
