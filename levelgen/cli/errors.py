"""From exceptions and statuses to messages and exit codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import typer

from levelgen.cli.terminal import give_up_stdout, safe
from levelgen.errors import InputError, LevelgenError

SATISFIED = 0
BROKEN = 1
USAGE = 2
UNKNOWN = 3
INTERRUPTED = 130
PIPE_CLOSED = 141

EXIT_CODES = """\b
Exit codes:
  0  every promise is kept
  1  a promise is broken (unsatisfied), or none can be kept (infeasible)
  2  something given is wrong: an option, a file, an output that exists
  3  a limit was reached before there was an answer (unknown)
"""

_CODES = {
    "satisfied": SATISFIED,
    "unsatisfied": BROKEN,
    "infeasible": BROKEN,
    "unknown": UNKNOWN,
}


def exit_code(statuses: Iterable[str | None]) -> int:
    """Give the exit code of a run: a broken promise outweighs an unknown answer."""
    codes = {_CODES[status] for status in statuses if status is not None}
    return next((code for code in (BROKEN, UNKNOWN) if code in codes), SATISFIED)


@contextmanager
def exit_codes() -> Iterator[None]:
    """Turn what a command raises on purpose into one message and its exit code."""
    try:
        yield
    except LevelgenError as error:
        typer.echo(message(error), err=True)
        raise typer.Exit(USAGE) from None
    except KeyboardInterrupt:
        typer.echo("Interrupted.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        give_up_stdout()
        raise typer.Exit(PIPE_CLOSED) from None


def message(error: LevelgenError) -> str:
    """Write an error so that every problem has its own line."""
    if isinstance(error, InputError) and len(error.problems) > 1:
        lines = [f"  {safe(str(problem))}" for problem in error.problems]
        return "\n".join([f"Error: {len(lines)} problems", *lines])
    return f"Error: {safe(str(error))}"
