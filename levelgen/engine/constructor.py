"""Builds a level that keeps its promises: texture, structure, tiles, objects, last look.

A wave function collapse texture is sampled first; the structure then opens and closes as few
cells as the promises need, and the sampler re-types the board inside the new structure, keeping
every tile of the texture that still agrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from levelgen.engine.board import Board, board
from levelgen.engine.flips import Flips, options
from levelgen.engine.placement import Placement
from levelgen.engine.plan import Plan, Share
from levelgen.engine.rng import Rng
from levelgen.engine.sampling import propagated, sample
from levelgen.engine.structure import Structure
from levelgen.engine.task import Rules
from levelgen.engine.texture import Texture, Wish, texture
from levelgen.engine.verify import broken

DEFAULT_ATTEMPTS = 12
_TEXTURE_BUDGET = 2000
_RETYPE_BUDGET = 500
_TINY_REGION = 2
_TEXTURE_FAILURES = 3


@dataclass(frozen=True, slots=True)
class Built:
    """What the constructor made.

    ``ok``: every promise of the plan was verified. Otherwise this is the attempt that broke the
    fewest, and ``broken`` names them; ``tiles`` are all -1 when no board was found at all.
    ``infeasible`` is a proof that there is none: adjacency and domains contradict each other, or
    leave too few or too many cells for a share. ``objects`` are (kind, cell), sorted.
    ``counters`` add up the work of all attempts.
    """

    tiles: list[int]
    objects: list[tuple[str, int]]
    ok: bool
    attempts: int
    broken: tuple[str, ...] = ()
    infeasible: bool = False
    counters: dict[str, int] = field(default_factory=dict)


class _Site:
    """Everything about a plan that its attempts share."""

    def __init__(self, rules: Rules, plan: Plan, seed: int, domains: list[int]) -> None:
        self.rules = rules
        self.plan = plan
        self.seed = seed
        self.domains = domains
        self.topology: Board = board(plan.rows, plan.cols)
        self.counters: dict[str, int] = {}
        self.infeasible = False
        self.texture: Texture = texture(rules, plan.rows, plan.cols, tuple(domains))
        # A path that need not be part of one region is still easiest to promise inside one.
        self.open = plan.connected or (plan.path.through if plan.path else 0)
        # A share of everything that is closed is a share of what is open, seen from behind.
        closed = ((1 << len(rules.weights)) - 1) & ~self.open
        self.shares = tuple(
            Share(self.open, self.topology.cells - share.high, self.topology.cells - share.low)
            if self.open and share.tiles == closed
            else share
            for share in plan.shares
        )
        self.primary = self._primary()
        # Tiles whose mixture no promise decides: the shares but the primary split them.
        self.parts = [self.open, closed]
        for index, share in enumerate(self.shares):
            if index != self.primary:
                split = [(part & share.tiles, part & ~share.tiles) for part in self.parts]
                self.parts = [part for pair in split for part in pair if part]
        self.pins = {kind: cell for cell, kind in plan.pinned_objects}
        self.end_tiles = self.open
        if plan.path:
            stand = {demand.kind: demand.on for demand in plan.objects}
            self.end_tiles &= stand.get(plan.path.start_kind, self.open)
            self.end_tiles &= stand.get(plan.path.exit_kind, self.open)

    def count(self, name: str, amount: int = 1) -> None:
        """Add to a counter."""
        self.counters[name] = self.counters.get(name, 0) + amount

    def _primary(self) -> int:
        """Index of the share that the size of the open region decides, -1 for none."""
        inner = [
            (-share.tiles.bit_count(), index)
            for index, share in enumerate(self.shares)
            if share.tiles and not share.tiles & ~self.open
        ]
        return min(inner)[1] if inner and self.open else -1

    def wishes(self, targets: Sequence[int]) -> tuple[Wish, ...]:
        """Say what the texture should weigh and count to meet the targets of the shares."""
        return tuple(
            (self.open if index == self.primary else share.tiles, share.tiles, target)
            for index, (share, target) in enumerate(zip(self.shares, targets, strict=True))
        )

    def targets(self, rng: Rng) -> list[int] | None:
        """Draw a count for every share, uniform in what its window and the domains leave."""
        drawn: dict[int, int] = {}
        for share in self.shares:
            same = [other for other in self.shares if other.tiles == share.tiles]
            forced = sum(not domain & ~share.tiles for domain in self.domains)
            possible = sum(bool(domain & share.tiles) for domain in self.domains)
            low = max(forced, *(other.low for other in same))
            high = min(possible, *(other.high for other in same))
            if low > high:
                return None
            if share.tiles not in drawn:
                drawn[share.tiles] = rng.between(low, high)
        return [drawn[share.tiles] for share in self.shares]


def construct(rules: Rules, plan: Plan, seed: int, *, attempts: int = DEFAULT_ATTEMPTS) -> Built:
    """Build one level for a plan; the same (rules, plan, seed) always give the same level.

    Needs about a tenth of a millisecond per cell and attempt. Never fails silently: ``ok`` is
    the result of a verification of the finished level.
    Raises ValueError when the plan's domains do not fit its board.
    """
    if len(plan.domains) != plan.rows * plan.cols:
        raise ValueError(f"{len(plan.domains)} domains for a board of {plan.rows}x{plan.cols}")
    empty = [-1] * len(plan.domains)
    domains = _known(rules, plan)
    if domains is None:
        return Built(empty, [], False, 0, ("tiles",), infeasible=True)
    site = _Site(rules, plan, seed, domains)
    kept = site.targets(Rng.stream(seed, "targets"))
    if kept is None:
        return Built(empty, [], False, 0, ("share",), infeasible=True)
    best: tuple[int, list[int], list[tuple[str, int]], tuple[str, ...]] | None = None
    tried = 0
    for attempt in range(attempts):
        tried += 1
        targets = kept
        # Retries keep the targets, so that windows are not biased to what is easy to build; only
        # the second half of the attempts may draw others.
        if attempt >= (attempts + 1) // 2:
            targets = site.targets(Rng.stream(seed, "targets", attempt)) or kept
        drawn = _draw(site, targets, attempt)
        if drawn is None:
            if site.infeasible or site.counters["textures failed"] >= _TEXTURE_FAILURES:
                break
            continue
        tiles, hint = _tiles(site, drawn, targets, attempt)
        placement = Placement(plan, site.topology, tiles, Rng.stream(seed, "objects", attempt))
        objects = placement.place(hint)
        faults = tuple(broken(rules, plan, site.topology, tiles, objects))
        if best is None or len(faults) < best[0]:
            best = (len(faults), tiles, sorted(objects), faults)
        if not faults:
            break
    if best is None:
        return Built(empty, [], False, tried, ("tiles",), site.infeasible, site.counters)
    return Built(best[1], best[2], not best[0], tried, best[3], False, site.counters)


def _known(rules: Rules, plan: Plan) -> list[int] | None:
    """Domains after pinned objects and propagation; None proves that no board exists."""
    domains = list(plan.domains)
    stand = {demand.kind: demand.on for demand in plan.objects}
    for cell, kind in plan.pinned_objects:
        domains[cell] &= stand.get(kind, domains[cell])
        if plan.path and kind in (plan.path.start_kind, plan.path.exit_kind):
            domains[cell] &= plan.path.through
    return propagated(rules, plan.rows, plan.cols, domains)


def _draw(site: _Site, targets: list[int], attempt: int) -> list[int] | None:
    """Sample the texture of one attempt."""
    drawn = site.texture.draw(
        site.wishes(targets),
        site.parts,
        Rng.stream(site.seed, "texture", attempt),
        _TEXTURE_BUDGET,
    )
    site.count("observations", drawn.observations)
    site.count("backtracks", drawn.backtracks)
    site.count("restarts", drawn.restarts)
    if drawn.status == "solved":
        return drawn.tiles
    site.infeasible = drawn.status == "infeasible"
    site.count("textures failed")
    return None


def _tiles(
    site: _Site, tiles: list[int], targets: list[int], attempt: int
) -> tuple[list[int], tuple[int, int]]:
    """Make the tiles of one attempt, and name a pair of cells for start and exit."""
    rules, plan, domains = site.rules, site.plan, site.domains
    hint = (-1, -1)
    rng = Rng.stream(site.seed, "structure", attempt)
    shaped = _shape(site, tiles, targets, rng) if site.open else None
    if shaped is not None:
        restricted, hint = shaped
        prefer = [t if d >> t & 1 else -1 for t, d in zip(tiles, restricted, strict=True)]
        retyped = sample(
            rules, plan.rows, plan.cols, restricted, rng, prefer=prefer, budget=_RETYPE_BUDGET
        )
        site.count("observations", retyped.observations)
        site.count("backtracks", retyped.backtracks)
        if retyped.status == "solved":
            site.count("retyped", sum(a != b for a, b in zip(tiles, retyped.tiles, strict=True)))
            tiles = retyped.tiles
            domains = restricted
        else:
            site.count("retypings failed")
    elif site.open:
        # The bare texture goes on: it is still a hint for whoever completes the level.
        site.count("structures walled in")
    flips = Flips(rules, site.topology, domains, tiles, site.open, site.shares, rng)
    if site.open:
        site.count("flips", flips.balance(site.texture.mixture))
    for index, target in enumerate(targets):
        if index != site.primary:
            site.count("flips", flips.settle(index, target))
    if plan.variety is not None:
        site.count("flips", flips.vary(*plan.variety))
    return tiles, hint


def _shape(
    site: _Site, drawn: list[int], targets: list[int], rng: Rng
) -> tuple[list[int], tuple[int, int]] | None:
    """Plan the open cells around a texture; give the domains they leave and a pair of ends."""
    plan, domains = site.plan, site.domains
    share: Share | None = site.shares[site.primary] if site.primary >= 0 else None
    counted = share.tiles if share else site.open
    structure = Structure(
        site.topology,
        bytearray(site.open >> tile & 1 for tile in drawn),
        bytearray(counted >> tile & 1 for tile in drawn),
        bytearray(bool(domain & counted) for domain in domains),
        bytearray(bool(domain & ~site.open) for domain in domains),
        _easy(site, drawn),
        rng,
    )
    texture_open = bytearray(structure.inside)
    if not structure.join(_TINY_REGION):
        return None
    target = targets[site.primary] if share else -1
    if plan.path:
        structure.ends = bytearray(bool(domain & site.end_tiles) for domain in domains)
        structure.fixed_start = site.pins.get(plan.path.start_kind, -1)
        structure.fixed_exit = site.pins.get(plan.path.exit_kind, -1)
        structure.low = plan.path.low
        longest = site.topology.cells if plan.path.high is None else plan.path.high
        if target >= 0:
            longest = max(structure.low, min(longest, target - 1))
        if not structure.find_ends(longest) and not _wound(structure, longest):
            structure.start = structure.exit = -1
            site.count("paths failed")
    if target >= 0 and not structure.resize(target, texture_open):
        again = structure.start >= 0 and _wound(structure, longest)
        if not again or not structure.resize(target, texture_open):
            site.count("sizes failed")
    for name, amount in structure.counters.items():
        site.count(name, amount)
    restricted = []
    for cell, domain in enumerate(domains):
        if not structure.inside[cell]:
            domain &= ~site.open
        elif structure.counted[cell]:
            domain &= counted
        else:
            domain &= site.open & ~counted
        if cell in (structure.start, structure.exit) and domain & site.end_tiles:
            domain &= site.end_tiles
        restricted.append(domain)
    return restricted, (structure.start, structure.exit)


def _easy(site: _Site, tiles: list[int]) -> bytearray:
    """Flag the cells that could open or close without a change of their neighbours."""
    easy = bytearray(site.topology.cells)
    for cell, domain in enumerate(site.domains):
        fits = options(site.rules, site.topology, tiles, cell, domain)
        is_open = site.open >> tiles[cell] & 1
        easy[cell] = bool(fits & ~site.open if is_open else fits & site.open)
    return easy


def _wound(structure: Structure, longest: int) -> bool:
    """Start again from a winding path, when the texture's own shape is too short."""
    if structure.fixed_start >= 0 or structure.fixed_exit >= 0:
        return False
    return structure.wind(longest) and structure.join(0)
