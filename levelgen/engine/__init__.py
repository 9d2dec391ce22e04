"""The kernel: wave function collapse sampler and structure constructor on plain integers."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from levelgen.errors import InputError

if TYPE_CHECKING:
    from levelgen.engine.task import Kernel, Masks

BACKENDS = ("native", "reference")
VARIABLE = "LEVELGEN_ENGINE"


class _Backend(Protocol):
    def compile_kernel(self, weights: tuple[int, ...], masks: Masks) -> Kernel: ...


@lru_cache(maxsize=1)
def _active() -> tuple[str, _Backend]:
    """Find the backend: the one the environment names, else the compiled one if it is built."""
    wish = os.environ.get(VARIABLE, "")
    if wish and wish not in BACKENDS:
        raise InputError.single(
            VARIABLE, "", f"{wish!r} is no engine", f"known: {', '.join(BACKENDS)}"
        )
    if wish != "reference":
        try:
            return "native", _module("native")
        except ImportError as error:
            if wish == "native":
                raise InputError.single(
                    VARIABLE,
                    "",
                    f"the native engine is not built here: {error}",
                    "reinstall where there is a C++ compiler, or unset the variable",
                ) from error
    return "reference", _module("reference")


def _module(name: str) -> _Backend:
    return cast("_Backend", import_module(f"levelgen.engine.{name}"))


def backend() -> str:
    """Name the implementation that is active. Raises InputError for an impossible wish."""
    return _active()[0]


def compile(weights: tuple[int, ...], masks: Masks) -> Kernel:
    """Compile rules for the active backend; the result is cached by value.

    Both backends give the same samples byte for byte.
    """
    return _active()[1].compile_kernel(weights, masks)
