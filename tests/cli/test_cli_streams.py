"""Terminals, pipes and signals."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from cli_calls import at_terminal, call, command, environment

HARD = ("--tileset", "cave", "--preset", "hard", "--seed", "7")


def test_a_terminal_shows_a_coloured_map_and_a_legend() -> None:
    seen = at_terminal(*HARD)
    assert seen.exit_code == 0
    rows = seen.plain.splitlines()[:12]
    assert all(len(row) == 24 for row in rows)
    assert ["".join(row[::2]) for row in rows] == call(*HARD).stdout.splitlines()
    assert "48;2;91;80;72m" in seen.text, "the rock of the tileset is #5b5048"
    assert " rock " in seen.plain
    assert "satisfied: 11 of 11 promises kept" in seen.plain


@pytest.mark.parametrize(
    ("words", "env"),
    [(("--no-color",), {}), ((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"})],
)
def test_colours_can_be_switched_off(words: tuple[str, ...], env: dict[str, str]) -> None:
    seen = at_terminal(*HARD, *words, env=env)
    assert "\x1b" not in seen.text
    assert len(seen.text.splitlines()[0].rstrip()) >= 23


def test_an_empty_no_color_switches_nothing_off() -> None:
    assert "\x1b[" in at_terminal(*HARD, env={"NO_COLOR": ""}).text


def test_a_narrow_terminal_gets_narrow_cells() -> None:
    seen = at_terminal(*HARD, columns=20)
    assert all(len(row) == 12 for row in seen.plain.splitlines()[:12])


def test_a_map_that_does_not_fit_is_not_garbled() -> None:
    seen = at_terminal("--tileset", "cave", "--size", "2x50", "--seed", "1", columns=40)
    assert "-o FILE.png draws a picture" in " ".join(seen.plain.split())
    assert "satisfied" in seen.plain


@pytest.mark.parametrize(
    "words",
    [("list",), ("show", "platform"), ("compare", *HARD[:4], "--generator", "wfc", "--seed", "1")],
)
def test_the_other_commands_are_coloured_too(words: tuple[str, ...]) -> None:
    assert "\x1b[" in at_terminal(*words).text
    assert "\x1b" not in call(*words).stdout


def test_progress_is_shown_at_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from io import StringIO
    from time import sleep

    from levelgen.cli import progress

    class Screen(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    for stream, shown in ((Screen(), True), (StringIO(), False)):
        monkeypatch.setattr("sys.stderr", stream)
        with progress.Progress(3, quiet=False):
            while shown and "level 1 of 3" not in stream.getvalue():
                sleep(0.001)
        text = stream.getvalue()
        assert text.endswith("\r\x1b[K") if shown else text == ""


def test_a_closed_pipe_is_no_error_message() -> None:
    words = ("--tileset", "cave", "--size", "150x150", "--count", "12", "-g", "random", "--json")
    with subprocess.Popen(
        command(*words, "--quiet", "--seed", "1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read(1) == b"["
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command(*HARD, "--json", "--quiet"),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: stdout: cannot be written")
    assert len(done.stderr.splitlines()) == 1


def test_an_interrupt_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("levelgen.api.run", interrupted)
    result = call(*HARD)
    assert result.exit_code == 130
    assert result.stderr == "Interrupted.\n"


def test_glyphs_are_utf8_in_every_locale() -> None:
    done = subprocess.run(
        command("--tileset", "platform", "--size", "4x4", "--seed", "3", "--quiet"),
        capture_output=True,
        env=environment(PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0"),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.decode("utf-8").splitlines()) == 4
