"""The baseline: the constraint model of the classroom notebook that levelgen grew out of.

Re-created from its description, with the public modelling interface, as a reader of the OR-Tools
manual would write it: one integer a cell for the tile and one for what stands on it, allowed
assignments for every right and lower neighbour, a window for the floor share and one for the
enemies, and a connectivity that is necessary but not sufficient (every floor cell but the first
has some floor neighbour that leads to it). Variety between seeds comes from an objective of noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from ortools.sat.python import cp_model

from levelgen.rules import compile_rules
from levelgen.schema.placed import PlacedObject
from levelgen.schema.tileset import Tileset

OVERLAY = ("none", "enemy", "key", "chest")
_EAST, _SOUTH = 1, 2
_HIGHEST_SCORE = 100


@dataclass(frozen=True)
class Task:
    """What the notebook's presets ask for; shares in per cent, as it computed them."""

    tileset: Tileset
    rows: int
    cols: int
    floor: tuple[int, int]
    enemies: tuple[int, int]
    keys: int
    chests: int


@dataclass(frozen=True)
class Answer:
    """What the solver found: building and solving together took `seconds`."""

    status: str
    seconds: float
    cells: tuple[int, ...] | None = None
    objects: tuple[PlacedObject, ...] = ()


def solve(task: Task, seed: int, *, noise: bool, workers: int, limit: float) -> Answer:
    """Build and solve the model for a seed; `noise` adds its objective, `limit` is in seconds."""
    start = perf_counter()
    board = _Board(task)
    if noise:
        board.maximise_noise(seed)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    status = solver.solve(board.model)
    seconds = perf_counter() - start
    name = solver.status_name(status)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer(name, seconds)
    cells = tuple(solver.value(tile) for tile in board.tiles)
    overlay = [solver.value(stands) for stands in board.overlay]
    objects = tuple(
        PlacedObject(kind=OVERLAY[code], row=cell // task.cols, col=cell % task.cols)
        for cell, code in enumerate(overlay)
        if code
    )
    return Answer(name, seconds, cells, objects)


class _Board:
    """The model of a task, without its objective."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.model = cp_model.CpModel()
        self.size = task.rows * task.cols
        self.rules = compile_rules(task.tileset)
        floor = task.tileset.matching(("floor",))
        other = [tile for tile in range(self.rules.size) if tile not in floor]
        model = self.model
        self.tiles = [
            model.new_int_var(0, self.rules.size - 1, f"tile{i}") for i in range(self.size)
        ]
        self.overlay = [
            model.new_int_var(0, len(OVERLAY) - 1, f"overlay{i}") for i in range(self.size)
        ]
        self.floor = [model.new_bool_var(f"floor{i}") for i in range(self.size)]
        ground, rest = cp_model.Domain.from_values([*floor]), cp_model.Domain.from_values(other)
        for tile, is_floor in zip(self.tiles, self.floor, strict=True):
            model.add_linear_expression_in_domain(tile, ground).only_enforce_if(is_floor)
            model.add_linear_expression_in_domain(tile, rest).only_enforce_if(~is_floor)
        self._adjacency()
        self._objects()
        self._connectivity()
        total, (low, high) = sum(self.floor), task.floor
        model.add(total * 100 >= low * self.size)
        model.add(total * 100 <= high * self.size)

    def _neighbours(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Give the pairs of a cell and the one to its right, and of a cell and the one below."""
        cols = self.task.cols
        right = [(cell, cell + 1) for cell in range(self.size) if cell % cols < cols - 1]
        below = [(cell, cell + cols) for cell in range(self.size - cols)]
        return right, below

    def _adjacency(self) -> None:
        tiles = range(self.rules.size)
        for direction, pairs in zip((_EAST, _SOUTH), self._neighbours(), strict=True):
            masks = self.rules.masks[direction]
            allowed = [(a, b) for a in tiles for b in tiles if masks[a] >> b & 1]
            for one, other in pairs:
                self.model.add_allowed_assignments([self.tiles[one], self.tiles[other]], allowed)

    def _objects(self) -> None:
        model, task = self.model, self.task
        standing: list[list[cp_model.IntVar]] = []
        for code in range(1, len(OVERLAY)):
            flags = [model.new_bool_var(f"{OVERLAY[code]}{i}") for i in range(self.size)]
            for stands, flag, is_floor in zip(self.overlay, flags, self.floor, strict=True):
                model.add(stands == code).only_enforce_if(flag)
                model.add(stands != code).only_enforce_if(~flag)
                model.add_implication(flag, is_floor)
            standing.append(flags)
        enemies, total, (low, high) = sum(standing[0]), sum(self.floor), task.enemies
        model.add(enemies * 100 >= low * total)
        model.add(enemies * 100 <= high * total)
        model.add(sum(standing[1]) == task.keys)
        model.add(sum(standing[2]) == task.chests)

    def _connectivity(self) -> None:
        """Relaxed: the first cell is floor, every other floor cell has an arc from a neighbour."""
        model = self.model
        incoming: list[list[cp_model.IntVar]] = [[] for _ in range(self.size)]
        for one, other in [pair for pairs in self._neighbours() for pair in pairs]:
            for tail, head in ((one, other), (other, one)):
                arc = model.new_bool_var(f"arc{tail}to{head}")
                model.add_implication(arc, self.floor[tail])
                model.add_implication(arc, self.floor[head])
                incoming[head].append(arc)
        model.add(self.floor[0] == 1)
        for cell in range(1, self.size):
            model.add(sum(incoming[cell]) >= 1).only_enforce_if(self.floor[cell])

    def maximise_noise(self, seed: int) -> None:
        """Add the objective: the sum of a random score for each cell and tile."""
        random, model = Random(seed), self.model
        values: list[cp_model.IntVar] = []
        for cell, tile in enumerate(self.tiles):
            scores: Sequence[int] = [
                random.randint(0, _HIGHEST_SCORE) for _ in range(self.rules.size)
            ]
            value = model.new_int_var(0, _HIGHEST_SCORE, f"score{cell}")
            model.add_element(tile, scores, value)
            values.append(value)
        model.maximize(sum(values))
