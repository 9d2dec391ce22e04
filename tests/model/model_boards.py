"""Small worlds for the model's tests, and a judge that shares no code with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from levelgen.model.adjacency import Form
from levelgen.model.context import Cutting
from levelgen.model.shape import Shape
from levelgen.model.skeleton import Recipe, Skeleton, skeleton
from levelgen.rules import compile_rules
from levelgen.schema.preparing import make_request
from levelgen.schema.preset import Preset
from levelgen.schema.request import Request
from levelgen.schema.tileset import Tileset

Board = tuple[tuple[int, ...], tuple[tuple[str, int], ...]]
"""Tiles row by row, and (kind, cell) of each object, sorted."""

WORLD = (
    {"id": "wall", "tags": ["solid"]},
    {"id": "floor", "tags": ["floor", "walkable"]},
    {"id": "door", "tags": ["walkable"]},
)
ON = {
    "start": ["floor"],
    "exit": ["floor"],
    "enemy": ["floor"],
    "key": ["walkable"],
    "gate": ["floor"],
    "spoon": ["floor"],
    "hold": ["walkable"],
}


def tileset(
    size: int = 2, kinds: Sequence[str] = (), *, weights: Sequence[float] = (), **adjacency: Any
) -> Tileset:
    """Make a tileset of the first tiles of WORLD; everything may be neighbours unless told."""
    tiles = [
        {"glyph": "#.+"[index], "color": "#000000", **tile, "weight": (*weights, 1, 1, 1)[index]}
        for index, tile in enumerate(WORLD[:size])
    ]
    data = {
        "name": "test",
        "tiles": tiles,
        "adjacency": adjacency or {"default": "allow"},
        "objects": {
            kind: {"glyph": kind[1].upper(), "color": "#000000", "on": ON[kind]} for kind in kinds
        },
    }
    return Tileset.read(data, "test")


def request(
    tiles: Tileset, rows: int, cols: int, *constraints: dict[str, Any], seed: int = 1
) -> Request:
    preset = Preset.read({"name": "test", "constraints": list(constraints)}, "test")
    return make_request(tiles, preset, rows=rows, cols=cols, seed=seed, generator="cpsat")


def built(asked: Request, *, form: Form = "clauses", cutting: Cutting = "nothing") -> Skeleton:
    rules = compile_rules(asked.tileset)
    shape = Shape(asked.rows, asked.cols)
    recipe = Recipe(asked.tileset.model_dump_json(), rules, shape, asked.asks, form, cutting)
    return skeleton(recipe).copy()


def every_solution(made: Skeleton, *, presolve: bool = True) -> set[Board]:
    """Enumerate all solutions of a model, auxiliary literals projected away."""
    found: set[Board] = set()

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            draft = made.decoded(list(self.response_proto.solution))
            found.add((draft.cells, places(draft.places)))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.cp_model_presolve = presolve
    status = solver.solve(made.model.program, Collect())
    assert status in {cp_model.OPTIMAL, cp_model.INFEASIBLE}
    return found


def accepts(made: Skeleton, board: Board, *, presolve: bool = False) -> bool:
    """Ask whether the model has a solution with exactly these tiles and objects."""
    cells, objects = board
    copy = made.copy()
    grid, kinds = copy.grid, copy.objects.literals
    wanted = [row[tile] for row, tile in zip(grid.literals, cells, strict=True)]
    for kind, row in kinds.items():
        for cell, literal in enumerate(row):
            wanted.append(literal if (kind, cell) in objects else -literal - 1)
    copy.model.imply((), wanted)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = presolve
    status = solver.solve(copy.model.program)
    assert status in {cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE}
    return bool(status != cp_model.INFEASIBLE)


def places(found: dict[str, tuple[int, ...]]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((kind, cell) for kind, cells in found.items() for cell in cells))


def every_board(asked: Request) -> Iterator[Board]:
    """Yield all boards with objects on their tags, at most one a cell."""
    tiles, kinds = asked.tileset, list(asked.tileset.objects)
    size = asked.rows * asked.cols
    for cells in product(range(len(tiles.tiles)), repeat=size):
        options = [
            [None, *(kind for kind in kinds if _tagged(tiles, cells[cell], ON[kind]))]
            for cell in range(size)
        ]
        for chosen in product(*options):
            yield cells, tuple(sorted((kind, at) for at, kind in enumerate(chosen) if kind))


def judged(asked: Request, boards: Iterator[Board]) -> set[Board]:
    return {board for board in boards if keeps(asked, board)}


def keeps(asked: Request, board: Board) -> bool:
    """Judge every promise of a request (not its adjacency) in the plainest words."""
    return all(_keeps(asked, board, ask.constraint) for ask in asked.asks)


def _tagged(tiles: Tileset, tile: int, names: Sequence[str]) -> bool:
    variant = tiles.tiles[tile]
    return any(name in variant.tags or name == variant.id for name in names)


def _keeps(asked: Request, board: Board, one: Any) -> bool:
    cells, objects = board
    rows, cols, tiles = asked.rows, asked.cols, asked.tileset
    at = {cell: divmod(cell, cols) for cell in range(rows * cols)}

    def tagged(names: Sequence[str]) -> list[int]:
        return [cell for cell in at if _tagged(tiles, cells[cell], names)]

    def of(kind: str) -> list[int]:
        return [cell for found, cell in objects if found == kind]

    def apart(a: int, b: int) -> int:
        return abs(at[a][0] - at[b][0]) + abs(at[a][1] - at[b][1])

    def reach(inside: list[int], first: int) -> dict[int, int]:
        moves = {first: 0}
        queue = [first]
        for cell in queue:
            for other in inside:
                if other not in moves and apart(cell, other) == 1:
                    moves[other] = moves[cell] + 1
                    queue.append(other)
        return moves

    def share(low: float, part: int, whole: int, high: float) -> bool:
        return Fraction(str(low)) * whole <= part <= Fraction(str(high)) * whole

    def part(found: list[int]) -> list[int]:
        if not one.region:
            return found
        top, left, height, width = one.region
        return [
            cell
            for cell in found
            if top <= at[cell][0] < top + height and left <= at[cell][1] < left + width
        ]

    if one.kind == "ratio":
        return share(one.min, len(part(tagged(one.tags))), len(part([*range(len(cells))])), one.max)
    if one.kind == "count":
        if one.object:
            found = of(one.object)
        else:
            found = tagged(one.tags or [one.tile])
        found = part(found)
        if one.exactly is not None:
            return len(found) == one.exactly
        return (one.min or 0) <= len(found) <= (len(cells) if one.max is None else one.max)
    if one.kind == "density":
        return share(one.min, len(part(of(one.object))), len(part(tagged(one.per))), one.max)
    if one.kind == "variety":
        return len(set(cells)) >= one.min
    if one.kind == "connected":
        inside = tagged(one.tags)
        if not inside:
            return bool(one.allow_empty)
        return len(reach(inside, inside[0])) == len(inside)
    if one.kind == "path":
        ends = [
            of(name) if name in tiles.objects else tagged([name]) for name in (one.from_, one.to)
        ]
        shut = [cell for kind in one.avoid if kind not in (one.from_, one.to) for cell in of(kind)]
        inside = [cell for cell in tagged(one.through) if cell not in shut]
        if any(len(end) != 1 or end[0] not in inside for end in ends):
            return False
        length = reach(inside, ends[0][0]).get(ends[1][0])
        return (
            length is not None
            and length >= _moves(one.min_length, rows + cols)
            and (one.max_length is None or length <= _moves(one.max_length, rows + cols))
        )
    if one.kind == "reachable":
        ground, starts = tagged(one.through), of(one.from_)
        if len(starts) != 1 or starts[0] not in ground:
            return False
        found = reach(ground, starts[0])
        return all(cell in found for kind in one.objects for cell in of(kind))
    if one.kind == "lock_and_key":
        ground = tagged(one.through)
        locks = [(lock.door, lock.key) for lock in one.locks]
        kinds = [name for lock in locks for name in lock]
        if any(len(of(kind)) != 1 for kind in (one.start, one.exit)):
            return False
        if any(
            not of(kind) or set(of(kind)) - set(ground) for kind in (one.start, one.exit, *kinds)
        ):
            return False
        if any(len(of(key)) < sum(len(of(d)) for d, k in locks if k == key) for _, key in locks):
            return False
        told = {
            ask.constraint.object
            for ask in asked.asks
            if ask.constraint.kind in ("count", "density")
        }
        if any(len(of(door)) != 1 for door, _ in locks if door not in told):
            return False
        if any(
            len(of(key)) != sum(len(of(d)) for d, k in locks if k == key)
            for _, key in locks
            if key not in told
        ):
            return False
        without = [
            reach([cell for cell in ground if cell not in of(door)], of(one.start)[0])
            for door, _ in locks
        ]
        if any(of(one.exit)[0] in found for found in without):
            return False
        return True in ends_of_play(asked, board)
    if one.kind == "no_softlock":
        return ends_of_play(asked, board) == {True}
    if one.kind == "distance":
        return all(
            (one.min is None or apart(a, b) >= one.min)
            and (one.max is None or apart(a, b) <= one.max)
            for a in of(one.from_)
            for b in of(one.to)
            if a != b
        )
    if one.kind == "border":
        edge = {
            "N": lambda row, col: row == 0,
            "S": lambda row, col: row == rows - 1,
            "W": lambda row, col: col == 0,
            "E": lambda row, col: col == cols - 1,
        }
        good = tagged(one.tags)
        return all(cell in good for side in one.sides for cell in at if edge[side](*at[cell]))
    if one.kind == "fixed":
        return all(
            (item.tags is None or at_(item, cols) in tagged(item.tags))
            and (item.tile is None or at_(item, cols) in tagged([item.tile]))
            and (item.object is None or at_(item, cols) in of(item.object))
            for item in one.cells
        )
    if one.kind == "spacing":
        found = [cell for kind, cell in objects if kind in one.objects]
        return all(apart(a, b) >= one.min for a in found for b in found if a != b)
    if one.kind == "max_run":
        inside = set(tagged(one.tags))
        lines = [[cell for cell in at if at[cell][0] == row] for row in range(rows)]
        lines += [[cell for cell in at if at[cell][1] == col] for col in range(cols)]
        for line in lines:
            run = 0
            for cell in line:
                run = run + 1 if cell in inside else 0
                if run > one.length:
                    return False
        return True
    if one.kind == "unlike":
        given = [name for line in one.tiles for name in line]
        compared = [(a, b) for a, b in zip(given, cells, strict=True) if a is not None]
        other = sum(WORLD[b]["id"] != a for a, b in compared)
        return other >= Fraction(str(one.min)) * len(compared)
    assert one.kind == "symmetry"
    if one.axis == "vertical":
        return all(cells[r * cols + c] == cells[r * cols + cols - 1 - c] for r, c in at.values())
    return all(cells[r * cols + c] == cells[(rows - 1 - r) * cols + c] for r, c in at.values())


def ends_of_play(asked: Request, board: Board) -> set[bool]:
    """Play in every way; say whether plays end at the exit (True) or elsewhere (False)."""
    (one,) = (ask.constraint for ask in asked.asks if ask.constraint.kind == "lock_and_key")
    cells, objects = board
    ground = {
        cell for cell in range(len(cells)) if _tagged(asked.tileset, cells[cell], one.through)
    }
    opener = {cell: lock.key for lock in one.locks for kind, cell in objects if kind == lock.door}
    starts, exits = ([at for kind, at in objects if kind == end] for end in (one.start, one.exit))
    if len(starts) != 1 or len(exits) != 1 or starts[0] not in ground:
        return set()
    found = set()

    def play(opened: frozenset[int]) -> None:
        seen, queue, doors = {starts[0]}, [starts[0]], set()
        for cell in queue:
            for other in ground - seen:
                a, b = divmod(cell, asked.cols), divmod(other, asked.cols)
                if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1:
                    if other in opener and other not in opened:
                        doors.add(other)
                    else:
                        seen.add(other)
                        queue.append(other)
        if exits[0] in seen:
            found.add(True)
            return
        keys = [kind for kind, at in objects if at in seen]
        spent = [opener[door] for door in opened]
        able = [door for door in doors if keys.count(opener[door]) > spent.count(opener[door])]
        if not able:
            found.add(False)
        for door in able:
            play(opened | {door})

    play(frozenset())
    return found


def at_(item: Any, cols: int) -> int:
    return int(item.row * cols + item.col)


def _moves(length: int | str, around: int) -> Fraction:
    if isinstance(length, str):
        return Fraction(length[:-1]) * around
    return Fraction(length)
