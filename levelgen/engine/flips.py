"""Single-cell changes that keep the adjacency: they settle shares and variety at the end."""

from __future__ import annotations

from collections.abc import Sequence

from levelgen.engine.board import Board
from levelgen.engine.entropy import members, scaled
from levelgen.engine.plan import Share
from levelgen.engine.rng import Rng
from levelgen.engine.runs import too_long
from levelgen.engine.task import Rules

_SWEEPS = 4
_SETTLINGS = 16
_STIRS = 6


def options(rules: Rules, topology: Board, tiles: Sequence[int], cell: int, domain: int) -> int:
    """Narrow a domain to the tiles that the present neighbours of a cell accept."""
    for direction, other in topology.links[cell]:
        # What stands in a direction allows what its opposite direction lists.
        domain &= rules.masks[direction ^ 2][tiles[other]]
    return domain


class Flips:
    """A finished board on which single cells may change to a tile their neighbours accept.

    ``signatures[tile]`` has bit i set when share i holds the tile, and after the last share a bit
    for each of the sets that must stay connected: a flip may only change the bits it is meant to.
    ``alike`` are the tiles of each signature.
    """

    def __init__(
        self,
        rules: Rules,
        topology: Board,
        domains: Sequence[int],
        tiles: list[int],
        connected: Sequence[int],
        shares: Sequence[Share],
        field: Sequence[int] | None,
        runs: Sequence[tuple[int, int]],
        rng: Rng,
    ) -> None:
        self.rules = rules
        self.field = field
        self.runs = runs
        self.topology = topology
        self.domains = domains
        self.tiles = tiles
        self.shares = shares
        self.rng = rng
        self.signatures = [
            sum(
                (tiles >> tile & 1) << index
                for index, tiles in enumerate((*(share.tiles for share in shares), *connected))
            )
            for tile in range(len(rules.weights))
        ]
        self.alike: dict[int, int] = {}
        for tile, signature in enumerate(self.signatures):
            self.alike[signature] = self.alike.get(signature, 0) | 1 << tile

    def _weight(self, cell: int, tile: int) -> int:
        """Give the weight of a tile on a cell: never 0, unless a field says so."""
        weight = self.rules.weights[tile]
        if self.field is None:
            return max(1, weight)
        return scaled(weight, self.field[cell * len(self.rules.weights) + tile])

    def _choices(self, cell: int, tiles: int) -> list[int]:
        """List the tiles of a bitset that may stand on a cell beside its present neighbours."""
        tiles &= options(self.rules, self.topology, self.tiles, cell, self.domains[cell])
        return [
            tile
            for tile in members(tiles)
            if self._weight(cell, tile) and self._keeps_runs(cell, tile)
        ]

    def _keeps_runs(self, cell: int, tile: int) -> bool:
        return not any(
            self._is_long(cell, bits, most) for bits, most in self.runs if bits >> tile & 1
        )

    def _is_long(self, cell: int, bits: int, most: int) -> bool:
        return too_long(self.topology, cell, most, lambda other: bits >> self.tiles[other] & 1)

    def _set(self, cell: int, choices: list[int]) -> None:
        weights = [self._weight(cell, tile) for tile in choices]
        self.tiles[cell] = choices[self.rng.weighted(weights)]

    def settle(self, index: int, target: int) -> int:
        """Bring share ``index`` as near to ``target`` cells as flips can; give the number.

        Where no flip is left and the share is still outside its window, tiles change places
        inside their signatures a few times: a tile may be in the way that could be another.
        """
        share = self.shares[index]
        bit = 1 << index
        count = sum(share.tiles >> tile & 1 for tile in self.tiles)
        flips = stirs = 0
        order = list(self.topology.existing)
        for _ in range(_SETTLINGS):
            if count == target:
                break
            before = count
            self.rng.shuffle(order)
            for cell in order:
                signature = self.signatures[self.tiles[cell]]
                if bool(signature & bit) == (count < target):
                    continue
                if self._flip(cell, signature ^ bit):
                    count += -1 if signature & bit else 1
                    flips += 1
                    if count == target:
                        break
            if count == before:
                if stirs == _STIRS or share.low <= count <= share.high:
                    break
                stirs += 1
                for cell in order:
                    flips += self._flip(cell, self.signatures[self.tiles[cell]])
        return flips

    def trade(self, targets: Sequence[int]) -> int:
        """Flip tiles from share to share while that brings all nearer to ``targets`` together.

        Does nothing where every share is inside its window. Stirs like `settle`. Gives the number.
        """
        shares = self.shares
        misses = [
            target - sum(share.tiles >> tile & 1 for tile in self.tiles)
            for share, target in zip(shares, targets, strict=True)
        ]
        flips = stirs = 0
        order = list(self.topology.existing)
        for _ in range(_SETTLINGS):
            if all(
                share.low <= target - miss <= share.high
                for share, target, miss in zip(shares, targets, misses, strict=True)
            ):
                break
            before = flips
            self.rng.shuffle(order)
            for cell in order:
                signature = self.signatures[self.tiles[cell]]
                better = 0
                for other, tiles in self.alike.items():
                    if self._gain(signature, other, misses) > 0:
                        better |= tiles
                choices = self._choices(cell, better) if better else []
                if choices:
                    self._set(cell, choices)
                    found = self.signatures[self.tiles[cell]]
                    for index in range(len(shares)):
                        misses[index] += (signature >> index & 1) - (found >> index & 1)
                    flips += 1
            if flips == before:
                if stirs == _STIRS:
                    break
                stirs += 1
                for cell in order:
                    self._flip(cell, self.signatures[self.tiles[cell]])
        return flips

    def _gain(self, signature: int, other: int, misses: Sequence[int]) -> int:
        """Give how much nearer a flip brings the shares; 0 where it would change a region."""
        changed = signature ^ other
        if not changed or changed >> len(misses):
            return 0
        gain = 0
        for index, miss in enumerate(misses):
            if changed >> index & 1:
                gains = miss > 0 if other >> index & 1 else miss < 0
                gain += 1 if gains else -1
        return gain

    def _flip(self, cell: int, signature: int) -> bool:
        """Change a cell to another tile of this signature, if its neighbours accept one."""
        choices = self._choices(cell, self.alike.get(signature, 0) & ~(1 << self.tiles[cell]))
        if choices:
            self._set(cell, choices)
        return bool(choices)

    def balance(self, model: Sequence[int]) -> int:
        """Move the mixture of tiles most of the way to ``model`` (cells per tile); give the flips.

        Mixtures are compared inside each signature, so that sizes of regions play no part.
        Every flip lowers the sum of squared surpluses; a tile that may not turn into the one
        that is missing can so pass through a third.
        """
        signatures = self.signatures
        counts = [0] * len(signatures)
        for cell in self.topology.existing:
            counts[self.tiles[cell]] += 1
        surplus = []
        for tile, signature in enumerate(signatures):
            side = [t for t, other in enumerate(signatures) if other == signature]
            whole = sum(model[t] for t in side)
            aim = model[tile] * sum(counts[t] for t in side) // whole if whole else counts[tile]
            surplus.append((counts[tile] - aim) * 3 // 4)
        order = list(self.topology.existing)
        flips = 0
        for _ in range(_SWEEPS):
            self.rng.shuffle(order)
            before = flips
            for cell in order:
                tile = self.tiles[cell]
                if surplus[tile] <= 0:
                    continue
                choices = [
                    other
                    for other in self._choices(cell, self.alike[signatures[tile]])
                    if surplus[other] < surplus[tile] - 1
                ]
                if choices:
                    self._set(cell, choices)
                    surplus[tile] -= 1
                    surplus[self.tiles[cell]] += 1
                    flips += 1
            if flips == before:
                break
        return flips

    def vary(self, groups: Sequence[int], minimum: int) -> int:
        """Bring in base tiles that are missing until ``minimum`` are in use; give the number."""
        counts = [sum(group >> tile & 1 for tile in self.tiles) for group in groups]
        missing = [index for index, count in enumerate(counts) if not count]
        self.rng.shuffle(missing)
        order = list(self.topology.existing)
        self.rng.shuffle(order)
        flips = 0
        for index in missing:
            if sum(count > 0 for count in counts) >= minimum:
                break
            for cell in order:
                tile = self.tiles[cell]
                home = next((i for i, group in enumerate(groups) if group >> tile & 1), -1)
                if home >= 0 and counts[home] < 2:
                    continue
                choices = self._choices(cell, groups[index] & self.alike[self.signatures[tile]])
                if choices:
                    self._set(cell, choices)
                    counts[index] += 1
                    if home >= 0:
                        counts[home] -= 1
                    flips += 1
                    break
        return flips
