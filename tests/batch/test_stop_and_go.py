"""An evaluation that is stopped at any moment goes on as if nothing had happened."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from evaluations import read

import levelgen
from levelgen.batch.plan import Plan
from levelgen.batch.pool import answer
from levelgen.batch.store import Store
from levelgen.errors import OutputError
from levelgen.version import __version__

WORDS = ("evaluate", "-t", "cave", "-p", "hard", "--seeds", "0:60", "-g", "random,auto")


def command(folder: Path, jobs: int) -> list[str]:
    words = [*WORDS, "--size", "8x8", "--jobs", str(jobs), "-o", str(folder), "--quiet"]
    return [sys.executable, "-m", "levelgen", *words]


def plan() -> Plan:
    return Plan.make("cave", seeds=range(5), sizes=[(4, 4)], generators=("random", "wfc"))


def lines(first: int, end: int) -> bytes:
    return answer(plan().text, first, end, __version__).lines


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed") / "out"
    subprocess.run(command(folder, 1), check=True, stdout=subprocess.DEVNULL)
    return folder


@pytest.mark.slow
def test_killed_at_random_moments_it_finishes_with_the_same_rows(
    tmp_path: Path, undisturbed: Path
) -> None:
    folder, draw = tmp_path / "out", random.Random(6)
    for _ in range(6):
        process = subprocess.Popen(
            command(folder, 2), stdout=subprocess.DEVNULL, start_new_session=True
        )
        time.sleep(draw.uniform(0.3, 1.6))
        process.kill()
        process.wait()
    subprocess.run(command(folder, 2), check=True, stdout=subprocess.DEVNULL)
    assert read(folder) == read(undisturbed)
    assert {file.name for file in folder.iterdir()} == {file.name for file in undisturbed.iterdir()}


@pytest.mark.slow
def test_interrupted_it_says_so_and_goes_on(tmp_path: Path, undisturbed: Path) -> None:
    folder = tmp_path / "out"
    process = subprocess.Popen(
        command(folder, 2), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    while process.poll() is None and not (folder / "rows.jsonl").exists():
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert "Traceback" not in said
    subprocess.run(command(folder, 2), check=True, stdout=subprocess.DEVNULL)
    assert read(folder) == read(undisturbed)


@pytest.mark.parametrize("torn", [b"{", b'{"generator":"ran', b"\0\0\0\0"])
def test_a_torn_last_line_is_made_again(tmp_path: Path, torn: bytes) -> None:
    with Store(tmp_path, plan()) as store:
        store.add(0, 3, lines(0, 3))
    with (tmp_path / "rows.jsonl").open("ab") as stream:
        stream.write(torn)
    with Store(tmp_path, plan()) as store:
        assert store.missing == [(3, 10)]
        store.add(3, 10, lines(3, 10))
    found = read(tmp_path)
    assert [(row["seed"], row["generator"]) for row in found] == [
        (seed, name) for seed in range(5) for name in ("random", "wfc")
    ]


def test_rows_before_their_turn_wait_beside(tmp_path: Path) -> None:
    with Store(tmp_path, plan()) as store:
        store.add(6, 8, lines(6, 8))
        store.add(2, 4, lines(2, 4))
        assert store.missing == [(0, 2), (4, 6), (8, 10)]
        assert len(read(tmp_path)) == 0
    with Store(tmp_path, plan()) as store:
        assert store.missing == [(0, 2), (4, 6), (8, 10)]
        store.add(0, 2, lines(0, 2))
        assert [len(read(tmp_path)), store.missing] == [4, [(4, 6), (8, 10)]]
        store.add(8, 10, lines(8, 10))
        store.add(4, 6, lines(4, 6))
        assert store.missing == []
    assert not (tmp_path / "ahead").exists()
    assert [row["seed"] for row in read(tmp_path)] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_rows_that_were_appended_but_not_yet_taken_away_are_not_doubled(tmp_path: Path) -> None:
    with Store(tmp_path, plan()) as store:
        store.add(2, 6, lines(2, 6))
        spare = tmp_path.parent / f"{tmp_path.name}-spare"
        shutil.copy(tmp_path / "ahead" / "2-6.jsonl", spare)
        store.add(0, 2, lines(0, 2))
        rows = (tmp_path / "rows.jsonl").read_bytes()
    # As if it had been killed in the middle of the append.
    kept = rows.splitlines(keepends=True)
    (tmp_path / "rows.jsonl").write_bytes(b"".join(kept[:4]) + kept[4][:30])
    (tmp_path / "ahead").mkdir()
    shutil.copy(spare, tmp_path / "ahead" / "2-6.jsonl")
    (tmp_path / "ahead" / ".6-8.jsonl.abc.part").write_bytes(b"half")
    with Store(tmp_path, plan()) as store:
        assert store.missing == [(6, 10)]
    assert (tmp_path / "rows.jsonl").read_bytes() == rows


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path, plan()), pytest.raises(OutputError, match="another process is writing"):
        Store(tmp_path, plan())


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are set another way")
def test_a_full_disk_is_one_message_and_costs_nothing(tmp_path: Path, undisturbed: Path) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (90_000, 90_000))

    folder = tmp_path / "out"
    done = subprocess.run(
        command(folder, 1), capture_output=True, text=True, preexec_fn=limit, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: {folder}: cannot be written: File too large")
    assert "the same command goes on" in done.stderr
    assert "Traceback" not in done.stderr
    subprocess.run(command(folder, 1), check=True, stdout=subprocess.DEVNULL)
    assert read(folder) == read(undisturbed)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are listed another way")
def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    script = (
        "import levelgen, multiprocessing\n"
        "rows = iter(levelgen.evaluate('cave', seeds=range(10**6), jobs=2))\n"
        "next(rows)\n"
        "print(*[child.pid for child in multiprocessing.active_children()], flush=True)\n"
        "for row in rows: pass\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    workers = [int(word) for word in process.stdout.readline().split()]
    assert len(workers) == 2
    process.kill()
    process.wait()
    process.stdout.close()
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers) and Path("/proc").is_dir():
        assert time.monotonic() < deadline, "a worker outlives its parent"
        time.sleep(0.05)


def test_the_iterator_can_be_left(tmp_path: Path) -> None:
    import multiprocessing

    before = set(multiprocessing.active_children())
    rows = iter(levelgen.evaluate("cave", seeds=range(10**6), rows=4, cols=4, jobs=2))
    assert next(rows)["seed"] == 0
    rows.close()  # type: ignore[attr-defined]
    assert set(multiprocessing.active_children()) <= before
