"""All cells with the tags in one region: vertex separators on demand, or one exact circuit.

The circuit is the walk around a spanning tree. Each cell has four corners, passed clockwise. On a
closed side the walk stays in the cell (one arc from corner to corner); where the tree has an edge
it crosses into the neighbour and comes back on the other side (two arcs). The arcs that are used
always form the boundary walks of the chosen edges seen as a thickened plane graph, and such a
graph has a single boundary walk exactly if it is a tree (Euler: vertices - edges + walks = 2 for
one component, and each further component brings a walk of its own). So one circuit means: the
chosen edges form a tree that spans all cells inside, hence one region; and any region has a
spanning tree.
"""

from __future__ import annotations

from dataclasses import dataclass

from levelgen.model.context import Context
from levelgen.model.draft import Draft
from levelgen.model.ground import Ground, lay_ground
from levelgen.model.regions import Near, components
from levelgen.schema.constraints import Connected

CIRCUIT_CELLS = 32 * 32
"""Largest board for which the circuit propagates fast enough (measured)."""

_CUT_WORK = 4_000_000
"""Cells that one round of cuts may look at; where it takes more, later rounds cut the rest."""

_NW, _NE, _SE, _SW = range(4)


def connected(context: Context, constraint: Connected) -> None:
    """Keep the cells with the tags in one region."""
    ground = lay_ground(context, context.rules.bits(constraint.tags))
    if not constraint.allow_empty:
        context.model.clause(ground.inside)
    if context.cutting == "regions":
        context.model.watches.append(Region(context.model.condition, ground))
    else:
        tour(context, ground)


@dataclass(frozen=True)
class Region:
    """Separator clauses for the cells of a ground (lazy connectivity)."""

    condition: tuple[int, ...]
    ground: Ground

    def cuts(self, draft: Draft) -> list[tuple[int, ...]]:
        """Say of regions that are apart: not both, or the separator between them opens.

        The largest region is set against the others, from both sides.
        """
        ground = self.ground
        found = components(ground.near(draft), draft.members(ground.bits))
        if len(found) < 2:
            return []
        largest = max(found, key=len)
        others = [region for region in found if region is not largest]
        cuts = []
        for region in others[: max(1, _CUT_WORK // ground.shape.cells)]:
            for near, far in ((region, largest), (largest, region)):
                one, two = near[0], far[0]
                cuts.append(
                    (
                        *(-literal - 1 for literal in self.condition),
                        -ground.inside[one] - 1,
                        -ground.inside[two] - 1,
                        *ground.separating(near, two),
                    )
                )
        return cuts


def tour(context: Context, ground: Ground) -> None:
    """Post the circuit around a spanning tree of the cells of a ground; no cells are fine too."""
    model, shape, inside = context.model, context.shape, ground.inside
    east = {pair: model.boolean() for pair in shape.east}
    south = {pair: model.boolean() for pair in shape.south}
    if ground.joints:
        for literal, joint in zip((*east.values(), *south.values()), ground.joints, strict=True):
            model.clause((-literal - 1, joint))
    arcs: list[tuple[int, int, int]] = []
    for (cell, beside), literal in east.items():
        arcs.append((4 * cell + _NE, 4 * beside + _NW, literal))
        arcs.append((4 * beside + _SW, 4 * cell + _SE, literal))
    for (cell, below), literal in south.items():
        arcs.append((4 * cell + _SE, 4 * below + _NE, literal))
        arcs.append((4 * below + _NW, 4 * cell + _SW, literal))
    closed: list[tuple[int, ...]] = []
    for cell in range(shape.cells):
        right, down = (cell, cell + 1), (cell, cell + shape.cols)
        left, up = (cell - 1, cell), (cell - shape.cols, cell)
        # A side on the edge of the board is closed whenever the cell is inside.
        sides = tuple(
            model.boolean() if open_ else inside[cell]
            for open_ in (up in south, right in east, down in south, left in east)
        )
        closed.append(sides)
        for corner, literal in zip((_NW, _NE, _SE, _SW), sides, strict=True):
            arcs.append((4 * cell + corner, 4 * cell + (corner + 1) % 4, literal))
            arcs.append((4 * cell + corner, 4 * cell + corner, -inside[cell] - 1))
    model.circuit(arcs)

    def witness(draft: Draft) -> list[int]:
        members = ground.members(draft)
        tree = _spanning(ground.near(draft), members)
        found = [literal for pair, literal in (*east.items(), *south.items()) if pair in tree]
        for cell in range(shape.cells):
            if members[cell]:
                around = (
                    (cell - shape.cols, cell),
                    (cell, cell + 1),
                    (cell, cell + shape.cols),
                    (cell - 1, cell),
                )
                found += [
                    literal
                    for pair, literal in zip(around, closed[cell], strict=True)
                    if pair not in tree
                ]
        return found

    model.witnesses.append(witness)


def _spanning(near: Near, members: list[bool]) -> frozenset[tuple[int, int]]:
    """Give the edges (smaller cell first) of a breadth-first spanning forest."""
    seen = [False] * len(members)
    tree = []
    for first in range(len(members)):
        if members[first] and not seen[first]:
            seen[first] = True
            region = [first]
            for cell in region:
                for other in near[cell]:
                    if members[other] and not seen[other]:
                        seen[other] = True
                        region.append(other)
                        tree.append((min(cell, other), max(cell, other)))
    return frozenset(tree)
