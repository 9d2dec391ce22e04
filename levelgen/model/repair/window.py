"""One window: what surrounds it becomes bounds and domains, and a solve gives its new tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from levelgen.model.draft import Draft
from levelgen.model.model import negation
from levelgen.model.repair.around import Around, around
from levelgen.model.repair.excerpt import Excerpt, Recipe, excerpt
from levelgen.model.repair.task import Task
from levelgen.model.shape import Shape
from levelgen.schema.layout import Layout

_ROUNDS = 24
"""Most solves of one window, each with more cuts."""


@dataclass(frozen=True)
class Wish:
    """What a window has to better.

    `bounds[index]` is the least and largest number of the tally on the whole board. `frozen`: cells
    stay on the grounds or off them, so that no region changes. `fresh`: one of these tiles has to
    stand in the window.
    """

    bounds: tuple[tuple[int, int], ...]
    frozen: bool = False
    fresh: int = 0


@dataclass
class Window:
    """A rectangle of a board."""

    task: Task
    tileset: str
    cells: Sequence[int]
    """The tiles of the whole board."""
    counts: Sequence[int]
    """What each tally of the task counts on it."""
    box: tuple[int, int, int, int]
    """Top, left, height, width."""
    places: list[int] = field(init=False)
    inside: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        top, left, height, width = self.box
        cols = self.task.shape.cols
        self.places = [
            row * cols + col
            for row in range(top, top + height)
            for col in range(left, left + width)
        ]
        self.inside = {cell: index for index, cell in enumerate(self.places)}

    def solve(self, wish: Wish, run: Callable[[Excerpt], list[int] | None]) -> list[int] | None:
        """Find new tiles for the window; None without any within the limit.

        `run` solves a model once.
        """
        made = self._posted(wish)
        if made is None:
            return None
        draft = Draft(tuple(self.cells[cell] for cell in self.places), {})
        watched = () if wish.frozen else self.task.networks
        outsides = [
            Around(self.task.shape, self.cells, self.places, network) for network in watched
        ]
        for _ in range(_ROUNDS):
            made.made.hint(draft)
            solution = run(made)
            if solution is None:
                return None
            draft = made.made.decoded(solution)
            cuts = [
                cut
                for outside, ground, entries in zip(
                    outsides, made.grounds, made.entries, strict=False
                )
                for cut in outside.cuts(draft, ground, entries)
            ]
            if not cuts:
                return list(draft.cells)
            for cut in cuts:
                made.made.model.clause(cut)
        return None

    def _shape(self) -> Shape:
        _, _, height, width = self.box
        there = [self.task.shape.exists[cell] for cell in self.places]
        if all(there):
            return Shape(height, width)
        lines = tuple(
            "".join("#" if there[row * width + col] else "." for col in range(width))
            for row in range(height)
        )
        return Shape(height, width, Layout(mask=lines))

    def _posted(self, wish: Wish) -> Excerpt | None:
        """Copy the window's model and add what this board makes of it."""
        task = self.task
        whole = [tally for tally in task.tallies if tally.cells is None]
        recipe = Recipe(
            self.tileset,
            task.rules,
            self._shape(),
            tuple(dict.fromkeys(tally.bits for tally in whole)),
            tuple(network.bits for network in task.networks),
            task.runs,
        )
        plan = excerpt(recipe)
        made = Excerpt(plan.made.copy(), plan.totals, plan.grounds, plan.entries)
        model, literals = made.made.model, made.made.grid.literals
        banned: list[int] = []
        for index, bits in enumerate(self._domains(wish)):
            banned += [
                negation(literal)
                for tile, literal in enumerate(literals[index])
                if not bits >> tile & 1
            ]
        model.imply((), banned)
        for tally, count, (low, high) in zip(task.tallies, self.counts, wish.bounds, strict=True):
            elsewhere = count - tally.among(self.cells, self.places)
            if tally.cells is None:
                terms = [(made.totals[tally.bits], 1)]
            else:
                terms = [
                    (literals[index][tile], 1)
                    for cell, index in self.inside.items()
                    if cell in tally.cells
                    for tile in range(task.rules.size)
                    if tally.bits >> tile & 1
                ]
            if low > high:
                return None
            model.linear(terms, low - elsewhere, high - elsewhere)
        self._post_runs(made)
        self._post_variety(made, wish)
        return made

    def _domains(self, wish: Wish) -> Iterable[int]:
        """Give the tiles of each cell of the window that fit the fixed cells around it."""
        task = self.task
        for cell in self.places:
            bits = task.domains[cell]
            for direction, other in around(task.shape, cell):
                if other not in self.inside and self.cells[other] >= 0:
                    bits &= task.rules.masks[direction ^ 2][self.cells[other]]
            if wish.frozen and self.cells[cell] >= 0:
                for network in task.networks:
                    bits &= _alike(network.bits, network.sides, self.cells[cell])
            yield bits

    def _post_runs(self, made: Excerpt) -> None:
        """Break every too long run that reaches out of the window."""
        grid, cells, inside, size = made.made.grid, self.cells, self.inside, self.task.rules.size
        for constraint in self.task.runs:
            bits, length = self.task.rules.bits(constraint.tags), constraint.length
            for line, joined in self.task.shape.lines():
                if len(line) <= length or not any(cell in inside for cell in line):
                    continue
                twice = [*line, *line[:length]] if joined else [*line]
                for first in range(len(twice) - length):
                    run = twice[first : first + length + 1]
                    held = sum(cell in inside for cell in run)
                    if held in (0, len(run)) or not all(
                        cell in inside or (cells[cell] >= 0 and bits >> cells[cell] & 1)
                        for cell in run
                    ):
                        continue
                    made.made.model.clause(
                        grid.literals[inside[cell]][tile]
                        for cell in run
                        if cell in inside
                        for tile in range(size)
                        if not bits >> tile & 1
                    )

    def _post_variety(self, made: Excerpt, wish: Wish) -> None:
        """Keep the last of a kind of tile where no kind may go, and add one if that is the wish."""
        task, literals = self.task, made.made.grid.literals
        if not task.variety:
            return
        outside = {
            tile for cell, tile in enumerate(self.cells) if tile >= 0 and cell not in self.inside
        }
        here = {self.cells[cell] for cell in self.places}
        kept = []
        for base in task.rules.bases:
            if not any(base >> tile & 1 for tile in outside) and any(
                tile >= 0 and base >> tile & 1 for tile in here
            ):
                kept.append(base)
        used = sum(any(base >> tile & 1 for tile in outside) for base in task.rules.bases)
        must = kept if used + len(kept) <= task.variety else []
        for bits in (*must, *([wish.fresh] if wish.fresh else [])):
            made.made.model.clause(
                row[tile] for row in literals for tile in range(task.rules.size) if bits >> tile & 1
            )


def _alike(bits: int, sides: tuple[int, ...] | None, tile: int) -> int:
    """Give the tiles that change nothing about a network where this tile stands."""
    if sides is None:
        return bits if bits >> tile & 1 else ~bits
    found = bits if bits >> tile & 1 else ~bits
    for side in sides:
        found &= side if side >> tile & 1 else ~side
    return found
