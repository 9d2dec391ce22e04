"""Runs levelgen in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import levelgen

ROOT = Path(__file__).resolve().parent.parent


def python(
    words: Sequence[str],
    *,
    folder: str | None = None,
    hash_seed: str | None = None,
    bytecode: str | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run this interpreter with the same levelgen that is measured here.

    `bytecode` is a folder that keeps compiled modules, as an installed package has them.
    """
    environment = dict(os.environ)
    if Path(levelgen.__file__).is_relative_to(ROOT):
        # Not installed, so the new process has to be told of the source tree.
        paths = [str(ROOT), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    if hash_seed is not None:
        environment["PYTHONHASHSEED"] = hash_seed
    if bytecode is not None:
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment["PYTHONPYCACHEPREFIX"] = bytecode
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
