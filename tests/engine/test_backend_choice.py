from __future__ import annotations

import os
import subprocess
import sys

import pytest
from conftest import wants_native

from levelgen import engine

PROGRAM = "from levelgen import engine; print(engine.backend())"


def run(choice: str | None, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != engine.VARIABLE}
    if choice is not None:
        environment[engine.VARIABLE] = choice
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True
    )


def test_the_compiled_engine_is_the_default() -> None:
    wants_native()
    assert run(None).stdout.strip() == "native"
    assert run("native").stdout.strip() == "native"


def test_the_reference_can_be_asked_for() -> None:
    assert run("reference").stdout.strip() == "reference"


def test_an_unknown_engine_is_an_error_when_it_is_used() -> None:
    assert run("turbo", "import levelgen").returncode == 0
    failed = run("turbo")
    assert failed.returncode == 1
    last = failed.stderr.strip().splitlines()[-1]
    assert last.endswith("LEVELGEN_ENGINE: 'turbo' is no engine (known: native, reference)")


HIDDEN = "import sys; sys.modules['levelgen.engine._native'] = None\n"


def test_a_native_engine_that_is_not_built_is_an_error_only_when_asked_for() -> None:
    assert run(None, HIDDEN + PROGRAM).stdout.strip() == "reference"
    failed = run("native", HIDDEN + PROGRAM)
    assert failed.returncode == 1
    assert "the native engine is not built here" in failed.stderr


@pytest.mark.parametrize("choice", ["native", "reference"])
def test_a_level_is_the_same_whatever_the_engine(choice: str) -> None:
    if choice == "native":
        wants_native()
    program = (
        "import levelgen, hashlib\n"
        "for kind in ('wfc', 'auto'):\n"
        "    level = levelgen.generate('dungeon', 'easy', seed=11, generator=kind)\n"
        "    print(hashlib.sha256(level.to_json().encode()).hexdigest())\n"
    )
    assert run(choice, program).stdout == run("reference", program).stdout != ""
