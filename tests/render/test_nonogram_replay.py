"""The replay of the line solver in a browser, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from levelgen.engine.steps import decode, domains_after
from levelgen.nonogram import Color, Puzzle
from levelgen.nonogram.recording import LineRecording, record_lines
from levelgen.render.replay.timeline import boards, moments

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest_plugins = ("replay_browser",)

Open = Callable[..., "Page"]

ROWS = [[2], [2, 1], [1, 1], [3], [1, 1], [1, 1], [2], [1, 1], [1, 2], [2]]
COLS = [[2, 1], [2, 1, 3], [7], [1, 3], [2, 1]]


def dancer() -> LineRecording:
    return record_lines(Puzzle.from_clues(ROWS, COLS, title="Dancer"))


def colored() -> LineRecording:
    palette = [
        Color(name="white", hex="#ffffff", char="."),
        Color(name="red", hex="#d02020", char="r"),
        Color(name="blue", hex="#2040d0", char="b"),
    ]
    return record_lines(Puzzle.of_grid([[1, 1, 2], [0, 2, 2], [0, 0, 1]], palette))


def domains(page: Page) -> list[int]:
    found: list[list[int]] = page.evaluate(
        "Array.from({length: search.cells}, (_, cell) => search.domain(cell))"
    )
    return [sum(1 << color for color in colors) for colors in found]


def test_a_record_ends_where_lines_alone_end() -> None:
    for recording in (dancer(), colored()):
        assert recording.status == "solved"
        end = domains_after(recording.domains, decode(recording.steps))
        cols = recording.puzzle.shape[1]
        cells = [domain.bit_length() - 1 for domain in end]
        grid = [cells[start : start + cols] for start in range(0, len(cells), cols)]
        assert recording.puzzle.accepts(grid)
        lines = [moment for moment in moments(recording.steps) if moment.kind == "line"]
        assert all(moment.value in (0, 1) for moment in lines)


def test_given_cells_and_dead_ends_are_recorded() -> None:
    given = Puzzle.from_clues([[1], [1]], [[1], [1]], start=["#?", "??"])
    assert record_lines(given).status == "solved"
    assert record_lines(given).domains == [2, 3, 3, 3]
    stuck = record_lines(Puzzle.from_clues([[1], [1]], [[1], [1]]))
    assert (stuck.status, stuck.open_cells) == ("unknown", 4)
    assert stuck.details == "line solver: 4 cells stay open"
    impossible = record_lines(Puzzle.from_clues([[2], [2]], [[], [2]]))
    assert impossible.status == "infeasible"
    assert [moment.kind for moment in moments(impossible.steps)][-1] == "contradiction"


def test_it_opens_at_the_start_and_steps_through_the_lines(show: Open) -> None:
    recording = dancer()
    page = show(recording)
    last = len(moments(recording.steps)) - 1
    assert page.title() == "Dancer · replay"
    assert page.inner_text("#details") == "line solver · 10×5 cells"
    assert page.inner_text("#status") == "solved"
    assert page.inner_text("#story") == "Start · all cells are open"
    assert page.get_attribute("#slider", "max") == str(last)
    assert page.locator("#tiles li").all_inner_texts() == ["white\nbackground", "black"]
    page.keyboard.press("ArrowRight")
    first = moments(recording.steps)[1]
    name = f"Column {first.cell % 5 + 1}" if first.value else f"Row {first.cell // 5 + 1}"
    assert page.inner_text("#story").startswith(f"{name} · clue ")
    assert page.evaluate("document.getElementById('player').dataset.kind") == "line"
    page.keyboard.press("End")
    assert page.inner_text("#collapsed") == "50 / 50"
    page.locator("#slider").fill("3")
    assert page.inner_text("#step") == f"3 / {last}"
    page.locator("#slider").fill(str(last - 3))
    page.click("#play")
    page.evaluate(
        """new Promise((done) => {
            const look = () => (search.step === search.last ? done() : requestAnimationFrame(look));
            look();
        })"""
    )
    assert page.inner_text("#step") == f"{last} / {last}"


def test_every_step_shows_what_was_known_then(show: Open) -> None:
    for recording in (dancer(), colored()):
        page = show(recording)
        wanted = boards(recording.domains, recording.steps, moments(recording.steps))
        for number, (_, board) in enumerate(wanted):
            page.evaluate("(step) => go(step)", number)
            assert domains(page) == board


def test_only_what_belongs_to_puzzles_is_shown(show: Open) -> None:
    page = show(dancer())
    for text in ("Shannon entropy", "Backtracks", "cell collapsed last"):
        assert not page.get_by_text(text).first.is_visible()
    for text in ("line that is worked", "still open"):
        assert page.get_by_text(text).is_visible()


def test_clues_stand_beside_their_lines(show: Open) -> None:
    page = show(colored())
    page.keyboard.press("End")
    board = page.locator("#board").bounding_box()
    rows = page.locator("canvas.rows").bounding_box()
    cols = page.locator("canvas.cols").bounding_box()
    assert board is not None
    assert rows is not None
    assert cols is not None
    assert abs(rows["x"] + rows["width"] - board["x"]) < 1
    assert abs(rows["y"] - board["y"]) < 1
    assert abs(cols["y"] + cols["height"] - board["y"]) < 1
    assert abs(cols["x"] - board["x"]) < 1
    inks = page.evaluate(
        """() => {
            const canvas = document.querySelector("canvas.rows");
            const pen = canvas.getContext("2d");
            const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
            const found = new Set();
            for (let place = 0; place < data.length; place += 4) {
                found.add([...data.slice(place, place + 3)].join());
            }
            return [...found];
        }"""
    )
    assert {"208,32,32", "32,64,208"} <= set(inks)


def test_clues_and_board_fit_into_the_window(show: Open) -> None:
    wide = record_lines(Puzzle.from_clues([[1] * 30] * 3, [[3], []] * 29 + [[3]]))
    deep = record_lines(Puzzle.from_clues([[3], []] * 29 + [[3]], [[1] * 30] * 3))
    for recording in (wide, deep):
        page = show(recording, viewport={"width": 700, "height": 600})
        assert page.evaluate("document.documentElement.scrollWidth") <= 700
        drawing = page.locator(".clued").bounding_box()
        assert drawing is not None
        assert drawing["width"] <= 660


def test_a_contradiction_and_a_dead_end_are_told(show: Open) -> None:
    page = show(record_lines(Puzzle.from_clues([[2], [2]], [[], [2]])), "#99")
    assert "cannot be filled any more" in page.inner_text("#story")
    assert page.inner_text("#status") == "infeasible"
    page = show(record_lines(Puzzle.from_clues([[1], [1]], [[1], [1]])))
    assert page.inner_text("#status") == "stuck"
    assert page.inner_text("#details") == "line solver: 4 cells stay open · 2×2 cells"


def test_pointing_at_a_cell_tells_what_is_known(show: Open) -> None:
    page = show(dancer())
    box = page.locator("#board").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    assert page.inner_text("#cell-summary") == "Row 1, column 1: open"
    assert page.locator("#cell-tiles li").count() == 2
