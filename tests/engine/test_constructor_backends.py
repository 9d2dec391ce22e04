from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from conftest import Compiler
from engine_plans import random_plan, with_locks
from engine_rules import CAVE, DUNGEON, ISLAND, HandRules, symmetric
from engine_tasks import random_rules
from hypothesis import given, settings
from hypothesis import strategies as st
from test_constructor import TILESETS
from test_constructor_boards import boards

from levelgen import library
from levelgen.api import prepare
from levelgen.engine import reference
from levelgen.engine.constructor import construct
from levelgen.engine.plan import Built, LockDemand, ObjectDemand, Plan, Share, Window
from levelgen.engine.task import Kernel
from levelgen.engine.texture import mixture
from levelgen.generators.planning import make_plan
from levelgen.rules import compile_rules


def both(compiler: Compiler, rules: HandRules, plan: Plan, seed: int, attempts: int = 12) -> Built:
    """Build with each backend, and see that the levels are equal in every byte."""
    native: Kernel = compiler(rules.weights, rules.masks)
    counts = mixture(native, plan)
    built = native.construct(plan, counts, seed, attempts)
    twin = reference.compile_kernel(rules.weights, rules.masks)
    assert built == twin.construct(plan, counts, seed, attempts)
    return built


def test_both_backends_agree_on_random_plans(native_compiler: Compiler) -> None:
    met: Counter[str] = Counter()

    @settings(max_examples=600, deadline=None)
    @given(st.integers(0, 2**64 - 1))
    def agree(seed: int) -> None:
        random = Random(seed)
        rules = random.choice((DUNGEON, CAVE, ISLAND))
        if random.random() < 0.3:
            rules = random_rules(random, random.choice((1, 2, 5, 8, 9, 30, 64, 65, 130)))
        plan = random_plan(random, rules, 9 if len(rules.weights) < 10 else 5)
        built = both(native_compiler, rules, plan, seed, attempts=2)
        met.update(built.counters)
        met.update(built.broken)
        met.update({"ok": built.ok, "infeasible": built.infeasible})

    agree()
    for name in ("tunnels", "grown", "trimmed", "lengthened", "winding", "retyped", "flips"):
        assert met[name], name
    for name in ("paths failed", "sizes failed", "structures walled in"):
        assert met[name], name
    assert met["ok"] > 50
    assert met["infeasible"] > 10


def test_both_backends_agree_on_random_plans_with_locks(native_compiler: Compiler) -> None:
    met: Counter[str] = Counter()

    @settings(max_examples=250, deadline=None)
    @given(st.integers(0, 2**64 - 1))
    def agree(seed: int) -> None:
        random = Random(seed)
        rules = random.choice((DUNGEON, CAVE, ISLAND))
        if random.random() < 0.2:
            rules = random_rules(random, random.choice((2, 5, 8, 9, 30, 64, 65, 130)))
        plan = with_locks(
            random, rules, random_plan(random, rules, 9 if len(rules.weights) < 10 else 5)
        )
        built = both(native_compiler, rules, plan, seed, attempts=2)
        met.update(built.counters)
        met.update(built.broken)
        met.update({"ok": built.ok})

    agree()
    assert met["ok"] > 25
    for name in ("ends", "ground"):
        assert met[f"{name} of locks"], name
    for name in ("locks failed", "keys for key", "way past door", "softlock", "way through locks"):
        assert met[name], name


@pytest.mark.parametrize("tileset", ["cave", "dungeon", "island"])
def test_both_backends_agree_on_chains_of_locks(native_compiler: Compiler, tileset: str) -> None:
    first = {"door": "locked_door", "key": "key"}
    for second in ("key", "boss_key"):
        named = [first, {"door": "boss_door", "key": second}]
        constraints = [
            {"kind": "ratio", "tags": "floor", "min": 0.35, "max": 0.6},
            {"kind": "connected", "tags": "walkable"},
            {"kind": "lock_and_key", "locks": named},
            {"kind": "no_softlock"},
            {"kind": "count", "object": "locked_door", "min": 1, "max": 4},
            {"kind": "count", "object": "key", "min": 1, "max": 6},
        ]
        asked = {"name": "chain", "constraints": constraints}
        request = prepare(tileset, asked, rows=19, cols=26, seed=2)
        rules = compile_rules(request.tileset)
        plan = make_plan(request, rules).plan
        for seed in range(3):
            assert both(native_compiler, HandRules(rules.weights, rules.masks), plan, seed).ok


@pytest.mark.parametrize("name", boards("cave"))
def test_both_backends_agree_on_boards_and_parts(native_compiler: Compiler, name: str) -> None:
    for tileset, (rules, *_) in TILESETS.items():
        both(native_compiler, rules, boards(tileset)[name], seed=5)


def test_locks_over_objects_that_are_not_asked_for_are_refused(native_compiler: Compiler) -> None:
    plan = Plan(4, 4, (15,) * 16, 0b1010, locks=LockDemand("start", "exit", 0b1010, (("d", "k"),)))
    with pytest.raises(ValueError, match="no objects for the locks: d, exit, k, start"):
        construct(CAVE, plan, 1)


def test_both_backends_agree_on_amounts_of_one_ground(native_compiler: Compiler) -> None:
    met: Counter[str] = Counter()

    @settings(max_examples=300, deadline=None)
    @given(st.integers(0, 2**64 - 1))
    def agree(seed: int) -> None:
        random = Random(seed)
        rules = random.choice((DUNGEON, ISLAND))
        if random.random() < 0.3:
            rules = random_rules(random, random.choice((3, 8, 65)))
        plan = random_plan(random, rules, 12 if len(rules.weights) < 10 else 6)
        domains = (rules.everything,) * len(plan.domains)
        plan = replace(plan, domains=domains, runs=(), pinned_objects=())
        ground = plan.connected or rules.everything >> 1
        parts = [0, 0, 0]
        for tile in range(len(rules.weights)):
            if ground >> tile & 1:
                parts[random.randrange(3)] |= 1 << tile
        cells = len(plan.domains)
        shares = []
        for part in parts:
            low = random.randint(0, cells // random.choice((3, 9)))
            shares.append(Share(part, low, low + random.choice((0, 0, 2))))
        plan = replace(
            plan,
            connected=ground,
            shares=tuple(shares[: random.randint(1, 3)]),
            others=(parts[0] | parts[1],) if random.random() < 0.3 else (),
        )
        if random.random() < 0.2:
            plan = with_locks(random, rules, plan)
        built = both(native_compiler, rules, plan, seed, attempts=2)
        met.update(built.broken)
        met.update({"ok": built.ok})

    agree()
    assert met["ok"] > 25
    assert met["share"] > 10


# Towns are made of roads, which these tilesets lack.
@pytest.mark.parametrize("preset", sorted({*library.shipped("presets")} - {"town"}))
@pytest.mark.parametrize("tileset", ["cave", "dungeon", "island"])
def test_both_backends_agree_on_shipped_presets(
    native_compiler: Compiler, tileset: str, preset: str
) -> None:
    for rows, cols, periodic in ((12, 12, "none"), (17, 23, "both")):
        request = prepare(tileset, preset, rows=rows, cols=cols, seed=1, periodic=periodic)
        rules = compile_rules(request.tileset)
        plan = make_plan(request, rules).plan
        for seed in range(3):
            hand = HandRules(rules.weights, rules.masks)
            assert both(native_compiler, hand, plan, seed).ok


@pytest.mark.parametrize("tileset", sorted(library.shipped("tilesets")))
def test_both_backends_agree_on_shipped_tilesets(native_compiler: Compiler, tileset: str) -> None:
    rules = compile_rules(library.find_tileset(tileset))
    hand = HandRules(rules.weights, rules.masks)
    walkable = rules.bits(("road",)) if tileset == "roads" else hand.everything >> 1
    plan = Plan(
        9,
        14,
        (rules.sampled,) * 126,
        walkable,
        (Share(walkable, 30, 80),),
        objects=(ObjectDemand("enemy", walkable, (Window(walkable, Fraction("0.1"), 1),)),),
    )
    for seed in range(3):
        both(native_compiler, hand, plan, seed, attempts=2)


def test_textures_that_cannot_be(native_compiler: Compiler) -> None:
    rules = symmetric([(0, 1)], (1, 1))
    # No neighbours are ruled out at first sight, but a ring of three has no two colours.
    odd = Plan(2, 3, (3,) * 6, periodic=(False, True))
    built = both(native_compiler, rules, odd, 1)
    assert built.infeasible
    assert built.counters["textures failed"] == built.attempts == 1
    even = replace(odd, cols=4, domains=(3,) * 8)
    assert both(native_compiler, rules, even, 1).ok


def test_a_broken_plan_without_objects(native_compiler: Compiler) -> None:
    full = Plan(2, 3, (15,) * 6, 0b1010, variety=((1, 2, 4, 8), 5))
    assert both(native_compiler, CAVE, full, 1).broken == ("variety",)


def test_numbers_beyond_a_word_mean_the_same(native_compiler: Compiler) -> None:
    rate = Fraction(1, 3**60)
    plan = Plan(
        6,
        6,
        (15,) * 36,
        0b1010,
        (Share(0b0010, -(1 << 70), 1 << 70),),
        objects=(ObjectDemand("enemy", 0b0010, (Window(0b0010, rate, 10 * rate),)),),
    )
    built = both(native_compiler, CAVE, plan, 3)
    assert built.broken == ("count of enemy",)
    full = replace(plan, objects=(ObjectDemand("enemy", 2, (Window(2, rate, 1 - rate),)),))
    assert both(native_compiler, CAVE, full, 3).ok
