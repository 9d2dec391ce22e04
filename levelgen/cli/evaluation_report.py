"""`levelgen report`: one page about an evaluation, or two evaluations side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from levelgen.cli.options import ForceOption, NoColorOption, QuietOption, complete_file
from levelgen.cli.progress import Progress
from levelgen.cli.terminal import FAINT, Terminal, styled, table
from levelgen.errors import Problem, RequestError
from levelgen.schema.files import check_writable, write_text

if TYPE_CHECKING:
    from levelgen.batch import Results

EPILOG = """\b
Examples:
  levelgen report results -o report.html
  levelgen report before after
"""


def report(
    folders: Annotated[
        list[str],
        typer.Argument(
            metavar="FOLDER [FOLDER]",
            help="Results of `levelgen evaluate -o`; two are compared.",
            autocompletion=complete_file,
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.html",
            help="Write the page; default: only a table is shown.",
            autocompletion=complete_file,
        ),
    ] = None,
    quiet: QuietOption = False,
    force: ForceOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Report on an evaluation as one HTML page, or on two side by side."""
    from levelgen.batch import open_results, summarise
    from levelgen.cli.evaluate import summary_lines

    if len(folders) > 2:
        message = f"{len(folders)} folders are given"
        raise RequestError([Problem("FOLDER", "", message, "one, or two to compare")])
    path = None if output is None else _page_path(output)
    if path is not None:
        check_writable(path, force=force)
    results = [open_results(folder) for folder in folders]
    terminal = Terminal.current(quiet=quiet, no_color=no_color)
    for one in results:
        if not one.complete:
            terminal.tell(f"{one.folder}: {len(one)} of {len(one.plan)} rows are there")
    if len(results) == 2:
        lines = _difference_lines(results, terminal)
    else:
        lines = summary_lines(summarise(results[0]), terminal)
    if path is not None:
        from levelgen.batch.report import report_html

        with Progress(1, quiet=quiet, doing="drawing"):
            page = report_html(results)
        write_text(path, page, force=force)
    terminal.data("".join(f"{line}\n" for line in lines))
    if path is not None:
        terminal.tell(f"written to {path}")


def _page_path(output: str) -> Path:
    path = Path(output)
    if path.suffix.lower() not in (".html", ".htm"):
        raise RequestError([Problem("--output", "", f"{output} is no page", "FILE.html")])
    return path


def _difference_lines(results: list[Results], terminal: Terminal) -> list[str]:
    from levelgen.batch.comparing import compare
    from levelgen.batch.table import columns_by_group

    before, after = (columns_by_group(one) for one in results)
    found = compare(before, after)
    if not found:
        return ["the two evaluations share no generator and size with two rows or more"]
    names = [str(one.folder) for one in results]
    rows = [["group", "column", *names, "difference", "95 %"]]
    rows += [
        [
            item.group,
            item.column,
            f"{item.before:.4g}",
            f"{item.after:.4g}",
            f"{item.after - item.before:+.3g}",
            f"{item.low:+.3g} to {item.high:+.3g}",
        ]
        for item in found
        if item.real
    ]
    head, *lines = table(rows, right=(2, 3, 4))
    quiet = sum(not item.real for item in found)
    closing = f"{quiet} of {len(found)} columns differ by no more than noise"
    return [styled(head, FAINT, on=terminal.color), *lines, closing] if lines else [closing]
