"""Finds generators by name: the built-in ones, and those of the entry point group."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from levelgen.errors import PluginError, Problem, RequestError, did_you_mean
from levelgen.generators.base import Generator

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "levelgen.generators"

BUILTIN = {
    "auto": "levelgen.generators.auto:AutoGenerator",
    "cpsat": "levelgen.generators.cpsat:CpsatGenerator",
    "random": "levelgen.generators.random:RandomGenerator",
    "wfc": "levelgen.generators.wfc:WfcGenerator",
}


def _plugged_in() -> dict[str, EntryPoint]:
    # Loading this takes longer than drawing a level, and built-in names never need it.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP) if point.name not in BUILTIN}


def generator_names() -> dict[str, str]:
    """List all generators by name with where they come from."""
    names = dict.fromkeys(BUILTIN, "levelgen")
    names.update({name: point.value for name, point in sorted(_plugged_in().items())})
    return names


def find_generator(name: str) -> Generator:
    """Load a generator by name.

    Raises RequestError for an unknown name and PluginError for a plug-in that does not load.
    """
    if name in BUILTIN:
        module, _, attribute = BUILTIN[name].partition(":")
        found: Generator = getattr(import_module(module), attribute)()
        return found
    plugins = _plugged_in()
    if name not in plugins:
        hint = did_you_mean(name, [*BUILTIN, *plugins])
        raise RequestError([Problem("generator", "", f"there is no generator {name!r}", hint)])
    try:
        made = plugins[name].load()()
    except Exception as cause:
        # Whatever a plug-in raises on loading, the user needs its name rather than a traceback.
        raise PluginError(f"generator {name!r} ({plugins[name].value}) fails: {cause!r}") from cause
    if not isinstance(made, Generator):
        raise PluginError(f"generator {name!r} lacks name, promises or generate()")
    return made
