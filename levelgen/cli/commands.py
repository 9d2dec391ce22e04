"""Finds commands by name and loads them when they are asked for: each start needs one of them."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from functools import partial
from importlib import import_module
from typing import Any, get_type_hints

import typer
from typer.core import TyperCommand
from typer.main import get_command

HOMES = {
    "generate": "levelgen.cli.generate:generate",
    "list": "levelgen.cli.list:list_all",
    "show": "levelgen.cli.show:show",
    "compare": "levelgen.cli.compare:compare",
    "evaluate": "levelgen.cli.evaluate:evaluate",
    "report": "levelgen.cli.evaluation_report:report",
    "gate": "levelgen.cli.gate:gate",
    "check": "levelgen.cli.check:check",
    "schema": "levelgen.cli.schema:schema",
    "convert": "levelgen.cli.convert:convert",
    "learn": "levelgen.cli.learn:learn",
    "new": "levelgen.cli.new:new",
    "regenerate": "levelgen.cli.regenerate:regenerate",
    "replay": "levelgen.cli.replay:replay",
    "reproduce": "levelgen.cli.reproduce:reproduce",
    "nonogram": "levelgen.cli.nonogram:app",
}
"""Module and function of each command, in the order of the help; a module may have an `EPILOG`.

Instead of a function there may be a Typer app with commands of its own.
"""


class CommandTable(MutableMapping[str, Any]):
    """Commands by name; those of `HOMES` are built when they are taken out."""

    def __init__(self) -> None:
        self._built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._built:
            self._built[name] = _built(name, HOMES[name])
        return self._built[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._built[name] = command

    def __delitem__(self, name: str) -> None:
        del self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**HOMES, **self._built})

    def __len__(self) -> int:
        return len({**HOMES, **self._built})


def _built(name: str, home: str) -> Any:
    place, _, function = home.partition(":")
    module = import_module(place)
    command = getattr(module, function)
    if isinstance(command, typer.Typer):
        return get_command(command)
    # Without shell completion of its own: the group has it.
    single = typer.Typer(
        add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
    )
    single.command(name, cls=Command, epilog=getattr(module, "EPILOG", None))(command)
    return get_command(single)


class Command(TyperCommand):
    """A command whose options of text are handed on as they are; see `plain`."""

    def get_params(self, ctx: Any) -> Any:
        """Give the parameters, that of the help included."""
        hints = get_type_hints(self.callback)
        return [
            plain(parameter) if hints.get(parameter.name, bool) in _PLAIN else parameter
            for parameter in super().get_params(ctx)
        ]


_PLAIN = (str, bool, list[str], str | None, list[str] | None)


def plain(parameter: Any) -> Any:
    """Make a parameter of text, or a flag, hand on what it is given as it is.

    Typer would send it through pydantic, and loading that takes longer than making a level.
    """
    if not isinstance(parameter.process_value, partial):
        parameter.process_value = partial(_as_given, parameter, parameter.process_value)
    return parameter


def _as_given(parameter: Any, process: Any, context: Any, value: Any) -> Any:
    if parameter.required and parameter.value_is_missing(value):
        return process(context, value)
    if parameter.multiple or parameter.nargs == -1:
        value = tuple(value or ())
    return value if parameter.callback is None else parameter.callback(context, parameter, value)
