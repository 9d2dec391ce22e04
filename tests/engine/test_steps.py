from __future__ import annotations

from collections import Counter
from random import Random

from conftest import Compiler
from engine_rules import DUNGEON, symmetric
from engine_tasks import random_rules, random_task
from hypothesis import given
from hypothesis import strategies as st

from levelgen.engine.rng import Rng
from levelgen.engine.steps import Replay, decode, domains_after, encode
from levelgen.engine.task import Task


def decided(domains: list[int]) -> list[int]:
    return [-1 if d & (d - 1) else d.bit_length() - 1 for d in domains]


def test_replaying_a_record_gives_the_final_board(compiler: Compiler) -> None:
    @given(st.integers(0, 2**64 - 1))
    def replay(seed: int) -> None:
        random = Random(seed)
        tiles = random.choice((2, 3, 5, 12, 70))
        rules = random_rules(random, tiles)
        task = random_task(random, tiles, 7)
        found = compiler(rules.weights, rules.masks).sample(task)
        assert (found.steps is None) is not task.record
        if found.steps is None or found.status != "solved":
            return
        sampled = sum(1 << t for t, w in enumerate(task.weights or rules.weights) if w)
        start = [sampled] * task.rows * task.cols if task.domains is None else list(task.domains)
        if task.exists is not None:
            start = [d if there else 0 for d, there in zip(start, task.exists, strict=True)]
        end = domains_after(start, decode(found.steps))
        assert not any(domain & (domain - 1) for domain in end)
        assert decided(end) == found.tiles

    replay()


def test_every_kind_of_step_is_told_and_no_step_is_impossible(compiler: Compiler) -> None:
    rules = symmetric([(a, b) for a in range(3) for b in range(a)], (1, 1, 1))
    kernel = compiler(rules.weights, rules.masks)
    kinds: Counter[str] = Counter()
    for seed in range(12):
        lists = Rng.stream(seed, "lists")
        domains = [lists.choice((3, 5, 6, 7, 7)) for _ in range(196)]
        task = Task(rows=14, cols=14, domains=domains, state=seed, budget=800, record=True)
        found = kernel.sample(task)
        assert found.steps is not None
        board = Replay(domains)
        told: Counter[str] = Counter()
        for event in decode(found.steps):
            kind, cell, value = event
            told[kind] += 1
            if kind in ("observe", "ban"):
                assert board.domains[cell] >> value & 1
            elif kind == "restore":
                assert not board.domains[cell] >> value & 1
            elif kind == "contradiction":
                assert board.domains[cell] == 0
            elif kind == "backtrack":
                assert value == board.decisions - 1
            board.apply(event)
        assert told["observe"] == found.observations
        assert told["reset"] == found.resets
        assert told["restart"] == found.restarts
        assert told["contradiction"] == found.backtracks + (found.backtracks == 0)
        kinds += told
        if found.status == "solved":
            assert decided(board.domains) == found.tiles
    assert set(kinds) == {
        "observe", "ban", "contradiction", "backtrack", "restart", "reset", "restore",
    }  # fmt: skip


def test_a_record_changes_nothing_but_itself(compiler: Compiler) -> None:
    kernel = compiler(DUNGEON.weights, DUNGEON.masks)
    plain = kernel.sample(Task(rows=12, cols=12, state=1))
    told = kernel.sample(Task(rows=12, cols=12, state=1, record=True))
    assert plain.steps is None
    assert (plain.tiles, plain.state) == (told.tiles, told.state)


def test_encoding_is_little_endian_pairs() -> None:
    steps = encode([1 | 5 << 3, 2])
    assert steps == bytes((41, 0, 0, 0, 2, 0, 0, 0))
    assert list(decode(steps)) == [("ban", 5, 2)]
