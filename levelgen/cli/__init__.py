"""The command line: one module per command, no logic that the Python API lacks."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; the console script `levelgen`."""
    for stream in (sys.stdout, sys.stderr):
        # JSON and glyphs are UTF-8 whatever the locale says.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    try:
        from levelgen.cli.app import app

        app(prog_name="levelgen")
    except KeyboardInterrupt:
        # Only one that comes while modules are still loading gets here.
        sys.exit(130)
