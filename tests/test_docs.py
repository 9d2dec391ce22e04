"""Every shell and Python snippet of the README and the docs runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str]]:
    return [(kind, body) for kind, body in BLOCK.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_snippets_of_a_page_run(page: Path, tmp_path: Path) -> None:
    command = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{command}{os.pathsep}{os.environ['PATH']}"}
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for kind, body in blocks(page):
        if kind == "sh":
            # Installing, and running this very suite, is what the continuous integration does.
            lines = [line for line in body.splitlines() if not line.startswith("pip ")]
            script = "\n".join(lines)
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", script],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
            )
        elif kind == "python":
            done = subprocess.run(
                [sys.executable, "-W", "error", "-c", body],
                cwd=tmp_path,
                capture_output=True,
                text=True,
            )
        else:
            assert kind in {"json", "text", "toml"}, f"unknown kind of block {kind!r}"
            if kind == "json":
                (tmp_path / "snippet.json").write_text(body, encoding="utf-8")
            continue
        assert done.returncode == 0, f"{body}\n{done.stdout}\n{done.stderr}"


def test_the_tileset_of_the_guide_works_with_every_preset(tmp_path: Path) -> None:
    import levelgen

    _, body = next(
        (kind, body) for kind, body in blocks(ROOT / "docs" / "tilesets.md") if kind == "json"
    )
    file = tmp_path / "garden.json"
    file.write_text(body, encoding="utf-8")
    for preset in ("easy", "medium", "hard", "hardcore", "locked"):
        level = levelgen.generate(str(file), preset, seed=1)
        assert level.status == "satisfied", level.reason


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_inside_the_project_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"
