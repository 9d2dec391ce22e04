"""Promises that rule each other out, found without a solver."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.model.naming import amount, subject
from levelgen.model.shape import Shape
from levelgen.model.spread import most_apart
from levelgen.rules import Rules
from levelgen.schema.constraints import (
    Connected,
    Count,
    Distance,
    LockAndKey,
    Path,
    Ratio,
    Spacing,
    Symmetry,
    integer_window,
)
from levelgen.schema.level import Reason
from levelgen.schema.overrides import Ask
from levelgen.schema.request import Request


def fewest_objects(asks: Sequence[Ask]) -> dict[str, tuple[int, Ask]]:
    """Give how many objects of a kind there are at least, and the promise that says so."""
    found: dict[str, tuple[int, Ask]] = {}
    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Count) and constraint.object is not None:
            kind, low = constraint.object, constraint.low
            if low > 0 and (kind not in found or low > found[kind][0]):
                found[kind] = (low, ask)
    return found


def too_near(asks: Sequence[Ask], request: Request) -> Reason | None:
    """Compare the objects that must exist with how many fit so far apart."""
    fewest = fewest_objects(asks)
    shape = Shape(request.rows, request.cols, request.layout)
    for ask in asks:
        one = ask.constraint
        if isinstance(one, Spacing):
            kinds, apart = tuple(dict.fromkeys(one.objects)), one.min
        elif isinstance(one, Distance) and one.from_ == one.to and one.min:
            kinds, apart = (one.to,), one.min
        else:
            continue
        counts = sorted((fewest[kind] for kind in kinds if kind in fewest), key=lambda it: -it[0])
        if sum(low for low, _ in counts) <= 1:
            continue
        most = most_apart(shape, apart)
        crowd = crowding(counts, most)
        if crowd is not None:
            size = f"{request.rows}x{request.cols}"
            things = amount(most, "object")
            text = f"at most {things} can stand {apart} apart on {size}"
            return together(text, [*(other for _, other in crowd), ask])
    return None


def crowding(counts: Sequence[tuple[int, Ask]], most: int) -> Sequence[tuple[int, Ask]] | None:
    """Give the first of some counts that are more than `most` together; None if all fit.

    Where they are sorted, the largest first, none of those given can be left out.
    """
    total = 0
    for number, (low, _) in enumerate(counts, 1):
        total += low
        if total > most:
            return counts[:number]
    return None


def detours(asks: Sequence[Ask], request: Request, rules: Rules) -> Reason | None:
    """Compare paths between the same ends: around fewer objects a way is never longer."""
    paths = [(ask, ask.constraint) for ask in asks if isinstance(ask.constraint, Path)]
    for ask, one in paths:
        for other, two in paths:
            low, _ = one.bounds(request.rows, request.cols)
            _, high = two.bounds(request.rows, request.cols)
            if (
                high is not None
                and low > high
                and {one.from_, one.to} == {two.from_, two.to}
                and rules.bits(one.through) == rules.bits(two.through)
                and set(one.blockers) <= set(two.blockers)
            ):
                same = set(one.blockers) == set(two.blockers)
                text = "the way around fewer objects is never the longer one"
                return together(
                    "a shortest path has one length" if same else text,
                    [each for each in asks if each is ask or each is other],
                )
    return None


def locked_out(asks: Sequence[Ask], request: Request) -> Reason | None:
    """Compare the keys that there may be with the doors that there must be."""
    locked = next((ask for ask in asks if isinstance(ask.constraint, LockAndKey)), None)
    if locked is None or not isinstance(locked.constraint, LockAndKey):
        return None
    fewest: dict[str, tuple[int, Ask]] = {}
    most: dict[str, tuple[int, Ask]] = {}
    for ask in asks:
        constraint = ask.constraint
        if isinstance(constraint, Count) and constraint.object and constraint.region is None:
            kind, low, high = constraint.object, constraint.low, constraint.high
            if low > (fewest[kind][0] if kind in fewest else 1):
                fewest[kind] = low, ask
            if high is not None and high < (most[kind][0] if kind in most else request.cells):
                most[kind] = high, ask
    for key in locked.constraint.keys:
        if key not in most:
            continue
        keys, limit = most[key]
        # A lock has a door, whether or not a count says so; the largest counts make the case.
        needed = len(locked.constraint.doors(key))
        blamed = [limit, locked]
        counts = [fewest[door] for door in locked.constraint.doors(key) if door in fewest]
        for low, ask in sorted(counts, key=lambda item: -item[0]):
            if needed <= keys:
                needed += low - 1
                blamed.append(ask)
        if needed > keys:
            named = [ask for ask in asks if any(ask is other for other in blamed)]
            words = "; ".join(f"{ask.constraint.describe()} ({ask.pointer})" for ask in named)
            doors, given = amount(needed, "door"), amount(keys, "key")
            return Reason(
                text=f"{doors} cannot be opened with {given}: {words}",
                constraints=tuple(ask.pointer for ask in named),
            )
    return None


def walked_around(asks: Sequence[Ask], request: Request, rules: Rules) -> Reason | None:
    """Find a region that holds start and exit, but none of the cells where a door stands."""
    locked = next((ask for ask in asks if isinstance(ask.constraint, LockAndKey)), None)
    if locked is None or not isinstance(locked.constraint, LockAndKey):
        return None
    lock = locked.constraint
    on = {kind: rules.bits(one.on) for kind, one in request.tileset.objects.items()}
    for ask in asks:
        if not isinstance(ask.constraint, Connected):
            continue
        region = rules.bits(ask.constraint.tags)
        outside = (on[lock.start] | on[lock.exit]) & ~region | region & ~rules.bits(lock.through)
        for one in lock.locks:
            if not outside and not on[one.door] & region:
                return together(
                    f"{lock.exit} is reached without a {one.door}, which stands on "
                    f"{' or '.join(request.tileset.objects[one.door].on)}",
                    [each for each in asks if each is ask or each is locked],
                )
    return None


def odd_mirrored(asks: Sequence[Ask], request: Request, rules: Rules) -> Reason | None:
    """Find an odd number of cells on a board of which each cell has a mirrored one."""
    shape = Shape(request.rows, request.cols, request.layout)
    for ask in asks:
        if not isinstance(ask.constraint, Symmetry):
            continue
        axis = ask.constraint.axis
        if (request.cols if axis == "vertical" else request.rows) % 2:
            continue
        if request.layout.mask is not None and any(
            there != shape.exists[shape.mirrored(cell, axis)]
            for cell, there in enumerate(shape.exists)
        ):
            continue
        images = request.tileset.mirror_images(axis)
        for other in asks:
            bits = _odd(other, request, rules)
            tiles = [tile for tile in range(rules.size) if bits >> tile & 1]
            images_inside = [
                image is not None and bool(bits >> image & 1)
                for image in (images[tile] for tile in tiles)
            ]
            if tiles and all(images_inside):
                return together(
                    "half of the cells mirror the others, so their number is even",
                    [each for each in asks if each is ask or each is other],
                )
    return None


def _odd(ask: Ask, request: Request, rules: Rules) -> int:
    """Give the tiles of which a promise asks for exactly an odd number, 0 without such."""
    one = ask.constraint
    if isinstance(one, Ratio) and one.region is None:
        low, high = integer_window(one.min, one.max, request.cells)
        return rules.bits(one.tags) if low == high and low % 2 else 0
    if isinstance(one, Count) and one.object is None and one.region is None:
        odd = one.low == one.high and one.low % 2
        return subject(rules, one.tags, one.tile) if odd else 0
    return 0


def together(text: str, blamed: Sequence[Ask]) -> Reason:
    """Give the reason that promises cannot be kept together."""
    words = "; ".join(f"{ask.constraint.describe()} ({ask.pointer})" for ask in blamed)
    return Reason(text=f"{text}: {words}", constraints=tuple(ask.pointer for ask in blamed))
