"""A recorded search: what the sampler knew beforehand, and what it did, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from levelgen import engine
from levelgen.engine.task import FIELD_SCALE, Status
from levelgen.errors import Problem, RequestError
from levelgen.generators.base import refuse_unbuilt, refuse_windows
from levelgen.generators.planning import initial_domains, sampling_task
from levelgen.rules import compile_rules
from levelgen.schema.request import Request
from levelgen.schema.tileset import Tileset

MOST_TILES = 4_000_000
"""Cells times tiles of the largest board that is recorded: each of them leaves at least once, and
takes eight bytes every time."""


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
    become too large, and UnsupportedError.
    """
    refuse_unbuilt(request)
    refuse_windows(request, "the replay")
    rules = compile_rules(request.tileset)
    size = request.rows * request.cols * rules.size
    if size > MOST_TILES:
        message = f"{request.rows}x{request.cols} cells with {rules.size} tiles are too many"
        hint = f"cells times tiles are at most {MOST_TILES} for a replay"
        raise RequestError([Problem("size", "", message, hint)])
    task = sampling_task(request, rules, record=True)
    drawn = engine.compile(rules.weights, rules.masks).sample(task)
    assert drawn.steps is not None
    preset = request.preset.name if request.preset is not None else None
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
        title=" · ".join(part for part in (request.tileset.name, preset) if part),
        details=f"seed {request.seed}",
    )
