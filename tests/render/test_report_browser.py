"""The report of an evaluation, opened by a browser as a reader does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import levelgen
from levelgen.batch import open_results
from levelgen.batch.report import report_html

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    parent = tmp_path_factory.mktemp("evaluations")
    for preset in ("hard", "easy"):
        levelgen.evaluate(
            "cave",
            preset,
            seeds=range(12),
            generators=("random", "auto"),
            sizes=[(8, 8), (10, 12)],
            levels=preset == "hard",
            out=parent / preset,
        )
    return [parent / "hard", parent / "easy"]


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2])
def test_the_page_is_whole_and_asks_for_nothing(
    browser: Browser, folders: list[Path], tmp_path: Path, count: int
) -> None:
    file = tmp_path / "report.html"
    results = [open_results(folder) for folder in folders[:count]]
    file.write_text(report_html(results), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    headings = page.eval_on_selector_all("h2", "all => all.map(one => one.textContent)")
    wanted = [
        "Success",
        "Promises kept",
        "Quantiles",
        "Expressive range",
        "Box plots",
        "Time against size",
        "Gallery",
        "Duplicates",
        "Diversity",
        "Manifest",
    ]
    assert headings == (["Differences"] if count == 2 else []) + wanted
    widths = page.eval_on_selector_all("img", "all => all.map(one => one.naturalWidth)")
    # A typical level and two extremes of each group, and one that failed where there is one.
    assert len(widths) >= 12 * count
    assert all(width > 60 for width in widths)
    drawn = page.eval_on_selector_all(
        "svg",
        "all => all.map(one => one.getBoundingClientRect().height > 40 && one.children.length)",
    )
    assert len(drawn) > 20
    assert all(drawn)
    cut = page.eval_on_selector_all(
        "svg text",
        """all => all.filter(one => {
            const a = one.getBoundingClientRect(), b = one.closest('svg').getBoundingClientRect();
            return a.left < b.left - 1 || a.right > b.right + 1 || a.bottom > b.bottom + 1;
        }).map(one => one.textContent)""",
    )
    assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1200
    assert "nan" not in page.inner_text("body").lower().split()
    page.close()
    assert said == []
    assert {url for url in asked if not url.startswith("data:")} == {file.as_uri()}
