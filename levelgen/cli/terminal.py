"""What a terminal can show: colour rules, data and messages, tables, blocks side by side."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import typer

from levelgen.errors import OutputError

RGB = tuple[int, int, int]

GOOD, BAD, FAINT = "green", "red", "bright_black"

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Terminal:
    """The two streams of one command: data on stdout, messages on stderr."""

    color: bool
    """Whether stdout gets colours."""
    message_color: bool
    """Whether stderr gets colours."""
    interactive: bool
    """Whether somebody looks at stdout."""
    quiet: bool
    width: int

    @classmethod
    def current(cls, *, quiet: bool = False, no_color: bool = False) -> Terminal:
        """Look at the streams as they are now."""
        plain = no_color or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        return cls(
            color=sys.stdout.isatty() and not plain,
            message_color=sys.stderr.isatty() and not plain,
            interactive=sys.stdout.isatty(),
            quiet=quiet,
            width=shutil.get_terminal_size().columns,
        )

    def data(self, text: str) -> None:
        """Write to stdout as it is. Raises OutputError."""
        try:
            typer.echo(text, nl=False)
        except BrokenPipeError:
            raise
        except OSError as cause:
            give_up_stdout()
            raise OutputError(f"stdout: cannot be written: {cause.strerror}") from None

    def tell(self, text: str = "") -> None:
        """Write a message line to stderr, unless quiet is wanted."""
        if not self.quiet:
            typer.echo(text, err=True)


def give_up_stdout() -> None:
    """Let what is still buffered go nowhere: the flush at the end would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def safe(text: str) -> str:
    """Make control characters visible: text from a file must not steer the terminal."""
    return "".join(
        sign if sign.isprintable() or sign == "\n" else sign.encode("unicode_escape").decode()
        for sign in text
    )


def rgb(color: str) -> RGB:
    """Read "#rrggbb"."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def ink(background: RGB) -> RGB:
    """Give black or white, whichever reads better on the background."""
    red, green, blue = background
    luminance = 0.2126 * _linear(red) + 0.7152 * _linear(green) + 0.0722 * _linear(blue)
    # Equal contrast to black and white (WCAG): (L + .05) / .05 == 1.05 / (L + .05).
    return (0, 0, 0) if luminance > 0.179 else (255, 255, 255)


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def styled(text: str, color: str, *, on: bool) -> str:
    """Colour text, if colours are on."""
    return typer.style(text, fg=color) if on else text


def swatch(text: str, background: str, *, on: bool, bold: bool = False) -> str:
    """Write text on a coloured ground in readable ink, if colours are on."""
    if not on:
        return text
    ground = rgb(background)
    return typer.style(text, fg=ink(ground), bg=ground, bold=bold or None)


def visible_width(text: str) -> int:
    """Count the columns a text fills, its colours left out."""
    return len(_ESCAPES.sub("", text))


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Fill text up with blanks to a width, its colours left out."""
    blanks = " " * (width - visible_width(text))
    return blanks + text if right else text + blanks


def table(rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), gap: int = 2) -> list[str]:
    """Lay out rows in columns; the columns listed in `right` are aligned to the right."""
    widths = [max(map(visible_width, column)) for column in zip(*rows, strict=True)]
    return [
        (" " * gap)
        .join(
            padded(cell, width, right=index in right)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in rows
    ]


def beside(blocks: Sequence[Sequence[str]], width: int, *, gap: int = 3) -> Iterator[str]:
    """Put blocks of lines side by side, as many as fit into a width, then go on below."""
    row: list[Sequence[str]] = []
    used = 0
    for block in blocks:
        wide = max(map(visible_width, block), default=0)
        if row and used + gap + wide > width:
            yield from _joined(row, gap)
            yield ""
            row, used = [], 0
        used += wide + (gap if row else 0)
        row.append(block)
    if row:
        yield from _joined(row, gap)


def _joined(blocks: Sequence[Sequence[str]], gap: int) -> Iterator[str]:
    widths = [max(map(visible_width, block), default=0) for block in blocks]
    for parts in zip_longest(*blocks, fillvalue=""):
        cells = [padded(part, width) for part, width in zip(parts, widths, strict=True)]
        yield (" " * gap).join(cells).rstrip()
