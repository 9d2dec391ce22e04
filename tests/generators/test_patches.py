"""A rectangle of a board drawn anew changes nothing else; regions are known without a new count."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen import engine
from levelgen.engine.rng import Rng
from levelgen.engine.task import Task
from levelgen.engine.topology import Topology
from levelgen.generators.windowed.grounds import Ground
from levelgen.generators.windowed.patchwork import Patchwork
from levelgen.generators.windowed.regions import Regions
from levelgen.learn import learn_patterns, pattern_domains, windows_outside
from levelgen.learn.patterns import Patterns
from levelgen.learn.windows import board_size
from levelgen.schema.layout import Periodic
from levelgen.schema.level import Level

SAMPLE = "aaaaaa\nabbaba\naabbba\nabaaba\nabbbaa\naaaaaa\n"
ROWS, COLS = 9, 11
EXISTS = [True] * (ROWS * COLS)


def board(patterns: Patterns, periodic: Periodic, seed: int) -> Patchwork:
    """Sample a board."""
    joined_rows, joined_cols = periodic in ("rows", "both"), periodic in ("cols", "both")
    height, width = board_size(patterns, ROWS, COLS, periodic)
    every = [(1 << len(patterns.tileset.ids)) - 1] * (ROWS * COLS)
    task = Task(
        rows=height,
        cols=width,
        domains=pattern_domains(patterns, ROWS, COLS, every, periodic),
        periodic_rows=joined_rows,
        periodic_cols=joined_cols,
        state=Rng.stream(seed, "test").state,
    )
    sample = engine.compile(patterns.weights, patterns.masks).sample(task)
    assert sample.status == "solved"
    return Patchwork(patterns, task, sample.tiles, EXISTS, COLS)


@pytest.mark.parametrize("periodic", ["none", "rows", "cols", "both"])
@pytest.mark.parametrize("window", [(1, 1), (2, 2), (3, 2), (3, 3)])
def test_a_rectangle_drawn_anew_fits_what_lies_around_it(
    window: tuple[int, int], periodic: Periodic
) -> None:
    patterns = learn_patterns(SAMPLE, *window, symmetries=8, periodic=True)
    work = board(patterns, periodic, 1)
    rng = Rng(7)
    laid = 0
    for _ in range(60):
        cell = rng.below(ROWS * COLS)
        tile = rng.below(2)
        before = list(work.tiles)
        patch = work.drawn(work.around([cell], 1), {cell: 1 << tile}, [], rng)
        assert work.tiles == before
        if patch is None:
            continue
        work.lay(patch)
        laid += 1
        assert work.tiles[cell] == tile
        changed = {
            n for n, (one, two) in enumerate(zip(before, work.tiles, strict=True)) if one != two
        }
        assert changed <= patch.cells.keys()
        row, col = divmod(cell, COLS)
        for other in changed:
            down, right = abs(other // COLS - row), abs(other % COLS - col)
            assert min(down, ROWS - down) <= 1 + window[0]
            assert min(right, COLS - right) <= 1 + window[1]
        level = Level(tileset=patterns.tileset, rows=ROWS, cols=COLS, cells=tuple(work.tiles))
        assert windows_outside(level, patterns, periodic) == ()
    assert laid > 20


def test_a_rectangle_that_cannot_be_drawn_is_none() -> None:
    patterns = learn_patterns("abab\nbaba\nabab\nbaba\n", 2, 2)
    work = board(patterns, "none", 1)
    cell = 4 * COLS + 5
    other = 1 << (1 - work.tiles[cell])
    assert work.drawn(work.around([cell], 1), {cell: other}, [], Rng(1)) is None
    again = work.drawn(work.around([cell], 1), {}, [cell], Rng(1))
    assert again is not None
    assert all(work.tiles[place] == tile for place, tile in again.cells.items())


@st.composite
def changes(draw: st.DrawFn) -> tuple[Topology, list[int], list[dict[int, int]]]:
    """Draw a board that may wrap and have holes, and what changes on it."""
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    exists = bytes(draw(st.lists(st.sampled_from([1, 1, 1, 0]), min_size=49, max_size=49)))
    periodic = draw(st.tuples(st.booleans(), st.booleans()))
    topology = Topology(rows, cols, periodic, exists[: rows * cols])
    tile = st.integers(0, 3)
    tiles = draw(st.lists(tile, min_size=rows * cols, max_size=rows * cols))
    here = [tiles[cell] if exists[cell] else -1 for cell in range(rows * cols)]
    if not topology.existing:
        return topology, here, []
    cells = st.dictionaries(st.sampled_from(topology.existing), tile, min_size=1, max_size=9)
    return topology, here, draw(st.lists(cells, max_size=6))


PLAIN = Ground(0b110, (0b110,) * 4, ((False, True, True, False),) * 4, optional=False)
# Tile 1 opens to all sides, 2 to north and south, 3 to east alone.
SIDES = (0b0110, 0b1010, 0b0110, 0b0010)
LINKED = Ground(
    0b1110,
    SIDES,
    tuple(tuple(bool(side >> tile & 1) for tile in range(4)) for side in SIDES),
    optional=False,
)


@pytest.mark.parametrize("ground", [PLAIN, LINKED])
@settings(max_examples=300)
@given(drawn=changes())
def test_regions_after_changes_are_those_of_the_new_board(
    ground: Ground, drawn: tuple[Topology, list[int], list[dict[int, int]]]
) -> None:
    topology, tiles, steps = drawn
    regions = Regions(topology, ground, tiles)
    for step in steps:
        change = regions.change(step)
        after = list(tiles)
        for cell, tile in step.items():
            after[cell] = tile
        fresh = Regions(topology, ground, after)
        assert change.count == len(fresh)
        regions.apply(change)
        tiles[:] = after
        assert len(regions) == len(fresh)
        assert {frozenset(one) for one in regions.by_size()} == {
            frozenset(one) for one in fresh.by_size()
        }


def test_a_lack_of_ground_counts_unless_it_may_be_empty() -> None:
    assert [PLAIN.excess(count) for count in (0, 1, 3)] == [1, 0, 2]
    assert replace(PLAIN, optional=True).excess(0) == 0
