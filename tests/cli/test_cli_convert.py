"""`levelgen convert`, and `--subset` wherever a tileset is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_calls import call, refused

from levelgen.library import find_tileset

XML = """<set>
  <tiles>
    <tile name="grass"/><tile name="road" symmetry="I"/><tile name="pond"/>
  </tiles>
  <neighbors>
    <neighbor left="grass" right="grass"/>
    <neighbor left="grass" right="road"/>
    <neighbor left="road 1" right="road 1"/>
    <neighbor left="grass" right="pond"/>
  </neighbors>
  <subsets>
    <subset name="Dry land"><tile name="grass"/><tile name="road"/></subset>
  </subsets>
</set>"""


@pytest.fixture
def meadow(tmp_path: Path) -> str:
    path = tmp_path / "meadow.xml"
    path.write_text(XML)
    return str(path)


def test_convert_writes_the_same_tileset(meadow: str, tmp_path: Path) -> None:
    target = tmp_path / "meadow.json"
    result = call("convert", meadow, str(target))
    assert result.exit_code == 0
    assert "4 tiles" in result.stderr
    assert find_tileset(target) == find_tileset(meadow)
    assert json.loads(target.read_text())["format"] == "levelgen-tileset/1"
    assert '    {"id": "road.1", ' in target.read_text()


def test_convert_of_a_subset_to_stdout(meadow: str) -> None:
    data = json.loads(call("convert", meadow, "-", "--subset", "Dry land").stdout)
    assert data["name"] == "meadow-Dry-land"
    assert [tile["id"] for tile in data["tiles"]] == ["grass", "road", "road.1"]


@pytest.mark.parametrize("name", ["cave", "platform", "roads"])
def test_convert_of_a_levelgen_tileset_changes_nothing(name: str, tmp_path: Path) -> None:
    target = tmp_path / "copy.json"
    assert call("convert", name, str(target)).exit_code == 0
    assert find_tileset(target) == find_tileset(name)


def test_convert_protects_what_is_there(meadow: str, tmp_path: Path) -> None:
    target = tmp_path / "meadow.json"
    target.write_text("mine")
    assert "it exists already" in refused("convert", meadow, str(target))
    assert target.read_text() == "mine"
    assert call("convert", meadow, str(target), "--force").exit_code == 0
    assert target.read_text().startswith("{")


def test_convert_refuses_what_it_cannot_do(meadow: str, tmp_path: Path) -> None:
    assert "a levelgen tileset is a .json file" in refused("convert", meadow, "meadow.txt")
    missing = str(tmp_path / "none.xml")
    assert "there is no such file" in refused("convert", missing, str(tmp_path / "x.json"))
    assert not (tmp_path / "x.json").exists()


def test_generate_show_list_and_compare_take_a_subset(meadow: str) -> None:
    words = ("--tileset", meadow, "--subset", "Dry land", "--seed", "1")
    level = json.loads(call(*words, "--size", "4x5", "--json").stdout)
    assert {name for row in level["tiles"] for name in row} <= {"grass", "road", "road.1"}
    assert level["manifest"]["request"]["tileset"]["name"] == "meadow-Dry-land"
    shown = json.loads(call("show", meadow, "--subset", "Dry land", "--json").stdout)
    assert shown["ids"] == ["grass", "road", "road.1"]
    listed = json.loads(call("list", "--tileset", meadow, "--subset", "Dry land", "--json").stdout)
    assert listed["tilesets"][-1]["name"] == "meadow-Dry-land"
    rows = json.loads(call("compare", *words, "--size", "3x3", "-g", "wfc", "--json").stdout)
    assert rows[0]["status"] == "satisfied"


def test_a_subset_that_is_not_there_is_named(meadow: str) -> None:
    message = refused("--tileset", meadow, "--subset", "Dry lnad")
    assert "there is no subset 'Dry lnad' (did you mean 'Dry land'?)" in message
    assert "only mxgmn tilesets" in refused("show", "cave", "--subset", "Dry land")
    assert "no tileset listed has subsets" in refused("list", "--subset", "Dry land")
