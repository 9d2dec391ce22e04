from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from engine_rules import CAVE, DUNGEON, ISLAND, HandRules, directed, obeys, symmetric
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen.engine.rng import Rng
from levelgen.engine.sampling import propagated, sample


@st.composite
def boards(draw: st.DrawFn) -> tuple[HandRules, int, int, list[int], int]:
    count = draw(st.integers(1, 4))
    pairs = [(a, b) for a in range(count) for b in range(count)]
    relation = st.lists(st.sampled_from(pairs), max_size=len(pairs), unique=True)
    weights = tuple(draw(st.lists(st.integers(0, 5), min_size=count, max_size=count)))
    rules = directed(draw(relation), draw(relation), weights)
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    if count == 4 and rows * cols > 6:
        rows = 2
    domain = st.one_of(st.just(rules.everything), st.integers(0, rules.everything))
    domains = draw(st.lists(domain, min_size=rows * cols, max_size=rows * cols))
    return rules, rows, cols, domains, draw(st.integers(0, 2**53 - 1))


def solutions(rules: HandRules, rows: int, cols: int, domains: list[int]) -> set[tuple[int, ...]]:
    options = [[t for t in range(len(rules.weights)) if d >> t & 1] for d in domains]
    return {tiles for tiles in itertools.product(*options) if obeys(rules, rows, cols, list(tiles))}


@settings(max_examples=300, deadline=None)
@given(boards())
def test_solved_exactly_when_brute_force_finds_a_board(
    case: tuple[HandRules, int, int, list[int], int],
) -> None:
    rules, rows, cols, domains, seed = case
    found = sample(rules, rows, cols, domains, Rng(seed))
    every = solutions(rules, rows, cols, domains)
    if every:
        assert found.status == "solved"
        assert tuple(found.tiles) in every
    else:
        assert found.status == "infeasible"
    narrowed = propagated(rules, rows, cols, domains)
    if every:
        assert narrowed is not None
        for cell, domain in enumerate(narrowed):
            assert all(domain >> tiles[cell] & 1 for tiles in every)


@pytest.mark.parametrize("rules", [DUNGEON, CAVE, ISLAND], ids=["dungeon", "cave", "island"])
@pytest.mark.parametrize("seed", range(10))
def test_every_board_obeys_the_rules(rules: HandRules, seed: int) -> None:
    found = sample(rules, 9, 14, [rules.everything] * 126, Rng(seed))
    assert found.status == "solved"
    assert obeys(rules, 9, 14, found.tiles)


def test_weights_set_the_shares_where_nothing_constrains() -> None:
    free = symmetric([(0, 0), (0, 1), (1, 1)], (3000, 1000))
    tiles = sample(free, 64, 64, [3] * 4096, Rng(1)).tiles
    assert 0.22 < tiles.count(1) / 4096 < 0.28
    tiles = sample(free, 64, 64, [3] * 4096, Rng(1), weights=(1000, 3000)).tiles
    assert 0.72 < tiles.count(1) / 4096 < 0.78


def test_zero_weight_is_drawn_only_where_nothing_else_is_left() -> None:
    rules = symmetric([(0, 0), (0, 1), (0, 2), (1, 1), (2, 2), (1, 2)], (1000, 0, 0))
    domains = [7] * 25
    domains[12] = 6
    seen = Counter(sample(rules, 5, 5, domains, Rng(seed)).tiles[12] for seed in range(200))
    assert set(seen) == {1, 2}
    assert min(seen.values()) > 60
    assert all(
        tile == 0
        for cell, tile in enumerate(sample(rules, 5, 5, domains, Rng(0)).tiles)
        if cell != 12
    )


def test_preferred_tiles_are_kept_when_they_agree() -> None:
    texture = sample(DUNGEON, 12, 12, [DUNGEON.everything] * 144, Rng(3)).tiles
    same = sample(DUNGEON, 12, 12, [DUNGEON.everything] * 144, Rng(4), prefer=texture)
    assert same.tiles == texture
    # One cell is forced to water: only cells that cannot stand beside it may change.
    domains = [DUNGEON.everything] * 144
    domains[70] = 1 << 3
    wanted = [-1 if cell == 70 else tile for cell, tile in enumerate(texture)]
    changed = sample(DUNGEON, 12, 12, domains, Rng(4), prefer=wanted).tiles
    assert {cell for cell in range(144) if changed[cell] != texture[cell]} <= {58, 69, 70, 71, 82}


def test_more_than_64_tiles() -> None:
    ring = directed(
        [(a, (a + 1) % 80) for a in range(80)], [(a, (a + 7) % 80) for a in range(80)], (1000,) * 80
    )
    found = sample(ring, 6, 6, [ring.everything] * 36, Rng(5))
    assert found.status == "solved"
    assert obeys(ring, 6, 6, found.tiles)


def test_a_spent_budget_is_unknown_with_a_consistent_partial_board() -> None:
    # Three colours, most cells allow two of them: arc consistency sees little ahead.
    rules = symmetric([(a, b) for a in range(3) for b in range(a)], (1, 1, 1))
    statuses = set()
    for seed in range(30):
        lists = Rng.stream(seed, "lists")
        domains = [lists.choice((3, 5, 6, 7, 7)) for _ in range(100)]
        found = sample(rules, 10, 10, domains, Rng(seed), budget=2)
        statuses.add(found.status)
        assert found.backtracks <= 100
        decided = {cell: tile for cell, tile in enumerate(found.tiles) if tile >= 0}
        for cell, tile in decided.items():
            if cell % 10 < 9 and cell + 1 in decided:
                assert rules.masks[1][tile] >> decided[cell + 1] & 1
            if cell + 10 in decided:
                assert rules.masks[2][tile] >> decided[cell + 10] & 1
    assert "unknown" in statuses


def test_restarts_learn_where_a_board_contradicts_itself() -> None:
    rules = symmetric([(a, b) for a in range(3) for b in range(a)], (1, 1, 1))
    statuses: Counter[str] = Counter()
    for seed in range(30):
        lists = Rng.stream(seed, "lists")
        domains = [lists.choice((3, 5, 6, 7, 7)) for _ in range(144)]
        found = sample(rules, 12, 12, domains, Rng(seed), budget=2000)
        statuses[found.status] += 1
        if found.status == "solved":
            assert obeys(rules, 12, 12, found.tiles)
    assert statuses["infeasible"] > statuses["solved"] > 0
    assert not statuses["unknown"]


def test_an_empty_domain_is_infeasible_and_a_wrong_length_an_error() -> None:
    assert sample(DUNGEON, 1, 1, [0], Rng(0)).status == "infeasible"
    assert sample(DUNGEON, 1, 2, [31, 0], Rng(0)).tiles == [-1, -1]
    assert sample(DUNGEON, 1, 1, [1 << 4], Rng(0)).tiles == [4]
    with pytest.raises(ValueError, match="3 domains for a board of 2x2"):
        sample(DUNGEON, 2, 2, [1, 1, 1], Rng(0))


# Any change of these is a change of every level that the sampler ever made.
GOLDEN = {
    "dungeon": (DUNGEON, "010411110130111311130331110311131001110133040311"),
    "cave": (CAVE, "001211000020003111110311112111011110011111110111"),
    "island": (ISLAND, "433343314345344534544444133534543334335344543331"),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_boards(name: str) -> None:
    rules, expected = GOLDEN[name]
    found = sample(rules, 6, 8, [rules.everything] * 48, Rng.stream(20_000, "golden"))
    assert "".join(map(str, found.tiles)) == expected


def test_golden_board_with_preferences_that_disagree() -> None:
    texture = sample(ISLAND, 6, 8, [63] * 48, Rng.stream(1, "golden")).tiles
    domains = [63] * 48
    for cell in range(0, 48, 5):
        domains[cell] = 0b011001
    found = sample(ISLAND, 6, 8, domains, Rng.stream(2, "golden"), prefer=texture)
    assert found.status == "solved"
    assert "".join(map(str, found.tiles)) == "334310011331211331533213135512333344313143431313"


def test_golden_board_with_backtracking_and_a_reset() -> None:
    rules = symmetric([(a, b) for a in range(3) for b in range(a)], (1, 1, 1))
    lists = Rng.stream(11, "lists")
    domains = [lists.choice((3, 5, 6, 7, 7)) for _ in range(144)]
    found = sample(rules, 12, 12, domains, Rng(11), budget=2000)
    assert (found.status, found.backtracks, found.resets) == ("solved", 74, 5)
    assert "".join(map(str, found.tiles)) == (
        "021010212021102101020102210212101210021020212021"
        "210202121212101010202020212121020202020202101020"
        "201021020201012102102120201021010212120212121021"
    )


PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from engine_rules import ISLAND
from levelgen.engine.constructor import construct
from levelgen.engine.plan import Plan, Share
from levelgen.engine.sampling import sample
from levelgen.engine.rng import Rng
print(sample(ISLAND, 9, 9, [63] * 81, Rng.stream(7, "texture")).tiles)
print(construct(ISLAND, Plan(9, 9, (63,) * 81, 0b011100, (Share(0b011100, 30, 40),)), 7))
"""


def test_the_same_in_every_process_and_for_every_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM, str(Path(__file__).parent)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1
    assert outputs.pop().count("\n") == 2
