"""The replay in a browser, as a reader uses it: opened from a file, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import log2
from typing import TYPE_CHECKING, Any

import pytest
from replay_records import (
    beneath,
    by_hand,
    recorded,
    searched,
    sockets,
    story,
    trio,
    windowed,
)

from levelgen.api import prepare
from levelgen.generators.recording import Recording, record
from levelgen.render.replay.timeline import boards, moments

if TYPE_CHECKING:
    from playwright.sync_api import Page

RED = (0xE0, 0x00, 0x1B)

pytest_plugins = ("replay_browser",)

Open = Callable[..., "Page"]


def state(page: Page) -> dict[str, str]:
    """What the page says about itself."""
    found: dict[str, str] = page.evaluate("({...document.getElementById('player').dataset})")
    return found


def step(page: Page) -> int:
    return int(state(page)["step"])


def domains(page: Page) -> list[int]:
    """What is possible in each cell, as bitsets."""
    found: list[list[int]] = page.evaluate(
        "Array.from({length: search.cells}, (_, cell) => search.domain(cell))"
    )
    return [sum(1 << tile for tile in tiles) for tiles in found]


def pixel(page: Page, canvas: str, cell: int, across: float, down: float) -> tuple[int, ...]:
    """Read the colour at a place inside a cell, 0 to 1 from its corner."""
    found: list[int] = page.evaluate(
        """([id, cell, across, down]) => {
            const canvas = document.getElementById(id);
            const side = Number(canvas.dataset.side);
            const rim = Number(canvas.dataset.rim);
            const { cols } = id === "board" ? pictures.level : search;
            const row = Math.floor(cell / cols);
            const x = rim + (cell % cols + across) * side;
            const y = rim + (row + down) * side;
            // A copy, because a canvas that is read often becomes a slow one.
            const copy = document.createElement("canvas");
            copy.width = copy.height = 1;
            const pen = copy.getContext("2d", { willReadFrequently: true });
            pen.drawImage(canvas, Math.floor(x), Math.floor(y), 1, 1, 0, 0, 1, 1);
            return [...pen.getImageData(0, 0, 1, 1).data];
        }""",
        [canvas, cell, across, down],
    )
    return tuple(found)


def until(page: Page, condition: str) -> None:
    """Wait, frame by frame, for a condition in JavaScript."""
    page.evaluate(
        f"""new Promise((done) => {{
            const look = () => ({condition}) ? done() : requestAnimationFrame(look);
            look();
        }})"""
    )


def test_it_opens_at_the_start(show: Open) -> None:
    recording, _ = recorded("dungeon", 12, 12, 42)
    page = show(recording)
    assert page.title() == "dungeon · replay"
    assert page.inner_text("h1") == "dungeon"
    assert page.inner_text("#details") == "seed 42 · 12×12 cells · 5 tiles"
    assert page.inner_text("#status") == "solved"
    last = len(moments(recording.steps)) - 1
    assert page.get_attribute("#slider", "max") == str(last)
    assert page.inner_text("#step") == f"0 / {last}"
    assert page.inner_text("#collapsed") == "0 / 144"
    assert page.locator("#tiles li").all_inner_texts() == [
        "wall",
        "floor",
        "door",
        "water",
        "corridor",
    ]


def test_the_end_is_the_level(show: Open) -> None:
    request = prepare("cave", "easy", seed=7, generator="wfc")
    from levelgen.api import run

    level = run(request)
    page = show(record(request))
    page.keyboard.press("End")
    assert domains(page) == [1 << tile for tile in level.cells or ()]
    assert page.inner_text("#collapsed") == "144 / 144"
    assert page.inner_text("h1") == "cave · easy"


@pytest.mark.parametrize(
    "recording",
    [story(), searched(sockets(92, 5, 19), 10, 10, 92, 300), recorded("roads", 8, 8, 3)[0]],
    ids=["story", "engine", "plain"],
)
def test_every_step_shows_what_was_possible_then(show: Open, recording: Recording) -> None:
    page = show(recording)
    found = moments(recording.steps)
    told = page.evaluate(
        """search.moments.map((m) =>
            [m.kind, m.cell, m.value, m.observed, m.backtracks, m.contradictions])"""
    )
    assert told == [
        [m.kind, m.cell, m.value, m.observed, m.backtracks, m.contradictions] for m in found
    ]
    wanted = [board for _, board in boards(recording.domains, recording.steps, found)]
    # Forwards one by one, then back in jumps.
    last = len(found) - 1
    some = [*range(0, last, max(last // 40, 1)), last]
    for number in [*some, *some[::-3]]:
        page.evaluate("(step) => go(step)", number)
        assert domains(page) == wanted[number]
        collapsed = sum(domain.bit_count() == 1 for domain in wanted[number])
        assert page.inner_text("#collapsed").split(" / ")[0] == str(collapsed)
        assert page.evaluate("search.moment.collapsed") == collapsed


def test_the_slider_moves_the_step(show: Open) -> None:
    page = show(recorded("dungeon", 6, 6, 1)[0])
    page.fill("#slider", "17")
    assert step(page) == 17
    assert page.inner_text("#step").startswith("17 / ")
    told = page.get_attribute("#slider", "aria-valuetext") or ""
    assert told.startswith("Step 17 of ")
    assert "collapses to" in told
    box = page.locator("#slider").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2)
    assert step(page) == int(page.get_attribute("#slider", "max") or 0)


def test_keys(show: Open) -> None:
    page = show(recorded("dungeon", 6, 6, 1)[0])
    last = int(page.get_attribute("#slider", "max") or 0)
    for key, wanted in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Shift+ArrowRight", 11),
        ("Shift+ArrowRight", 21),
        ("Shift+ArrowLeft", 11),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        assert step(page) == wanted, key
    # With the focus on the slider, a key counts once all the same.
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert step(page) == 11
    assert page.input_value("#slider") == "11"


def test_every_control_is_reached_by_keyboard(show: Open) -> None:
    page = show(story())
    reached = []
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    assert reached[0] == "slider"
    assert {"play", "forward", "last", "next", "speed"} <= {*reached}
    page.focus("#forward")
    page.keyboard.press("Space")
    assert step(page) == 1
    assert page.evaluate("playing") is False
    # Nothing that can be used is without a name.
    names = page.evaluate(
        """[...document.querySelectorAll("button, input, select")].map((item) =>
            item.getAttribute("aria-label") || item.textContent.trim()
            || (item.labels[0] || {}).textContent)"""
    )
    assert all(names)


def test_buttons(show: Open) -> None:
    page = show(story())
    last = int(page.get_attribute("#slider", "max") or 0)
    for button, wanted in (("forward", 1), ("last", last), ("back", last - 1), ("first", 0)):
        page.click(f"#{button}")
        assert step(page) == wanted
    assert page.is_disabled("#back")
    # The mouse leaves the space bar to playing.
    page.click("#forward")
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "Pause"


def test_playing_runs_to_the_end_and_pauses(show: Open) -> None:
    page = show(recorded("dungeon", 6, 6, 1)[0])
    last = int(page.get_attribute("#slider", "max") or 0)
    page.select_option("#speed", "20")
    page.click("#play")
    assert page.get_attribute("#play", "aria-label") == "Pause"
    until(page, "search.step > 2")
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "Play"
    held = step(page)
    assert 2 < held <= last
    # A paused film stays where it is, frame after frame.
    page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
    assert step(page) == held
    page.select_option("#speed", "1000")
    page.keyboard.press("Space")
    until(page, "!playing")
    assert step(page) == last
    # From the end it starts again.
    page.select_option("#speed", "1")
    page.keyboard.press("Space")
    until(page, "search.step < 5")
    assert page.evaluate("playing") is True


def test_jumps_to_contradictions(show: Open) -> None:
    recording = story()
    page = show(recording)
    assert page.is_disabled("#previous")
    wrong = [number for number, m in enumerate(moments(recording.steps)) if m.contradictions]
    places = [
        number for number in wrong if moments(recording.steps)[number].kind == "contradiction"
    ]
    for place in places:
        page.click("#next")
        assert step(page) == place
        assert state(page)["kind"] == "contradiction"
        assert state(page)["cell"] == "3"
        assert "Contradiction · no tile is left at row 1, column 1" in page.inner_text("#story")
        assert pixel(page, "board", 3, 0.5, 0.1)[:3] == RED
        assert pixel(page, "entropy", 3, 0.5, 0.1)[:3] == RED
    assert page.is_disabled("#next")
    page.keyboard.press("n")
    assert step(page) == places[-1]
    page.keyboard.press("p")
    assert step(page) == places[-2]
    page.click("#previous")
    assert step(page) == places[-3]
    assert page.inner_text("#contradictions") == "1"
    assert page.inner_text("#backtracks") == "0"


def test_the_red_frame_is_around_the_cell_collapsed_last(show: Open) -> None:
    recording, _ = recorded("dungeon", 8, 8, 5)
    page = show(recording)
    assert state(page)["observed"] == "-1"
    for number, moment in [*enumerate(moments(recording.steps))][1::7]:
        page.evaluate("(step) => go(step)", number)
        assert state(page)["observed"] == str(moment.observed)
        for canvas in ("board", "entropy"):
            for across, down in ((0, 0.5), (1, 0.5), (0.5, 0), (0.5, 1)):
                assert pixel(page, canvas, moment.observed, across, down) == (*RED, 255)
            assert pixel(page, canvas, moment.observed, 0.5, 0.2)[:3] != RED


def test_the_frame_is_broken_once_its_cell_is_open_again(show: Open) -> None:
    page = show(story(), "#5")
    assert state(page)["kind"] == "backtrack"
    side = [pixel(page, "entropy", 1, 0, place / 40)[:3] == RED for place in range(41)]
    assert any(side)
    assert not all(side)


def test_entropies_have_one_fixed_scale(show: Open) -> None:
    page = show(story())
    assert float(page.get_attribute("#scale", "data-highest") or 0) == log2(3)
    ticks = page.locator("#scale .tick").all_inner_texts()
    assert (ticks[0], ticks[-1]) == ("0", "1.58")
    three, two, one = (0xFD, 0xE7, 0x25), None, (0x44, 0x01, 0x54)
    last = int(page.get_attribute("#slider", "max") or 0)
    for number in range(last + 1):
        page.evaluate("(step) => go(step)", number)
        for cell, domain in enumerate(domains(page)):
            color = pixel(page, "entropy", cell, 0.5, 0.3)[:3]
            if domain.bit_count() == 3:
                assert color == three
            if domain.bit_count() == 2:
                # The same at every step, and not the highest.
                two = two or color
                assert color == two
                assert two != three
            if domain.bit_count() == 1:
                assert color == one
    assert page.locator("#scale .tick").all_inner_texts() == ticks


def test_entropies_follow_the_weights_of_each_cell(show: Open) -> None:
    field = [1000, 1000, 1000, 1000, 1000, 0, 1000, 0, 0]
    recording = replace(by_hand(trio(), 1, 3, []), weights=(3, 1, 4), field=field)
    page = show(recording)
    found = [page.evaluate("(cell) => search.entropy(cell)", cell) for cell in range(3)]

    def entropy(*weights: int) -> float:
        return -sum(weight / sum(weights) * log2(weight / sum(weights)) for weight in weights)

    assert found == pytest.approx([entropy(3, 1, 4), entropy(3, 1), 0.0])


def test_pointing_at_a_cell_lists_what_is_possible(show: Open) -> None:
    page = show(story(), "#3")
    assert page.inner_text("#cell-summary") == "Row 0, column 1: 1 of 3 tiles, 0.00 bits"
    box = page.locator("#entropy").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.75)
    assert page.inner_text("#cell-summary") == "Row 1, column 0: 2 of 3 tiles, 1.00 bits"
    assert page.locator("#cell-tiles li").all_inner_texts() == ["green\n50 %", "blue\n50 %"]
    assert page.is_visible("#scale .marker")
    page.mouse.move(2, 2)
    assert not page.is_visible("#scale .marker")


def test_windows_are_framed(show: Open) -> None:
    events = [(0, 14, 0), (5, 14, 1)]
    page = show(by_hand(trio(), 6, 6, events), "#2")
    assert "Window reset" in page.inner_text("#story")
    assert page.is_visible("#window-sign")
    back = (0xE0, 0x87, 0x00)
    around = [pixel(page, "board", 7, place / 20, 0)[:3] for place in range(60)]
    assert back in around
    # Over the joined edges of a periodic board the window goes on at the other side.
    joined = replace(
        by_hand(trio(), 6, 6, [(0, 0, 0), (5, 0, 1)]), periodic_rows=True, periodic_cols=True
    )
    page = show(joined, "#2")
    assert back in [pixel(page, "board", 35, place / 20, 0)[:3] for place in range(20)]


def test_windows_of_a_sample_are_shown_as_the_tiles_they_agree_on(show: Open) -> None:
    recording = windowed()
    assert recording.windows is not None
    count = len(recording.windows.contents)
    page = show(recording)
    assert page.inner_text("#details") == f"seed 4 · {count} patterns of 3x3 · 7×9 cells"
    assert page.inner_text("#collapsed") == "0 / 35"
    assert page.inner_text("#measure") == f"in bits: 0 to log of {count} patterns"
    assert float(page.get_attribute("#scale", "data-highest") or 0) == log2(count)
    assert page.inner_text(".what >> nth=0") == "patterns"
    assert page.locator("#tiles li").all_inner_texts() == ["wall", "floor"]
    found = moments(recording.steps)
    looks = [page.evaluate("(tile) => channels(recording.tiles[tile].fill)", n) for n in (0, 1)]
    for number, (_, now) in enumerate(boards(recording.domains, recording.steps, found)):
        page.evaluate("(step) => go(step)", number)
        assert domains(page) == now
        wanted = beneath(recording, now)
        shown = page.evaluate(
            """Array.from({length: pictures.level.cells}, (_, cell) =>
                pictures.level.shares(cell).map(({ tile }) => tile))"""
        )
        assert [set(tiles) for tiles in shown] == wanted
        if found[number].kind == "observe":
            place = found[number].observed
            row, col = divmod(place, recording.cols)
            # The frame is around the whole window on the level, around a cell on the map.
            corner = row * 9 + col
            assert pixel(page, "board", corner, 0, 1.5) == (*RED, 255)
            assert pixel(page, "board", corner + 2, 1, 1.5) == (*RED, 255)
            assert pixel(page, "entropy", place, 0.5, 0) == (*RED, 255)
    for cell, tiles in enumerate(beneath(recording, now)):
        # Rings and frames lie on the edges of cells, glyphs in the middle.
        [tile] = tiles
        assert list(pixel(page, "board", cell, 0.5, 0.17)[:3]) == looks[tile]
    assert page.inner_text("#collapsed") == "35 / 35"


def test_pointing_at_a_level_lists_the_patterns_of_its_window(show: Open) -> None:
    page = show(windowed("both"))
    assert page.evaluate("search.cells") == 63
    box = page.locator("#board").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] - 8)
    count = page.evaluate("search.tiles")
    said = page.inner_text("#cell-summary")
    assert said.startswith(f"Row 6, column 8: {count} of {count} patterns, ")
    lines = page.locator("#cell-tiles li").all_inner_texts()
    assert all(line.startswith("pattern ") for line in lines[:-1])
    # A window over the joined edges goes on at the other side.
    assert page.evaluate("spans(6, 3, 7)") == [[6, 6], [0, 1]]
    page.keyboard.press("End")
    page.mouse.move(2, 2)
    assert page.inner_text("#collapsed") == "63 / 63"


def test_cells_that_do_not_exist_are_left_out(show: Open) -> None:
    page = show(by_hand(trio(), 1, 3, [(0, 0, 1)], [7, 0, 7]))
    assert page.inner_text("#collapsed") == "0 / 2"
    for canvas in ("board", "entropy"):
        assert pixel(page, canvas, 1, 0.5, 0.5) == (0, 0, 0, 0)


def test_a_link_may_name_a_step(show: Open) -> None:
    assert step(show(story(), "#4")) == 4
    assert step(show(story(), "#99999")) == len(moments(story().steps)) - 1


def test_texts_stay_texts(show: Open) -> None:
    tricky = "<img src=x onerror=alert(1)> </script>"
    page = show(replace(story(), title=tricky, details=tricky))
    assert page.inner_text("h1") == tricky
    assert page.inner_text("#details").startswith(tricky)


@pytest.mark.parametrize(
    "options",
    [
        {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 3},
        {"viewport": {"width": 1600, "height": 900}, "color_scheme": "dark"},
    ],
    ids=["phone", "dark"],
)
def test_it_fits_the_screen(show: Open, options: dict[str, Any]) -> None:
    page = show(recorded("roads", 24, 24, 1)[0], "#40", **options)
    width = options["viewport"]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    side = page.evaluate("Number(document.getElementById('board').dataset.side)")
    assert side >= 8 * options.get("device_scale_factor", 1)
    observed = int(state(page)["observed"])
    assert pixel(page, "entropy", observed, 0.5, 0.3)[:3] == (0x44, 0x01, 0x54)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 60), (60, 1), (128, 128)])
def test_any_shape(show: Open, rows: int, cols: int) -> None:
    size = rows * cols
    events = [(0, cell, cell % 3) for cell in range(min(size, 300))]
    page = show(by_hand(trio(), rows, cols, events))
    page.keyboard.press("End")
    assert page.inner_text("#collapsed") == f"{len(events)} / {size}"
