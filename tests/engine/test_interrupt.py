from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

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
def test_the_keyboard_stops_a_long_search(
    engine: str, interrupt: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    if engine == "native":
        pytest.importorskip("levelgen.engine._native")
    code = LONG_SEARCH.format(engine=engine)
    ended = interrupt("-X", "dev", "-c", code, line="searching")
    assert ended.stdout == "interrupted\nsolved\n"
    assert ended.stderr == ""
    assert ended.returncode == 0
