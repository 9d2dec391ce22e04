"""What a search that does not end hands out: the best board so far, and why it ended."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import levelgen

# No constructor knows ways around keys, and so long a way on so little floor is hard to find.
HARD = {
    "name": "hidden",
    "constraints": [
        {"kind": "connected"},
        {"kind": "ratio", "tags": "floor", "min": 0.08, "max": 0.08},
        {"kind": "path", "from": "start", "to": "exit", "min_length": 60, "avoid": "key"},
        {"kind": "lock_and_key", "locks": [{"door": "locked_door", "key": "key"}]},
    ],
}


def test_a_model_that_would_be_too_large_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("levelgen.model.skeleton.MOST_TERMS", 5000)
    level = levelgen.generate("dungeon", HARD, rows=20, cols=20, seed=1)
    assert level.status == "unknown"
    assert level.run is not None
    assert level.run.limit_hit == "memory_limit"
    assert level.reason is not None
    assert "memory limit" in level.reason.text


@pytest.mark.parametrize("limit", ["memory", "time"])
def test_the_best_board_so_far_comes_with_its_verdicts(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if limit == "memory":
        monkeypatch.setattr("levelgen.model.skeleton.MOST_TERMS", 5000)
    else:
        monkeypatch.setattr("levelgen.model.solver._phases", lambda *_, **__: [])
    level = levelgen.generate("dungeon", HARD, rows=20, cols=20, seed=1)
    assert level.status == "unknown"
    assert level.cells is not None
    kinds = {promise.kind: promise.kept for promise in level.promises}
    assert kinds["adjacency"]
    assert not kinds["path"]
    again = levelgen.check(level)
    assert [promise.kept for promise in again.promises] == [
        promise.kept for promise in level.promises
    ]


def test_an_interrupt_brings_the_best_board_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("levelgen.model.solve", interrupted)
    with pytest.raises(levelgen.Interrupted) as caught:
        levelgen.generate("dungeon", HARD, rows=20, cols=20, seed=1)
    level = caught.value.level
    assert level.status == "unknown"
    assert level.cells is not None
    assert level.run is not None
    assert level.run.limit_hit == "interrupted"
    assert isinstance(caught.value, KeyboardInterrupt)


def test_an_interrupt_without_a_board_is_a_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("levelgen.model.solve", interrupted)
    with pytest.raises(KeyboardInterrupt) as caught:
        levelgen.generate(
            "dungeon", HARD, rows=20, cols=20, seed=1, generator="cpsat", strategy="lazy"
        )
    assert not isinstance(caught.value, levelgen.Interrupted)


@pytest.mark.skipif(sys.platform == "win32", reason="no signals are sent on Windows")
def test_the_keyboard_ends_the_solver_and_keeps_the_best_board(
    tmp_path: Path, interrupt: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    preset, file = tmp_path / "hard.json", tmp_path / "best.json"
    preset.write_text(json.dumps({"format": "levelgen-preset/1", **HARD}), encoding="utf-8")
    code = (
        "import sys, levelgen.model.running as running\n"
        "run = running._beside\n"
        "def told(work, stop):\n"
        "    print('solving', flush=True)\n"
        "    return run(work, stop)\n"
        "running._beside = told\n"
        "from levelgen.cli import main\n"
        "main()"
    )
    words = ["--tileset", "dungeon", "--preset", str(preset), "--size", "30x30", "--seed", "1"]
    ended = interrupt("-c", code, *words, "-o", str(file), line="solving")
    assert ended.returncode == 130, ended.stderr
    assert "Interrupted." in ended.stderr
    assert "Traceback" not in ended.stderr
    level = json.loads(file.read_text(encoding="utf-8"))
    assert level["status"] == "unknown"
    assert level["tiles"]
    assert {path.name for path in tmp_path.iterdir()} == {"hard.json", "best.json"}
