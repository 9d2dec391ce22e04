"""Groups of metrics that can be chosen, and those that other packages plug in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from levelgen.errors import PluginError, Problem, RequestError, did_you_mean
from levelgen.metrics import DECIMALS, graph, rooms, shape, way
from levelgen.metrics.grid import Grid

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "levelgen.metrics"

Metric = Callable[[Grid], Any]
"""Takes a board and gives a plain number, word or None, or a dictionary of them."""

BASIC = "basic"
"""What every level carries as `metrics` already; always there."""


def _longest(grid: Grid) -> dict[str, Any]:
    moves, exact = graph.longest_shortest_path(grid)
    return {"moves": moves, "kind": "exact" if exact else "lower bound"}


def _patterns(grid: Grid) -> dict[str, float]:
    return {f"{size}x{size}": shape.pattern_entropy(grid, size) for size in (2, 3)}


BUILTIN: dict[str, dict[str, Metric]] = {
    "graph": {
        "loops": graph.loops,
        "chokepoints": graph.chokepoints,
        "longest_shortest_path": _longest,
        "rooms": rooms.room_count,
        "corridors": rooms.corridor_count,
        "room_degree": rooms.room_degree,
        "largest_room": rooms.largest_room,
    },
    "way": {
        "critical_path_length": way.critical_path_length,
        "linearity": way.linearity,
        "leniency": way.leniency,
    },
    "shape": {
        "openness": shape.openness,
        "symmetry": shape.symmetry,
        "pattern_entropy": _patterns,
        "weight_fidelity": shape.weight_fidelity,
    },
}


GROUPS = {
    BASIC: "what every level carries: connectivity, regions, shares, densities, entropy, path",
    "graph": "loops, chokepoints, the longest shortest path, rooms and corridors",
    "way": "critical path, linearity, leniency",
    "shape": "openness, symmetry, pattern entropy, weight fidelity",
}
"""What the built-in groups hold, in words."""


def group_names() -> tuple[str, ...]:
    """List all groups: the built-in ones, then plug-ins by name."""
    return (BASIC, *BUILTIN, *sorted(plugged_in()))


def check_groups(names: Sequence[str]) -> tuple[str, ...]:
    """Bring a choice of groups into order, `basic` always first. Raises RequestError."""
    known = group_names()
    wrong = [
        Problem("metrics", "", f"there are no metrics {name!r}", did_you_mean(name, known))
        for name in dict.fromkeys(names)
        if name not in known
    ]
    if wrong:
        raise RequestError(wrong)
    return tuple(name for name in known if name in {*names, BASIC})


def plugged_in() -> dict[str, EntryPoint]:
    """List the metrics of other packages by name, without loading them."""
    from importlib.metadata import entry_points

    taken = {BASIC, *BUILTIN}
    return {
        point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in taken
    }


@cache
def load_metric(name: str) -> Metric:
    """Load a plugged-in metric. Raises PluginError with its name when that fails."""
    point = plugged_in()[name]
    try:
        metric = point.load()
    except Exception as cause:
        # Whatever a plug-in raises on loading, the user needs its name rather than a traceback.
        raise PluginError(f"metric {name!r} ({point.value}) does not load: {cause!r}") from cause
    if not callable(metric):
        raise PluginError(f"metric {name!r} ({point.value}) is no function of a grid")
    found: Metric = metric
    return found


def measure_groups(grid: Grid, groups: Iterable[str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Measure a board by the chosen groups beside `basic`; give the values and what failed.

    The values are flat: what a metric gives as a dictionary becomes `name.key`. A metric that
    raises has no value; the second dictionary says what it raised, by its name.
    """
    values: dict[str, Any] = {}
    failed: dict[str, str] = {}
    for group in groups:
        for name, metric in _metrics(group, failed).items():
            try:
                flat(name, metric(grid), values)
            except Exception as cause:
                # One metric must not cost the others their row.
                failed[name] = f"{type(cause).__name__}: {cause}"
    return values, failed


def _metrics(group: str, failed: dict[str, str]) -> Mapping[str, Metric]:
    if group == BASIC:
        return {}
    if group in BUILTIN:
        return BUILTIN[group]
    try:
        return {group: load_metric(group)}
    except (PluginError, KeyError) as error:
        failed[group] = str(error)
        return {}


def flat(name: str, value: Any, into: dict[str, Any]) -> None:
    """Put a value into a flat row, rounded to 6 decimals; raise TypeError if it is not plain."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            flat(f"{name}.{key}", item, into)
        return
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    if isinstance(value, float):
        # JSON knows neither infinity nor nan.
        value = round(value, DECIMALS) if value - value == 0 else None
    elif not isinstance(value, int | str | None):
        raise TypeError(f"{name} is {type(value).__name__}, not a number, a word or None")
    into[name] = value
