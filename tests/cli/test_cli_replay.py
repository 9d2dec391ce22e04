"""`levelgen replay`."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from cli_calls import call, refused
from PIL import Image

from levelgen.api import prepare, run
from levelgen.engine.steps import decode, domains_after
from levelgen.errors import RequestError
from levelgen.generators import recording
from levelgen.generators.recording import record
from levelgen.learn import learn_patterns
from levelgen.render.replay import replay_gif, replay_html
from levelgen.schema.layout import Periodic

DUNGEON = ("replay", "--tileset", "dungeon", "--seed", "42")


def test_a_page_is_written(tmp_path: Path) -> None:
    path = tmp_path / "replay.html"
    result = call(*DUNGEON, "-o", str(path))
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert "dungeon  seed 42  12x12  solved" in result.stderr
    assert f"written to {path}" in result.stderr
    recorded = record(prepare("dungeon", seed=42))
    assert path.read_text(encoding="utf-8") == replay_html(recorded)


def test_an_animation_is_written(tmp_path: Path) -> None:
    path = tmp_path / "replay.GIF"
    assert call(*DUNGEON, "--size", "4x5", "-o", str(path)).exit_code == 0
    data = path.read_bytes()
    assert data == replay_gif(record(prepare("dungeon", rows=4, cols=5, seed=42)))
    with Image.open(BytesIO(data)) as film:
        assert film.format == "GIF"


@pytest.mark.parametrize(("tileset", "preset"), [("cave", "hard"), ("roads", None)])
def test_the_search_is_that_of_the_wfc_generator(tileset: str, preset: str | None) -> None:
    request = prepare(tileset, preset, rows=14, cols=10, seed=3, generator="wfc")
    level = run(request)
    recorded = record(request)
    assert recorded.status == "solved"
    found = domains_after(recorded.domains, decode(recorded.steps))
    assert tuple(domain.bit_length() - 1 for domain in found) == level.cells
    assert all(domain.bit_count() == 1 for domain in found)


def test_all_parts_of_a_request_count(tmp_path: Path) -> None:
    mask = tmp_path / "mask.txt"
    mask.write_text("####\n##..\n####\n####\n")
    path = tmp_path / "replay.html"
    options = ("--mask", str(mask), "--pin", "0,0=water", "--ban", "0,1=wall", "--periodic", "rows")
    assert call(*DUNGEON, *options, "-o", str(path)).exit_code == 0
    page = path.read_text(encoding="utf-8")
    data = json.loads(page.partition('id="recording">')[2].partition("</script>")[0])
    assert data["periodic"] == [True, False]
    assert (data["rows"], data["cols"]) == (4, 4)
    places = [
        number
        for number, count in zip(data["domainOf"][::2], data["domainOf"][1::2], strict=True)
        for _ in range(count)
    ]
    domains = [int(data["domains"][number], 16) for number in places]
    assert domains[0] == 0b01000
    assert domains[1] & 1 == 0
    assert domains[6] == domains[7] == 0


def test_a_proof_is_worth_a_replay(tmp_path: Path) -> None:
    path = tmp_path / "replay.html"
    pins = ("--pin", "0,0=door", "--pin", "0,1=door")
    result = call(*DUNGEON, *pins, "-o", str(path))
    assert result.exit_code == 1
    assert "infeasible" in result.stderr
    assert path.exists()


def test_a_seed_that_was_drawn_is_told(tmp_path: Path) -> None:
    path = tmp_path / "replay.html"
    words = ("replay", "--tileset", "dungeon", "--size", "3x3", "-o", str(path), "--quiet")
    told = call(*words).stderr
    assert told.startswith("seed ")
    page = path.read_bytes()
    assert call(*words, "--force", "--seed", told.split()[1]).stderr == ""
    assert path.read_bytes() == page


def test_what_is_refused(tmp_path: Path) -> None:
    assert "Missing option '--output'" in refused(*DUNGEON)
    for name in ("replay.png", "replay", "replay.html.txt"):
        message = refused(*DUNGEON, "-o", str(tmp_path / name))
        assert "a file name with .html or .gif" in message
    path = tmp_path / "replay.html"
    path.write_text("mine")
    assert "it exists already" in refused(*DUNGEON, "-o", str(path))
    assert path.read_text() == "mine"
    assert call(*DUNGEON, "-o", str(path), "--force").exit_code == 0
    assert "does not exist" in refused(*DUNGEON, "-o", str(tmp_path / "none" / "replay.gif"))
    assert "is not a size" in refused(*DUNGEON, "--size", "12", "-o", str(tmp_path / "a.gif"))
    assert not (tmp_path / "a.gif").exists()


def test_boards_with_too_large_a_record_are_refused_before_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recording, "sampling_task", None)
    with pytest.raises(RequestError, match="1024x1024 cells with 5 tiles are too many"):
        record(prepare("dungeon", rows=1024, cols=1024, seed=1))


ROOMS = "######\n#..#.#\n#....#\n##.###\n#....#\n######\n"


def test_a_tileset_with_windows_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rooms.txt").write_text(ROOMS, encoding="utf-8")
    learned = ("learn", "rooms.txt", "-t", "dungeon", "-n", "3x3", "--symmetries", "8")
    assert call(*learned, "--periodic", "-o", "rooms.json").exit_code == 0
    words = ("replay", "-t", "./rooms.json", "--size", "7x9", "--seed", "4")
    result = call(*words, "-o", "replay.html")
    assert result.exit_code == 0
    assert "seed 4  7x9  solved" in result.stderr
    request = prepare("./rooms.json", rows=7, cols=9, seed=4, generator="wfc")
    assert Path("replay.html").read_text(encoding="utf-8") == replay_html(record(request))
    assert call(*words, "-o", "replay.gif").exit_code == 0
    assert Path("replay.gif").read_bytes() == replay_gif(record(request))
    assert "2 is too small for windows of 3x3" in refused(
        *("replay", "-t", "./rooms.json", "--size", "2x9", "-o", "small.html")
    )


@pytest.mark.parametrize("periodic", ["none", "cols", "both"])
def test_the_replay_of_windows_ends_with_the_level(periodic: Periodic) -> None:
    patterns = learn_patterns(ROOMS, 3, 2, symmetries=2, periodic=True)
    mask = ["#########"] * 4 + ["##.######"] + ["#########"] * 2
    request = prepare(patterns.tileset, seed=4, generator="wfc", periodic=periodic, mask=mask)
    level = run(request)
    recorded = record(request)
    assert recorded.windows is not None
    assert recorded.status == "solved"
    rows = 7 if periodic == "both" else 5
    cols = 8 if periodic == "none" else 9
    assert (recorded.rows, recorded.cols) == (rows, cols)
    found = domains_after(recorded.domains, decode(recorded.steps))
    assert all(domain.bit_count() == 1 for domain in found)
    tiles = []
    for cell, exists in enumerate(recorded.windows.exists):
        place, offset = recorded.windows.shown(cell, rows, cols)
        content = recorded.windows.contents[found[place].bit_length() - 1]
        tiles.append(content[offset] if exists else -1)
    assert tuple(tiles) == level.cells


def test_too_many_patterns_are_refused_before_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    patterns = learn_patterns(ROOMS, 3, 3, symmetries=8)
    monkeypatch.setattr(recording, "windows_task", None)
    count = patterns.count
    with pytest.raises(RequestError, match=f"1000x1000 cells with {count} patterns are too many"):
        record(prepare(patterns.tileset, rows=1000, cols=1000, seed=1))
