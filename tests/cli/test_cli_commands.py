"""The other commands: list, show, compare, check, schema, new, reproduce."""

from __future__ import annotations

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import jsonschema
import pytest
from cli_calls import call, refused

import levelgen

HARD = ("--tileset", "cave", "--preset", "hard", "--seed", "7")


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "level.json"
    levelgen.generate("cave", "hard", seed=7).save(path)
    return path


def test_list_says_what_fits_and_why_not() -> None:
    text = call("list").stdout
    for heading in ("Tilesets", "Presets", "Which preset fits which tileset", "Generators"):
        assert f"{heading}\n" in text
    assert "tileset 'roads' has no tag or tile 'floor'" in " ".join(text.split())
    data = json.loads(call("list", "--json").stdout)
    fits = {(pair["tileset"], pair["preset"]): pair["fits"] for pair in data["pairs"]}
    assert fits["cave", "hardcore"]
    assert not fits["platform", "easy"]
    assert {entry["name"]: entry["origin"] for entry in data["generators"]}["wfc"] == "levelgen"


def test_list_takes_own_files_and_lints_them(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    tiles = [
        {"id": name, "glyph": name, "color": "#000000", "tags": ["floor"]} for name in ("a", "b")
    ]
    rule = {"tiles": ["a"], "direction": "E", "neighbours": ["b"]}
    path.write_text(
        json.dumps(
            {
                "format": "levelgen-tileset/1",
                "name": "mine",
                "description": "steers\x1b[2J",
                "tiles": tiles,
                "adjacency": {"allow": [rule]},
            }
        )
    )
    text = call("list", "--tileset", str(path)).stdout
    assert "mine: nothing may stand above a, so it fits at that border only" in text
    assert "mine: nothing may stand to the right of b" in text
    assert "to the right of a" not in text
    assert "\x1b" not in text
    assert "lint: nothing may stand below b" in call("show", str(path)).stdout


def test_a_broken_plugin_is_listed_and_not_fatal(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("mine", "no_such_module:Mine", "levelgen.generators")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    result = call("list")
    assert result.exit_code == 0
    assert "from no_such_module:Mine; does not load" in " ".join(result.stdout.split())
    assert "fails" in refused("--tileset", "cave", "--generator", "mine")


def test_show_gives_palette_and_adjacency() -> None:
    text = call("show", "cave").stdout
    assert "rock 4 41.2 % solid" in " ".join(text.split())
    assert "in every direction" in text
    assert "lake    ~  x x x ." in text
    data = json.loads(call("show", "cave", "--json").stdout)
    assert data["allowed"]["N"]["lake"] == ["rock", "cave", "lake"]


def test_show_tells_directions_apart_where_they_differ() -> None:
    text = call("show", "platform").stdout
    assert "N (above)" in text
    assert "E (to the right) and W (to the left)" in text
    assert "corner@270" in call("show", "roads").stdout


def test_show_draws_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "cave.png"
    assert call("show", "cave", "-o", str(path)).exit_code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert "--force" in refused("show", "cave", "-o", str(path))
    assert "only a picture" in refused("show", "cave", "-o", str(tmp_path / "cave.json"))
    assert "did you mean 'cave'?" in refused("show", "cav")


def test_compare_puts_generators_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "compare.png"
    result = call("compare", *HARD, "-o", str(path))
    assert result.exit_code == 0
    head = next(line for line in result.stdout.splitlines() if "random  " in line)
    assert head.split() == ["random", "wfc", "cpsat", "auto"]
    lines = {line[:22].strip(): line[22:].split() for line in result.stdout.splitlines()}
    assert lines["violations"][1:] == ["0", "0", "0"]
    assert lines["backtracks"][0] == "n/a"
    assert {"connectivity", "reachable_from_first", "variety", "floor share", "time"} <= {*lines}
    assert path.read_bytes().startswith(b"\x89PNG")


def test_compare_takes_several_presets() -> None:
    words = ("compare", *HARD[:2], "--preset", "easy", "--preset", "hard", "--seed", "7")
    text = call(*words, "--generator", "auto").stdout
    assert "cave, auto, 12x12, seed 7" in text
    assert any(line.split() == ["easy", "hard"] for line in text.splitlines())
    text = call(*words, "--generator", "auto", "--generator", "wfc").stdout
    assert "cave, easy, 12x12, seed 7" in text
    assert "cave, hard, 12x12, seed 7" in text


def test_compare_gives_rows_as_json_and_one_seed_to_all() -> None:
    words = ("compare", *HARD[:4], "--generator", "wfc", "--generator", "random", "--json")
    rows = json.loads(call(*words).stdout)
    assert [row["generator"] for row in rows] == ["wfc", "random"]
    assert len({row["seed"] for row in rows}) == 1
    assert rows[0]["adjacency_violations"] == 0


def test_compare_refuses_presets_it_could_not_tell_apart(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"format": "levelgen-preset/1", "name": "hard"}')
    assert "2 presets have the name 'hard'" in refused("compare", *HARD, "--preset", str(path))


def test_compare_shows_what_is_infeasible() -> None:
    result = call("compare", *HARD, "--set", "key=200", "--generator", "auto")
    assert result.exit_code == 0
    assert "(infeasible)" in result.stdout
    assert "n/a" in result.stdout


def test_check_judges_by_the_request_inside(level: Path) -> None:
    result = call("check", str(level))
    assert result.exit_code == 0
    assert "satisfied: 11 of 11 promises kept" in result.stdout
    assert call("check", str(level), "--quiet").output == ""


def test_check_exits_1_and_says_where_a_promise_is_broken(level: Path) -> None:
    result = call("check", str(level), "--preset", "easy")
    assert result.exit_code == 1
    assert "unsatisfied: " in result.stdout
    report = json.loads(call("check", str(level), "--set", "key=1", "--json").stdout)
    [broken] = [promise for promise in report["promises"] if not promise["kept"]]
    assert broken["constraint"] == "/set/key"
    assert len(report["places"]["/set/key"]) == 2
    assert "at row,column" in call("check", str(level), "--set", "key=1").stdout


def test_check_keeps_the_overrides_inside(tmp_path: Path) -> None:
    path = tmp_path / "level.json"
    levelgen.generate("cave", "hard", seed=7, set={"key": 1}).save(path)
    assert call("check", str(path)).exit_code == 0
    assert call("check", str(path), "--set", "enemy=off").exit_code == 0


@pytest.mark.parametrize("suffix", ["txt", "csv"])
def test_check_reads_plain_grids(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"level.{suffix}"
    assert call(*HARD, "-o", str(path)).exit_code == 0
    assert "needs a tileset" in refused("check", str(path))
    result = call("check", str(path), "--tileset", "cave", "--preset", "hard")
    assert result.exit_code == 0
    assert "11 of 11" in result.stdout


def test_check_finds_a_planted_fault(level: Path) -> None:
    text = level.read_text()
    data = json.loads(text)
    row, col = next(
        (row, col)
        for row, names in enumerate(data["tiles"])
        for col, name in enumerate(names)
        if name == "stairs"
    )
    data["tiles"][row - 1][col] = "lake"
    level.write_text(json.dumps(data))
    assert call("check", str(level)).exit_code == 1


@pytest.mark.parametrize("kind", ["tileset", "preset", "level", "manifest"])
def test_schema_prints_a_json_schema(kind: str) -> None:
    schema = json.loads(call("schema", kind).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    if kind == "level":
        jsonschema.validate(json.loads(call(*HARD, "--json").stdout), schema)


def test_schema_refuses_other_words() -> None:
    assert "did you mean 'tileset'?" in refused("schema", "tilset")


@pytest.mark.parametrize("kind", ["tileset", "preset"])
def test_new_writes_a_file_that_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call("new", kind, "swamp")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "levelgen --tileset" in result.stderr
    data = json.loads(Path("swamp.json").read_text())
    assert data["$schema"] == f"./{kind}.schema.json"
    jsonschema.validate(data, json.loads(call("schema", kind).stdout))
    other = ("--preset", "easy") if kind == "tileset" else ("--tileset", "cave")
    for seed in ("1", "2", "3"):
        assert call(f"--{kind}", "./swamp.json", *other, "--seed", seed).exit_code == 0
    assert "--force" in refused("new", kind, "swamp")


def test_the_new_files_fit_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    call("new", "tileset", "swamp")
    call("new", "preset", "walk", "-o", "walk.json")
    assert call("--tileset", "./swamp.json", "--preset", "walk.json", "--seed", "1").exit_code == 0
    assert call("list", "-t", "./swamp.json").exit_code == 0


def test_new_prints_to_stdout_and_refuses_bad_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert json.loads(call("new", "preset", "walk", "-o", "-").stdout)["name"] == "walk"
    assert "is not a usable name" in refused("new", "tileset", "my swamp")
    assert "not one of the choices" in refused("new", "level", "x")
    assert list(tmp_path.iterdir()) == []


def test_reproduce_gives_the_same_bytes(level: Path) -> None:
    result = call("reproduce", str(level))
    assert result.exit_code == 0
    assert result.stdout == "same: every byte is equal\n"


def test_reproduce_says_what_differs(level: Path) -> None:
    data = json.loads(level.read_text())
    data["tiles"][0][0] = "cave" if data["tiles"][0][0] != "cave" else "rock"
    level.write_text(json.dumps(data))
    result = call("reproduce", str(level))
    assert result.exit_code == 1
    assert "tiles: 1 of 144 cells, the first at row 0, column 0" in result.stdout
    outcome = json.loads(call("reproduce", str(level), "--json").stdout)
    assert outcome["same"] is False


def test_reproduce_needs_a_manifest(level: Path) -> None:
    data = json.loads(level.read_text())
    del data["manifest"]
    level.write_text(json.dumps(data))
    assert "has no manifest" in refused("reproduce", str(level))
    assert "there is no such file" in refused("reproduce", "nothing.json")
