"""However CP-SAT searches, the verdict is the same; what does not fit is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import levelgen
from levelgen.schema.tileset import Tileset

STRATEGIES = ("warm", "windows", "circuit", "lazy")
NETWORK: list[dict[str, Any]] = [
    {"kind": "connected", "tags": "road"},
    {"kind": "ratio", "tags": "road", "min": 0.3, "max": 0.65},
]


@st.composite
def cells(draw: st.DrawFn) -> Tileset:
    """Draw a tileset whose neighbours join whatever they are."""
    pairs = draw(st.lists(st.sampled_from(["aa", "ab", "bb", "bc", "cc", "ac"]), min_size=2))
    return Tileset.read(
        {
            "name": "drawn",
            "tiles": [
                {"id": name, "glyph": name, "color": "#000000", "tags": tags}
                for name, tags in (("a", ["way"]), ("b", ["way"]), ("c", ["wall"]))
            ],
            "adjacency": {"neighbours": {one: [two] for one, two in pairs}},
            "objects": OBJECTS,
        },
        "drawn",
    )


@st.composite
def pipes(draw: st.DrawFn) -> Tileset:
    """Draw a tileset whose neighbours join through matching sides."""
    shapes = [
        {"id": "end", "edges": ["p", "n", "n", "n"], "rotations": 4},
        {"id": "pipe", "edges": ["p", "n", "p", "n"], "rotations": 2},
        {"id": "bend", "edges": ["p", "p", "n", "n"], "rotations": 4},
        {"id": "tee", "edges": ["p", "p", "p", "n"], "rotations": 4},
        {"id": "tank", "edges": "n"},
    ]
    chosen = [shape for shape in shapes if shape is shapes[0] or draw(st.booleans())]
    tiles = [{"id": "gap", "glyph": "c", "edges": "n", "tags": ["wall"]}]
    tiles += [{**shape, "glyph": "EPBTO"[shapes.index(shape)], "tags": ["way"]} for shape in chosen]
    return Tileset.read(
        {
            "name": "drawn",
            "tiles": [{"color": "#000000", **tile} for tile in tiles],
            "adjacency": {"default": "edges"},
            "links": ["p"],
            "objects": OBJECTS,
        },
        "drawn",
    )


OBJECTS = {
    kind: {"glyph": kind[0].upper(), "color": "#000000", "on": ["way"]} for kind in ("start", "xit")
}
PROMISES = st.lists(
    st.one_of(
        st.builds(
            lambda tag, empty: {"kind": "connected", "tags": tag, "allow_empty": empty},
            st.sampled_from(["way", "wall"]),
            st.booleans(),
        ),
        st.builds(
            lambda low, more: {"kind": "count", "tags": "way", "min": low, "max": low + more},
            st.integers(0, 7),
            st.integers(0, 3),
        ),
        st.builds(
            lambda number: {"kind": "count", "tags": "wall", "exactly": number, "region": REGION},
            st.integers(0, 2),
        ),
        st.builds(
            lambda tag, length: {"kind": "max_run", "tags": tag, "length": length},
            st.sampled_from(["way", "wall"]),
            st.integers(1, 2),
        ),
        st.builds(lambda number: {"kind": "variety", "min": number}, st.integers(1, 3)),
        st.builds(lambda low: {**PATH, "min_length": low}, st.integers(0, 5)),
    ),
    min_size=1,
    max_size=4,
)
REGION = [0, 0, 1, 2]
PATH = {"kind": "path", "from": "start", "to": "xit", "through": "way"}


REQUESTS = given(
    st.one_of(cells(), pipes()),
    st.tuples(st.integers(1, 3), st.integers(2, 3)),
    PROMISES,
    st.integers(0, 9),
)


def compare(
    tileset: Tileset, size: tuple[int, int], promises: list[dict[str, Any]], seed: int
) -> None:
    preset = {"name": "drawn", "constraints": promises}
    found = {}
    for strategy in STRATEGIES:
        level = levelgen.generate(
            tileset, preset, rows=size[0], cols=size[1], seed=seed, strategy=strategy
        )
        found[strategy] = level.status
    assert len(set(found.values())) == 1, found
    assert found["lazy"] in ("satisfied", "infeasible")


test_strategies_agree = settings(max_examples=40)(REQUESTS(compare))
test_every_strategy_gives_the_same_verdict = pytest.mark.slow(
    settings(max_examples=320)(REQUESTS(compare))
)


@pytest.mark.parametrize("strategy", [None, *STRATEGIES])
def test_the_route_is_in_the_manifest_and_the_request_reproduces(strategy: str | None) -> None:
    preset = {"name": "net", "constraints": NETWORK}
    level = levelgen.generate("roads", preset, rows=9, cols=9, seed=4, strategy=strategy)
    assert level.status == "satisfied"
    assert level.manifest is not None
    assert level.manifest.request.strategy == strategy
    assert level.manifest.strategy.split(", ")[-1] == (strategy or "network")
    again = levelgen.generate("roads", preset, rows=9, cols=9, seed=4, strategy=strategy)
    assert again.to_json() == level.to_json()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategy": "best"}, "strategy: 'best' is not one of the choices"),
        ({"strategy": "lazy", "generator": "wfc"}, "generator 'wfc' has no strategies"),
        ({"strategy": "circuit", "periodic": "both"}, "without joined edges"),
    ],
)
def test_strategies_that_do_not_fit_are_told(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(levelgen.RequestError, match=message):
        levelgen.generate("cave", rows=5, cols=5, seed=1, **arguments)


def test_windows_do_not_keep_symmetries() -> None:
    preset = {"name": "mirror", "constraints": [{"kind": "symmetry", "axis": "vertical"}]}
    with pytest.raises(levelgen.RequestError, match="'windows' cannot keep 'symmetry'"):
        levelgen.generate("cave", preset, strategy="windows")


def test_what_the_constructor_does_not_know_is_mended_in_windows() -> None:
    promises: list[dict[str, Any]] = [
        {"kind": "connected"},
        {"kind": "connected", "tags": ["floor", "liquid"]},
        {"kind": "count", "tile": "door", "exactly": 14},
        {"kind": "ratio", "tags": "floor", "min": 0.4, "max": 0.5},
        {"kind": "count", "tags": "floor", "region": [0, 0, 6, 6], "exactly": 18},
    ]
    preset = {"name": "extras", "constraints": promises}
    for seed in range(2):
        level = levelgen.generate("dungeon", preset, rows=24, cols=24, seed=seed)
        assert level.status == "satisfied"
        assert level.manifest is not None
        assert level.manifest.strategy == "constructor, windows"
