"""Rows as CSV and Parquet, for spreadsheets and data frames."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from levelgen.batch.rows import is_time
from levelgen.errors import OutputError, Problem, RequestError


def columns_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """List all columns in the order in which they are first seen, times last."""
    found: dict[str, None] = {}
    for row in rows:
        found.update(dict.fromkeys(row))
    return sorted(found, key=is_time)


def write_csv(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Write rows as CSV, whole or not at all; an empty field is a value that is missing.

    The rows are gone over twice, never held. Raises OutputError.
    """
    columns = columns_of(rows)
    with _replaced(path) as stream:
        writer = csv.DictWriter(stream, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def need_duckdb() -> Any:
    """Load duckdb. Raises RequestError when it is not installed."""
    try:
        import duckdb
    except ImportError:
        hint = "pip install 'levelgen[parquet]'"
        raise RequestError([Problem("parquet", "", "duckdb is not installed", hint)]) from None
    return duckdb


def write_parquet(source: Path, path: Path) -> None:
    """Turn a file of JSON lines into Parquet. Raises RequestError without duckdb, OutputError."""
    duckdb = need_duckdb()
    part = path.with_name(f".{path.name}.part")
    try:
        with duckdb.connect() as database:
            rows = database.read_json(
                str(source), format="newline_delimited", sample_size=-1, maximum_object_size=1 << 28
            )
            rows.write_parquet(str(part))
        os.replace(part, path)
    except (duckdb.Error, OSError) as cause:
        part.unlink(missing_ok=True)
        raise OutputError(f"{path}: cannot be written: {cause}") from None


@contextmanager
def _replaced(path: Path) -> Iterator[IO[str]]:
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as stream:
            yield stream
        os.replace(part, path)
    except OSError as cause:
        part.unlink(missing_ok=True)
        raise OutputError(f"{path}: cannot be written: {cause.strerror or cause}") from None
