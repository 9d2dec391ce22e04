"""A plan on a dask cluster of two worker processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from evaluations import read, timeless

import levelgen
from levelgen.batch import open_results
from levelgen.errors import RequestError

distributed = pytest.importorskip("distributed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@dataclass
class Cluster:
    address: str
    workers: list[subprocess.Popen[bytes]]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def spawn(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    quiet = ("--no-dashboard",)
    scheduler = spawn("dask_scheduler", "--host", "127.0.0.1", "--port", port, *quiet)
    workers = [
        spawn(
            *("dask_worker", address, "--nthreads", "1", "--no-nanny", *quiet),
            *("--local-directory", str(tmp_path / f"worker{number}")),
        )
        for number in range(2)
    ]
    try:
        yield Cluster(address, workers)
    finally:
        for process in (*workers, scheduler):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_a_killed_worker_costs_nothing(cluster: Cluster, tmp_path: Path) -> None:
    with distributed.Client(cluster.address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    killed: list[float] = []

    def tell(done: int, total: int) -> None:
        if done > total // 4 and not killed:
            os.killpg(cluster.workers[0].pid, signal.SIGKILL)
            killed.append(time.monotonic())

    request = {"seeds": range(150), "generators": ("random", "cpsat")}
    rows = levelgen.evaluate(
        "cave", "hard", **request, out=tmp_path / "out", dask=cluster.address, progress=tell
    )
    assert killed
    assert cluster.workers[0].wait(timeout=10) == -signal.SIGKILL
    assert len(rows) == 300
    assert open_results(tmp_path / "out").complete
    assert read(tmp_path / "out") == timeless(levelgen.evaluate("cave", "hard", **request))


def test_a_scheduler_that_does_not_answer_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("levelgen.batch.cluster.PATIENCE", 1)
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(RequestError, match="does not answer"):
        levelgen.evaluate("cave", seeds=range(3), out=tmp_path / "out", dask=address)
    # Nothing is lost by it: the same folder goes on without the cluster.
    levelgen.evaluate("cave", seeds=range(3), out=tmp_path / "out")
    assert open_results(tmp_path / "out").complete


def test_without_dask_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(RequestError, match=r"pip install 'levelgen\[dask\]'"):
        levelgen.evaluate("cave", seeds=range(3), out=tmp_path / "out", dask="tcp://127.0.0.1:1")
