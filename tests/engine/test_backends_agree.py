from __future__ import annotations

import hashlib
import threading
from random import Random

import pytest
from conftest import Compiler
from engine_rules import CAVE, DUNGEON, ISLAND, HandRules, symmetric
from engine_tasks import random_rules, random_task
from hypothesis import given, settings
from hypothesis import strategies as st

from levelgen import library
from levelgen.engine import reference
from levelgen.engine.rng import Rng
from levelgen.engine.task import Sample, Task, packed
from levelgen.rules import compile_rules

# Around the borders between the kernel's layouts of domains: a byte, one to four words, more.
SIZES = (1, 2, 3, 4, 5, 8, 9, 20, 40, 64, 65, 100, 128, 129, 150, 192, 193, 256, 257, 300)


@pytest.mark.slow
def test_both_backends_agree_on_random_tasks(native_compiler: Compiler) -> None:
    met: set[str] = set()

    @settings(max_examples=2200)
    @given(st.sampled_from(SIZES), st.integers(1, 8), st.integers(0, 2**64 - 1))
    def agree(tiles: int, longest: int, seed: int) -> None:
        random = Random(seed)
        rules = random_rules(random, tiles)
        task = random_task(random, tiles, longest if tiles < 100 else min(longest, 6))
        native = native_compiler(rules.weights, rules.masks)
        twin = reference.compile_kernel(rules.weights, rules.masks)
        found = native.sample(task)
        assert found == twin.sample(task)
        assert native.narrowed(task) == twin.narrowed(task)
        met.add(found.status)
        met.update(name for name in ("restarts", "resets") if getattr(found, name))

    agree()
    assert met == {"solved", "infeasible", "unknown", "restarts", "resets"}


def shipped() -> list[str]:
    return sorted(library.shipped("tilesets"))


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize(("rows", "cols"), [(12, 12), (40, 30)])
def test_both_backends_agree_on_shipped_tilesets(
    native_compiler: Compiler, name: str, rows: int, cols: int
) -> None:
    rules = compile_rules(library.find_tileset(name))
    for seed in range(3):
        state = Rng.stream(seed, name).state
        task = Task(rows=rows, cols=cols, state=state, record=True)
        for odd in (task, task._replace(periodic_rows=True, periodic_cols=True)):
            found = native_compiler(rules.weights, rules.masks).sample(odd)
            assert found.status == "solved"
            assert found == reference.compile_kernel(rules.weights, rules.masks).sample(odd)


def hard(seed: int) -> tuple[HandRules, Task]:
    """Three colours, most cells allow two of them: arc consistency sees little ahead."""
    rules = symmetric([(a, b) for a in range(3) for b in range(a)], (1, 1, 1))
    lists = Rng.stream(seed, "lists")
    domains = [lists.choice((3, 5, 6, 7, 7)) for _ in range(196)]
    return rules, Task(rows=14, cols=14, domains=domains, state=seed, budget=800, record=True)


def test_both_backends_agree_through_long_searches(native_compiler: Compiler) -> None:
    met = set()
    for seed in range(12):
        rules, task = hard(seed)
        task = task._replace(runs=((1, 2), (6, 5)) if seed % 2 else (), periodic_cols=seed % 3 == 0)
        found = native_compiler(rules.weights, rules.masks).sample(task)
        assert found == reference.compile_kernel(rules.weights, rules.masks).sample(task)
        met |= {found.status}
        met |= {name for name in ("restarts", "resets") if getattr(found, name)}
    assert {"restarts", "resets"} <= met


def test_packed_domains_mean_the_same(compiler: Compiler) -> None:
    rules = random_rules(Random(5), 70)
    task = random_task(Random(6), 70, 5)
    domains = [(1 << 70) - 1 - (1 << cell) for cell in range(task.rows * task.cols)]
    kernel = compiler(rules.weights, rules.masks)
    listed = kernel.sample(task._replace(domains=domains))
    assert kernel.sample(task._replace(domains=packed(domains, 2))) == listed


# Any change of these is a change of every level that the sampler ever made.
GOLDEN = {
    "plain dungeon": "a38bf256b2e42d23",
    "periodic cave": "06934bdf152d5b03",
    "holes and a field": "06684a2b54d14cbf",
    "runs": "7f3da225e32cac4a",
    "long search": "132f542ef3e9db40",
}


def golden_case(name: str) -> tuple[HandRules, Task]:
    state = Rng.stream(20_000, "golden").state
    task = Task(rows=16, cols=20, state=state, record=True)
    match name:
        case "plain dungeon":
            return DUNGEON, task
        case "periodic cave":
            return CAVE, task._replace(periodic_rows=True, periodic_cols=True)
        case "holes and a field":
            field = [100 + 7 * cell for cell in range(320) for _ in range(6)]
            holes = bytes(cell % 7 != 3 for cell in range(320))
            return ISLAND, task._replace(exists=holes, field=field)
        case "runs":
            return DUNGEON, task._replace(runs=((0b00001, 2), (0b10010, 4)), periodic_cols=True)
    return hard(4)


def digest(found: Sample) -> str:
    plain = repr(
        (
            found.status,
            found.tiles,
            found.observations,
            found.backtracks,
            found.restarts,
            found.resets,
            found.stuck,
            found.state,
        )
    )
    return hashlib.sha256(plain.encode() + (found.steps or b"")).hexdigest()[:16]


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_samples(compiler: Compiler, name: str) -> None:
    rules, task = golden_case(name)
    assert digest(compiler(rules.weights, rules.masks).sample(task)) == GOLDEN[name]


def test_a_kernel_serves_many_threads(native_compiler: Compiler) -> None:
    kernel = native_compiler(ISLAND.weights, ISLAND.masks)
    tasks = [Task(rows=24, cols=24, state=seed) for seed in range(16)]
    alone = [kernel.sample(task) for task in tasks]
    together: dict[int, Sample] = {}

    def work(start: int) -> None:
        for seed in range(start, 16, 4):
            together[seed] = kernel.sample(tasks[seed])

    threads = [threading.Thread(target=work, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[seed] for seed in range(16)] == alone
