"""Hands levels over: data to stdout, boards to a terminal, promises and seeds to stderr."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from levelgen.cli import output as out
from levelgen.cli.board import draw, legend_lines
from levelgen.cli.report import level_lines, promise_lines, summary
from levelgen.cli.terminal import Terminal
from levelgen.errors import Problem, RequestError

if TYPE_CHECKING:
    from levelgen.schema.level import Level
    from levelgen.sets import LevelSet


def hand_over(
    levels: Sequence[Level],
    place: out.Destination,
    written: Sequence[Path],
    terminal: Terminal,
    *,
    as_json: bool,
) -> None:
    """Show what was generated, and tell its promises and what was written where."""
    if as_json:
        terminal.data(out.json_text(levels))
    elif place.kind == "stdout":
        _print(levels, place.format, terminal)
    elif place.kind == "screen":
        _draw(levels, terminal)
    _tell(levels, terminal)
    if len(written) == 1:
        terminal.tell(f"written to {written[0]}")
    elif written:
        terminal.tell(f"{len(written)} files written to {place.path}")


def tell_set(found: LevelSet, wanted: int, terminal: Terminal) -> None:
    """Tell how different the levels of a set are, and why some are missing."""
    from levelgen.schema.constraints import percent

    number = len(found.levels)
    if number > 1:
        terminal.tell(f"any two differ in {percent(round(found.closest, 4))} of the cells or more")
    if number < wanted and found.reason is not None:
        terminal.tell(f"{number} of {wanted} levels: {found.reason.text}")


def with_json(
    place: out.Destination, output: str | None, wanted: out.Format | None
) -> out.Destination:
    """Make room on stdout for the JSON. Raises RequestError when something else goes there."""
    if output == out.STDOUT or (output is None and wanted not in (None, out.Format.JSON)):
        other = f"-o {out.STDOUT}" if output is not None else f"--format {wanted}"
        hint = "one of them, or -o FILE beside --json"
        raise RequestError(
            [Problem("--json", "", f"--json and {other} both print to stdout", hint)]
        )
    return out.Destination("stdout", out.Format.JSON) if output is None else place


def _print(levels: Sequence[Level], wanted: out.Format, terminal: Terminal) -> None:
    if wanted is out.Format.JSON:
        terminal.data(out.json_text(levels))
    elif levels[0].cells is not None:
        terminal.data(out.encode(levels[0], wanted).decode())


def _draw(levels: Sequence[Level], terminal: Terminal) -> None:
    boards = [level for level in levels if level.cells is not None]
    labels = [f"seed {level.seed}" if len(levels) > 1 else "" for level in boards]
    lines = draw(boards, labels, terminal) if boards else []
    if lines and terminal.interactive:
        lines += ["", *legend_lines(boards, color=terminal.color, width=terminal.width), ""]
    terminal.data("".join(f"{line}\n" for line in lines))


def _tell(levels: Sequence[Level], terminal: Terminal) -> None:
    color = terminal.message_color
    if len(levels) == 1:
        lines = level_lines(levels[0], color=color)
    else:
        lines = []
        for level in levels:
            lines.append(summary(level, color=color))
            broken = [promise for promise in level.promises if not promise.kept]
            lines += promise_lines(broken, color=color)[1:] if broken else []
    for line in lines:
        terminal.tell(line)
