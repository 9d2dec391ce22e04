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
from typing import Literal, NamedTuple

from levelgen.engine.constructor import construct
from levelgen.engine.plan import Built, ObjectDemand, Plan, RegionShare, Share, Window
from levelgen.engine.rng import Rng
from levelgen.generators.base import placed
from levelgen.generators.drafted import Drafted
from levelgen.generators.planning import Planned
from levelgen.generators.scatter import place_objects
from levelgen.rules import Rules
from levelgen.schema.constraints import Symmetry
from levelgen.schema.request import Request

_EAST, _SOUTH = 1, 2
_SEED_BITS = 53

_WAY_ATTEMPTS = 4
"""How often a half with a long way is tried before the way gets shorter."""

_TRIES = 8
"""How many halves are tried for one that can be built."""

_LOCKED_TRIES = 12
"""How many boards are tried for one that is thin in as many places as there are doors."""


class Fold(NamedTuple):
    """How a board of a size is laid onto its left (or upper) half."""

    axis: Literal["vertical", "horizontal"]
    rows: int
    cols: int
    images: tuple[int, ...]
    """The mirror image of each tile."""
    joined: bool = False
    """Whether the edges that mirror each other are joined, so that there is a second seam."""

    @property
    def half(self) -> tuple[int, int]:
        """Rows and columns of the half; on an odd board the middle line belongs to it."""
        if self.axis == "vertical":
            return self.rows, (self.cols + 1) // 2
        return (self.rows + 1) // 2, self.cols

    @property
    def has_middle(self) -> bool:
        """Whether there is a line that mirrors itself."""
        return bool((self.cols if self.axis == "vertical" else self.rows) % 2)

    def onto(self, cell: int) -> tuple[int, bool]:
        """Give the cell of the half that a cell is laid onto, and whether it is turned over."""
        row, col = divmod(cell, self.cols)
        height, width = self.half
        over = row >= height or col >= width
        if over and self.axis == "vertical":
            col = self.cols - 1 - col
        elif over:
            row = self.rows - 1 - row
        return row * width + col, over

    def seam(self) -> list[int]:
        """List the cells of the half beside, or on, the line that mirrors."""
        height, width = self.half
        if self.axis == "vertical":
            return [row * width + width - 1 for row in range(height)]
        return [(height - 1) * width + col for col in range(width)]

    def edge(self) -> range:
        """List the cells of the half on its edge across from the seam."""
        height, width = self.half
        return range(0, height * width, width) if self.axis == "vertical" else range(width)

    def is_closed(self, bits: int) -> bool:
        """Whether the image of every tile of a bitset is in it too."""
        return all(bits >> image & 1 for tile, image in enumerate(self.images) if bits >> tile & 1)

    def unfolded(self, half: Sequence[int]) -> list[int]:
        """Give the tiles of the whole board."""
        images = (*self.images, -1)
        found = []
        for cell in range(self.rows * self.cols):
            onto, over = self.onto(cell)
            # The index -1 of a missing cell finds the last image.
            found.append(images[half[onto]] if over else half[onto])
        return found


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
        if len(known) < len(images) or not _keeps_adjacency(fold, rules):
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
    plan = _broken(plan, folds, rng)
    if doors:
        plan = _closed(plan, folds)
    built = _built(rules, plan, seed, doors)
    if built is None:
        return None
    tiles = built.tiles
    for fold in reversed(folds):
        tiles = fold.unfolded(tiles)
    return replace(built, tiles=tiles)


def _seams(plan: Plan, fold: Fold) -> list[tuple[range, int, bool]]:
    """Give the cells at each seam of a part, and the step from each to the next one further off.

    Also tells whether the cells at the seam are their own images.
    """
    rows, cols = plan.rows, plan.cols
    if fold.axis == "vertical":
        inner, outer, step = range(cols - 1, rows * cols, cols), range(0, rows * cols, cols), -1
    else:
        inner, outer, step = range((rows - 1) * cols, rows * cols), range(cols), -cols
    found = [(inner, step, fold.has_middle)]
    return [*found, (outer, -step, False)] if fold.joined else found


def _broken(plan: Plan, folds: Sequence[Fold], rng: Rng) -> Plan:
    """End the runs that meet their images at a seam before both together are too long."""
    if not plan.runs:
        return plan
    domains = list(plan.domains)
    for fold in folds:
        across = plan.cols if fold.axis == "vertical" else plan.rows
        for seam, step, has_middle in _seams(plan, fold):
            for bits, length in plan.runs:
                most = (length + has_middle) // 2
                if most >= across:
                    continue
                for cell in seam:
                    line = range(cell, cell + step * (most + 1), step)
                    there = plan.exists is None or all(plan.exists[other] for other in line)
                    if there and all(domains[other] & bits for other in line):
                        places = [other for other in line if domains[other] & ~bits]
                        if places:
                            domains[rng.choice(places)] &= ~bits
    return replace(plan, domains=tuple(domains))


def _closed(plan: Plan, folds: Sequence[Fold]) -> Plan:
    """Close the seams of a part where they need not be open."""
    domains = list(plan.domains)
    for fold in folds:
        for seam, _, _ in _seams(plan, fold):
            for cell in seam:
                domains[cell] = domains[cell] & ~plan.connected or domains[cell]
    return replace(plan, domains=tuple(domains))


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


def _keeps_adjacency(fold: Fold, rules: Rules) -> bool:
    """Whether the image of every allowed pair is allowed, in the other order along the axis."""
    along, across = (_EAST, _SOUTH) if fold.axis == "vertical" else (_SOUTH, _EAST)
    for one, image in enumerate(fold.images):
        for two, other in enumerate(fold.images):
            if rules.masks[along][one] >> two & 1 and not rules.masks[along][other] >> image & 1:
                return False
            if rules.masks[across][one] >> two & 1 and not rules.masks[across][image] >> other & 1:
                return False
    return True


def folded(plan: Plan, fold: Fold, rules: Rules, rng: Rng) -> Plan | None:
    """Lay the promises of a plan onto the half; None where they do not fit it."""
    exists = _half_mask(plan, fold)
    if exists is None:
        return None
    domains = _domains(plan, fold, rules)
    seam = [cell for cell in fold.seam() if not exists or exists[cell]]
    for tiles in filter(None, (plan.connected, *plan.others)):
        if tiles not in plan.optional:
            places = [cell for cell in seam if domains[cell] & tiles & rules.sampled]
            if not places:
                return None
            domains[rng.choice(places)] &= tiles
    shares = [_share(share, fold, plan.exists) for share in plan.shares]
    parts = [_part(share, fold) for share in plan.region_shares]
    if any(share is None for share in shares) or any(part is None for part in parts):
        return None
    rows, cols = fold.half
    size = len(rules.weights)
    return replace(
        plan,
        rows=rows,
        cols=cols,
        domains=tuple(domains),
        exists=exists or None,
        periodic=(
            plan.periodic[0] and fold.axis != "horizontal",
            plan.periodic[1] and fold.axis != "vertical",
        ),
        shares=tuple(filter(None, shares)),
        region_shares=tuple(filter(None, parts)),
        pinned_objects=(),
        field=None
        if plan.field is None
        else tuple(
            factor
            for row in range(rows)
            for factor in plan.field[row * plan.cols * size : (row * plan.cols + cols) * size]
        ),
    )


def _half_mask(plan: Plan, fold: Fold) -> bytes | None:
    """Give the mask of the half, empty where all cells exist; None if it is no mirror image."""
    if plan.exists is None:
        return b""
    height, width = fold.half
    half = [0] * (height * width)
    for cell, there in enumerate(plan.exists):
        half[fold.onto(cell)[0]] |= 2 if there else 1
    return None if 3 in half else bytes(mark == 2 for mark in half)


def _domains(plan: Plan, fold: Fold, rules: Rules) -> list[int]:
    """Give the tiles that fit a cell of the half and, as their images, the cell laid onto it."""
    whole = list(plan.domains)
    on = {demand.kind: demand.on for demand in plan.objects}
    for cell, kind in plan.pinned_objects:
        whole[cell] &= on.get(kind, whole[cell])
    rows, cols = fold.half
    found = [rules.every] * (rows * cols)
    for cell, domain in enumerate(whole):
        onto, over = fold.onto(cell)
        found[onto] &= _images(domain, fold) if over else domain
    along = _EAST if fold.axis == "vertical" else _SOUTH
    beside = sum(
        1 << tile for tile, image in enumerate(fold.images) if rules.masks[along][tile] >> image & 1
    )
    alike = sum(1 << tile for tile, image in enumerate(fold.images) if image == tile)
    for cell in fold.seam():
        found[cell] &= alike if fold.has_middle else beside
    if fold.joined:
        turned = sum(
            1 << tile
            for tile, image in enumerate(fold.images)
            if rules.masks[along][image] >> tile & 1
        )
        for cell in fold.edge():
            found[cell] &= turned
    return found


def _images(domain: int, fold: Fold) -> int:
    return sum(1 << tile for tile, image in enumerate(fold.images) if domain >> image & 1)


def _share(share: Share, fold: Fold, exists: bytes | None) -> Share | None:
    """Halve a share; on an odd board the middle line, which counts once, is taken for average."""
    if not fold.is_closed(share.tiles):
        return None
    there = exists or bytes([1]) * (fold.rows * fold.cols)
    cells, middle = sum(map(bool, there)), 0
    if fold.has_middle:
        line = there[fold.cols // 2 :: fold.cols]
        if fold.axis == "horizontal":
            line = there[fold.rows // 2 * fold.cols :][: fold.cols]
        middle = sum(map(bool, line)) * (share.low + min(share.high, cells)) // (2 * cells)
    low, high = (share.low + middle + 1) // 2, (min(share.high, cells) + middle) // 2
    return Share(share.tiles, low, high) if low <= high else None


def _part(share: RegionShare, fold: Fold) -> RegionShare | None:
    """Lay a part of the board onto the half, if no two of its cells meet there."""
    cells = tuple(dict.fromkeys(fold.onto(cell)[0] for cell in share.cells))
    if len(cells) < len(share.cells) or not fold.is_closed(share.tiles):
        return None
    return RegionShare(share.tiles, cells, share.low, share.high)
