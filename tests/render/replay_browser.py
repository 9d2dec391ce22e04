"""A browser that opens replays from their files, as a reader does."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from levelgen.render.replay import replay_html

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from levelgen.generators.recording import Recording
    from levelgen.nonogram.recording import LineRecording

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright for Python is not installed"
    )
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip(f"no browser is found, none of {', '.join(BROWSERS)}")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=[*QUIET])
        yield found
        found.close()


Open = Callable[..., "Page"]


@pytest.fixture
def show(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open a replay from its file; nothing else may be asked for, and nothing complained of."""
    contexts = []
    said: list[str] = []
    requests: list[str] = []
    file = tmp_path / "replay.html"

    def opened(recording: Recording | LineRecording, fragment: str = "", **options: Any) -> Page:
        file.write_text(replay_html(recording), encoding="utf-8")
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(file.as_uri() + fragment)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert said == []
    assert {url.partition("#")[0] for url in requests} <= {file.as_uri(), "data:,"}
