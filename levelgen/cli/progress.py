"""Progress on stderr, for whoever waits longer than a second at a terminal."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Self

PATIENCE = 1.0
"""Seconds before anything is shown."""
_INTERVAL = 0.5
_CLEAR = "\r\x1b[K"


class Progress:
    """Shows what is being done and for how long, from a thread, and clears it at the end."""

    def __init__(
        self, total: int, *, quiet: bool, doing: str = "generating", thing: str = "level"
    ) -> None:
        self.done = 0
        self._total = total
        self._doing, self._thing = doing, thing
        self._wanted = sys.stderr.isatty() and not quiet
        self._start = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._show, daemon=True)

    def __enter__(self) -> Self:
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
            sys.stderr.write(
                f"{_CLEAR}{self._doing}: {self._words(time.monotonic() - self._start)}"
            )
            sys.stderr.flush()
        if shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()

    def _words(self, elapsed: float) -> str:
        part = f"{self._thing} {self.done + 1} of {self._total}, " if self._total > 1 else ""
        return f"{part}{elapsed:.0f} s"


class RowProgress(Progress):
    """Progress of many rows that are finished in any order: how many, how fast, how long yet."""

    _first: int | None = None

    def tell(self, done: int, total: int) -> None:
        """Take note of how many rows are done; the first call says how many there were before."""
        if self._first is None:
            self._first = done
        self.done, self._total = done, total

    def _words(self, elapsed: float) -> str:
        made = self.done - (self._first or 0)
        text = f"{self._thing} {self.done} of {self._total}, {elapsed:.0f} s"
        if made == 0:
            return text
        rate = made / elapsed
        return f"{text}, {rate:.3g} a second, {_duration((self._total - self.done) / rate)} left"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
