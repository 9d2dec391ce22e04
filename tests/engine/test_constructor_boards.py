from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from engine_plans import faults, random_plan, with_locks
from engine_rules import CAVE, DUNGEON, ISLAND
from hypothesis import given, settings
from hypothesis import strategies as st
from test_constructor import TILESETS, plan

from levelgen.engine.constructor import construct
from levelgen.engine.plan import ObjectDemand, Plan, RegionShare, Share, Window


@pytest.mark.parametrize("locked", [False, True])
def test_ok_is_never_a_lie_on_any_board(locked: bool) -> None:
    met: Counter[bool] = Counter()

    @settings(max_examples=500, deadline=None)
    @given(st.integers(0, 2**64 - 1))
    def judge(seed: int) -> None:
        random = Random(seed)
        rules = random.choice((DUNGEON, CAVE, ISLAND))
        asked = random_plan(random, rules)
        asked = with_locks(random, rules, asked) if locked else asked
        built = construct(rules, asked, seed, attempts=3)
        if set(built.tiles) != {-1}:
            assert built.ok == (not faults(rules, asked, built))
        met[built.ok] += 1

    judge()
    assert min(met.values()) > 50


RING = bytes(not (4 <= cell // 16 < 9 and 5 <= cell % 16 < 11) for cell in range(14 * 16))


def boards(tileset: str) -> dict[str, Plan]:
    rules, walkable, floor, liquid, _ = TILESETS[tileset]
    base = plan(tileset, "medium", 14, 16)
    corner = tuple(row * 16 + col for row in range(6) for col in range(6))
    west = tuple(row * 16 + col for row in range(14) for col in range(4))
    gradient = [200 + 10 * cell for cell in range(224) for _ in range(len(rules.weights))]
    (enemy, key, chest, start, end) = base.objects
    return {
        "mask": replace(base, exists=RING, shares=(Share(floor, 60, 100),)),
        "joined rows": replace(base, periodic=(True, False)),
        "joined edges": replace(base, periodic=(True, True)),
        "mask and joined edges": replace(
            base, periodic=(True, True), exists=RING, shares=(Share(floor, 60, 100),)
        ),
        "short halls": replace(base, runs=((walkable, 7),)),
        "short lakes and doors": replace(base, runs=((liquid, 1), (walkable & ~floor, 1))),
        "short walls": replace(base, runs=((rules.everything & ~walkable, 6),)),
        "field": replace(base, field=tuple(gradient)),
        "two regions": replace(base, others=(liquid,)),
        "two regions and their sizes": replace(
            base, others=(liquid,), shares=(*base.shares, Share(liquid, 15, 30))
        ),
        "two regions on joined edges": replace(base, others=(liquid,), periodic=(True, True)),
        "two regions in short runs": replace(
            base,
            others=(liquid,),
            runs=((floor, 7), (rules.everything & ~walkable & ~liquid, 7), (liquid, 7)),
        ),
        "a region that may be empty": replace(
            base, others=(liquid,), optional=(liquid,), shares=(*base.shares, Share(liquid, 0, 0))
        ),
        "floor in a corner": replace(base, region_shares=(RegionShare(floor, corner, 12, 20),)),
        "an exact corner": replace(base, region_shares=(RegionShare(floor, corner, 14, 14),)),
        "a rate in a part": replace(
            base,
            objects=(
                ObjectDemand(
                    "enemy",
                    floor,
                    (
                        *enemy.windows,
                        Window(floor, Fraction(1, 5), Fraction(1, 3), corner),
                    ),
                ),
                *base.objects[1:],
            ),
        ),
        "objects in a part": replace(
            base,
            objects=(
                ObjectDemand("enemy", floor, (*enemy.windows, Window(0, 3, 4, corner))),
                key,
                chest,
                ObjectDemand("start", floor, (*start.windows, Window(0, 1, 1, west))),
                ObjectDemand("exit", floor, (*end.windows, Window(0, 0, 0, west))),
            ),
        ),
    }


@pytest.mark.parametrize("name", boards("cave"))
@pytest.mark.parametrize("tileset", TILESETS)
def test_boards_and_parts(tileset: str, name: str) -> None:
    rules = TILESETS[tileset][0]
    asked = boards(tileset)[name]
    attempts = 0
    for seed in range(12):
        built = construct(rules, asked, seed)
        assert built.ok, built.broken
        assert faults(rules, asked, built) == []
        attempts += built.attempts
    assert attempts <= 36
