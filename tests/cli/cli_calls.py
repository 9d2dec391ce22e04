"""Ways to call the command line: in this process, in another one, at a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from dataclasses import dataclass

from typer.testing import CliRunner, Result

from levelgen.cli.app import app

ESCAPE = re.compile(r"\x1b\[[0-9;]*[mK]")


def call(*words: str) -> Result:
    """Run in this process; stdout and stderr are kept apart."""
    return CliRunner().invoke(app, list(words), prog_name="levelgen")


def refused(*words: str) -> str:
    """Run what must end with exit code 2 and one message; give the message."""
    result = call(*words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    assert result.stderr.count("Error: ") == 1
    return result.stderr


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    return {**kept, **more}


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "levelgen", *words]


def spawn(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run in a process of its own."""
    return subprocess.run(
        command(*words), capture_output=True, text=True, env=environment(**env), check=False
    )


@dataclass(frozen=True)
class Seen:
    """What a terminal received."""

    text: str
    exit_code: int

    @property
    def plain(self) -> str:
        return ESCAPE.sub("", self.text)


def at_terminal(*words: str, columns: int = 100, env: Mapping[str, str] | None = None) -> Seen:
    """Run with a terminal as stdout and stderr."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    variables = environment(TERM="xterm-256color")
    for name in ("NO_COLOR", "COLUMNS", "LINES"):
        variables.pop(name, None)
    variables |= env or {}
    with subprocess.Popen(
        command(*words), stdin=theirs, stdout=theirs, stderr=theirs, env=variables
    ) as process:
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                # Linux reports the closed other end of a terminal as an error.
                break
            if not part:
                break
            parts.append(part)
    os.close(ours)
    return Seen(b"".join(parts).decode().replace("\r\n", "\n"), process.returncode)
