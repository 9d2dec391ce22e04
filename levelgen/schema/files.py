"""Reading and writing files so that a person can trust them: clear errors, nothing half-written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from levelgen.errors import InputError, OutputError, Problem


def read_bytes(path: Path, error: type[InputError]) -> bytes:
    """Read a whole file; raise `error` with one problem when that is not possible."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise error([Problem(str(path), "", "there is no such file")]) from None
    except IsADirectoryError:
        raise error(
            [Problem(str(path), "", "this is a folder, not a file", "name a file in it")]
        ) from None
    except PermissionError:
        raise error(
            [Problem(str(path), "", "it may not be read", "check its permissions")]
        ) from None
    except OSError as cause:
        words = cause.strerror or str(cause)
        raise error([Problem(str(path), "", f"it cannot be read: {words}")]) from None


def read_text(path: Path, error: type[InputError]) -> str:
    """Read a UTF-8 text file (a byte order mark is dropped); raise `error` with one problem."""
    try:
        return read_bytes(path, error).decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        raise error(
            [Problem(str(path), "", f"byte {cause.start} is not UTF-8 text", "save it as UTF-8")]
        ) from None


def parse_json(text: str, source: str, error: type[InputError]) -> Any:
    """Parse JSON, refusing a key given twice and numbers that JSON does not have."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in items:
            if key in found:
                raise error([Problem(source, "", f"the key {key!r} is given twice in one object")])
            found[key] = value
        return found

    def constant(word: str) -> Any:
        raise error([Problem(source, "", f"{word} is not a JSON number")])

    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except json.JSONDecodeError as cause:
        place = f"line {cause.lineno}, column {cause.colno}"
        raise error([Problem(source, "", f"not JSON: {cause.msg} at {place}")]) from None
    except RecursionError:
        raise error([Problem(source, "", "not usable JSON: nested too deeply")]) from None


def canonical_json(data: Any) -> str:
    """Write plain data as JSON in one fixed form: sorted keys, no blanks (for hashes)."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


_WIDTH = 120


def readable_json(data: Any) -> str:
    """Write plain data as JSON that a person can read, in one fixed form.

    What fits into a line stays in one, and so does every list of plain values (a board row).
    """
    return _readable(data, "") + "\n"


def _readable(value: Any, margin: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(margin) + len(flat) <= _WIDTH:
        return flat
    inner = margin + "  "
    if isinstance(value, dict):
        entries = [
            f"{inner}{json.dumps(key, ensure_ascii=False)}: {_readable(item, inner)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(entries) + f"\n{margin}}}"
    if not any(isinstance(item, dict | list) for item in value):
        return flat
    entries = [inner + _readable(item, inner) for item in value]
    return "[\n" + ",\n".join(entries) + f"\n{margin}]"


def check_writable(path: Path, *, force: bool) -> None:
    """Raise OutputError early when `path` cannot be written, before any work is spent on it."""
    if path.is_dir():
        raise OutputError(f"{path}: this is a folder, not a file")
    if path.exists() and not force:
        raise OutputError(f"{path}: it exists already (use --force to overwrite it)")
    folder = path.parent
    if not folder.is_dir():
        raise OutputError(f"{path}: the folder {folder} does not exist")
    if not os.access(folder, os.W_OK):
        raise OutputError(f"{path}: no permission to write in {folder}")


def write_bytes(path: Path, data: bytes, *, force: bool = False) -> None:
    """Write a file whole or not at all; an existing file stays unless `force` is given.

    Raises OutputError.
    """
    import tempfile

    check_writable(path, force=force)
    handle, name = -1, ""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except OSError as cause:
        if name and os.path.exists(name):
            os.unlink(name)
        raise OutputError(f"{path}: cannot be written: {cause.strerror or cause}") from None


def write_text(path: Path, text: str, *, force: bool = False) -> None:
    """Write UTF-8 text whole or not at all; see `write_bytes`."""
    write_bytes(path, text.encode("utf-8"), force=force)
