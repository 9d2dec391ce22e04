"""Words about levels: the verdict, the block of promises, the reason, the seed and the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from levelgen.cli.terminal import BAD, FAINT, GOOD, safe, styled, table

if TYPE_CHECKING:
    from levelgen.schema.level import Level, Promise

_PLACES_SHOWN = 6


def verdict(level: Level, *, color: bool) -> str:
    """Say in one line what became of a request."""
    words = promise_count(level.promises)
    if level.status == "satisfied":
        return f"{styled('satisfied', GOOD, on=color)}: {words}"
    if level.status == "unsatisfied":
        return f"{styled('unsatisfied', BAD, on=color)}: {words}"
    return f"{styled(str(level.status), BAD, on=color)}: {_reason(level)}"


def promise_count(promises: Sequence[Promise]) -> str:
    """Say how many promises are kept."""
    kept = sum(promise.kept for promise in promises)
    if kept == len(promises):
        return f"{kept} of {kept} promises kept"
    return f"{len(promises) - kept} of {len(promises)} promises broken"


def promise_lines(
    promises: Sequence[Promise],
    *,
    color: bool,
    places: Mapping[str, Sequence[tuple[int, int]]] | None = None,
) -> list[str]:
    """List promises as a table: kept or broken, measured against wanted, and where it shows."""
    rows = [["", "promise", "measured", "wanted"]]
    for promise in promises:
        mark = styled("kept", GOOD, on=color) if promise.kept else styled("broken", BAD, on=color)
        measured = "n/a" if promise.measured is None else str(promise.measured)
        rows.append([mark, promise.kind, measured, safe(promise.wanted)])
        seen = (places or {}).get(promise.constraint, ())
        if seen:
            rows.append(["", "", "", styled(_where(seen), FAINT, on=color)])
    head, *lines = table(rows, right=(2,))
    return [f"  {styled(head, FAINT, on=color)}", *(f"  {line}" for line in lines)]


def conflict_lines(level: Level) -> list[str]:
    """List the promises that a reason rests on but does not name, in the words of the request."""
    if level.reason is None or level.manifest is None:
        return []
    asked = {ask.pointer: ask.constraint.describe() for ask in level.manifest.request.asks}
    asked |= {
        "/adjacency": "the adjacency of the tileset",
        "/objects": "where the tileset lets objects stand",
    }
    rows = [
        [place, safe(asked.get(place, ""))]
        for place in level.reason.constraints
        if place not in level.reason.text
    ]
    return [f"  {line}" for line in table(rows)] if rows else []


def origin(level: Level) -> str:
    """Say in one line where a level comes from: seed, generator, size, time."""
    return f"seed {level.seed}, {_route(level)}"


def _route(level: Level) -> str:
    strategy = level.manifest.strategy if level.manifest is not None else ""
    by = f" ({strategy})" if strategy not in ("", level.generator) else ""
    parts = [f"{level.generator}{by}", f"{level.rows}x{level.cols}"]
    if level.run is not None:
        parts.append(seconds(level.run.seconds))
    return ", ".join(parts)


def seconds(value: float) -> str:
    """Write a time with as many digits as it deserves."""
    return f"{value:.3f} s" if value < 1 else f"{value:.1f} s"


def level_lines(level: Level, *, color: bool) -> list[str]:
    """Tell all about one level: verdict, promises, reason, origin."""
    lines = [verdict(level, color=color)]
    if level.promises:
        lines += promise_lines(level.promises, color=color)
    if level.status in ("infeasible", "unknown"):
        lines += conflict_lines(level)
    return [*lines, origin(level)]


def summary(level: Level, *, color: bool) -> str:
    """Tell about one of several levels in one line."""
    return f"seed {level.seed} {verdict(level, color=color)}; {_route(level)}"


def _reason(level: Level) -> str:
    return safe(level.reason.text) if level.reason is not None else ""


def _where(places: Sequence[tuple[int, int]]) -> str:
    shown = "  ".join(f"{row},{col}" for row, col in places[:_PLACES_SHOWN])
    more = f" and {len(places) - _PLACES_SHOWN} more" if len(places) > _PLACES_SHOWN else ""
    return f"at row,column {shown}{more}"
