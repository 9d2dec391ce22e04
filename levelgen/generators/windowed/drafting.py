"""The first draft of a level of windows: boards are sampled, and mended as far as they have to."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.checker import judge
from levelgen.engine.plan import Plan, RegionShare, Share
from levelgen.engine.rng import Rng
from levelgen.engine.topology import Topology, topology
from levelgen.generators.drafted import Drafted
from levelgen.generators.sampling import counted, reseeded
from levelgen.generators.scatter import place_objects
from levelgen.generators.windowed.grounds import Ground
from levelgen.generators.windowed.mending import Mending
from levelgen.generators.windowed.patchwork import Patchwork
from levelgen.generators.windowed.regions import Regions
from levelgen.generators.windowed.task import Windowed, drawn_windows
from levelgen.rules import Rules
from levelgen.schema.request import Request

SAMPLES = 16
"""Boards that are drawn before the solver has to repair the best of them."""

PATCHES, PATCHES_A_CELL, MOST_PATCHES = 200, 2, 12_000
"""Rectangles that are drawn anew on all of them together: some, more for each cell, the limit."""


def best_of_windows(request: Request, rules: Rules, plan: Plan, *, bare: bool = True) -> Drafted:
    """Sample boards, and mend them, until the check accepts one; else give the nearest.

    `bare`: a sample that the check accepts as it is will do. Samples are cheap beside the solver,
    to whom one place for a repair is like another. After each, tiles that were too few become more
    likely, and those that were too many less.
    """
    best: tuple[int, Drafted] | None = None
    left = min(PATCHES + PATCHES_A_CELL * request.cells, MOST_PATCHES)
    push = [0] * len(plan.shares)
    for number in range(SAMPLES):
        again = reseeded(request, -number) if number else request
        drawn = drawn_windows(again, rules, doublings=_doublings(rules, plan, push))
        counters = {**counted(request, drawn.sample), "samples": number + 1}
        if drawn.sample.status != "solved":
            # A proof, or a board so hard that more of the same would take as long.
            cells = tuple(drawn.tiles)
            return best[1] if best else Drafted("overlap", cells, (), False, counters)
        drafted = _drafted(again, rules, plan, "overlap", drawn.tiles, counters)
        if bare and _is_kept(request, drafted):
            return drafted
        misses = [_miss(share, drafted.cells) for share in plan.shares]
        if left > 0 and (_is_mendable(plan) or not bare):
            mending = _mending(again, rules, plan, drawn)
            mending.run(left)
            left -= mending.drawn
            counters |= {"patches_drawn": mending.drawn, "patches_laid": mending.laid}
            tiles = mending.board.tiles
            drafted = _drafted(again, rules, plan, "overlap, windows", tiles, counters)
            if _is_kept(request, drafted):
                return drafted
        push = [old + (miss > 0) - (miss < 0) for old, miss in zip(push, misses, strict=True)]
        off = _off(rules, plan, drafted.cells)
        if best is None or off < best[0]:
            best = off, drafted
    assert best is not None
    return best[1]


def _drafted(
    request: Request,
    rules: Rules,
    plan: Plan,
    route: str,
    tiles: Sequence[int],
    counters: dict[str, int],
) -> Drafted:
    cells = tuple(tiles)
    return Drafted(route, cells, place_objects(request, rules, plan, cells), True, counters)


def _is_kept(request: Request, drafted: Drafted) -> bool:
    size = request.rows, request.cols
    board = request.tileset, request.asks, *size, drafted.cells, drafted.objects
    return judge(*board, layout=request.layout).kept


def _is_mendable(plan: Plan) -> bool:
    return bool(plan.connected or plan.shares or plan.region_shares)


def _mending(request: Request, rules: Rules, plan: Plan, drawn: Windowed) -> Mending:
    lying = drawn.sample.tiles
    board = Patchwork(drawn.patterns, drawn.task, lying, request.exists, request.cols)
    return Mending(board, rules, plan, _topology(plan), Rng.stream(request.seed, "patches"))


def _topology(plan: Plan) -> Topology:
    return topology(plan.rows, plan.cols, plan.periodic, plan.exists)


def _doublings(rules: Rules, plan: Plan, push: Sequence[int]) -> tuple[int, ...]:
    """Give how often the weight of each tile is doubled, from how its shares are pushed."""
    found = [
        sum(way for share, way in zip(plan.shares, push, strict=True) if share.tiles >> tile & 1)
        for tile in range(rules.size)
    ]
    return tuple(number - min(found) for number in found)


def _off(rules: Rules, plan: Plan, cells: tuple[int, ...]) -> int:
    """Count the cells that shares lack or have too many, and those outside the largest regions."""
    off = sum(abs(_miss(share, cells)) for share in plan.shares)
    off += sum(abs(_miss(share, cells)) for share in plan.region_shares)
    for bits in (plan.connected, *plan.others):
        ground = Ground.of(rules, bits, optional=True)
        off += sum(map(len, Regions(_topology(plan), ground, cells).by_size()[:-1]))
    return off


def _miss(share: Share | RegionShare, cells: tuple[int, ...]) -> int:
    """Count the cells that a share lacks; below 0 those that it has too many."""
    part = [cells[cell] for cell in share.cells] if isinstance(share, RegionShare) else cells
    amount = sum(1 for tile in part if tile >= 0 and share.tiles >> tile & 1)
    return max(share.low - amount, 0) - max(amount - share.high, 0)
