"""Small evaluations, and their rows without the times."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from levelgen.batch.rows import is_time


def timeless(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if not is_time(key)} for row in rows]


def read(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    return timeless(json.loads(line) for line in lines)
