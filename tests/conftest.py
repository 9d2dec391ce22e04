"""What the whole suite shares."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

# Started in the background by a shell, this process ignores interrupts, and so would those that
# tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Clock-based deadlines make a suite depend on the load of the machine.
settings.register_profile("levelgen", deadline=None, derandomize=True)
settings.load_profile("levelgen")

# Processes that tests start load the installed package, not the source tree they stand in.
os.environ["PYTHONSAFEPATH"] = "1"

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"


Interrupted = subprocess.CompletedProcess[str]


@pytest.fixture
def interrupt() -> Callable[..., Interrupted]:
    """Start a Python process, interrupt it half a second after a line of its output, and wait.

    What it does by then has to take far longer than that, however slow the machine.
    """
    return _interrupt


def _interrupt(*words: str, line: str) -> Interrupted:
    with subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == f"{line}\n"
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            process.send_signal(signal.SIGINT)
            printed, complaints = process.communicate(timeout=60)
        finally:
            process.kill()
    return subprocess.CompletedProcess(words, process.returncode, printed, complaints)


@pytest.fixture
def shared_data() -> Path:
    if not SHARED.is_dir():
        pytest.skip("real files from elsewhere are not at hand")
    return SHARED


@pytest.fixture
def not_root() -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        pytest.skip("root may write anywhere")
