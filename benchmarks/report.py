"""What every section shares: spreads, Markdown tables, and the machine a figure belongs to."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from math import ceil
from pathlib import Path
from statistics import median

from levelgen.engine import backend
from levelgen.version import __version__


@dataclass(frozen=True)
class Spread:
    """How measured values lie: never a median alone."""

    n: int
    median: float
    p95: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread:
        """Summarise at least one value; p95 is the value of rank ceil(.95 n)."""
        ordered = sorted(values)
        rank = ceil(len(ordered) * 95 / 100) - 1
        return cls(len(ordered), median(ordered), ordered[rank], ordered[0], ordered[-1])

    def cells(self, scale: float = 1.0) -> list[str]:
        """Give median, p95, min-max and n as table cells, the values times `scale`."""
        low, high = number(self.low * scale), number(self.high * scale)
        middle, late = number(self.median * scale), number(self.p95 * scale)
        return [middle, late, f"{low}-{high}", str(self.n)]


SPREAD_HEAD = ["median", "p95", "min-max", "n"]


def number(value: float) -> str:
    """Write a value with about three digits that matter."""
    size = abs(value)
    if size >= 99.95:
        return f"{value:.0f}"
    if size >= 9.995:
        return f"{value:.1f}"
    if size >= 0.0995 or not size:
        return f"{value:.2f}"
    return f"{value:.3f}"


def verdict(passed: bool) -> str:
    """Say pass or FAIL, the latter so that an eye catches it."""
    return "pass" if passed else "**FAIL**"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def machine() -> str:
    """Tell in one line on what, with what and when something was measured."""
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    parts = [
        f"{datetime.now(UTC):%Y-%m-%d}",
        f"{_processor()}, {os.cpu_count()} cores{load}",
        f"{platform.system()} {platform.machine()}",
        f"Python {platform.python_version()}",
        f"levelgen {__version__} ({backend()} kernel)",
        f"OR-Tools {version('ortools')}",
        f"NumPy {version('numpy')}",
    ]
    return "; ".join(parts)


def _processor() -> str:
    """Name the processor model; the platform module knows it on few systems."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, model = line.partition(":")
            if name.strip() == "model name":
                return model.strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
