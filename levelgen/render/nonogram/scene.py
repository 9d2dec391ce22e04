"""What a drawing of a puzzle consists of, whatever it is written as: pixels from the top left."""

from __future__ import annotations

from dataclasses import dataclass, field

from levelgen.render.fonts import Face

Box = tuple[float, float, float, float]
"""Left, top, width, height."""

Segment = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Boxes:
    """Filled rectangles of one colour."""

    fill: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Lines:
    """Straight lines of one colour and width."""

    color: str
    width: float
    segments: tuple[Segment, ...]


@dataclass(frozen=True)
class Labels:
    """One text at several places, each the middle of its baseline."""

    text: str
    color: str
    size: float
    places: tuple[tuple[float, float], ...]
    face: Face = "sans"


@dataclass
class Scene:
    """A drawing; what comes later lies on top."""

    width: int
    height: int
    items: list[Boxes | Lines | Labels] = field(default_factory=list)
