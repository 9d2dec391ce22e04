"""Builds a level that keeps its promises: texture, structure, tiles, objects, last look.

A wave function collapse texture is sampled first; the structure then opens and closes as few
cells as the promises need, and the sampler re-types the board inside the new structure, keeping
every tile of the texture that still agrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from levelgen import engine
from levelgen.engine.board import Board, board
from levelgen.engine.claims import Claims, Ground
from levelgen.engine.doors import lock_up
from levelgen.engine.flips import Flips
from levelgen.engine.locks import least_moves
from levelgen.engine.placement import Placement
from levelgen.engine.plan import Built, Plan, Share
from levelgen.engine.rng import Rng
from levelgen.engine.structure import Structure
from levelgen.engine.task import Kernel, Rules, Task
from levelgen.engine.texture import Texture, Wish, mixture
from levelgen.engine.uncounted import leave_out
from levelgen.engine.verify import broken

DEFAULT_ATTEMPTS = 12
_TEXTURE_BUDGET = 2000
_RETYPE_BUDGET = 500
_TINY_REGION = 2
_TEXTURE_FAILURES = 3
_RARE = 8
"""Tiles with less than one in so many cells of a region are rare in it."""


def construct(rules: Rules, plan: Plan, seed: int, *, attempts: int = DEFAULT_ATTEMPTS) -> Built:
    """Build one level for a plan; the same (rules, plan, seed) always give the same level.

    Both backends build the same level byte for byte; an attempt takes the compiled one about a
    microsecond per cell, the reference sixty. Never fails silently: ``ok`` is the result of a
    verification of the finished level.
    Raises ValueError when the plan's domains do not fit its board, or a kind of its locks is not
    among its objects.
    """
    if len(plan.domains) != plan.rows * plan.cols:
        raise ValueError(f"{len(plan.domains)} domains for a board of {plan.rows}x{plan.cols}")
    if plan.locks is not None:
        missing = {*plan.locks.kinds} - {demand.kind for demand in plan.objects}
        if missing:
            raise ValueError(f"no objects for the locks: {', '.join(sorted(missing))}")
    kernel = engine.compile(rules.weights, rules.masks)
    return kernel.construct(plan, mixture(kernel, plan), seed, attempts)


class _Site:
    """Everything about a plan that its attempts share."""

    def __init__(
        self, rules: Kernel, plan: Plan, mixture: Sequence[int], seed: int, domains: list[int]
    ) -> None:
        self.rules = rules
        self.plan = plan
        self.seed = seed
        self.domains = domains
        self.topology: Board = board(plan.rows, plan.cols, plan.periodic, plan.exists)
        self.counters: dict[str, int] = {}
        self.infeasible = False
        self.texture = Texture(rules, plan, domains, mixture)
        self.missing = len(rules.weights)
        """Stands on cells that do not exist; no bitset holds it."""
        cells = len(self.topology.existing)
        # A path that need not be part of one region is still easiest to promise inside one.
        self.open = plan.connected or (plan.path.through if plan.path else 0)
        within = [tiles for tiles in plan.others if not tiles & ~self.open]
        self.inner = within[0] if within else 0
        """A part of the open tiles that has to be one region by itself."""
        self.others = tuple(tiles for tiles in plan.others if tiles != self.inner)
        # A share of everything that is closed is a share of what is open, seen from behind.
        closed = ((1 << len(rules.weights)) - 1) & ~self.open
        self.shares = tuple(
            Share(self.open, cells - share.high, cells - share.low)
            if self.open and share.tiles == closed
            else share
            for share in plan.shares
        )
        self.decided: dict[int, int] = {}
        """The shares that the size of a region decides: index and the tiles of the region."""
        self.grounds: dict[int, tuple[int, list[int]]] = {}
        """For each region with shares: the tiles that count, and the shares that they are."""
        self._survey(self.open)
        self.parts = [self.open, *self.others, closed]
        for tiles in self.others:
            self._survey(tiles)
            self.parts[-1] &= ~tiles
        # Tiles whose mixture no promise decides: the other shares split them.
        for index, share in enumerate(self.shares):
            if index not in self.decided:
                split = [(part & share.tiles, part & ~share.tiles) for part in self.parts]
                self.parts = [part for pair in split for part in pair if part]
        self.pins = {kind: cell for cell, kind in plan.pinned_objects}
        self.end_tiles = self.open
        if plan.path:
            stand = {demand.kind: demand.on for demand in plan.objects}
            self.end_tiles &= stand.get(plan.path.start_kind, self.open)
            self.end_tiles &= stand.get(plan.path.exit_kind, self.open)

    def count(self, name: str, amount: int = 1) -> None:
        """Add to a counter; those that stay 0 are not listed."""
        if amount:
            self.counters[name] = self.counters.get(name, 0) + amount

    def _survey(self, tiles: int) -> None:
        """Find the shares that the size of a region of these tiles decides.

        That is the largest one, together with those beside it. Tiles that are rare never decide
        how large the open region is: doors, for one, only follow from it.
        """
        inner = [
            (tiles == self.open and self._is_rare(share.tiles), -share.tiles.bit_count(), index)
            for index, share in enumerate(self.shares)
            if share.tiles and not share.tiles & ~tiles
        ]
        counted = 0
        sized: list[int] = []
        for is_rare, _, index in sorted(inner):
            if is_rare and not sized:
                counted = tiles & ~self.shares[index].tiles
                break
            if not is_rare and not counted & self.shares[index].tiles:
                counted |= self.shares[index].tiles
                sized.append(index)
        if self.inner and tiles == self.open and counted != self.inner:
            self.grounds[tiles] = self.inner, []
            return
        if inner and tiles:
            self.grounds[tiles] = counted, sized
        if len(sized) == 1:
            self.decided[sized[0]] = tiles

    def _is_rare(self, tiles: int) -> bool:
        number, whole = (
            sum(count for tile, count in enumerate(self.texture.mixture) if bits >> tile & 1)
            for bits in (tiles, self.open)
        )
        return _RARE * number < whole

    def ground(self, tiles: int, targets: Sequence[int]) -> Ground:
        """Give a connected set of tiles with the numbers of its cells."""
        if tiles not in self.grounds:
            return Ground(tiles, tiles, -1)
        counted, sized = self.grounds[tiles]
        rest = [
            target
            for share, target in zip(self.shares, targets, strict=True)
            if share.tiles == tiles & ~counted
        ]
        target = sum(targets[index] for index in sized) if sized else -1
        return Ground(tiles, counted, target, rest[0] if rest and tiles & self.open else -1)

    def wishes(self, targets: Sequence[int]) -> tuple[Wish, ...]:
        """Say what the texture should weigh and count to meet the targets of the shares."""
        return tuple(
            (self.decided.get(index, share.tiles), share.tiles, target)
            for index, (share, target) in enumerate(zip(self.shares, targets, strict=True))
        )

    def targets(self, rng: Rng) -> list[int] | None:
        """Draw a count for every share, uniform in what its window and the domains leave."""
        drawn: dict[int, int] = {}
        domains = [self.domains[cell] for cell in self.topology.existing]
        for share in self.shares:
            same = [other for other in self.shares if other.tiles == share.tiles]
            forced = sum(not domain & ~share.tiles for domain in domains)
            possible = sum(bool(domain & share.tiles) for domain in domains)
            low = max(forced, *(other.low for other in same))
            high = min(possible, *(other.high for other in same))
            if low > high:
                return None
            if share.tiles not in drawn:
                drawn[share.tiles] = rng.between(low, high)
        return [drawn[share.tiles] for share in self.shares]


def build(kernel: Kernel, plan: Plan, mixture: Sequence[int], seed: int, attempts: int) -> Built:
    """Build one level, see `construct`; the compiled kernel equals it byte for byte."""
    empty = [-1] * len(plan.domains)
    domains = _known(kernel, plan)
    if domains is None:
        return Built(empty, [], False, 0, ("tiles",), infeasible=True)
    site = _Site(kernel, plan, mixture, seed, domains)
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
        tiles, shape = _tiles(site, drawn, targets, attempt)
        pinned = (*plan.pinned_objects, *((cell, kind) for kind, cell in shape.standing))
        placement = Placement(
            replace(plan, pinned_objects=pinned),
            site.topology,
            tiles,
            Rng.stream(seed, "objects", attempt),
        )
        objects = placement.place(shape.ends)
        faults = tuple(broken(kernel, plan, site.topology, tiles, objects))
        if best is None or len(faults) < best[0]:
            best = (len(faults), tiles, sorted(objects), faults)
        if not faults:
            break
    counters = dict(sorted(site.counters.items()))
    if best is None:
        return Built(empty, [], False, tried, ("tiles",), site.infeasible, counters)
    tiles = [-1 if tile == site.missing else tile for tile in best[1]]
    return Built(tiles, best[2], not best[0], tried, best[3], False, counters)


def _known(kernel: Kernel, plan: Plan) -> list[int] | None:
    """Domains after pinned objects and propagation; None proves that no board exists."""
    domains = list(plan.domains)
    stand = {demand.kind: demand.on for demand in plan.objects}
    for cell, kind in plan.pinned_objects:
        domains[cell] &= stand.get(kind, domains[cell])
        if plan.path and kind in (plan.path.start_kind, plan.path.exit_kind):
            domains[cell] &= plan.path.through
    return _narrowed(kernel, plan, domains)


def _narrowed(kernel: Kernel, plan: Plan, domains: Sequence[int]) -> list[int] | None:
    return kernel.narrowed(
        Task(
            rows=plan.rows,
            cols=plan.cols,
            domains=domains,
            exists=plan.exists,
            periodic_rows=plan.periodic[0],
            periodic_cols=plan.periodic[1],
            runs=plan.runs,
        )
    )


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
        return [site.missing if tile < 0 else tile for tile in drawn.tiles]
    site.infeasible = drawn.status == "infeasible"
    site.count("textures failed")
    return None


class _Shape(NamedTuple):
    """What the plan of the open cells leaves to a board.

    ``domains`` of its cells; ``ends``: cells for start and exit, (-1, -1) if none are known;
    ``standing``: (kind, cell) of the objects that belong to locks, and have to stand there.
    """

    domains: list[int]
    ends: tuple[int, int] = (-1, -1)
    standing: tuple[tuple[str, int], ...] = ()


def _tiles(
    site: _Site, tiles: list[int], targets: list[int], attempt: int
) -> tuple[list[int], _Shape]:
    """Make the tiles of one attempt, in the shape that was planned for it."""
    domains = site.domains
    rng = Rng.stream(site.seed, "structure", attempt)
    planned = bool(site.open or site.plan.region_shares)
    shaped = _shape(site, tiles, targets, attempt, rng) if planned else None
    if shaped is not None:
        restricted = shaped.domains
        prefer = [t if d >> t & 1 else -1 for t, d in zip(tiles, restricted, strict=True)]
        retyped = site.texture.sample(rng, _RETYPE_BUDGET, domains=restricted, prefer=prefer)
        site.count("observations", retyped.observations)
        site.count("backtracks", retyped.backtracks)
        if retyped.status == "solved":
            made = [site.missing if tile < 0 else tile for tile in retyped.tiles]
            site.count("retyped", sum(a != b for a, b in zip(tiles, made, strict=True)))
            tiles = made
            domains = restricted
        else:
            site.count("retypings failed")
    elif planned:
        # The bare texture goes on: it is still a hint for whoever completes the level.
        site.count("structures walled in")
    flips = Flips(
        site.rules,
        site.topology,
        domains,
        tiles,
        (site.open, *site.plan.others),
        site.shares,
        site.plan.field,
        site.plan.runs,
        rng,
    )
    if site.open:
        site.count("flips", flips.balance(site.texture.mixture))
    for index, target in enumerate(targets):
        if index not in site.decided:
            site.count("flips", flips.settle(index, target))
    site.count("flips", flips.trade(targets))
    if site.plan.variety is not None:
        site.count("flips", flips.vary(*site.plan.variety))
    return tiles, shaped or _Shape(domains)


def _shape(
    site: _Site, drawn: list[int], targets: list[int], attempt: int, rng: Rng
) -> _Shape | None:
    """Plan the open cells around a texture."""
    plan = site.plan
    claims = Claims(site.rules, site.topology, site.domains, drawn, plan.runs, rng, site.count)
    main = site.ground(site.open, targets)
    if site.inner and main.rest < 0:
        # As many as the texture has, so that the inner region can be kept whole around them.
        beside = site.open & ~site.inner
        main = main._replace(rest=sum(beside >> tile & 1 for tile in drawn))
    # A part of what is left out is dealt with there.
    parts = [share for share in plan.region_shares if main.leaves_out(share.tiles)]
    pinned = [share for share in plan.region_shares if share not in parts]
    # What is pinned for other sets they have to reach; the main one has to reach what is left.
    early = [share for share in pinned if any(share.tiles & tiles for tiles in site.others)]
    for region_share in early:
        claims.pin(region_share, main)
    for tiles in site.others:
        if not claims.claim(site.ground(tiles, targets), main, attempt):
            return None
    for region_share in pinned:
        if region_share not in early:
            claims.pin(region_share, main)
    if (plan.region_shares or site.others) and not claims.settle(
        lambda domains: _narrowed(site.rules, plan, domains)
    ):
        return None
    if not site.open:
        return _Shape(claims.domains)
    structure = claims.structure(main)
    texture_open = bytearray(structure.inside)
    if not structure.join(_TINY_REGION):
        return None
    claims.limit(structure, main)
    target = main.size
    if plan.path:
        structure.ends = bytearray(bool(domain & site.end_tiles) for domain in claims.domains)
        structure.fixed_start = site.pins.get(plan.path.start_kind, -1)
        structure.fixed_exit = site.pins.get(plan.path.exit_kind, -1)
        structure.low = min(plan.path.low, site.topology.cells)
        longest = site.topology.cells if plan.path.high is None else plan.path.high
        if plan.locks:
            structure.low = max(structure.low, min(longest, least_moves(len(plan.locks.doors))))
            # The ends of locks stay where they are put, so the cell's side must suit them now.
            uncounted = site.end_tiles & ~main.counted
            for cell in site.topology.existing:
                if structure.inside[cell] and not structure.counted[cell]:
                    structure.ends[cell] = bool(claims.domains[cell] & uncounted)
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
    standing: tuple[tuple[str, int], ...] = ()
    if plan.locks:
        locked = lock_up(site.rules, plan, structure, claims.domains, texture_open, main, rng)
        if locked is None:
            site.count("locks failed")
        standing = tuple(locked or ())
    stand = {demand.kind: demand.on for demand in plan.objects}
    for kind, cell in standing:
        claims.domains[cell] &= stand[kind]
    if main.rest >= 0:
        rules, topology, left = site.rules, site.topology, claims.domains
        nested = bool(site.inner)
        if not leave_out(rules, topology, left, drawn, structure, main, parts, rng, nested):
            site.count("sizes failed")
    claims.restrict(structure, main)
    for cell in {structure.start, structure.exit} - {-1}:
        if claims.domains[cell] & site.end_tiles:
            claims.domains[cell] &= site.end_tiles
    return _Shape(claims.domains, (structure.start, structure.exit), standing)


def _wound(structure: Structure, longest: int) -> bool:
    """Start again from a winding path, when the texture's own shape is too short."""
    # The path itself goes where it cannot be joined to cells that have to stay open.
    return (
        structure.wind(longest)
        and structure.join(0)
        and bool(structure.inside[structure.start] and structure.inside[structure.exit])
    )
