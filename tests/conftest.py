"""What the whole suite shares."""

from __future__ import annotations

import os
import signal
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


@pytest.fixture
def shared_data() -> Path:
    if not SHARED.is_dir():
        pytest.skip("real files from elsewhere are not at hand")
    return SHARED


@pytest.fixture
def not_root() -> None:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        pytest.skip("root may write anywhere")
