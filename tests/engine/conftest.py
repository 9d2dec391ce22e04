from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path

import pytest

from levelgen import engine
from levelgen.engine import reference
from levelgen.engine.task import Kernel, Masks


def pytest_configure() -> None:
    """Let sanitize.sh put its own build of the extension in the place of the installed one."""
    folder = os.environ.get("LEVELGEN_NATIVE")
    if not folder:
        return
    name = "levelgen.engine._native"
    (path,) = Path(folder).glob("_native*.so")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])


class Compiler:
    """One of the two backends, by name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, weights: tuple[int, ...], masks: Masks) -> Kernel:
        if self.name == "reference":
            return reference.compile_kernel(weights, masks)
        from levelgen.engine import native

        return native.compile_kernel(weights, masks)


def wants_native() -> None:
    """Skip where the reference is asked for; elsewhere a missing native engine is a failure."""
    if os.environ.get(engine.VARIABLE) == "reference":
        pytest.skip("LEVELGEN_ENGINE=reference asks for the reference alone")
    assert engine.backend() == "native"


@pytest.fixture(params=["native", "reference"])
def compiler(request: pytest.FixtureRequest) -> Compiler:
    """Run a test once with each backend."""
    if request.param == "native":
        wants_native()
    return Compiler(request.param)


@pytest.fixture
def native_compiler() -> Compiler:
    wants_native()
    return Compiler("native")
