"""`levelgen generate`: what goes to stdout, stderr and files, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_calls import call, refused, spawn
from typer.testing import Result

import levelgen

HARD = ("--tileset", "cave", "--preset", "hard", "--seed", "7")
SMALL = ("--tileset", "cave", "--size", "4x5", "--seed", "7")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_stdout_has_the_map_and_stderr_the_promises() -> None:
    result = call(*HARD)
    assert result.exit_code == 0
    rows = result.stdout.splitlines()
    assert [len(row) for row in rows] == [12] * 12
    assert result.stdout.count("S") == result.stdout.count("X") == 1
    assert "satisfied: 11 of 11 promises kept" in result.stderr
    assert result.stderr.count("  kept ") == 11
    assert "floor on 36..64 of 144 cells" in result.stderr
    assert "seed 7, auto" in result.stderr
    assert "\x1b" not in result.output


def test_json_is_exactly_the_level() -> None:
    result = call(*HARD, "--json")
    assert result.stdout == levelgen.generate("cave", "hard", seed=7).to_json()


def test_json_has_the_same_bytes_in_every_process() -> None:
    runs = [spawn(*HARD, "--json", PYTHONHASHSEED=seed) for seed in ("0", "1")]
    assert runs[0].returncode == 0
    assert runs[0].stdout == runs[1].stdout != ""


def test_several_levels_are_a_json_list_of_the_same_documents() -> None:
    several = json.loads(call(*SMALL, "--count", "3", "--json").stdout)
    alone = [json.loads(call(*SMALL[:-1], seed, "--json").stdout) for seed in ("7", "8", "9")]
    assert several == alone


def test_several_levels_are_shown_with_a_line_each() -> None:
    result = call(*HARD, "--count", "3")
    assert result.exit_code == 0
    assert all(f"seed {seed}" in result.stdout for seed in (7, 8, 9))
    assert len(result.stderr.splitlines()) == 3


def test_a_drawn_seed_is_told_and_gives_the_level_again() -> None:
    first = call(*SMALL[:-2], "--json")
    seed = json.loads(first.stdout)["seed"]
    assert f"seed {seed}," in first.stderr
    assert call(*SMALL[:-1], str(seed), "--json").stdout == first.stdout


def test_quiet_is_silent_but_for_a_seed_that_nothing_else_tells() -> None:
    assert call(*SMALL, "--quiet").stderr == ""
    drawn = call(*SMALL[:-2], "--quiet")
    seed = drawn.stderr.removeprefix("seed ").strip()
    assert call(*SMALL[:-1], seed, "--quiet").stdout == drawn.stdout
    assert call(*SMALL[:-2], "--quiet", "--json").stderr == ""


def test_the_size_may_be_written_with_a_capital_x() -> None:
    assert len(call(*SMALL[:2], "--size", "4X5", "--seed", "1").stdout.splitlines()) == 4


def test_set_changes_what_is_promised() -> None:
    result = call(*HARD, "--set", "key=1", "--set", "enemy=2:3", "--set", "connected=off")
    assert result.exit_code == 0
    assert "exactly 1 key" in result.stderr
    assert "2 to 3 enemy" in result.stderr
    assert "region" not in result.stderr


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.json", b"{"), ("a.txt", b""), ("a.csv", b""), ("a.png", b"\x89PNG"), ("A.JSON", b"{")],
)
def test_the_suffix_gives_the_format(tmp_path: Path, name: str, start: bytes) -> None:
    path = tmp_path / name
    result = call(*HARD, "-o", str(path))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert f"written to {path}" in result.stderr
    assert path.read_bytes().startswith(start)
    assert files(tmp_path) == [name]


def test_format_outweighs_the_suffix(tmp_path: Path) -> None:
    path = tmp_path / "level.data"
    call(*HARD, "-o", str(path), "--format", "json")
    assert path.read_text() == levelgen.generate("cave", "hard", seed=7).to_json()


@pytest.mark.parametrize("form", ["text", "csv"])
def test_grids_on_stdout_are_what_the_files_hold(tmp_path: Path, form: str) -> None:
    path = tmp_path / "grid"
    call(*HARD, "-o", str(path), "--format", form)
    assert call(*HARD, "--format", form).stdout == path.read_text()


def test_a_dash_is_stdout() -> None:
    assert call(*HARD, "-o", "-").stdout == call(*HARD, "--format", "text").stdout


def test_json_goes_beside_a_file(tmp_path: Path) -> None:
    path = tmp_path / "level.txt"
    result = call(*HARD, "--json", "-o", str(path))
    assert json.loads(result.stdout)["seed"] == 7
    assert path.exists()


def test_a_folder_gets_a_file_for_each_seed(tmp_path: Path) -> None:
    folder = tmp_path / "levels"
    result = call(*HARD, "--count", "2", "-o", str(folder))
    assert result.exit_code == 0
    assert files(folder) == ["cave-hard-7.json", "cave-hard-8.json"]
    assert f"2 files written to {folder}" in result.stderr
    again = call(*HARD, "--count", "2", "-o", str(folder), "--format", "csv")
    assert again.exit_code == 0
    assert len(files(folder)) == 4


def test_an_existing_folder_takes_a_single_level(tmp_path: Path) -> None:
    assert call(*SMALL, "-o", str(tmp_path)).exit_code == 0
    assert files(tmp_path) == ["cave-7.json"]


def test_a_picture_of_several_levels_is_a_contact_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.png"
    result = call(*HARD, "--count", "3", "-o", str(path))
    assert result.exit_code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert files(tmp_path) == ["sheet.png"]


def test_an_existing_file_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "level.json"
    path.write_text("mine")
    monkeypatch.setattr("levelgen.api.run", lambda *_, **__: pytest.fail("it was generated"))
    assert "--force" in refused(*HARD, "-o", str(path))
    (tmp_path / "cave-hard-8.json").write_text("mine")
    assert "cave-hard-8.json" in refused(*HARD, "--count", "2", "-o", str(tmp_path))
    assert path.read_text() == "mine"


def test_force_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "level.json"
    path.write_text("mine")
    assert call(*HARD, "-o", str(path), "--force").exit_code == 0
    assert levelgen.Level.load(path).seed == 7


def test_an_unsatisfied_level_is_written_and_exits_1(tmp_path: Path) -> None:
    path = tmp_path / "level.json"
    result = call(*HARD, "--generator", "wfc", "-o", str(path))
    assert result.exit_code == 1
    assert "unsatisfied: " in result.stderr
    assert "  broken  connected" in result.stderr
    assert levelgen.Level.load(path).status == "unsatisfied"


def test_an_infeasible_request_writes_nothing_and_exits_1(tmp_path: Path) -> None:
    impossible = (*HARD, "--set", "key=200")
    for name in ("level.json", "sheet.png", "folder"):
        result = call(
            *impossible, "--count", "1" if name == "level.json" else "2", "-o", str(tmp_path / name)
        )
        assert result.exit_code == 1
        assert "infeasible: " in result.stderr
    assert files(tmp_path) == []
    printed = call(*impossible, "--json")
    assert printed.exit_code == 1
    assert json.loads(printed.stdout)["tiles"] is None
    assert call(*impossible).stdout == ""


def as_unknown(*, board: bool) -> Result:
    """Run with a search that a limit ends."""
    from dataclasses import replace

    def run(request: levelgen.Request, **_: object) -> levelgen.Level:
        level = original(request)
        reason = levelgen.Reason(text="the limit was reached")
        return replace(level, status="unknown", reason=reason, cells=level.cells if board else None)

    from levelgen import api

    original = api.run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(api, "run", run)
        return call(*SMALL, "-o", "level.json")


@pytest.mark.parametrize("board", [True, False])
def test_an_unknown_answer_exits_3_and_is_written_with_its_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    result = as_unknown(board=board)
    assert result.exit_code == 3
    assert "unknown: the limit was reached" in result.stderr
    assert files(tmp_path) == (["level.json"] if board else [])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--tileset", "cav"), "did you mean 'cave'?"),
        (("--tileset", "cave", "--preset", "hrd"), "did you mean 'hard'?"),
        (("--tileset", "./nothing.json"), "there is no such file"),
        (("--tileset", "cave", "--size", "12"), "ROWSxCOLS, such as 12x12"),
        (("--tileset", "cave", "--size", "0x3"), "0 is too small"),
        (("--tileset", "cave", "--size", "9999x9999"), "at most 1048576 cells"),
        (("--tileset", "cave", "--seed", "x"), "'x' is not a whole number"),
        (("--tileset", "cave", "--seed", "-1"), "-1 is out of range"),
        (("--tileset", "cave", "--count", "0"), "0 is out of range"),
        (("--tileset", "cave", "--count", "2", "--seed", "9007199254740991"), "out of range"),
        (("--tileset", "cave", "--generator", "wcf"), "did you mean 'wfc'?"),
        (("--tileset", "cave", "--set", "key"), "KEY=VALUE"),
        (("--tileset", "cave", "--set", "kye=2"), "did you mean 'key'?"),
        (("--tileset", "cave", "--set", "key=1", "--set", "key=2"), "set twice"),
        (("--tileset", "cave", "--time-limit", "0"), "seconds above 0"),
        (("--tileset", "cave", "--time-limit", "nan"), "seconds above 0"),
        (("--tileset", "cave", "--format", "jpg"), "'jpg' is not one of the choices"),
        (("--tileset", "cave", "--format", "png"), "-o FILE.png"),
        (("--tileset", "cave", "--json", "--format", "csv"), "both print to stdout"),
        (("--tileset", "cave", "--json", "-o", "-"), "both print to stdout"),
        (("--tileset", "cave", "--count", "2", "--format", "csv"), "-o FOLDER, or --json"),
        (("--tileset", "cave", "--count", "2", "-o", "a.json"), "one json file holds one level"),
        (("--tileset", "cave", "-o", "a.gif"), "'.gif' names no format"),
        (("--tileset", "cave", "-o", "level"), "no format is told"),
        (("--tileset", "cave", "-o", ""), "the name is empty"),
        (("--tileset", "cave", "-o", "no/level.json"), "the folder no does not exist"),
        (("--tileset", "cave", "--count", "2", "-o", "no/folder"), "does not exist"),
        (("--tileset", "roads", "--preset", "easy"), "has no tag or tile 'floor'"),
    ],
)
def test_what_is_wrong_is_told_in_one_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in refused(*words)
    assert files(tmp_path) == []


def test_all_that_is_wrong_is_told_at_once() -> None:
    message = refused("--tileset", "cave", "--size", "12", "--seed", "x", "--set", "key")
    assert message.startswith("Error: 3 problems\n")
    assert all(word in message for word in ("size: ", "seed: ", "set: "))


def test_text_from_files_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    path.write_text(json.dumps({"format": "levelgen-tileset/1", "\x1b]0;title\x07": 1}))
    assert "\x1b" not in refused("--tileset", str(path))


def test_an_infeasible_answer_names_what_is_in_conflict() -> None:
    message = call(*HARD, "--set", "connected=on", "--set", "rock=144").stderr
    assert message.count("/constraints/0") == message.count("/set/rock") == 1
    assert "180 cells do not fit on 144 cells: floor on 25 % to 45 % of the cells" in message
