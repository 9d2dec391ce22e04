"""The promises of a plan for the whole board, laid onto its half."""

from __future__ import annotations

from dataclasses import replace

from levelgen.engine.plan import Plan, RegionShare, Share
from levelgen.engine.rng import Rng
from levelgen.generators.mirrored.fold import Fold
from levelgen.rules import Rules

_EAST, _SOUTH = 1, 2


def keeps_adjacency(fold: Fold, rules: Rules) -> bool:
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
