"""The parts of the report that show boards: gallery, duplicates, diversity."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from levelgen.batch.boards import Boards
from levelgen.batch.report.sections import Part, note, section, table
from levelgen.batch.report.svg import number
from levelgen.batch.table import Columns
from levelgen.metrics.levelsets import duplicates as equal_groups
from levelgen.metrics.levelsets import pairwise_hamming, pattern_divergence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from levelgen.schema.level import Level

EXTREMES = ("linearity", "path_length", "openness", "connectivity", "entropy")
"""The first of these that differs within a group says what its extreme levels are."""
TYPICAL = ("path_length", "linearity", "leniency", "openness", "dead_ends", "entropy", "regions")
SIDE = 240.0
MARGIN = 10
WINDOWS = (2, 3, 4)
SHOWN = 12


def boards_of(parts: Sequence[Part]) -> dict[int, Boards]:
    """Give the boards of each evaluation, by the identity of its results."""
    return {id(part.results): Boards(part.results) for part in parts}


def gallery(parts: Sequence[Part], boards: dict[int, Boards]) -> str:
    """Show a typical level of each group, two extreme ones, and one that failed."""
    bodies = []
    for part in parts:
        chosen = _chosen(part.columns)
        levels = boards[id(part.results)].levels(chosen)
        figures = [_figure(levels[at], words) for at, words in chosen.items() if at in levels]
        if figures:
            shown = f'<div class="gallery">{"".join(figures)}</div>'
            bodies.append(f"<h3>{escape(part.label)}</h3>{shown}")
    return section("Gallery", *bodies)


def _chosen(columns: Columns) -> dict[int, str]:
    """Choose rows and say what each stands for; a row that is two things is shown once."""
    import numpy as np

    there = np.array([key is not None for key in columns.tiles_keys])
    good = there & (np.array(columns.statuses) == "satisfied")
    pool = good if good.any() else there
    if not pool.any():
        return {}
    found: dict[int, list[str]] = {}

    def choose(index: int, words: str) -> None:
        found.setdefault(columns.at[index], [f"seed {columns.seeds[index]}"]).append(words)

    choose(_typical(columns, pool), "typical")
    for name in EXTREMES:
        values = columns.numbers.get(name)
        if values is None:
            continue
        known = np.where(pool, values, np.nan)
        if np.isfinite(known).sum() > 1 and np.nanmin(known) < np.nanmax(known):
            for index in (int(np.nanargmin(known)), int(np.nanargmax(known))):
                word = "least" if index == int(np.nanargmin(known)) else "most"
                choose(index, f"{word} {name}: {number(float(values[index]))}")
            break
    failed = np.flatnonzero(there & (np.array(columns.statuses) != "satisfied"))
    if len(failed):
        choose(int(failed[0]), columns.statuses[int(failed[0])])
    return {at: ", ".join(words) for at, words in found.items()}


def _typical(columns: Columns, pool: NDArray[np.bool_]) -> int:
    """Find the row that is nearest to the medians, each in units of its own spread."""
    import numpy as np

    away = np.zeros(len(pool))
    for name in TYPICAL:
        values = columns.numbers.get(name)
        if values is None or not np.isfinite(values[pool]).any():
            continue
        median = np.nanmedian(values[pool])
        spread = np.nanstd(values[pool])
        if spread > 0:
            # A row without the value is no typical one.
            away += np.nan_to_num(np.abs(values - median) / spread, nan=3.0)
    return int(np.argmin(np.where(pool, away, np.inf)))


def _figure(level: Level, words: str) -> str:
    data = b64encode(_picture(level)).decode()
    return (
        f'<figure><img alt="{escape(words)}" src="data:image/png;base64,{data}">'
        f"<figcaption>{escape(words)}</figcaption></figure>"
    )


def _picture(level: Level) -> bytes:
    from levelgen.render.board import Board
    from levelgen.render.marks import broken_promises
    from levelgen.render.page import Page

    cell = max(1.0, SIDE // max(level.rows, level.cols))
    board = Board(level, cell, broken_promises(level))
    # The numbers of marks stand a little beside the board.
    page = Page(int(board.width) + 2 * MARGIN, int(board.height) + 2 * MARGIN)
    board.draw(page, MARGIN, MARGIN)
    return page.png()


def duplicates(parts: Sequence[Part]) -> str:
    """List boards that occur twice, as they are or turned and mirrored."""
    rows = []
    for part in parts:
        columns = part.columns
        boards = [key for key in columns.tiles_keys if key is not None]
        same = equal_groups([key or f"none {at}" for at, key in enumerate(columns.tiles_keys)])
        alike = equal_groups([key or f"none {at}" for at, key in enumerate(columns.shape_keys)])
        seeds = ["=".join(str(columns.seeds[index]) for index in group) for group in alike]
        more = ", ..." if len(seeds) > SHOWN else ""
        rows.append(
            [
                part.label,
                str(len(boards)),
                str(sum(len(group) - 1 for group in same)),
                str(sum(len(group) - 1 for group in alike)),
                ", ".join(seeds[:SHOWN]) + more or "-",
            ]
        )
    head = ["group", "boards", "equal to another", "also turned or mirrored", "seeds"]
    words = "Objects are not compared; turned and mirrored boards are compared by base tiles."
    return section("Duplicates", table(head, rows, [4]), note(words))


def diversity(parts: Sequence[Part], boards: dict[int, Boards]) -> str:
    """Tell how different the boards of a group are, and how far its texture is from others."""
    samples = {}
    for part in parts:
        own = boards[id(part.results)]
        levels = own.levels(own.sample(part.columns)).values()
        samples[part.label] = [level.tiles for level in levels if level.tiles is not None]
    rows = []
    for part in parts:
        arrays = samples[part.label]
        found = pairwise_hamming(arrays)
        if found is None:
            continue
        value = f"{found.value:.3f}" + ("" if found.exact else f" ± {found.error:.4f}")
        rows.append([part.label, str(len(arrays)), value, str(found.pairs)])
    head = ["group", "boards", "mean pairwise Hamming", "pairs"]
    hamming = table(head, rows) if rows else ""
    return section("Diversity", hamming, _divergences(parts, samples))


def _divergences(parts: Sequence[Part], samples: dict[str, list[NDArray[np.int16]]]) -> str:
    """Compare the patterns of each group with those of the others on the same tileset."""
    targets = {part.label: samples[part.label] for part in parts if samples[part.label]}
    for part in parts:
        windows = part.results.plan.tileset.windows
        if windows is not None:
            targets.setdefault("sample maps", _sample_maps(part))
    rows = []
    for part in parts:
        for label, others in targets.items():
            mine = samples[part.label]
            if label == part.label or not mine or not _same_tiles(part, label, parts):
                continue
            found = [pattern_divergence(mine, others, size) for size in WINDOWS]
            rows.append(
                [part.label, label, *("-" if value is None else f"{value:.2f}" for value in found)]
            )
    if not rows:
        return ""
    head = ["group", "from", *(f"{size}x{size}" for size in WINDOWS)]
    words = "KL divergence of tile patterns in bits; not symmetric; small sets overstate it."
    return f"<h3>Tile patterns</h3>{table(head, rows, [1])}{note(words)}"


def _same_tiles(part: Part, label: str, parts: Sequence[Part]) -> bool:
    other = next((item for item in parts if item.label == label), part)
    return part.results.plan.tileset.ids == other.results.plan.tileset.ids


def _sample_maps(part: Part) -> list[NDArray[np.int16]]:
    import numpy as np

    tileset = part.results.plan.tileset
    assert tileset.windows is not None
    return [
        np.array(
            [[-1 if name is None else tileset.index[name] for name in line] for line in sample],
            dtype=np.int16,
        )
        for sample in tileset.windows.samples
    ]
