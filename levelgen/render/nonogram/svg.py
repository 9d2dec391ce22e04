"""A scene as SVG text."""

from __future__ import annotations

from html import escape

from levelgen.render.nonogram.scene import Boxes, Labels, Lines, Scene

_FONTS = "DejaVu Sans, Verdana, Arial, sans-serif"


def svg(scene: Scene, *, label: str = "") -> str:
    """Write a scene as an SVG element that scales, and stands in a page or a file of its own."""
    width, height = scene.width, scene.height
    name = f' role="img" aria-label="{escape(label)}"' if label else ""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="{_FONTS}" text-anchor="middle"{name}>'
    )
    return "\n".join([head, *map(_item, scene.items), "</svg>"]) + "\n"


def _item(item: Boxes | Lines | Labels) -> str:
    match item:
        case Boxes():
            path = "".join(
                f"M{_n(left)} {_n(top)}h{_n(width)}v{_n(height)}h{_n(-width)}z"
                for left, top, width, height in item.boxes
            )
            return f'<path fill="{item.fill}" shape-rendering="crispEdges" d="{path}"/>'
        case Lines():
            path = "".join(
                f"M{_n(start[0])} {_n(start[1])}L{_n(end[0])} {_n(end[1])}"
                for start, end in item.segments
            )
            line = f'stroke="{item.color}" stroke-width="{_n(item.width)}"'
            straight = all(a[0] == b[0] or a[1] == b[1] for a, b in item.segments)
            crisp = ' shape-rendering="crispEdges"' if straight else ""
            return f'<path fill="none" {line}{crisp} d="{path}"/>'
        case Labels():
            weight = ' font-weight="bold"' if item.face == "bold" else ""
            head = f'<g fill="{item.color}" font-size="{_n(item.size)}"{weight}>'
            text = escape(item.text, quote=False)
            places = "".join(f'<text x="{_n(x)}" y="{_n(y)}">{text}</text>' for x, y in item.places)
            return f"{head}{places}</g>"


def _n(value: float) -> str:
    return f"{round(value, 2):g}"
