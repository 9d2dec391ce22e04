"""A recorded search: what the sampler knew beforehand, and what it did, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from levelgen import engine
from levelgen.engine.task import FIELD_SCALE, Status
from levelgen.errors import Problem, RequestError
from levelgen.generators.sampling import initial_domains, sampling_task
from levelgen.generators.windowed.task import windows_task
from levelgen.learn.patterns import patterns_of
from levelgen.rules import compile_rules
from levelgen.schema.request import Request
from levelgen.schema.tileset import Tileset

MOST_TILES = 4_000_000
"""Cells times tiles of the largest board that is recorded: each of them leaves at least once, and
takes eight bytes every time."""


@dataclass(frozen=True, kw_only=True)
class Windows:
    """The level beneath a board whose cells stand for windows and whose tiles are patterns.

    The cell (row, col) of the board is the window with its top left there; boards are smaller than
    their levels, where no edges are joined.
    """

    rows: int
    cols: int
    exists: Sequence[bool]
    """Whether each cell of the level exists."""
    height: int
    width: int
    contents: Sequence[Sequence[int]]
    """The tiles of each pattern, height * width of them, row by row."""

    def shown(self, cell: int, rows: int, cols: int) -> tuple[int, int]:
        """Say which cell of a rows x cols board shows a cell of the level, and where in its window.

        All windows that hold the cell agree on it as soon as the propagation is done.
        """
        row, col = divmod(cell, self.cols)
        top, left = min(row, rows - 1), min(col, cols - 1)
        return top * cols + left, (row - top) * self.width + col - left


@dataclass(frozen=True, kw_only=True)
class Recording:
    """All that a replay shows; flat sequences are in reading order, cell = row * cols + col."""

    tileset: Tileset
    rows: int
    cols: int
    domains: Sequence[int]
    """The bitset of possible tiles that each cell started with; 0 where there is no cell."""
    steps: bytes
    """The record, as `levelgen.engine.steps` describes it."""
    weights: Sequence[int] | None = None
    """The weight of each tile; None: those of the tileset."""
    field: Sequence[int] | None = None
    """Factors on the weights, x1000, at cell * tiles + tile; None: all are 1."""
    periodic_rows: bool = False
    """The last row is the northern neighbour of the first."""
    periodic_cols: bool = False
    """The last column is the western neighbour of the first."""
    status: Status | None = None
    """How the search ended."""
    title: str = ""
    """Default: the name of the tileset."""
    details: str = ""
    """What the title leaves out, such as the seed."""
    windows: Windows | None = None
    """The level, where the board is one of windows: tiles above are patterns then."""

    @property
    def heading(self) -> str:
        """The title, or what stands for it."""
        return self.title or self.tileset.name

    @cached_property
    def tile_weights(self) -> tuple[int, ...]:
        """The weight of each tile before any factor."""
        return tuple(compile_rules(self.tileset).weights if self.weights is None else self.weights)

    def cell_weights(self, cell: int) -> tuple[int, ...]:
        """Give the weight of each tile in one cell."""
        weights = self.tile_weights
        if self.field is None:
            return weights
        factors = self.field[cell * len(weights) : (cell + 1) * len(weights)]
        return tuple(
            # A small factor makes a tile rare, not impossible.
            max(weight * factor // FIELD_SCALE, 1) if weight and factor else 0
            for weight, factor in zip(weights, factors, strict=True)
        )


def record(request: Request) -> Recording:
    """Run the search that the `wfc` generator runs for this request, and record it.

    The request's own generator does not matter. Raises RequestError for a board whose record could
    become too large or is smaller than a window.
    """
    if request.tileset.windows is not None:
        return _record_windows(request)
    rules = compile_rules(request.tileset)
    _check_size(request, rules.size, "tiles")
    task = sampling_task(request, rules, record=True)
    drawn = engine.compile(rules.weights, rules.masks).sample(task)
    assert drawn.steps is not None
    return Recording(
        tileset=request.tileset,
        rows=request.rows,
        cols=request.cols,
        domains=[
            domain if exists else 0
            for domain, exists in zip(initial_domains(request, rules), request.exists, strict=True)
        ],
        steps=drawn.steps,
        field=task.field,
        periodic_rows=task.periodic_rows,
        periodic_cols=task.periodic_cols,
        status=drawn.status,
        title=_title(request),
        details=f"seed {request.seed}",
    )


def _record_windows(request: Request) -> Recording:
    patterns = patterns_of(request.tileset)
    _check_size(request, patterns.count, "patterns")
    task = windows_task(request, compile_rules(request.tileset), patterns, record=True)
    drawn = engine.compile(patterns.weights, patterns.masks).sample(task)
    assert drawn.steps is not None
    assert task.domains is not None
    window = f"{patterns.height}x{patterns.width}"
    return Recording(
        tileset=request.tileset,
        rows=task.rows,
        cols=task.cols,
        domains=[*task.domains],
        steps=drawn.steps,
        weights=patterns.weights,
        field=task.field,
        periodic_rows=task.periodic_rows,
        periodic_cols=task.periodic_cols,
        status=drawn.status,
        title=_title(request),
        details=f"seed {request.seed} · {patterns.count} patterns of {window}",
        windows=Windows(
            rows=request.rows,
            cols=request.cols,
            exists=request.exists,
            height=patterns.height,
            width=patterns.width,
            contents=patterns.contents,
        ),
    )


def _check_size(request: Request, values: int, word: str) -> None:
    if request.rows * request.cols * values > MOST_TILES:
        message = f"{request.rows}x{request.cols} cells with {values} {word} are too many"
        hint = f"cells times {word} are at most {MOST_TILES} for a replay"
        raise RequestError([Problem("size", "", message, hint)])


def _title(request: Request) -> str:
    preset = request.preset.name if request.preset is not None else None
    return " · ".join(part for part in (request.tileset.name, preset) if part)
