from __future__ import annotations

import subprocess
import sys

GENERATOR_SIDE = ["rules", "engine", "model", "generators"]


def test_the_check_loads_nothing_of_what_makes_levels() -> None:
    code = "import levelgen.checker, sys; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = run.stdout.split()
    assert "levelgen.metrics" in loaded
    assert not {f"levelgen.{room}" for room in GENERATOR_SIDE} & set(loaded)
    assert not {"ortools", "numpy"} & set(loaded)
