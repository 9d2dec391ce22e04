"""Levels of every shipped tileset stay what they were, whoever makes them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import golden_levels
import pytest

import levelgen
from levelgen import engine
from levelgen.library import find_preset, find_tileset, shipped
from levelgen.schema.preparing import make_request


def golden(tileset: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(golden_levels.file(tileset).read_text(encoding="utf-8"))
    return found


def elsewhere(**environment: str) -> dict[str, Any]:
    """Make the levels of all tilesets in a process of its own, in threads, in another order."""
    done = subprocess.run(
        [sys.executable, golden_levels.__file__, "--print"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("tileset", golden_levels.TILESETS)
def test_levels_are_what_they_were(tileset: str) -> None:
    assert golden_levels.golden(tileset) == golden(tileset)


@pytest.mark.parametrize("backend", engine.BACKENDS)
def test_engine_hash_seed_threads_and_order_do_not_matter(backend: str) -> None:
    if backend == "native" and os.environ.get(engine.VARIABLE) == "reference":
        pytest.skip("LEVELGEN_ENGINE=reference asks for the reference alone")
    found = elsewhere(PYTHONHASHSEED="4242", **{engine.VARIABLE: backend})
    assert found == {tileset: golden(tileset) for tileset in golden_levels.TILESETS}


def test_every_shipped_pair_that_fits_has_its_levels() -> None:
    fitting: dict[str, set[str | None]] = {}
    for tileset in shipped("tilesets"):
        fitting[tileset] = {None}
        for preset in shipped("presets"):
            try:
                make_request(
                    find_tileset(tileset),
                    find_preset(preset),
                    rows=12,
                    cols=12,
                    seed=0,
                    generator="auto",
                    overrides=None,
                )
            except levelgen.InputError:
                continue
            fitting[tileset].add(preset)
    assert {name: set(presets) for name, presets in golden_levels.PRESETS.items()} == fitting
