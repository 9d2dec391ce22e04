from __future__ import annotations

import signal
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="no signal reaches one process alone there"
)

# Pieces of pipe without loose ends; one pipe leads out of the board, so none of the many fillings
# fits, and only counting would prove it.
LONG_SEARCH = """
import gc
from levelgen.engine import {engine}
from levelgen.engine.task import Task

pipes = [ends for ends in range(16) if ends.bit_count() % 2 == 0]
masks = tuple(
    tuple(
        sum(
            1 << number
            for number, there in enumerate(pipes)
            if there >> (side ^ 2) & 1 == here >> side & 1
        )
        for here in pipes
    )
    for side in range(4)
)


def closed(*sides):
    return sum(
        1 << number for number, ends in enumerate(pipes) if not any(ends >> s & 1 for s in sides)
    )


kernel = {engine}.compile_kernel((1,) * 8, masks)
last = 39
domains = []
for row in range(40):
    for col in range(40):
        outer = (row == 0, col == last, row == last, col == 0)
        domains.append(closed(*(side for side in range(4) if outer[side])))
domains[20] = closed() & ~closed(0)
try:
    print("searching", flush=True)
    kernel.sample(Task(rows=40, cols=40, domains=domains, budget=10**15))
    print("ended")
except KeyboardInterrupt:
    print("interrupted")
gc.collect()
print(kernel.sample(Task(rows=4, cols=4)).status)
"""


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_the_keyboard_stops_a_long_search(engine: str) -> None:
    if engine == "native":
        pytest.importorskip("levelgen.engine._native")
    with subprocess.Popen(
        [sys.executable, "-X", "dev", "-c", LONG_SEARCH.format(engine=engine)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "searching\n"
            # The search takes far longer than this to end by itself, however slow the machine.
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.5)
            process.send_signal(signal.SIGINT)
            printed, complaints = process.communicate(timeout=60)
        finally:
            process.kill()
    assert printed == "interrupted\nsolved\n"
    assert complaints == ""
    assert process.returncode == 0
