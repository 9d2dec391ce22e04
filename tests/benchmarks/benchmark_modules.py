"""Loads the benchmark modules, which are scripts' neighbours and no package."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

BENCHMARKS = Path(__file__).resolve().parent.parent.parent / "benchmarks"


def load(name: str) -> ModuleType:
    """Load a module of the benchmarks from its path, once."""
    known = f"levelgen_benchmarks_{name}"
    if known not in sys.modules:
        spec = spec_from_file_location(known, BENCHMARKS / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        # Data classes look their module up while they are made.
        sys.modules[known] = module
        spec.loader.exec_module(module)
    return sys.modules[known]
