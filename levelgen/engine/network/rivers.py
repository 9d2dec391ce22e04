"""Plans streams before any tile is drawn: which are asked for, and what their cells may hold."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from levelgen.engine.network.bed import Bed
from levelgen.engine.network.laying import lay
from levelgen.engine.network.shaping import shape
from levelgen.engine.network.sockets import Sockets
from levelgen.engine.network.streams import Stream, streams
from levelgen.engine.plan import Plan, Share
from levelgen.engine.rng import Rng
from levelgen.engine.task import Masks
from levelgen.engine.topology import Topology

_COURSES = 8
"""Courses that are tried for a river before it is given up."""


@dataclass(frozen=True, slots=True)
class River:
    """A stream whose cells are to be planned.

    It covers ``low`` .. ``high`` cells, both None where nobody asks: then as many as usual.
    ``parts`` are shares of some of its tiles; ``single``: all its cells are one stream.
    """

    stream: Stream
    low: int | None
    high: int | None
    parts: tuple[Share, ...]
    single: bool


def rivers(
    known: Sockets,
    weights: Sequence[int],
    shares: Sequence[Share],
    connected: Sequence[int],
) -> tuple[River, ...]:
    """List the streams that a share, or one of the ``connected`` bitsets, asks something of."""
    sampled = sum(1 << tile for tile, weight in enumerate(weights) if weight)
    found = []
    left = [share for share in shares if share.tiles]
    for stream in streams(known, weights):
        own = [share for share in left if not share.tiles & ~stream.tiles]
        left = [share for share in left if share not in own]
        whole = [share for share in own if not stream.tiles & sampled & ~share.tiles]
        sets = [bits for bits in connected if bits & stream.tiles and not bits & ~stream.tiles]
        # Cells that do not join through the stream are no one region, however it runs.
        if not (own or sets) or (sets and not stream.links):
            continue
        low = max((share.low for share in whole), default=None)
        high = min((share.high for share in whole), default=None)
        parts = tuple(share for share in own if share not in whole)
        found.append(River(stream, low, high, parts, bool(sets)))
    return tuple(found)


def planned(
    asked: Sequence[River],
    plan: Plan,
    masks: Masks,
    topology: Topology,
    usual: Sequence[int],
    rng: Rng,
    turn: int,
) -> list[int] | None:
    """Narrow the domains of a plan to where its rivers run; None where laying them failed.

    The number of cells is uniform in its window, from one ``turn`` to the next in the lower half of
    what it was, for fewer are easier to lay. ``usual[tile]`` says how often tiles stand on boards
    of which nothing is asked.
    """
    domains: list[int] | None = list(plan.domains)
    for river in asked:
        if domains is not None:
            domains = _laid(river, domains, masks, topology, usual, rng, turn)
    return domains


def _laid(
    river: River,
    domains: list[int],
    masks: Masks,
    topology: Topology,
    usual: Sequence[int],
    rng: Rng,
    turn: int,
) -> list[int] | None:
    """Narrow domains to where one river runs, trying a few courses."""
    stream = river.stream
    known = {domain: stream.passages(domain) for domain in set(domains)}
    passages = [known[domain] for domain in domains]
    tiles = [stream.with_sides(sides) for sides in range(16)]
    low, high, aim = _window(river, passages, topology, usual)
    for again in range(_COURSES if low <= high else 0):
        bed = Bed(topology, passages)
        wanted = rng.between(low, low + ((aim - low) >> (turn + again // 2)))
        if lay(bed, wanted, single=river.single, rng=rng) and low <= bed.count <= high:
            if river.parts and not _shaped(river, bed, domains, (low, high), rng):
                continue
            found = list(domains)
            for cell in topology.existing:
                found[cell] &= tiles[bed.sides[cell]]
            if _parted(river, masks, topology, found, rng):
                return found
    return None


def _shaped(
    river: River, bed: Bed, domains: Sequence[int], window: tuple[int, int], rng: Rng
) -> bool:
    """Bend streams until the shares of some of their tiles can be kept; whether they can."""
    tiles = [river.stream.with_sides(sides) for sides in range(16)]
    parts = list(river.parts)
    # Together two shares may ask for more than each of them alone.
    for one, other in combinations(river.parts, 2):
        if not one.tiles & other.tiles:
            both = one.tiles | other.tiles
            parts.append(Share(both, one.low + other.low, one.high + other.high))
    shares = [share.tiles for share in parts]

    @cache
    def held(domain: int, sides: int) -> list[tuple[int, int]]:
        options = domain & tiles[sides]
        return [(int(not options & ~share), int(options & share > 0)) for share in shares]

    bounds = [(share.low, share.high) for share in parts]
    return shape(bed, window, bounds, lambda cell, sides: held(domains[cell], sides), rng)


def _window(
    river: River, passages: Sequence[int], topology: Topology, usual: Sequence[int]
) -> tuple[int, int, int]:
    """Give the fewest cells that a river may cover, the most, and the most that is aimed at."""
    cells = topology.existing
    forced = sum(not passages[cell] & 1 for cell in cells)
    possible = sum(passages[cell] > 1 for cell in cells)
    low, high = river.low or 0, len(cells) if river.high is None else river.high
    aim = min(high, possible // 2)
    if river.low is None:
        low, aim = _natural(river, usual, len(cells))
    low, high = max(low, forced, int(river.single and high > 0)), min(high, possible)
    # More than half of a board leaves hardly any land between the streams.
    return low, high, max(low, min(aim, high))


def _natural(river: River, usual: Sequence[int], cells: int) -> tuple[int, int]:
    """Give how many cells a river may cover so that it looks as usual, the fewest and the most.

    What is asked of some of its tiles says how many others there should be.
    """
    stream = river.stream
    own = _held(usual, stream.tiles)
    natural = own * cells // max(1, sum(usual))
    if not river.parts:
        return max(1, natural // 2), max(1, natural * 3 // 2)
    low, high = 1, max(1, natural * 3 // 2)
    for share in river.parts:
        scale = own, max(1, _held(usual, share.tiles))
        low = max(low, share.low * scale[0] // scale[1])
        courses = {stream.with_sides(sides) for sides in range(1, 16)}
        if any(tiles and not tiles & ~share.tiles for tiles in courses):
            # The course itself decides how many such tiles there are.
            high = min(high, max(1, share.high * scale[0] * 3 // (2 * scale[1])))
    return low, max(low, high)


def _held(counts: Sequence[int], tiles: int) -> int:
    """Count the cells that hold a tile of a bitset, from the cells per tile."""
    return sum(count for tile, count in enumerate(counts) if tiles >> tile & 1)


def _parted(river: River, masks: Masks, topology: Topology, domains: list[int], rng: Rng) -> bool:
    """Choose which cells of a river hold tiles of the shares that ask for some of them.

    At random ``low`` cells must and all but ``high`` must not; those that must have neighbours that
    fit even where nothing else does. False where too few or too many cells can.
    """
    for share in river.parts:
        places = [cell for cell in topology.existing if domains[cell] & share.tiles]
        free = [cell for cell in places if domains[cell] & ~share.tiles]
        rng.shuffle(free)
        number = len(places) - len(free)
        if number > share.high:
            return False
        chosen = set(places).difference(free)
        others = []
        for cell in free:
            if number < share.low and _fits(cell, share.tiles, chosen, masks, topology, domains):
                domains[cell] &= share.tiles
                chosen.add(cell)
                number += 1
            else:
                others.append(cell)
        if number < share.low:
            return False
        for cell in others[max(0, share.high - number) :]:
            domains[cell] &= ~share.tiles
    return True


def _fits(
    cell: int,
    tiles: int,
    chosen: Collection[int],
    masks: Masks,
    topology: Topology,
    domains: Sequence[int],
) -> bool:
    """Whether a cell may hold one of some tiles while only those of the chosen cells do."""
    left = domains[cell] & tiles
    for direction, other in topology.links[cell]:
        around = domains[other] if other in chosen else domains[other] & ~tiles
        left &= sum(1 << tile for tile, near in enumerate(masks[direction]) if near & around)
    return bool(left)
