"""Drafts of boards that mirror themselves: one half is built, the other is its image.

The half has the same promises, halved where they count; each set that is to be one region has a
cell at the seam, so that it joins its image there. The objects are placed on the whole board, which
need not mirror them; doors go where the board is thin. What does not survive the fold is left to
the check, and then to the solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from levelgen.engine.constructor import construct
from levelgen.engine.plan import Built, ObjectDemand, Plan, Window
from levelgen.engine.rng import Rng
from levelgen.generators.base import placed
from levelgen.generators.drafted import Drafted
from levelgen.generators.mirrored.fold import Fold
from levelgen.generators.mirrored.folding import folded, keeps_adjacency
from levelgen.generators.mirrored.seams import with_closed_seams, with_short_runs
from levelgen.generators.planning import Planned
from levelgen.generators.scatter import place_objects
from levelgen.rules import Rules
from levelgen.schema.constraints import Symmetry
from levelgen.schema.request import Request

_SEED_BITS = 53

_WAY_ATTEMPTS = 4
"""How often a half with a long way is tried before the way gets shorter."""

_TRIES = 8
"""How many halves are tried for one that can be built."""

_LOCKED_TRIES = 12
"""How many boards are tried for one that is thin in as many places as there are doors."""


def mirrored(request: Request, rules: Rules, planned: Planned) -> Drafted | None:
    """Draft a board by its half; None where the fold does not suit the request."""
    plan = planned.plan
    asked = (ask.constraint for ask in request.asks)
    axes = list(dict.fromkeys(one.axis for one in asked if isinstance(one, Symmetry)))
    if not axes:
        return None
    folds: list[Fold] = []
    for axis in axes:
        images = request.tileset.mirror_images(axis)
        known = tuple(image for image in images if image is not None)
        height, width = folds[-1].half if folds else (plan.rows, plan.cols)
        joined = plan.periodic[1 if axis == "vertical" else 0]
        fold = Fold(axis, height, width, known, joined)
        if len(known) < len(images) or not keeps_adjacency(fold, rules):
            return None
        folds.append(fold)
    whole = set(planned.left) == {"symmetry"}
    if plan.locks is not None:
        return _locked(request, rules, plan, folds, whole=whole)
    for attempt in range(_TRIES):
        built = _unfolded(rules, plan, folds, request.seed, attempt)
        if built is not None:
            tiles = tuple(built.tiles)
            objects = place_objects(request, rules, plan, tiles)
            counters = {**built.counters, "attempts": built.attempts}
            return Drafted("mirrored", tiles, objects, whole, counters, may_differ=True)
    return None


def _locked(
    request: Request, rules: Rules, plan: Plan, folds: Sequence[Fold], *, whole: bool
) -> Drafted | None:
    """Draft a board with locks: its doors stand where it is thin, so that no tile has to change.

    Of every three boards two have seams that are closed but for a cell, and doors in the half:
    enough of them together with their images, or all of them.
    """
    assert plan.locks is not None
    number = len(plan.locks.doors)
    best: Built | None = None
    for attempt in range(_LOCKED_TRIES):
        doors = (0, (number + 1) // 2, number)[attempt % 3]
        half = _unfolded(rules, plan, folds, request.seed, attempt, doors=doors)
        if half is None:
            continue
        decided = tuple(
            1 << tile if tile >= 0 else domain
            for tile, domain in zip(half.tiles, plan.domains, strict=True)
        )
        built = construct(rules, replace(plan, domains=decided), request.seed)
        if best is None or len(built.broken) < len(best.broken):
            best = replace(built, tiles=half.tiles, attempts=attempt + 1)
        if built.ok:
            break
    if best is None:
        return None
    counters = {**best.counters, "attempts": best.attempts}
    tiles = tuple(best.tiles)
    objects = placed(best.objects, request.cols) or place_objects(request, rules, plan, tiles)
    return Drafted("mirrored", tiles, objects, whole and best.ok, counters, may_differ=True)


def _unfolded(
    rules: Rules, plan: Plan, folds: Sequence[Fold], seed: int, attempt: int, *, doors: int = 0
) -> Built | None:
    """Build the smallest part that decides a board; gives the tiles of the whole board.

    Where the sets that have to be one region meet their images can be in each other's way, so each
    attempt draws other places.
    """
    rng = Rng.stream(seed, "mirror", attempt)
    seed = rng.bits(_SEED_BITS)
    for fold in folds:
        half = folded(plan, fold, rules, rng)
        if half is None:
            return None
        plan = half
    plan = with_short_runs(plan, folds, rng)
    if doors:
        plan = with_closed_seams(plan, folds)
    built = _built(rules, plan, seed, doors)
    if built is None:
        return None
    tiles = built.tiles
    for fold in reversed(folds):
        tiles = fold.unfolded(tiles)
    return replace(built, tiles=tiles)


def _built(rules: Rules, plan: Plan, seed: int, doors: int) -> Built | None:
    """Build the half with a way as long as the whole one, or as long as it has room for.

    Folded, a way on the whole board is one on the half, so none there is shorter. So many `doors`
    are on the way.
    """
    bare = replace(plan, objects=(), path=None, apart=(), locks=None)
    path, locks = plan.path, plan.locks
    if path is not None and (path.low or doors):
        numbers = Counter((path.start_kind, path.exit_kind))
        if locks is not None:
            locks = replace(locks, doors=locks.doors[:doors], safe=False) if doors else None
            numbers.update(kind for pair in (locks.doors if locks else ()) for kind in pair)
        objects = tuple(
            ObjectDemand(one.kind, one.on, (Window(0, numbers[one.kind], numbers[one.kind]),))
            for one in plan.objects
            if one.kind in numbers
        )
        for low in dict.fromkeys((path.low, path.low * 2 // 3, path.low // 2)):
            way = replace(path, low=low, high=None)
            half = replace(bare, objects=objects, path=way, locks=locks)
            built = construct(rules, half, seed, attempts=_WAY_ATTEMPTS)
            if built.ok:
                return built
    built = construct(rules, bare, seed)
    return built if built.ok else None
