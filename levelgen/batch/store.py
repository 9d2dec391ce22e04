"""A folder of results that can be left at any moment and gone on with.

`manifest.json` says what is evaluated. `rows.jsonl` holds the rows in the order of the plan, up to
some row; rows that were ready before their turn wait in `ahead/`, in files named by the numbers of
their rows. One process writes, and every line is whole or is the last one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from levelgen.batch.manifest import FORMAT, differences, manifest_of, read_manifest
from levelgen.batch.plan import Plan
from levelgen.errors import InputError, OutputError, Problem, RequestError
from levelgen.schema.files import readable_json, write_bytes, write_text

MANIFEST, ROWS, AHEAD, LOCK = "manifest.json", "rows.jsonl", "ahead", ".lock"
DERIVED = ("rows.csv", "rows.parquet")
_BLOCK = 1 << 20


class Results:
    """What a folder of results holds, finished or not; made by `open_results`."""

    def __init__(self, folder: Path, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.plan = Plan.from_data(manifest["plan"])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield the rows in the order of the plan, up to the first that is missing."""
        file = self.folder / ROWS
        if not file.exists():
            return
        with file.open("rb") as stream:
            for number, line in enumerate(stream):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield json.loads(line)
                except ValueError:
                    place = f"line {number + 1}"
                    raise InputError.single(str(file), "", f"{place} is no row") from None

    def __len__(self) -> int:
        return _whole_lines(self.folder / ROWS)[0]

    @property
    def complete(self) -> bool:
        """Whether every row of the plan is there."""
        return len(self) == len(self.plan)


def open_results(folder: str | Path) -> Results:
    """Open a folder that `levelgen evaluate -o` wrote. Raises RequestError if it is none."""
    path = Path(folder)
    if not path.is_dir():
        message = "this is a file" if path.exists() else "there is no such folder"
        hint = "a folder of `levelgen evaluate -o FOLDER`"
        raise RequestError([Problem(str(path), "", message, hint)])
    found = read_manifest(path / MANIFEST)
    if found is None:
        message = "these are no results of an evaluation"
        hint = f"{MANIFEST} with the format {FORMAT} is missing"
        raise RequestError([Problem(str(path), "", message, hint)])
    return Results(path, found)


class Store:
    """Writes the rows of a plan into a folder, going on where another process stopped."""

    def __init__(self, folder: Path, plan: Plan, *, force: bool = False) -> None:
        """Take the folder, making it if need be.

        Raises OutputError for a folder that is not ours, holds other results (unless `force`
        throws them away), is in use or cannot be written.
        """
        self.folder = folder
        self._plan = plan
        self._stream: IO[bytes] | None = None
        self._lock: IO[bytes] | None = None
        try:
            self._take(force)
        except OSError as cause:
            raise _cannot(folder, cause) from None

    def _take(self, force: bool) -> None:
        wanted = manifest_of(self._plan)
        if self.folder.exists():
            self._look(wanted, force)
        else:
            self.folder.mkdir()
        self._lock = _locked(self.folder / LOCK)
        found = read_manifest(self.folder / MANIFEST)
        if force and found is not None and any(differences(found, wanted)):
            self._clear()
        if not (self.folder / MANIFEST).exists():
            write_text(self.folder / MANIFEST, readable_json(wanted))
        self._ahead_folder.mkdir(exist_ok=True)
        self._recover()

    def _look(self, wanted: dict[str, Any], force: bool) -> None:
        """Raise OutputError unless the folder is empty or holds this very evaluation."""
        if not self.folder.is_dir():
            raise OutputError(f"{self.folder}: this is a file, not a folder")
        entries = sorted(item.name for item in self.folder.iterdir() if item.name != LOCK)
        # A process may have been stopped while it wrote the very first file.
        entries = [name for name in entries if not name.startswith(f".{MANIFEST}.")]
        if not entries:
            return
        found = read_manifest(self.folder / MANIFEST)
        if found is None:
            shown = ", ".join(entries[:3]) + (", ..." if len(entries) > 3 else "")
            raise OutputError(f"{self.folder}: no folder of results; it holds {shown}")
        different = list(differences(found, wanted))
        if different and not force:
            lines = "".join(f"\n  {line}" for line in different)
            hint = "another folder, or --force to throw the old rows away"
            raise OutputError(f"{self.folder}: it holds another evaluation ({hint}){lines}")

    def _clear(self) -> None:
        for file in self._ahead_folder.glob("*"):
            file.unlink()
        for name in (ROWS, *DERIVED, MANIFEST):
            (self.folder / name).unlink(missing_ok=True)

    @property
    def _ahead_folder(self) -> Path:
        return self.folder / AHEAD

    def _recover(self) -> None:
        """Cut off a torn last line, and see which rows are there."""
        file = self.folder / ROWS
        self.done, size = _whole_lines(file)
        self._stream = file.open("ab")
        if self._stream.tell() > size:
            self._stream.truncate(size)
        if self.done > len(self._plan):
            raise OutputError(f"{file}: it holds {self.done} rows, the plan {len(self._plan)}")
        self._ahead: dict[int, int] = {}
        for entry in self._ahead_folder.iterdir():
            first, sign, end = entry.name.removesuffix(".jsonl").partition("-")
            whole = sign and first.isdigit() and end.isdigit()
            if whole and int(end) > self.done:
                self._ahead[int(first)] = int(end)
            else:
                entry.unlink()
        self._join()

    @property
    def missing(self) -> list[tuple[int, int]]:
        """The rows that are still to be made, as ranges (first, end)."""
        found, at = [], self.done
        for first, end in sorted(self._ahead.items()):
            if first > at:
                found.append((at, first))
            at = max(at, end)
        if at < len(self._plan):
            found.append((at, len(self._plan)))
        return found

    def add(self, first: int, end: int, lines: bytes) -> None:
        """Keep the rows first .. end - 1; they are safe when this returns. Raises OutputError."""
        try:
            if first == self.done:
                self._append(lines, end - first)
                self._join()
            else:
                write_bytes(self._file(first, end), lines)
                self._ahead[first] = end
        except OSError as cause:
            raise _cannot(self.folder, cause) from None
        except OutputError as error:
            raise _cannot(self.folder, error) from None

    def _file(self, first: int, end: int) -> Path:
        return self._ahead_folder / f"{first}-{end}.jsonl"

    def _append(self, lines: bytes, count: int) -> None:
        assert self._stream is not None
        self._stream.write(lines)
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self.done += count

    def _join(self) -> None:
        """Append the rows whose turn has come."""
        while fits := [item for item in self._ahead.items() if item[0] <= self.done]:
            first, end = min(fits)
            file = self._file(first, end)
            if end > self.done:
                lines = file.read_bytes().splitlines(keepends=True)[self.done - first :]
                self._append(b"".join(lines), end - self.done)
            del self._ahead[first]
            file.unlink()

    def close(self) -> None:
        """Let go of the folder."""
        if self._stream is not None:
            try:
                self._stream.close()
            except OSError as cause:
                raise _cannot(self.folder, cause) from None
            finally:
                self._stream = None
        if self._ahead_folder.is_dir() and not any(self._ahead_folder.iterdir()):
            self._ahead_folder.rmdir()
        if self._lock is not None:
            self._lock.close()
            (self.folder / LOCK).unlink(missing_ok=True)
            self._lock = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _whole_lines(file: Path) -> tuple[int, int]:
    """Count the lines that end, and the bytes up to the end of the last one."""
    count = size = read = 0
    if file.exists():
        with file.open("rb") as stream:
            while block := stream.read(_BLOCK):
                count += block.count(b"\n")
                last = block.rfind(b"\n")
                if last >= 0:
                    size = read + last + 1
                read += len(block)
    return count, size


def _cannot(folder: Path, cause: Exception) -> OutputError:
    words = (cause.strerror or str(cause)) if isinstance(cause, OSError) else str(cause)
    kept = "what was finished is kept, the same command goes on with it"
    return OutputError(f"{folder}: cannot be written: {words} ({kept})")


def _locked(file: Path) -> IO[bytes]:
    """Hold a lock that the system gives back whenever this process ends, however it does."""
    stream = file.open("ab")
    try:
        import fcntl
    except ImportError:
        return stream
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        stream.close()
        raise OutputError(f"{file.parent}: another process is writing there") from None
    return stream
