from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from conftest import Compiler
from engine_rules import CAVE, DUNGEON, HandRules, directed, symmetric
from engine_tasks import boards, keeps, random_rules
from hypothesis import given
from hypothesis import strategies as st

from levelgen.engine.rng import Rng
from levelgen.engine.sampling import sample
from levelgen.engine.task import MOST_BYTES, Task, default_budget, footprint
from levelgen.errors import RequestError

MOST_BOARDS = 1500


def small(seed: int) -> tuple[HandRules, Task, list[int]]:
    """A task that is small enough to list all its boards."""
    random = Random(seed)
    while True:
        tiles = random.randint(1, 4)
        rows, cols = random.randint(1, 4), random.randint(1, 4)
        if tiles ** (rows * cols) <= MOST_BOARDS:
            break
    rules = random_rules(random, tiles)
    full = (1 << tiles) - 1
    domains = [random.choice((full, full, random.getrandbits(tiles))) for _ in range(rows * cols)]
    runs = [(random.getrandbits(tiles), random.randint(0, 3)) for _ in range(random.randint(0, 2))]
    task = Task(
        rows=rows,
        cols=cols,
        domains=domains,
        exists=random.choice((None, bytes(random.random() < 0.8 for _ in range(rows * cols)))),
        periodic_rows=random.random() < 0.5,
        periodic_cols=random.random() < 0.5,
        runs=tuple(runs),
        state=random.getrandbits(64),
    )
    return rules, task, domains


def test_solved_exactly_when_a_board_exists(compiler: Compiler) -> None:
    met: Counter[str] = Counter()

    @given(st.integers(0, 2**53))
    def decide(seed: int) -> None:
        rules, task, domains = small(seed)
        kernel = compiler(rules.weights, rules.masks)
        found = kernel.sample(task)
        every = set(boards(rules, task, domains))
        met["solved" if every else "infeasible"] += 1
        assert found.status == ("solved" if every else "infeasible")
        narrowed = kernel.narrowed(task)
        if every:
            assert tuple(found.tiles) in every
            assert found.stuck == -1
            assert narrowed is not None
            for cell, domain in enumerate(narrowed):
                assert all(tiles[cell] < 0 or domain >> tiles[cell] & 1 for tiles in every)
        else:
            assert found.tiles == [-1] * len(domains)
            assert 0 <= found.stuck < len(domains)

    decide()
    assert min(met["solved"], met["infeasible"]) > 20


@pytest.mark.parametrize("rules", [DUNGEON, CAVE], ids=["dungeon", "cave"])
@pytest.mark.parametrize("seed", range(4))
def test_boards_with_holes_that_wrap_and_have_runs(
    compiler: Compiler, rules: HandRules, seed: int
) -> None:
    random = Random(seed)
    task = Task(
        rows=23,
        cols=31,
        exists=bytes(random.random() < 0.8 for _ in range(23 * 31)),
        periodic_rows=seed % 2 == 0,
        periodic_cols=seed < 2,
        runs=((0b0001, 2), (0b0110, 3)),
        state=seed,
    )
    found = compiler(rules.weights, rules.masks).sample(task)
    assert found.status == "solved"
    assert task.exists is not None
    assert [tile >= 0 for tile in found.tiles] == [there != 0 for there in task.exists]
    assert keeps(rules, task, tuple(found.tiles))


FREE = symmetric([(0, 0), (0, 1), (1, 1)], (3000, 1000))


def test_runs_are_propagated(compiler: Compiler) -> None:
    kernel = compiler(FREE.weights, FREE.masks)
    # Two of the first tile may stand in a row: what lies between or beside two others is clear.
    for given_row, left in (
        ([1, 1, 3, 3], [1, 1, 2, 3]),
        ([1, 3, 1, 3], [1, 2, 1, 3]),
        ([3, 1, 1, 3], [2, 1, 1, 2]),
        ([1, 2, 1, 1], [1, 2, 1, 1]),
    ):
        task = Task(rows=1, cols=4, domains=given_row, runs=((1, 2),))
        assert kernel.narrowed(task) == left
        turned = Task(rows=4, cols=1, domains=given_row, runs=((1, 2),))
        assert kernel.narrowed(turned) == left
    ring = Task(rows=1, cols=4, domains=[1, 3, 3, 1], runs=((1, 2),), periodic_cols=True)
    assert kernel.narrowed(ring) == [1, 2, 2, 1]
    # A hole ends a run.
    holed = Task(rows=1, cols=5, domains=[1, 1, 3, 1, 3], exists=b"\1\1\0\1\1", runs=((1, 2),))
    assert kernel.narrowed(holed) == [1, 1, 0, 1, 3]
    # Round a ring that is no longer than the run, anything goes; without a ring it is too short.
    everywhere = Task(rows=1, cols=3, domains=[1, 1, 1], runs=((1, 3),), periodic_cols=True)
    assert kernel.narrowed(everywhere) == [1, 1, 1]
    assert kernel.narrowed(Task(rows=1, cols=3, domains=[1, 1, 1], runs=((1, 2),))) is None
    assert kernel.narrowed(Task(rows=1, cols=2, runs=((1, 0),))) == [2, 2]


def test_a_line_of_one_cell_that_wraps_is_its_own_neighbour(compiler: Compiler) -> None:
    # The first tile cannot stand beside itself east and west, the second not north and south.
    rules = directed([(0, 1), (1, 0), (1, 1)], [(0, 0), (0, 1), (1, 0)], (1, 1))
    kernel = compiler(rules.weights, rules.masks)
    assert kernel.narrowed(Task(rows=2, cols=1, periodic_cols=True)) is None
    assert kernel.narrowed(Task(rows=1, cols=2, periodic_rows=True)) is None
    assert kernel.narrowed(Task(rows=1, cols=1, periodic_cols=True)) == [2]
    assert kernel.narrowed(Task(rows=1, cols=1, periodic_rows=True)) == [1]
    assert kernel.narrowed(Task(rows=1, cols=1)) == [3]


def test_a_field_scales_weights_cell_by_cell(compiler: Compiler) -> None:
    kernel = compiler(FREE.weights, FREE.masks)
    # From nothing of the second tile in the north to nine times its weight in the south.
    factors = [f for row in range(60) for _ in range(60) for f in (1000, 9000 * row // 59)]
    found = kernel.sample(Task(rows=60, cols=60, field=factors, state=3)).tiles
    north, middle, south = (sum(found[start : start + 600]) for start in (0, 1500, 3000))
    assert sum(found[:60]) == 0
    assert north < 150 < middle - 150 < middle < south - 50
    # Where every factor is 0, all tiles are alike.
    blank = kernel.sample(Task(rows=30, cols=30, field=[0] * 1800, state=3)).tiles
    assert 380 < sum(blank) < 520


def test_a_task_without_domains_samples_every_tile_with_a_weight(compiler: Compiler) -> None:
    kernel = compiler((1000, 0, 1000), ((7, 7, 7),) * 4)
    assert set(kernel.sample(Task(rows=9, cols=9)).tiles) == {0, 2}
    assert set(kernel.sample(Task(rows=9, cols=9, weights=(0, 1, 0))).tiles) == {1}


def test_no_cell_at_all_is_an_empty_board(compiler: Compiler) -> None:
    found = compiler(FREE.weights, FREE.masks).sample(Task(rows=2, cols=2, exists=bytes(4)))
    assert (found.status, found.tiles) == ("solved", [-1] * 4)


def test_a_spent_budget_leaves_the_fullest_board_and_where_it_got_stuck(compiler: Compiler) -> None:
    rules = symmetric([(a, b) for a in range(3) for b in range(a)], (1, 1, 1))
    kernel = compiler(rules.weights, rules.masks)
    statuses = Counter()
    for seed in range(25):
        lists = Rng.stream(seed, "lists")
        domains = [lists.choice((3, 5, 6, 7, 7)) for _ in range(100)]
        task = Task(rows=10, cols=10, domains=domains, state=seed, budget=2)
        found = kernel.sample(task)
        statuses[found.status] += 1
        if found.status == "unknown":
            assert found.backtracks == 2
            assert -1 in found.tiles
            assert 0 <= found.stuck < 100
            assert keeps(rules, task, tuple(found.tiles))
    assert statuses["unknown"] > 2


def test_the_same_task_gives_the_same_sample(compiler: Compiler) -> None:
    kernel = compiler(DUNGEON.weights, DUNGEON.masks)
    task = Task(rows=15, cols=15, state=8, record=True)
    assert kernel.sample(task) == kernel.sample(task)
    others = {tuple(kernel.sample(Task(rows=15, cols=15, state=s)).tiles) for s in range(20)}
    assert len(others) == 20


def test_the_stream_goes_on_where_the_sample_left_it() -> None:
    rng = Rng(4)
    first = sample(DUNGEON, 8, 8, [31] * 64, rng)
    assert rng.state == first.state != 4
    assert sample(DUNGEON, 8, 8, [31] * 64, rng).tiles != first.tiles


WRONG = {
    "no row": ({"rows": 0}, "0x2 cells"),
    "too large": ({"rows": 1 << 20, "cols": 1 << 10}, "can have 1048576x1024 cells"),
    "domains": ({"domains": [1, 1, 1]}, "3 domains for a board of 2x2"),
    "packed domains": ({"domains": b"12345678"}, "1 domains for a board of 2x2"),
    "a foreign tile": ({"domains": [1, 1, 4, 1]}, "domain names a tile"),
    "exists": ({"exists": b"\1"}, "exists has 1 items instead of 4"),
    "prefer": ({"prefer": [0, 0]}, "prefer has 2 items instead of 4"),
    "a foreign preference": ({"prefer": [0, 0, 2, 0]}, "prefer names a tile"),
    "weights": ({"weights": (1,)}, "weights has 1 items instead of 2"),
    "large weights": ({"weights": (1 << 62, 1)}, "too large"),
    "field": ({"field": [1000] * 7}, "field has 7 items instead of 8"),
    "large factors": ({"field": [1 << 32] * 8}, "factors of a field"),
    "a foreign run": ({"runs": ((4, 1),)}, "a run names a tile"),
    "a run below 0": ({"runs": ((1, -1),)}, "length below 0"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_task_that_does_not_fit_is_one_clear_error(compiler: Compiler, name: str) -> None:
    changed, message = WRONG[name]
    task = Task(**{"rows": 2, "cols": 2, **changed})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        compiler(FREE.weights, FREE.masks).sample(task)


def test_a_task_that_may_need_too_much_memory_is_refused_before_it_starts(
    compiler: Compiler,
) -> None:
    tiles = 300
    kernel = compiler((1,) * tiles, (((1 << tiles) - 1,) * tiles,) * 4)
    with pytest.raises(RequestError, match="1024x1024 cells with 300 tiles may need too much mem"):
        kernel.sample(Task(rows=1024, cols=1024))
    assert footprint(512, 512, 5) < 64 << 20
    assert footprint(512, 512, 300) < MOST_BYTES < footprint(1024, 1024, 300)


def test_default_budget_grows_with_the_board() -> None:
    assert default_budget(12, 12) < default_budget(512, 512)


def test_every_board_is_reached_and_none_is_much_too_frequent(compiler: Compiler) -> None:
    # WFC is no exact sampler: on this board its total variation distance from the distribution
    # by weights is about 0.06. It must not grow, and no board may be out of reach.
    rules = symmetric([(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)], (2, 1, 2))
    task = Task(rows=2, cols=2)
    exact = {tiles: 2 ** sum(tile != 1 for tile in tiles) for tiles in boards(rules, task, [7] * 4)}
    whole = sum(exact.values())
    kernel = compiler(rules.weights, rules.masks)
    drawn = 2000
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(drawn):
        state = Rng.stream(seed, "fairness").state
        seen[tuple(kernel.sample(Task(rows=2, cols=2, state=state)).tiles)] += 1
    assert set(seen) == set(exact)
    distance = sum(abs(seen[b] / drawn - share / whole) for b, share in exact.items()) / 2
    assert distance < 0.15
