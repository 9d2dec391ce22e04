"""Progress on stderr, for whoever waits longer than a second at a terminal."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType

PATIENCE = 1.0
"""Seconds before anything is shown."""
_INTERVAL = 0.5
_CLEAR = "\r\x1b[K"


class Progress:
    """Shows what is being done and for how long, from a thread, and clears it at the end."""

    def __init__(self, total: int, *, quiet: bool) -> None:
        self.done = 0
        self._total = total
        self._wanted = sys.stderr.isatty() and not quiet
        self._start = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)

    def __enter__(self) -> Progress:
        if self._wanted:
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        if self._wanted:
            self._thread.join()

    def _show(self) -> None:
        shown = False
        pause = PATIENCE
        while not self._stop.wait(pause):
            shown, pause = True, _INTERVAL
            elapsed = time.monotonic() - self._start
            part = f"level {self.done + 1} of {self._total}, " if self._total > 1 else ""
            sys.stderr.write(f"{_CLEAR}generating: {part}{elapsed:.0f} s")
            sys.stderr.flush()
        if shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
