"""The kernel: wave function collapse sampler and structure constructor on plain integers."""

from __future__ import annotations


def backend() -> str:
    """Name the implementation that is active."""
    return "reference"
