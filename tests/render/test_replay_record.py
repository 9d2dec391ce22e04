"""The record as the page carries it, and as moments; no browser needed."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from replay_records import BAN, STORY, by_hand, packed, recorded, searched, sockets, story, trio

from levelgen.engine.steps import KINDS, decode
from levelgen.generators.recording import Recording
from levelgen.library import find_tileset
from levelgen.render.replay import page as pages
from levelgen.render.replay import replay_html
from levelgen.render.replay.timeline import boards, moments


class Scripts(HTMLParser):
    """Collects scripts, and everything that could make a browser fetch something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: dict[str, str] = {}
        self.links: list[str] = []
        self._id = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._id = (given.get("id") or tag) if tag in ("script", "style") else ""
        self.links += [given[name] or "" for name in ("src", "href", "srcset") if name in given]

    def handle_endtag(self, tag: str) -> None:
        self._id = ""

    def handle_data(self, data: str) -> None:
        if self._id:
            self.scripts[self._id] = self.scripts.get(self._id, "") + data


def data_of(page: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Scripts(page).scripts["recording"])
    return found


def unpacked(data: bytes) -> list[tuple[str, int, int]]:
    """Read the packed record as its description says, apart from the code that writes it."""
    numbers, value, shift = [], 0, 0
    for byte in data:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(value)
            value, shift = 0, 0
    events, cell = [], 0
    for head, value in zip(numbers[::2], numbers[1::2], strict=True):
        away = head >> 3
        cell += -(away + 1) // 2 if away % 2 else away // 2
        events.append((KINDS[head & 7], cell, value))
    return events


def events_of(page: str) -> list[tuple[str, int, int]]:
    return unpacked(b64decode(Scripts(page).scripts["steps"]))


@pytest.mark.parametrize(
    "recording",
    [
        story(),
        recorded("roads", 12, 12, 3)[0],
        searched(sockets(92, 5, 19), 10, 10, 92, 300),
        by_hand(trio(), 300, 300, [(0, 89_999, 2), (1, 0, 0), (1, 89_998, 1), (3, 0, 1 << 30)]),
    ],
    ids=["story", "plain", "engine", "far apart"],
)
def test_the_page_carries_the_record(recording: Recording) -> None:
    assert events_of(replay_html(recording)) == [*decode(recording.steps)]


def test_the_record_is_small() -> None:
    recording, _ = recorded("roads", 16, 16, 1)
    assert len(pages.packed(recording.steps)) < len(recording.steps) / 2


def test_the_page_needs_nothing_else_and_is_the_same_every_time() -> None:
    recording, _ = recorded("roads", 6, 6, 1)
    page = replay_html(recording)
    assert page == replay_html(recording)
    assert Scripts(page).links == ["data:,"]
    assert not re.search(r"https?://|@import|url\(", page)


def test_texts_stay_texts() -> None:
    tileset = trio()
    tricky = "</script><script>alert(1)</script> {{steps}} & $"
    recording = replace(by_hand(tileset, 1, 1, [(0, 0, 1)]), title=tricky, details=tricky)
    page = replay_html(recording)
    scripts = Scripts(page).scripts
    assert data_of(page)["details"] == tricky
    assert set(scripts) == {"style", "recording", "steps", "script"}
    assert "<title>&lt;/script&gt;" in page


def test_domains_and_weights_are_written_once_for_all_cells_that_share_them() -> None:
    field = [1000, 1000, 1000, 500, 0, 1] * 2
    recording = replace(by_hand(trio(), 2, 2, [], [7, 7, 3, 0]), weights=(10, 10, 10), field=field)
    data = data_of(replay_html(recording))
    assert data["domains"] == ["7", "3", "0"]
    assert data["domainOf"] == [0, 2, 1, 1, 2, 1]
    # A positive factor never makes a tile impossible, a factor of 0 does.
    assert data["weights"] == [[10, 10, 10], [5, 0, 1]]
    assert data["weightsOf"] == [0, 1, 1, 1, 0, 1, 1, 1]
    plain = data_of(replay_html(replace(recording, field=None)))
    assert plain["weights"] == [[10, 10, 10]]
    assert plain["weightsOf"] == [0, 4]


def test_tiles_with_edges_are_shapes_and_others_glyphs() -> None:
    roads = data_of(replay_html(by_hand(find_tileset("roads"), 1, 1, [])))
    assert len(roads["tiles"]) == len(find_tileset("roads").ids)
    shapes = [shape for tile in roads["tiles"] for shape in tile["shapes"]]
    assert shapes
    number = r"-?\d+(\.\d+)?"
    for path, color, width in shapes:
        assert re.fullmatch(rf"([MLQCZ]({number}( {number})*)?)+", path)
        assert re.fullmatch("#[0-9a-f]{6}", color)
        assert 0 <= width < 1
    straight = next(tile for tile in roads["tiles"] if tile["id"] == "straight")
    assert straight["shapes"][0][0] == "M0 -0.5L0 0.5"
    dungeon = data_of(replay_html(by_hand(find_tileset("dungeon"), 1, 1, [])))
    assert [tile["glyph"] for tile in dungeon["tiles"]] == ["#", ".", "+", "~", ":"]


def test_moments_of_every_kind() -> None:
    recording = story()
    found = moments(recording.steps)
    assert [(moment.kind, moment.cell, moment.events) for moment in found] == [
        ("start", -1, 0),
        ("propagate", -1, 1),
        ("observe", 0, 3),
        # The bans that empty a cell belong to the contradiction.
        ("observe", 1, 5),
        ("contradiction", 3, 8),
        ("backtrack", -1, 10),
        ("observe", 2, 11),
        ("contradiction", 3, 14),
        ("backtrack", -1, 16),
        ("observe", 0, 17),
        ("reset", 0, 19),
        ("contradiction", 3, 22),
        ("return", -1, 25),
        ("reset", 3, 27),
        ("observe", 3, 28),
        ("restart", -1, 30),
        ("observe", 0, 31),
    ]
    assert (found[-1].backtracks, found[-1].contradictions) == (2, 3)
    assert [moment.observed for moment in found[:4]] == [-1, -1, 0, 1]
    assert found[10].value == 1


def test_boards_at_moments() -> None:
    recording = story()
    after = [[7, 7, 7, 7], *(domains for _, domains in STORY)]
    found = moments(recording.steps)
    played = [*boards(recording.domains, recording.steps, found)]
    assert [domains for _, domains in played] == [after[moment.events] for moment in found]
    # Some of them alone give the same.
    some = [*boards(recording.domains, recording.steps, found[3::5])]
    assert some == played[3::5]


def test_an_empty_record_is_the_start_alone() -> None:
    found = moments(b"")
    assert [moment.kind for moment in found] == ["start"]


def test_a_contradiction_before_any_decision() -> None:
    events = [(BAN, 1, 0), (BAN, 1, 1), (BAN, 1, 2), (2, 1, 0)]
    found = moments(packed(events))
    assert [(moment.kind, moment.events) for moment in found] == [
        ("start", 0),
        ("propagate", 0),
        ("contradiction", 4),
    ]
