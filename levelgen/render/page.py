"""A page: one white picture that is drawn on in pixels, from the top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from levelgen.render.colours import PAPER
from levelgen.render.fonts import Style, legible, properties

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.path import Path
    from numpy.typing import NDArray

Point = tuple[float, float]


class Page:
    """A figure whose only axes count pixels; what is drawn later lies on top."""

    def __init__(self, width: int, height: int) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        # At 72 dots to the inch a point is a pixel, so font sizes and line widths are pixels.
        figure = Figure(figsize=(width / 72, height / 72), dpi=72, facecolor=PAPER)
        # Its types are not declared.
        self._canvas: Any = FigureCanvasAgg(figure)
        self._axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self._axes.set_axis_off()
        self._axes.set_xlim(0, width)
        self._axes.set_ylim(height, 0)
        self._axes.set_autoscale_on(False)
        self._drawn = 0

    def png(self) -> bytes:
        """Give the picture; without the usual metadata, so that equal pictures are equal bytes."""
        buffer = BytesIO()
        self._canvas.print_png(buffer, metadata={"Software": None})
        return buffer.getvalue()

    def add_to(self, file: Any) -> None:
        """Add the page to a PDF, a PdfPages of matplotlib (whose types are not declared)."""
        file.savefig(self._canvas.figure)

    def _layer(self) -> int:
        self._drawn += 1
        return self._drawn

    def image(
        self, left: float, top: float, width: float, height: float, pixels: NDArray[np.uint8]
    ) -> None:
        """Lay an RGBA array over a rectangle, each of its cells one flat rectangle."""
        self._axes.imshow(
            pixels,
            extent=(left, left + width, top + height, top),
            origin="upper",
            aspect="auto",
            interpolation="nearest",
            resample=False,
            zorder=self._layer(),
        )

    def box(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        *,
        fill: str | None = None,
        edge: str | None = None,
        line: float = 1.0,
    ) -> None:
        """Draw a rectangle."""
        from matplotlib.patches import Rectangle

        self._axes.add_artist(
            Rectangle(
                (left, top),
                width,
                height,
                facecolor=fill or "none",
                edgecolor=edge or "none",
                linewidth=line if edge else 0.0,
                joinstyle="miter",
                zorder=self._layer(),
            )
        )

    def boxes(self, boxes: Sequence[tuple[float, float, float, float]], fill: str) -> None:
        """Fill many rectangles (left, top, width, height) with one colour."""
        from matplotlib.collections import PolyCollection

        corners = [
            ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
            for left, top, width, height in boxes
        ]
        # Neighbours meet without a seam when their edges are not smoothed.
        self._axes.add_collection(
            PolyCollection(
                corners,
                facecolors=fill,
                edgecolors="none",
                antialiaseds=False,
                zorder=self._layer(),
            ),
            autolim=False,
        )

    def stamp(
        self,
        shape: Path,
        places: Sequence[Point],
        scale: float,
        *,
        fill: str | None = None,
        edge: str | None = None,
        line: float = 1.0,
        opacity: float | None = None,
    ) -> None:
        """Draw a shape around each place; `scale` is the pixels of one of its units, y goes up."""
        from matplotlib.collections import PathCollection
        from matplotlib.transforms import Affine2D

        stamps = PathCollection(
            [shape],
            offsets=places,
            offset_transform=self._axes.transData,
            facecolors=fill or "none",
            edgecolors=edge or "none",
            linewidths=line if edge else 0.0,
            alpha=opacity,
            capstyle="butt",
            joinstyle="round",
            zorder=self._layer(),
        )
        stamps.set_transform(Affine2D().scale(scale))
        self._axes.add_collection(stamps, autolim=False)

    def lines(
        self,
        segments: Sequence[tuple[Point, Point]],
        color: str,
        width: float,
        *,
        cap: Any = "butt",
        opacity: float | None = None,
    ) -> None:
        """Draw straight lines; ends are `butt`, `round` or `projecting`."""
        from matplotlib.collections import LineCollection

        self._axes.add_collection(
            LineCollection(
                segments,
                colors=color,
                linewidths=width,
                capstyle=cap,
                alpha=opacity,
                zorder=self._layer(),
            ),
            autolim=False,
        )

    def text(
        self, x: float, y: float, text: str, style: Style, *, align: Any = "left", turned: int = 0
    ) -> None:
        """Write one line whose baseline starts, is centred or ends at a place."""
        self._axes.text(
            x,
            y,
            legible(text, style.face),
            fontproperties=properties(style.face, style.size),
            color=style.color,
            horizontalalignment=align,
            verticalalignment="baseline",
            rotation=turned,
            rotation_mode="anchor",
            # Names and reasons are never formulas, even with a dollar sign in them.
            parse_math=False,
            usetex=False,
            zorder=self._layer(),
        )


def pdf(pages: Sequence[Page], title: str) -> bytes:
    """Give pages as one PDF of vectors, a point to the pixel; equal pages are equal bytes."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import PdfPages

    buffer = BytesIO()
    about = {"Title": title, "Creator": None, "Producer": None, "CreationDate": None}
    # Letters as TrueType, so that they can be searched and copied.
    with rc_context({"pdf.fonttype": 42}), PdfPages(buffer, metadata=about) as file:
        for page in pages:
            page.add_to(file)
    return buffer.getvalue()
