"""Planted mistakes, as a person would make them on the command line.

Each gives one clear message (which file, which field, what is wrong), exit code 2, no traceback,
and leaves no file behind.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from levelgen.cli.app import app
from levelgen.library import shipped

CAVE = json.loads(shipped("tilesets")["cave"].read_text(encoding="utf-8"))
HARD = json.loads(shipped("presets")["hard"].read_text(encoding="utf-8"))
LOCK = {"kind": "lock_and_key", "locks": [{"door": "locked_door", "key": "key"}]}


def changed(data: dict[str, Any], *path: str | int, value: Any) -> dict[str, Any]:
    """Copy data with one field changed."""
    copy: dict[str, Any] = json.loads(json.dumps(data))
    place: Any = copy
    for key in path[:-1]:
        place = place[key]
    if isinstance(place, list) and path[-1] == len(place):
        place.append(value)
    else:
        place[path[-1]] = value
    return copy


class Desk:
    """A folder with files, and the command line in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, name: str, content: Any) -> str:
        text = content if isinstance(content, str) else json.dumps(content)
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)

    def refused(self, *arguments: str, says: tuple[str, ...], problems: int = 1) -> None:
        before = sorted(self.folder.rglob("*"))
        result = CliRunner().invoke(app, list(arguments))
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        text = " ".join(result.stderr.split())
        assert "Traceback" not in text
        for words in says:
            assert words in text, result.stderr
        if text.startswith("Error: ") and problems > 1:
            assert text.startswith(f"Error: {problems} problems"), result.stderr
        assert sorted(self.folder.rglob("*")) == before


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    return Desk(tmp_path)


TILESETS: list[tuple[str, Any, tuple[str, ...]]] = [
    (
        "unknown tile in a rule",
        changed(CAVE, "adjacency", "neighbours", "cave", value=["cave", "lakes"]),
        ("/adjacency/neighbours/cave/1", "unknown tile 'lakes'", "did you mean 'lake'?"),
    ),
    (
        "duplicate id",
        changed(CAVE, "tiles", 1, "id", value="rock"),
        ("/tiles/1/id", "the id 'rock' is taken by /tiles/0"),
    ),
    (
        "duplicate glyph",
        changed(CAVE, "tiles", 1, "glyph", value="#"),
        ("/tiles/1/glyph", "the glyph '#' is taken by /tiles/0"),
    ),
    (
        "negative weight",
        changed(CAVE, "tiles", 0, "weight", value=-2),
        ("/tiles/0/weight", "the weight -2 is out of range", "a number from 0"),
    ),
    (
        "bad colour",
        changed(CAVE, "tiles", 0, "color", value="#12345"),
        ("/tiles/0/color", "'#12345' is not a colour", '"#rrggbb"'),
    ),
    (
        "object on a tag that no tile has",
        changed(CAVE, "objects", "key", "on", value=["flor"]),
        ("/objects/key/on/0", "no tile has the tag 'flor'", "did you mean 'floor'?"),
    ),
    (
        "misspelt key",
        changed(CAVE, "adjacancy", value={}),
        ("/adjacancy", "unknown key 'adjacancy'", "did you mean 'adjacency'?"),
    ),
    ("no tiles", changed(CAVE, "tiles", value=[]), ("/tiles", "it is empty")),
    (
        "every weight zero",
        {**CAVE, "tiles": [{**tile, "weight": 0} for tile in CAVE["tiles"]]},
        ("/tiles", "every weight is 0"),
    ),
    (
        "one-sided notebook matrix",
        {
            "name": "old",
            "tiles": [
                {"id": 0, "name": "wall", "char": "#"},
                {"id": 1, "name": "floor", "char": "."},
            ],
            "adjacency": {"rules": {"0": [1, 1], "1": [0, 1]}},
        },
        ("/adjacency/rules/0", "'wall' allows 'floor', but 'floor' does not allow 'wall'"),
    ),
    (
        "another format",
        changed(CAVE, "format", value="levelgen-tileset/9"),
        ("/format", "'levelgen-tileset/9' is not one of the choices"),
    ),
    ("a list", "[]", ("a JSON object is expected, not a list",)),
    ("not JSON", '{"name": "x",}', ("not JSON", "line 1, column")),
    ("a key twice", '{"name": "x", "name": "y"}', ("the key 'name' is given twice",)),
    ("an empty file", "", ("not JSON",)),
    ("not a number", '{"name": NaN}', ("NaN is not a JSON number",)),
]


@pytest.mark.parametrize(
    ("content", "says"), [case[1:] for case in TILESETS], ids=[case[0] for case in TILESETS]
)
def test_tileset_mistakes(desk: Desk, content: Any, says: tuple[str, ...]) -> None:
    file = desk.file("mine.json", content)
    for arguments in (("--tileset", file, "-o", "level.json"), ("show", file)):
        desk.refused(*arguments, says=("mine.json", *says))


PRESETS: list[tuple[str, Any, tuple[str, ...]]] = [
    (
        "unknown kind",
        changed(HARD, "constraints", 0, "kind", value="ratoi"),
        ("/constraints/0", "unknown kind 'ratoi'", "did you mean 'ratio'?"),
    ),
    (
        "window upside down",
        changed(HARD, "constraints", 0, "max", value=0.1),
        ("/constraints/0", "the window is empty: min 0.25 is above max 0.1"),
    ),
    (
        "share above one",
        changed(HARD, "constraints", 0, "max", value=45),
        ("/constraints/0/max", "the share 45 is out of range", "from 0 to 1"),
    ),
    (
        "negative count",
        changed(HARD, "constraints", 2, "exactly", value=-1),
        ("/constraints/2/exactly", "-1 is out of range"),
    ),
    (
        "tag that no tile has",
        changed(HARD, "constraints", 0, "tags", value=["flor"]),
        ("preset hard", "/constraints/0/tags", "'cave' has no tag or tile 'flor'", "'floor'"),
    ),
    (
        "object that the tileset lacks",
        changed(HARD, "constraints", 2, "object", value="kye"),
        ("/constraints/2/object", "'cave' has no object 'kye'", "did you mean 'key'?"),
    ),
    (
        "malformed length",
        changed(HARD, "constraints", 7, "min_length", value="long"),
        ("/constraints/7/min_length", "'long' is not a length", '"0.6x"'),
    ),
    (
        "pin off the board",
        changed(
            HARD,
            "constraints",
            9,
            value={"kind": "fixed", "cells": [{"row": 12, "col": 0, "tile": "rock"}]},
        ),
        ("/constraints/9/cells/0", "is not on a 12x12 board"),
    ),
    (
        "softlocks without locks",
        changed(HARD, "constraints", 9, value={"kind": "no_softlock"}),
        ("/constraints/9", "no 'lock_and_key' is asked for", "drop 'no_softlock'"),
    ),
    (
        "locks twice",
        changed(changed(HARD, "constraints", 9, value=LOCK), "constraints", 10, value=LOCK),
        ("/constraints/10", "there is a 'lock_and_key' already, at /constraints/9", "one"),
    ),
    (
        "door that is no object",
        changed(HARD, "constraints", 9, value={**LOCK, "locks": [{"door": "gate", "key": "key"}]}),
        ("/constraints/9/locks/0/door", "tileset 'cave' has no object 'gate'"),
    ),
    (
        "key that is a door",
        changed(
            HARD, "constraints", 9, value={**LOCK, "locks": [{"door": "chest", "key": "chest"}]}
        ),
        ("/constraints/9", "'chest' is a key and a place or door"),
    ),
    (
        "door with two keys",
        changed(
            HARD,
            "constraints",
            9,
            value={
                **LOCK,
                "locks": [{"door": "locked_door", "key": key} for key in ("key", "boss_key")],
            },
        ),
        ("/constraints/9", "'locked_door' is named twice"),
    ),
]


@pytest.mark.parametrize(
    ("content", "says"), [case[1:] for case in PRESETS], ids=[case[0] for case in PRESETS]
)
def test_preset_mistakes(desk: Desk, content: Any, says: tuple[str, ...]) -> None:
    file = desk.file("mine.json", content)
    desk.refused("--tileset", "cave", "--preset", file, "-o", "level.json", says=says)


OPTIONS: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("--tileset", "cavee"), ("there is no tileset 'cavee'", "did you mean 'cave'?")),
    (("--tileset", "cave", "--preset", "hrad"), ("there is no preset 'hrad'", "'hard'")),
    (("--tileset", "./nothing.json"), ("nothing.json", "there is no such file")),
    (("--tileset", "cave", "--size", "0x0"), ("0 is too small",)),
    (("--tileset", "cave", "--size", "12"), ("12", "12x12")),
    (("--tileset", "cave", "--size", "axb"), ("axb",)),
    (("--tileset", "cave", "--size", "5000x5000"), ("25000000 cells", "at most")),
    (("--tileset", "cave", "--seed", "-1"), ("-1",)),
    (("--tileset", "cave", "--seed", "9007199254740992"), ("9007199254740992",)),
    (("--tileset", "cave", "--seed", "seven"), ("seven",)),
    (("--tileset", "cave", "--count", "0"), ("0",)),
    (("--tileset", "cave", "--time-limit", "0"), ("0",)),
    (("--tileset", "cave", "--generator", "cpsatt"), ("cpsatt", "cpsat")),
    (("--tileset", "cave", "--format", "bmp"), ("bmp",)),
    (("--tileset", "cave", "--preset", "hard", "--set", "kye=2"), ("unknown key 'kye'", "'key'")),
    (("--tileset", "cave", "--preset", "hard", "--set", "key"), ("'key'", "KEY=VALUE")),
    (("--tileset", "cave", "--preset", "hard", "--set", "key=5:2"), ("the window is empty",)),
    (("--tileset", "cave", "--preset", "hard", "--set", "floor=.2:1.5"), ("1.5 is out of range",)),
    (("--tileset", "platform", "--preset", "hard"), ("'platform' has no tag or tile 'floor'",)),
    (("--tileset", "cave", "-o", "no/such/folder/level.json"), ("does not exist",)),
    (("--preset", "hard"), ("--tileset",)),
    (("check", "nothing.json"), ("nothing.json", "there is no such file")),
    (("reproduce", "nothing.json"), ("nothing.json", "there is no such file")),
    (("show", "cavee"), ("there is no tileset 'cavee'",)),
    (("schema", "levle"), ("levle",)),
    (("generat",), ("generat",)),
]


@pytest.mark.parametrize(("arguments", "says"), OPTIONS, ids=lambda value: " ".join(value)[:50])
def test_option_mistakes(desk: Desk, arguments: tuple[str, ...], says: tuple[str, ...]) -> None:
    desk.refused(*arguments, says=says)


def test_all_mistakes_of_a_file_come_at_once(desk: Desk) -> None:
    content = changed(CAVE, "tiles", 0, "weight", value=-2)
    content = changed(content, "tiles", 1, "color", value="blue")
    content = changed(content, "adjacency", "neighbours", "stairs", value=["rok"])
    file = desk.file("mine.json", content)
    says = ("/tiles/0/weight", "/tiles/1/color", "/adjacency/neighbours/stairs/0")
    desk.refused("--tileset", file, says=says, problems=3)


def test_a_folder_in_place_of_a_file(desk: Desk) -> None:
    (desk.folder / "sub.json").mkdir()
    desk.refused("--tileset", "./sub.json", says=("sub.json", "this is a folder, not a file"))
    desk.refused("check", "sub.json", says=("sub.json", "this is a folder, not a file"))


def test_a_file_that_is_no_text(desk: Desk) -> None:
    (desk.folder / "picture.json").write_bytes(b"\x89PNG\xff\xfe")
    desk.refused("--tileset", "./picture.json", says=("picture.json", "is not UTF-8 text"))


def test_a_file_that_may_not_be_read(desk: Desk, not_root: None) -> None:
    file = desk.file("secret.json", CAVE)
    os.chmod(file, 0)
    desk.refused("--tileset", file, says=("secret.json", "it may not be read"))


def test_a_folder_that_may_not_be_written(desk: Desk, not_root: None) -> None:
    (desk.folder / "closed").mkdir(mode=0o500)
    desk.refused("--tileset", "cave", "-o", "closed/level.json", says=("no permission to write",))


@pytest.mark.parametrize("option", ["level.json", "level.txt", "level.csv", "level.png"])
def test_existing_work_is_kept(desk: Desk, option: str) -> None:
    file = desk.file(option, "precious")
    desk.refused("--tileset", "cave", "-o", option, says=(option, "exists already", "--force"))
    assert Path(file).read_text(encoding="utf-8") == "precious"
    assert CliRunner().invoke(app, ["--tileset", "cave", "-o", option, "--force"]).exit_code == 0
    assert Path(file).read_bytes() != b"precious"


LEVELS: list[tuple[str, Callable[[dict[str, Any]], dict[str, Any]], tuple[str, ...]]] = [
    (
        "unknown tile",
        lambda level: changed(level, "tiles", 3, 4, value="lava"),
        ("/tiles/3/4", "'cave' has no tile 'lava'"),
    ),
    (
        "short row",
        lambda level: changed(level, "tiles", 3, value=["rock"]),
        ("/tiles/3", "the row has 1 cells", "'cols' says 12"),
    ),
    (
        "unknown object",
        lambda level: changed(level, "objects", 0, "kind", value="dragon"),
        ("/objects/0/kind", "has no object 'dragon'"),
    ),
    (
        "object off the board",
        lambda level: changed(level, "objects", 0, "row", value=99),
        ("/objects/0", "is not on the 12x12 board"),
    ),
    (
        "wrong manifest",
        lambda level: changed(level, "manifest", "request", "seed", value=-4),
        ("/manifest/request/seed", "-4 is out of range"),
    ),
    (
        "misspelt key",
        lambda level: changed(level, "tils", value=[]),
        ("/tils", "unknown key 'tils'", "did you mean 'tiles'?"),
    ),
]


@pytest.mark.parametrize(
    ("spoil", "says"), [case[1:] for case in LEVELS], ids=[case[0] for case in LEVELS]
)
def test_level_mistakes(desk: Desk, spoil: Any, says: tuple[str, ...]) -> None:
    level = desk.folder / "good.json"
    CliRunner().invoke(
        app, ["--tileset", "cave", "--preset", "hard", "--seed", "7", "-o", str(level)]
    )
    file = desk.file("bad.json", spoil(json.loads(level.read_text(encoding="utf-8"))))
    desk.refused("check", file, says=("bad.json", *says))
    desk.refused("reproduce", file, says=("bad.json", *says))


def test_a_level_that_is_infeasible_is_no_error_but_leaves_no_file(desk: Desk) -> None:
    command = ["--tileset", "cave", "--preset", "hard", "--size", "1x1", "-o", "level.json"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert list(desk.folder.iterdir()) == []


@pytest.mark.parametrize("size", ["1x1", "1x12", "12x1"])
def test_thin_boards_are_no_mistake(desk: Desk, size: str) -> None:
    result = CliRunner().invoke(app, ["--tileset", "island", "--size", size, "--seed", "3"])
    assert result.exit_code == 0, result.output


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="there is no /proc here")
def test_files_that_nobody_may_read_or_write(desk: Desk) -> None:
    desk.refused("--tileset", "/proc/self/mem", says=("/proc/self/mem", "it cannot be read"))
    desk.refused(
        "--tileset",
        "cave",
        "-o",
        "/proc/self/level.json",
        says=("/proc/self/level.json", "no permission to write"),
    )
