"""Boards on the command line: joined edges, masks, pins, bans, fillings, a part again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import levelgen
from levelgen.cli.app import app

RING = "..##..\n.####.\n##..##\n##..##\n.####.\n..##\n"


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def test_a_mask_file_says_which_cells_exist(tmp_path: Path) -> None:
    mask = tmp_path / "ring.txt"
    mask.write_text(RING, encoding="utf-8")
    code, out, _ = run("-t", "cave", "--mask", str(mask), "--seed", "2", "--json")
    assert code == 0
    tiles = json.loads(out)["tiles"]
    assert [[tile is None for tile in line] for line in tiles] == [
        [letter == "." for letter in line.ljust(6, ".")] for line in RING.split()
    ]


def test_pins_bans_and_joined_edges() -> None:
    code, out, _ = run(
        *("-t", "roads", "--size", "6x6", "--seed", "2", "--json", "--periodic", "both"),
        *("--pin", "0,0=cross", "--ban", "3,3=road", "--ban", "3,3=liquid"),
    )
    assert code == 0
    document = json.loads(out)
    assert document["tiles"][0][0] == "cross"
    assert document["tiles"][3][3] == "empty"
    assert document["manifest"]["request"]["periodic"] == "both"


def test_a_partial_text_map_is_completed(tmp_path: Path) -> None:
    part = tmp_path / "part.txt"
    part.write_text("####\n#  #\n#  #\n####\n", encoding="utf-8")
    code, out, _ = run(*("-t", "dungeon", "--fill", str(part), "--seed", "1", "--json"))
    assert code == 0
    tiles = json.loads(out)["tiles"]
    assert tiles[0] == ["wall"] * 4
    assert all(tile is not None for line in tiles for tile in line)


def test_regenerate_keeps_the_surroundings(tmp_path: Path) -> None:
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    assert run("-t", "cave", "-p", "medium", "--seed", "3", "-o", str(old))[0] == 0
    command = ("regenerate", str(old), "--region", "2,3,5,6", "--seed", "8", "-o", str(new))
    assert run(*command)[0] == 0
    before, after = levelgen.Level.load(old).tile_ids, levelgen.Level.load(new).tile_ids
    assert before is not None
    assert after is not None
    assert before[:2] == after[:2]
    assert before != after
    assert run(*command)[0] == 2
    assert run("reproduce", str(new))[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--periodic", "sideways"), "periodic: 'sideways' is not one of the choices"),
        (("--pin", "3"), "pin: '3' is no cell (ROW,COL=TILE, such as 3,4=wall)"),
        (("--pin", "1,1=lava"), "has no tag or tile 'lava'"),
        (("--ban", "99,1=rock"), "is not on a 12x12 board"),
        (("--mask", "nothing.txt"), "nothing.txt: there is no such file"),
        (("--fill", "nothing.txt"), "nothing.txt: there is no such file"),
    ],
)
def test_mistakes_are_told(arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("-t", "cave", *arguments)
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())


def test_a_region_that_is_none_is_told(tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    run("-t", "cave", "--seed", "3", "-o", str(old))
    for region in ("1,2,3", "9,9,9,9", "a,b,c,d"):
        code, _, err = run("regenerate", str(old), "--region", region)
        assert code == 2
        assert "region" in err
