"""`levelgen nonogram`: one module per command, as for levels."""

from __future__ import annotations

import typer

from levelgen.cli.nonogram import (
    check,
    compare,
    convert,
    count,
    hint,
    make,
    rate,
    replay,
    show,
    solve,
)

app = typer.Typer(
    name="nonogram",
    help="""Solve, check, make, rate and draw nonograms.

    Every command reads .non, webpbn .xml, .json, .g, .mk, .nin, .cwd and .toml.
    """,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)

app.command("solve", epilog=solve.EPILOG)(solve.solve)
app.command("show", epilog=show.EPILOG)(show.show)
app.command("check", epilog=check.EPILOG)(check.check)
app.command("hint", epilog=hint.EPILOG)(hint.hint)
app.command("count", epilog=count.EPILOG)(count.count)
app.command("make", epilog=make.EPILOG)(make.make)
app.command("rate", epilog=rate.EPILOG)(rate.rate)
app.command("compare", epilog=compare.EPILOG)(compare.compare)
app.command("convert", epilog=convert.EPILOG)(convert.convert)
app.command("replay", epilog=replay.EPILOG)(replay.replay)
