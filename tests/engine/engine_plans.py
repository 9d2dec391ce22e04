"""Random plans for the constructor, and levels judged from first principles."""

from __future__ import annotations

import itertools
import math
from collections import Counter, deque
from dataclasses import replace
from fractions import Fraction
from random import Random

from engine_rules import HandRules
from engine_tasks import keeps

from levelgen.engine.plan import (
    Built,
    LockDemand,
    ObjectDemand,
    PathDemand,
    Plan,
    RegionShare,
    Share,
    Window,
)
from levelgen.engine.task import Task

KINDS = ("enemy", "key", "start", "exit", "chest")


def random_plan(random: Random, rules: HandRules, longest: int = 9) -> Plan:
    """Any mixture of what a plan can ask, most of it possible."""
    rows, cols = random.randint(1, longest), random.randint(1, longest)
    cells = rows * cols
    tiles = len(rules.weights)
    full = (1 << tiles) - 1

    def sometimes(chance: float) -> bool:
        return random.random() < chance

    def some_tiles() -> int:
        return random.getrandbits(tiles) | random.getrandbits(tiles)

    walkable = some_tiles() if sometimes(0.8) else 0
    floor = walkable & some_tiles() or walkable
    water = full & ~walkable & some_tiles()
    others = tuple(
        bits for bits in (water, full & ~walkable & ~water) if bits and walkable and sometimes(0.3)
    )

    def part() -> tuple[int, ...]:
        return tuple(cell for cell in range(cells) if there[cell] and sometimes(0.5))

    there = bytes(sometimes(0.85) for _ in range(cells - 1)) + b"\1"
    if sometimes(0.7):
        there = b"\1" * cells
    number = random.choice((Fraction(0), Fraction(1, 9), Fraction(1, 7)))
    kinds = [*KINDS]
    random.shuffle(kinds)
    return Plan(
        rows,
        cols,
        tuple(
            full if sometimes(0.9) else random.getrandbits(tiles) | 1 << random.randrange(tiles)
            for _ in range(cells)
        ),
        walkable if others or sometimes(0.7) else 0,
        tuple(
            Share(tiles_, random.randint(0, cells // 2), random.randint(cells // 3, cells + 2))
            for tiles_ in (floor, some_tiles(), full & ~walkable, water)
            if sometimes(0.4)
        ),
        PathDemand(
            "start",
            "exit",
            walkable,
            random.randint(0, rows + cols),
            random.choice((None, None, rows + cols, cells)),
        )
        if sometimes(0.5)
        else None,
        tuple(
            ObjectDemand(
                kind,
                floor if sometimes(0.8) else some_tiles(),
                (Window(0, 1, 1),)
                if kind in ("start", "exit")
                else (
                    Window(floor, number, number + Fraction(1, 5)),
                    Window(0, 0, random.choice((None, 3, 9))),
                    random.choice(
                        (
                            Window(0, random.randint(0, 2), random.choice((None, 3)), part()),
                            Window(floor, number / 2, random.choice((None, number * 2)), part()),
                        )
                    )
                    if sometimes(0.3)
                    else Window(0, 0, None),
                ),
            )
            for kind in kinds
            if sometimes(0.8)
        ),
        tuple(
            (
                random.choice(KINDS),
                random.choice((*KINDS, "trap")),
                random.randint(0, 3),
                random.choice((None, None, 6)),
            )
            for _ in range(random.choice((0, 0, 1, 2)))
        ),
        tuple(
            (random.randrange(cells), random.choice(KINDS))
            for _ in range(random.choice((0, 0, 0, 1, 2)))
        ),
        (tuple(1 << tile for tile in range(tiles)), random.randint(1, 4))
        if sometimes(0.5)
        else None,
        others,
        tuple(bits for bits in (walkable, *others) if sometimes(0.3)),
        tuple(
            RegionShare(random.choice((floor, some_tiles())), part(), random.randint(0, 4), 9)
            for _ in range(random.choice((0, 0, 0, 1, 2)))
        ),
        tuple(
            (random.choice((walkable, full & ~walkable, some_tiles())), random.randint(1, 4))
            for _ in range(random.choice((0, 0, 0, 1, 2)))
        ),
        (sometimes(0.25), sometimes(0.25)),
        there if 0 in there else None,
        tuple(random.choice((0, 500, 1000, 3000)) for _ in range(cells * tiles))
        if sometimes(0.2)
        else None,
    )


def with_locks(random: Random, rules: HandRules, plan: Plan) -> Plan:
    """Ask a plan for one to three locked doors besides, of one or two kinds."""
    full = (1 << len(rules.weights)) - 1
    path = plan.path or PathDemand("start", "exit", plan.connected or full, 0, None)
    through = path.through
    if random.random() < 0.05:
        through |= random.getrandbits(len(rules.weights))
    pairs = [("door", "key"), ("gate", random.choice(("key", "gem")))]
    doors = tuple(random.choice(pairs) for _ in range(random.choice((1, 1, 2, 3))))
    locks = LockDemand("start", "exit", through, doors, random.random() < 0.7)
    objects = [demand for demand in plan.objects if demand.kind not in locks.kinds]
    for kind in locks.kinds:
        number = sum(kind in pair for pair in doors)
        more = random.choice((0, 0, 0, 1, 2)) if number else 0
        windows = (Window(0, number or 1, (number or 1) + more),)
        on = through
        if random.random() < 0.2:
            on = random.choice((full, through & random.getrandbits(len(rules.weights))))
        objects.append(ObjectDemand(kind, on, windows))
    random.shuffle(objects)
    pins = [kind for kind in ("door", "key", "gem") if random.random() < 0.08]
    cells = plan.rows * plan.cols
    return replace(
        plan,
        path=path,
        locks=locks,
        shares=random.choice(((), plan.shares)),
        region_shares=random.choice(((), plan.region_shares)),
        others=random.choice(((), plan.others)),
        objects=tuple(objects),
        pinned_objects=(
            *plan.pinned_objects,
            *((random.randrange(cells), kind) for kind in pins if kind in locks.kinds),
        ),
    )


def reach(plan: Plan, open_cells: set[int], source: int) -> dict[int, int]:
    """Moves to every cell that can be reached, over joined edges too."""
    moves = {source: 0}
    queue = deque([source])
    while queue:
        here = queue.popleft()
        row, col = divmod(here, plan.cols)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if plan.periodic[0]:
                r %= plan.rows
            if plan.periodic[1]:
                c %= plan.cols
            other = r * plan.cols + c
            inside = 0 <= r < plan.rows and 0 <= c < plan.cols
            if inside and other in open_cells and other not in moves:
                moves[other] = moves[here] + 1
                queue.append(other)
    return moves


def faults(rules: HandRules, asked: Plan, built: Built) -> list[str]:
    """Judge a level from the words of the plan, sharing nothing with the kernel."""
    tiles, rows, cols = built.tiles, asked.rows, asked.cols
    there = asked.exists or b"\1" * (rows * cols)
    task = Task(
        rows=rows,
        cols=cols,
        exists=asked.exists,
        periodic_rows=asked.periodic[0],
        periodic_cols=asked.periodic[1],
        runs=asked.runs,
    )
    found = []
    if [tile >= 0 for tile in tiles] != [exists != 0 for exists in there]:
        return ["cells"]
    if not keeps(rules, task, tuple(tiles)):
        found.append("adjacency or runs")
    found.extend(
        "domain"
        for domain, tile in zip(asked.domains, tiles, strict=True)
        if tile >= 0 and not domain >> tile & 1
    )

    def holding(bits: int) -> set[int]:
        return {cell for cell, tile in enumerate(tiles) if tile >= 0 and bits >> tile & 1}

    for bits in filter(None, (asked.connected, *asked.others)):
        region = holding(bits)
        if not region and bits not in asked.optional:
            found.append("connected")
        if region and len(reach(asked, region, min(region))) != len(region):
            found.append("connected")
    found.extend("share" for s in asked.shares if not s.low <= len(holding(s.tiles)) <= s.high)
    for part in asked.region_shares:
        if not part.low <= len(holding(part.tiles) & set(part.cells)) <= part.high:
            found.append("share of a part")
    if asked.variety is not None:
        groups, least = asked.variety
        if sum(bool(holding(group)) for group in groups) < least:
            found.append("variety")
    counts = Counter(kind for kind, _ in built.objects)
    if len({cell for _, cell in built.objects}) != len(built.objects):
        found.append("two objects on a cell")
    if not {(kind, cell) for cell, kind in asked.pinned_objects} <= set(built.objects):
        found.append("pinned object")
    for demand in asked.objects:
        standing = {cell for kind, cell in built.objects if kind == demand.kind}
        if not standing <= holding(demand.on):
            found.append(f"{demand.kind} on a wrong tile")
        for window in demand.windows:
            ground = holding(window.per)
            if window.cells is not None:
                ground &= set(window.cells)
            scale = len(ground) if window.per else 1
            high = math.inf if window.high is None else window.high * scale
            number = counts[demand.kind]
            if window.cells is not None:
                number = len(standing & set(window.cells))
            if not window.low * scale <= number <= high:
                found.append(f"number of {demand.kind}")
    for (kind, at), (other, to) in itertools.combinations(built.objects, 2):
        for one, two, low, far in asked.apart:
            if {kind, other} == {one, two}:
                steps = abs(at // cols - to // cols) + abs(at % cols - to % cols)
                if steps < low or (far is not None and steps > far):
                    found.append("apart")
    if asked.path is not None:
        ends = dict(built.objects)
        if not counts["start"] == counts["exit"] == 1:
            found.append("no ends")
        else:
            ground = holding(asked.path.through)
            moves = reach(asked, ground, ends["start"]) if ends["start"] in ground else {}
            high = math.inf if asked.path.high is None else asked.path.high
            if not asked.path.low <= moves.get(ends["exit"], -1) <= high:
                found.append("path")
    if asked.locks is not None:
        found.extend(_broken_locks(asked, holding(asked.locks.through), built.objects))
    return found


def _broken_locks(asked: Plan, ground: set[int], objects: list[tuple[str, int]]) -> list[str]:
    """Judge locks by trying every door that can be opened, one after the other."""
    assert asked.locks is not None
    kinds = [kind for kind, _ in objects]
    if kinds.count("start") != 1 or kinds.count("exit") != 1:
        return ["ends of locks"]
    ends = dict(objects)
    openers = dict(asked.locks.doors)
    doors = {cell: openers[kind] for kind, cell in objects if kind in openers}
    keys = {cell: kind for kind, cell in objects if kind in openers.values()}
    if not {ends["start"], ends["exit"], *doors, *keys} <= ground:
        return ["ground of locks"]

    def seen(closed: set[int]) -> dict[int, int]:
        return reach(asked, ground - closed, ends["start"])

    found = []
    for key in {*openers.values()}:
        if list(keys.values()).count(key) < list(doors.values()).count(key):
            found.append("keys of locks")
    for door in openers:
        closed = {cell for kind, cell in objects if kind == door}
        if not closed or ends["exit"] in seen(closed):
            found.append("way past a door")
    states: set[frozenset[int]] = {frozenset()}
    todo = [*states]
    outcomes = set()
    for opened in todo:
        here = seen({*doors} - opened)
        held = Counter(keys[cell] for cell in here if cell in keys)
        held.subtract(doors[cell] for cell in opened)
        beyond = seen({*doors} - opened - {*_beside(asked, {*doors} - opened, {*here})})
        moves = [cell for cell in {*doors} - opened if cell in beyond and held[doors[cell]] > 0]
        if ends["exit"] in here or not moves:
            outcomes.add(ends["exit"] in here)
            continue
        for cell in moves:
            after = opened | {cell}
            if after not in states:
                states.add(after)
                todo.append(after)
    if asked.locks.safe and False in outcomes:
        found.append("softlock")
    if True not in outcomes:
        found.append("locked in")
    return found


def _beside(asked: Plan, cells: set[int], here: set[int]) -> list[int]:
    """List those of some cells that are one move from others."""
    return [cell for cell in cells if len(reach(asked, {cell, *here}, cell)) > 1]
