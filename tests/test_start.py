"""Starting stays light: what each kind of use loads, seen from a fresh process."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"numpy", "ortools", "networkx", "matplotlib", "pandas", "PIL", "pydantic", "rich"}

LIBRARY = "import levelgen; levelgen.generate('dungeon', {preset}, generator={generator!r}, seed=1)"
LINE = """
import sys
from levelgen.cli import main
sys.argv[1:] = {words!r}
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""


def loaded(program: str) -> set[str]:
    """Run a program in a fresh process and give the names of all modules that it loaded."""
    told = "\nimport sys; print('LOADED', *sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program + told], capture_output=True, text=True, check=True
    )
    return set(done.stderr.rsplit("LOADED ", 1)[1].split())


@pytest.mark.parametrize(
    "program",
    [
        "import levelgen",
        LIBRARY.format(preset=None, generator="wfc"),
        LIBRARY.format(preset=repr("hard"), generator="auto"),
        "import levelgen; levelgen.generate('dungeon', 'easy', seed=1).to_json()",
        LINE.format(words=["--tileset", "dungeon", "--generator", "wfc", "--seed", "1"]),
        LINE.format(words=["-t", "cave", "-p", "hard", "--seed", "1", "--set", "key=2", "--json"]),
        LINE.format(words=["--help"]),
        LINE.format(words=["generate", "--help"]),
    ],
)
def test_no_heavy_library_is_loaded(program: str) -> None:
    assert not loaded(program) & HEAVY


def test_importing_the_package_loads_nothing_of_it() -> None:
    assert {name for name in loaded("import levelgen") if name.startswith("levelgen.")} == {
        "levelgen.version"
    }


def test_a_first_level_loads_only_what_it_needs() -> None:
    modules = loaded(LIBRARY.format(preset=None, generator="wfc"))
    unused = {"levelgen.model.registry", "levelgen.engine.constructor", "subprocess", "typer"}
    assert not modules & unused


def test_a_command_loads_no_other_command() -> None:
    modules = loaded(LINE.format(words=["--tileset", "dungeon", "--generator", "wfc"]))
    assert "levelgen.cli.generate" in modules
    assert not modules & {
        f"levelgen.cli.{name}" for name in ("show", "compare", "learn", "replay", "evaluate")
    }
