"""What the WFC benchmarks compute without the clock: fits, distributions, task files, rules."""

from __future__ import annotations

import shlex
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from benchmark_modules import load

from levelgen.library import find_tileset
from levelgen.rules import compile_rules

fairness = load("fairness")
growth = load("growth")
peer = load("peer")
rulesets = load("rulesets")


@pytest.mark.parametrize("power", [0.5, 1.0, 1.1, 2.0])
def test_the_exponent_of_a_power_law_is_found(power: float) -> None:
    sizes = [16384, 65536, 262144]
    assert growth.exponent(sizes, [3e-5 * size**power for size in sizes]) == pytest.approx(power)


def test_an_exponent_needs_two_sizes_and_positive_times() -> None:
    for sizes, times in (([4], [1.0]), ([4, 4], [1.0, 2.0]), ([4, 8], [1.0, 0.0])):
        with pytest.raises(ValueError):
            growth.exponent(sizes, times)


def test_the_exact_distribution_is_what_counting_every_board_gives() -> None:
    rules = rulesets.coast()
    rows, cols = 2, 3
    wanted = {}
    for board in product(range(3), repeat=rows * cols):
        grid = np.array(board).reshape(rows, cols)
        beside = [(grid[:, :-1], grid[:, 1:]), (grid[:-1], grid[1:])]
        # Land is 0 and sea 2; only these two never meet.
        if all((abs(one - other) < 2).all() for one, other in beside):
            wanted[board] = float(np.prod([rules.weights[tile] for tile in board]))
    total = sum(wanted.values())
    exact = fairness.exact_distribution(rules.weights, rules.masks, rows, cols)
    assert exact == pytest.approx({board: weight / total for board, weight in wanted.items()})


def test_rules_without_a_board_have_no_distribution() -> None:
    with pytest.raises(ValueError):
        fairness.exact_distribution((1,), ((0,),) * 4, 1, 2)


def test_total_variation_is_zero_for_equal_and_one_for_disjoint_boards() -> None:
    exact = {(0,): 0.25, (1,): 0.75}
    assert fairness.variation({(0,): 1, (1,): 3}, exact) == 0
    assert fairness.variation({(2,): 5}, exact) == 1
    assert fairness.variation({(0,): 4}, exact) == pytest.approx(0.75)
    assert fairness.counted([[0], [1], [1]]) == {(0,): 1, (1,): 2}


def test_exact_samples_vary_as_binomials_do() -> None:
    exact = {(0,): 0.5, (1,): 0.5}
    # The mean deviation of a binomial share of n is sqrt(2 p q / (pi n)) in the limit.
    assert fairness.expected_variation(exact, 2000, rounds=4000) == pytest.approx(
        (0.5 / (np.pi * 2000)) ** 0.5, rel=0.05
    )
    assert fairness.effective_size(exact) == pytest.approx(2)
    assert fairness.tile_shares({(0, 0, 1, 1): 0.5, (0, 0, 0, 0): 0.5}, 2) == [0.75, 0.25]


@pytest.mark.parametrize("periodic", [False, True])
def test_a_task_file_reads_back_as_it_was(periodic: bool) -> None:
    rules = rulesets.sockets(4)
    task = peer.PeerTask(rules.weights, rules.masks, 12, 7, (1, 2, 9), periodic, 2.5)
    text = task.to_text()
    assert peer.PeerTask.from_text(text) == task
    assert text.startswith("wfc-task 1\n")
    assert all(line.isascii() for line in text.splitlines())


def test_a_tile_without_neighbours_survives_the_task_file() -> None:
    task = peer.PeerTask((1, 2), ((0, 2), (0, 0), (0, 2), (0, 0)), 2, 2, (1,))
    assert peer.PeerTask.from_text(task.to_text()) == task


@pytest.mark.parametrize("text", ["wfc-task 2\ntiles 1\n", "wfc-task 1\ntiles 1\n"])
def test_a_wrong_task_file_is_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        peer.PeerTask.from_text(text)


def test_a_peer_is_any_program_that_prints_a_line_for_each_seed(tmp_path: Path) -> None:
    program = tmp_path / "peer.py"
    program.write_text(
        "import json, sys\n"
        "print(json.dumps({'peer': 'a peer'}))\n"
        "lines = [line.split() for line in open(sys.argv[1])]\n"
        "seeds = next(words[1:] for words in lines if words[0] == 'seeds')\n"
        "for seed in map(int, seeds):\n"
        "    print(json.dumps({'seed': seed, 'ok': seed < 3, 'ms': seed * 2.0, 'scan': 0.5}))\n"
    )
    task = peer.PeerTask((1,), ((1,),) * 4, 2, 2, (1, 2, 3))
    answer = peer.ask(shlex.join([sys.executable, str(program)]), task)
    assert answer.name == "a peer"
    assert [attempt.seed for attempt in answer.attempts] == [1, 2, 3]
    assert answer.solved == 2
    assert answer.ms == 3.0
    assert answer.scan == 0.5


def test_a_peer_that_fails_is_no_answer() -> None:
    task = peer.PeerTask((1,), ((1,),) * 4, 2, 2, (1,))
    with pytest.raises(RuntimeError):
        peer.ask(shlex.join([sys.executable, "-c", "raise SystemExit(3)"]), task)


def test_a_line_that_was_cut_off_does_not_count() -> None:
    answer = peer.read_answer('{"seed": 1, "ok": true, "ms": 2}\n{"seed": 2, "ok"')
    assert [attempt.seed for attempt in answer.attempts] == [1]
    assert peer.read_answer("").ms is None


def test_random_sockets_are_the_same_at_every_call_and_compile_as_tilesets_do() -> None:
    for seed in range(5):
        data = rulesets.socket_data(seed)
        assert data == rulesets.socket_data(seed)
        sockets = {edge for tile in data["tiles"] for edge in tile["edges"]}
        assert 10 <= len(data["tiles"]) <= 40
        assert sockets <= set("abcde")
        compiled = compile_rules(find_tileset(data))
        rules = rulesets.sockets(seed)
        assert (rules.weights, rules.masks) == (compiled.weights, compiled.masks)
    assert rulesets.socket_data(0) != rulesets.socket_data(1)


def test_the_samples_give_patterns_that_all_have_neighbours() -> None:
    for rules in (rulesets.overlapping_rooms(), rulesets.overlapping_cave()):
        assert rules.size >= 100
        assert all(mask for masks in rules.masks for mask in masks)


def test_a_board_is_held_against_the_rules() -> None:
    rules = rulesets.no_two_alike()
    assert rules.faults([1, 0, 1, 0, 1, 0], 3, periodic=False) == 0
    assert rules.faults([1, 0, 1, 0, 1, 0], 3, periodic=True) == 1
    assert rules.faults([1, 1, 0, 1, 0, 0], 3, periodic=False) == 2
    assert rules.faults([-1, 0], 2, periodic=False) == 1
