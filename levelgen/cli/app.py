"""The Typer app: the group, its default command, the version, the order of the commands."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from levelgen.cli.commands import CommandTable, plain
from levelgen.cli.errors import EXIT_CODES, exit_codes
from levelgen.version import __version__

DEFAULT = "generate"


class Commands(TyperGroup):
    """Reads options without a command as those of `generate`; gives every error its exit code."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        own, self.commands = self.commands, CommandTable()
        self.commands.update(own)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command in front of options that are not the group's own."""
        if args and args[0].startswith("-") and not self._is_own(ctx, args[0]):
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> Any:
        """Give the parameters, that of the help included."""
        return [plain(parameter) for parameter in super().get_params(ctx)]

    def invoke(self, ctx: Any) -> Any:
        """Run a command and translate what it raises."""
        with exit_codes():
            return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command; whoever names a tileset instead is told how that is written."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            from levelgen.library import shipped

            if args[0] in shipped("tilesets"):
                hint = f"levelgen --tileset {args[0]}"
                ctx.fail(f"No such command {args[0]!r}. It is a tileset: {hint}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer the options of the default command beside the group's own and the commands."""
        found = super().shell_complete(ctx, incomplete)
        if incomplete.startswith("-"):
            command = self.commands[DEFAULT]
            with command.make_context(DEFAULT, [], parent=ctx, resilient_parsing=True) as inner:
                known = {item.value for item in found}
                more = command.shell_complete(inner, incomplete)
                found += [item for item in more if item.value not in known]
        return found

    def _is_own(self, ctx: Any, word: str) -> bool:
        names = {name for param in self.get_params(ctx) for name in param.opts}
        return word.partition("=")[0] in names


app = typer.Typer(
    cls=Commands,
    name="levelgen",
    help="""Levels that keep their promises, checked before you get them.

    Options without a command are those of generate:

    \b
    levelgen --tileset cave --preset hard --seed 7
    levelgen --tileset cave --preset hard --count 24 -o sheet.png
    levelgen list
    """,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if not wanted:
        return
    # Only this option needs them, and they are slow to load.
    from importlib.metadata import PackageNotFoundError, version
    from platform import python_version

    from levelgen.engine import backend

    with exit_codes():
        active = backend()
    try:
        ortools = version("ortools")
    except PackageNotFoundError:
        ortools = "not installed"
    typer.echo(f"levelgen {__version__}")
    typer.echo(f"ortools {ortools}")
    typer.echo(f"python {python_version()}")
    typer.echo(f"engine {active}")
    raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    ctx: typer.Context,
    show_version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_show_version,
            is_eager=True,
            help="Show the versions that decide results, and exit.",
        ),
    ] = False,
) -> None:
    """Show the help when nothing is asked for."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
