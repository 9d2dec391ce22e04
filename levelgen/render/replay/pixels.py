"""The board and the entropy map as pixels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from io import BytesIO
from math import log2
from typing import TYPE_CHECKING

from levelgen.generators.recording import Recording, Windows
from levelgen.render.colours import INK, NO_CELL, channels
from levelgen.render.fonts import glyph_path
from levelgen.render.page import Page
from levelgen.render.replay.cells import CellState, cell_state
from levelgen.render.stamps import Stamps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]
    Numbers = NDArray[np.float64]

SHADES = 64
"""Shades of the entropy scale: a GIF has 256 colours for everything."""

_NUMBERS_FROM = 14
"""Smaller cells, in pixels, have no room for a number."""

_OPEN = "#eceae4"
"""What the colours of open cells are mixed into."""


class CellPixels:
    """Both pictures of a recording; only cells that changed are drawn again."""

    def __init__(self, recording: Recording, side: int) -> None:
        import numpy as np

        self.side = side
        self.tiles = len(recording.tileset.ids)
        self.highest = log2(len(recording.tile_weights))
        self.collapsed = 0
        self._recording = recording
        self._domains = [0] * len(recording.domains)
        level = recording.windows or recording
        self._board_cells, self._map_cells = (
            np.full((rows, cols, side, side, 3), channels(NO_CELL), dtype=np.uint8)
            for rows, cols in ((level.rows, level.cols), (recording.rows, recording.cols))
        )
        weighted = len(self._domains) if recording.field is not None else 1
        self._weights = np.array(
            [recording.cell_weights(cell) for cell in range(weighted)], dtype=np.float64
        )

    @cached_property
    def looks(self) -> Pixels:
        """A picture of each tile: (tiles, side, side, 3)."""
        stamps = Stamps(self._recording.tileset)

        def draw(page: Page, number: int, left: float) -> None:
            middle = [(left + self.side / 2, self.side / 2)]
            page.box(left, 0, self.side, self.side, fill=stamps.fill(number))
            stamps.tile(page, number, middle, self.side)

        return _strip(self.tiles, self.side, draw)

    @cached_property
    def scale(self) -> Pixels:
        """The colours of the entropy scale, from 0 to the highest: (shades, 3)."""
        import numpy as np
        from matplotlib import colormaps

        shades = colormaps["viridis"](np.linspace(0.0, 1.0, SHADES))
        return np.round(shades[:, :3] * 255).astype(np.uint8)

    def update(self, domains: Sequence[int]) -> tuple[Pixels, Pixels]:
        """Draw the board and the map of these domains: (height, width, 3) each."""
        import numpy as np

        changed = [
            cell
            for cell, (old, new) in enumerate(zip(self._domains, domains, strict=True))
            if old != new
        ]
        if changed:
            self.collapsed += sum(
                (domains[cell].bit_count() == 1) - (self._domains[cell].bit_count() == 1)
                for cell in changed
            )
            weights = self._weights if len(self._weights) == 1 else self._weights[changed]
            state = cell_state([domains[cell] for cell in changed], weights)
            rows, cols = np.divmod(changed, self._recording.cols)
            self._map_cells[rows, cols] = self._map(state)
            if self._recording.windows is None:
                self._board_cells[rows, cols] = self._board(state)
            else:
                self._draw_beneath(self._recording.windows, changed, state)
            self._domains = list(domains)
        return _laid(self._board_cells), _laid(self._map_cells)

    def _draw_beneath(self, windows: Windows, changed: list[int], state: CellState) -> None:
        """Draw the cells of the level that windows show."""
        import numpy as np

        contents = np.array(windows.contents)
        numbers = {place: number for number, place in enumerate(changed)}
        shown: dict[int, list[tuple[int, int]]] = {}
        for cell, exists in enumerate(windows.exists):
            place, offset = windows.shown(cell, self._recording.rows, self._recording.cols)
            if exists and place in numbers:
                shown.setdefault(offset, []).append((cell, numbers[place]))
        for offset, pairs in shown.items():
            cells, these = np.array(pairs).T
            rows, cols = np.divmod(cells, windows.cols)
            beneath = state.beneath(these, contents[:, offset], self.tiles)
            self._board_cells[rows, cols] = self._board(beneath)

    def _board(self, state: CellState) -> Pixels:
        """Draw tiles where cells are collapsed; elsewhere a pale mix, and how many are possible."""
        import numpy as np

        sure = 1 - state.entropies / (self.highest or 1.0)
        ground = np.array(channels(_OPEN), dtype=np.float64)
        pale = ground + (state.shares @ self._fills - ground) * (0.12 + 0.5 * sure)[:, None]
        cells: Numbers = np.repeat(pale[:, None, :], self.side**2, axis=1)
        cells = cells.reshape(-1, self.side, self.side, 3)
        if self.side >= _NUMBERS_FROM:
            ink = 0.6 * self._numerals[state.counts][..., None]
            cells = cells * (1 - ink) + np.array(channels(INK)) * ink
        drawn = np.round(cells).astype(np.uint8)
        drawn[state.collapsed] = self.looks[state.tiles[state.collapsed]]
        return drawn

    def _map(self, state: CellState) -> Pixels:
        import numpy as np

        shades = np.round(state.entropies / (self.highest or 1.0) * (SHADES - 1)).astype(np.intp)
        return self.scale[shades][:, None, None, :]

    @cached_property
    def _fills(self) -> Numbers:
        """The colour that each tile has from afar: (tiles, 3)."""
        found: Numbers = self.looks.reshape(self.tiles, -1, 3).mean(axis=1)
        return found

    @cached_property
    def _numerals(self) -> Numbers:
        """How much ink the number of each count puts on a cell, 0 to 1: (tiles + 1, side, side)."""

        def draw(page: Page, number: int, left: float) -> None:
            size = self.side * 0.44
            text = str(number)
            for place, sign in enumerate(text):
                shape = glyph_path(sign)
                x = left + self.side / 2 + (place - (len(text) - 1) / 2) * size * 0.62
                if shape is not None:
                    page.stamp(shape, [(x, self.side / 2)], size, fill="#000000")

        found: Numbers = 1.0 - _strip(self.tiles + 1, self.side, draw)[..., 0] / 255.0
        return found


def _laid(cells: Pixels) -> Pixels:
    """Lay out the pictures of cells: (rows * side, cols * side, 3)."""
    down, across, side, _, _ = cells.shape
    return cells.transpose(0, 2, 1, 3, 4).reshape(down * side, across * side, 3)


def _strip(count: int, side: int, draw: Callable[[Page, int, float], None]) -> Pixels:
    """Draw small pictures with the means of the large ones; give (count, side, side, 3)."""
    import numpy as np
    from matplotlib.image import imread

    page = Page(count * side, side)
    for number in range(count):
        draw(page, number, number * side)
    drawn = imread(BytesIO(page.png()), format="png")[..., :3]
    cells = np.round(drawn * 255).astype(np.uint8).reshape(side, count, side, 3)
    return np.ascontiguousarray(cells.transpose(1, 0, 2, 3))
