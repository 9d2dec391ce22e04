"""The option --strategy of the command line."""

from __future__ import annotations

import json

import pytest
from cli_calls import call, refused


@pytest.mark.parametrize("strategy", ["warm", "windows", "circuit", "lazy"])
def test_a_strategy_is_part_of_the_request(strategy: str) -> None:
    result = call(
        *("-t", "roads", "--size", "8x8", "--seed", "2", "--set", "connected=on", "--json"),
        *("--strategy", strategy),
    )
    assert result.exit_code == 0, result.output
    level = json.loads(result.stdout)
    assert level["status"] == "satisfied"
    assert level["manifest"]["request"]["strategy"] == strategy
    assert level["manifest"]["strategy"].endswith(strategy)


def test_strategies_that_do_not_fit_are_refused() -> None:
    text = refused("-t", "cave", "--strategy", "best")
    assert "one of warm, windows, circuit, lazy" in text
    text = refused("-t", "cave", "--strategy", "lazy", "--generator", "random")
    assert "generator 'random' has no strategies" in text
    text = refused("-t", "cave", "--strategy", "circuit", "--periodic", "both")
    assert "joined edges" in text
