"""The few colours of all pictures, and how they mix; tiles and objects bring their own."""

from __future__ import annotations

INK = "#222222"
QUIET = "#666666"
LINE = "#d0d0d0"
PAPER = "#ffffff"
NO_CELL = "#f4f4f4"

BROKEN = "#e0001b"
"""Marks of broken promises on a board."""

# Okabe and Ito: told apart with any colour vision.
GOOD = "#0072b2"
BAD = "#c44e00"
SERIES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8c8c", "#c9b800")

STATUS = {"satisfied": GOOD, "unsatisfied": BAD, "infeasible": BAD, "unknown": QUIET}


def channels(color: str) -> tuple[int, int, int]:
    """Split `#rrggbb` into red, green and blue, 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def mix(color: str, other: str, share: float) -> str:
    """Blend a share (0 to 1) of another colour into a colour."""
    blended = (
        round(one + (two - one) * share)
        for one, two in zip(channels(color), channels(other), strict=True)
    )
    return "#" + "".join(f"{value:02x}" for value in blended)
