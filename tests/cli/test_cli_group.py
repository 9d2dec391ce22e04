"""The group: help, version, the default command, completion, lightness."""

from __future__ import annotations

import subprocess
import sys

import pytest
from cli_calls import call, environment, spawn

COMMANDS = ("generate", "list", "show", "compare", "check", "schema", "new", "reproduce")


def test_alone_it_prints_its_help_and_succeeds() -> None:
    result = call()
    assert result.exit_code == 0
    assert result.stderr == ""
    for name in COMMANDS:
        assert f"\n  {name} " in result.stdout


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_every_command_has_help(name: str | None, option: str) -> None:
    result = call(*([name] if name else []), option)
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: levelgen")
    assert "\x08" not in result.stdout
    assert "\\b" not in result.stdout


@pytest.mark.parametrize("words", [("-h",), ("generate", "-h"), ("check", "-h")])
def test_the_help_documents_the_exit_codes(words: tuple[str, ...]) -> None:
    text = call(*words).stdout
    assert "Exit codes:\n    0  every promise is kept\n    1  " in text
    assert "\n    2  " in text
    assert "\n    3  " in text


def test_options_without_a_command_are_those_of_generate() -> None:
    words = ("--tileset", "cave", "--preset", "easy", "--seed", "7", "--json")
    short, long = call(*words), call("generate", *words)
    assert short.exit_code == long.exit_code == 0
    assert short.stdout == long.stdout


@pytest.mark.parametrize("words", [("--tileset=cave",), ("-tcave",), ("-q", "-t", "cave")])
def test_the_default_command_takes_any_way_to_write_an_option(words: tuple[str, ...]) -> None:
    assert call(*words, "--size", "3x3", "--seed", "1").exit_code == 0


def test_the_version_names_what_decides_results() -> None:
    result = call("--version")
    assert result.exit_code == 0
    names = [line.split()[0] for line in result.stdout.splitlines()]
    assert names == ["levelgen", "ortools", "python", "engine"]


def test_it_runs_as_a_module() -> None:
    result = spawn("--version")
    assert result.returncode == 0
    assert result.stdout == call("--version").stdout


@pytest.mark.parametrize("words", [[], ["-h"], ["generate", "-h"], ["compare", "-h"]])
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    code = (
        "import sys\n"
        "from levelgen.cli import main\n"
        f"sys.argv = ['levelgen', *{words!r}]\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        "heavy = {'ortools', 'numpy', 'matplotlib', 'networkx'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("levelgen ", {"generate", "list", "reproduce"}),
        ("levelgen --til", {"--tileset"}),
        ("levelgen --vers", {"--version"}),
        ("levelgen --tileset ca", {"cave"}),
        ("levelgen generate --tileset ca", {"cave"}),
        ("levelgen --tileset cave --preset hard", {"hard", "hardcore"}),
        ("levelgen --generator ", {"auto", "random", "wfc", "cpsat"}),
        ("levelgen --tileset cave --format ", {"text", "json", "csv", "png"}),
        ("levelgen show du", {"dungeon"}),
        ("levelgen schema ", {"tileset", "preset", "level", "manifest"}),
    ],
)
def test_the_shell_completes(typed: str, offered: set[str]) -> None:
    words = typed.split(" ")
    env = environment(
        _LEVELGEN_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(len(words) - 1)
    )
    code = "from levelgen.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False
    )
    assert offered <= set(done.stdout.split()), done.stderr


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("lst",), "'lst'"),
        (("cave",), "levelgen --tileset cave"),
        (("--tilset", "cave"), "--tileset"),
        (("generate",), "'--tileset'"),
        (("check",), "'FILE'"),
        (("show", "cave", "dungeon"), "dungeon"),
    ],
)
def test_usage_errors_say_what_is_meant(words: tuple[str, ...], named: str) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert named in result.stderr
