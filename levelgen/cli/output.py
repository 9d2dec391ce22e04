"""Where levels go: the screen, stdout, one file, a contact sheet, a folder; and in which format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from levelgen.cli.reading import choice
from levelgen.errors import OutputError, Problem, RequestError
from levelgen.schema.files import check_writable, write_bytes

if TYPE_CHECKING:
    from levelgen.schema.level import Level


class Format(StrEnum):
    """What a level can be written as."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"
    PNG = "png"


SUFFIXES = {".txt": Format.TEXT, ".json": Format.JSON, ".csv": Format.CSV, ".png": Format.PNG}
STDOUT = "-"


@dataclass(frozen=True)
class Destination:
    """Where the levels of one run go."""

    kind: Literal["screen", "stdout", "file", "sheet", "folder"]
    format: Format = Format.TEXT
    path: Path = Path()

    def paths(self, names: Iterable[str]) -> list[Path]:
        """Give the files that would be written for levels of these names."""
        if self.kind == "folder":
            suffix = next(key for key, value in SUFFIXES.items() if value == self.format)
            return [self.path / f"{name}{suffix}" for name in names]
        return [self.path] if self.kind in ("file", "sheet") else []

    def check(self, names: Iterable[str], *, force: bool) -> None:
        """Raise OutputError when anything cannot be written, before work is spent on it."""
        if self.kind == "folder" and not self.path.is_dir():
            check_writable(self.path, force=False)
            return
        for path in self.paths(names):
            check_writable(path, force=force)


def complete_format(incomplete: str) -> list[str]:
    """Offer the formats."""
    return [name for name in Format if name.startswith(incomplete)]


def read_format(word: str | None) -> Format | None:
    """Read `--format`. Raises RequestError."""
    return None if word is None else Format(choice("--format", word, [*Format]))


def destination(output: str | None, wanted: Format | None, *, count: int) -> Destination:
    """Decide from `-o`, `--format` and the number of levels where they go. Raises RequestError."""
    if output is None or output == STDOUT:
        return _to_stdout(output, wanted, count)
    if not output:
        raise _wrong("--output", "the name is empty", "a file or a folder")
    path = Path(output)
    by_suffix = SUFFIXES.get(path.suffix.lower())
    folder = path.is_dir() or output.endswith(("/", "\\"))
    if folder or (count > 1 and not path.suffix):
        return Destination("folder", wanted or Format.JSON, path)
    found = wanted or by_suffix
    if found is None:
        known = ", ".join(SUFFIXES)
        what = f"the suffix {path.suffix!r} names no format" if path.suffix else "no format is told"
        raise _wrong("--output", f"{output}: {what}", f"a file name with {known}, or --format")
    if count > 1 and found is not Format.PNG:
        message = f"{output}: one {found} file holds one level, not {count}"
        raise _wrong("--output", message, "a folder, or a .png file for a contact sheet")
    return Destination("sheet" if count > 1 else "file", found, path)


def _to_stdout(output: str | None, wanted: Format | None, count: int) -> Destination:
    if output is None and wanted is None:
        return Destination("screen")
    found = wanted or Format.TEXT
    if found is Format.PNG:
        raise _wrong("--format", "a picture does not go to stdout", "-o FILE.png")
    if count > 1 and found is not Format.JSON:
        message = f"{count} {found} grids in one stream could not be told apart"
        raise _wrong("--format", message, "-o FOLDER, or --json")
    return Destination("stdout", found)


def _wrong(option: str, message: str, hint: str) -> RequestError:
    return RequestError([Problem(option, "", message, hint)])


def level_name(tileset: str, preset: str | None, seed: int | None) -> str:
    """Name the file of a level in a folder."""
    return "-".join(str(part) for part in (tileset, preset, seed) if part is not None)


def encode(level: Level, wanted: Format) -> bytes:
    """Write a level in a format."""
    match wanted:
        case Format.JSON:
            return level.to_json().encode()
        case Format.TEXT:
            from levelgen.formats.text import write_text_grid

            return write_text_grid(level).encode()
        case Format.CSV:
            from levelgen.formats.csv import write_csv_grid

            return write_csv_grid(level).encode()
        case Format.PNG:
            from levelgen.render.pictures import level_png

            return level_png(level)


def json_text(levels: Sequence[Level]) -> str:
    """Write one level as its own JSON, several as a JSON list of it."""
    if len(levels) == 1:
        return levels[0].to_json()
    return "[\n" + ",\n".join(level.to_json().rstrip("\n") for level in levels) + "\n]\n"


def save(level: Level, place: Destination, *, force: bool) -> Path | None:
    """Write one level to its file; give the path, or None when there is no board to write.

    Raises OutputError.
    """
    if level.cells is None or place.kind not in ("file", "folder"):
        return None
    if place.kind == "folder":
        make_folder(place.path)
    [path] = place.paths([level_name(level.tileset.name, level.preset, level.seed)])
    write_bytes(path, encode(level, place.format), force=force)
    return path


def save_sheet(levels: Sequence[Level], place: Destination, *, force: bool) -> Path | None:
    """Draw levels into one picture; give its path, or None when that is not wanted or possible.

    Raises OutputError.
    """
    if place.kind != "sheet" or all(level.cells is None for level in levels):
        return None
    from levelgen.render.pictures import sheet_png

    write_bytes(place.path, sheet_png(levels), force=force)
    return place.path


def make_folder(path: Path) -> None:
    """Create a folder in an existing one. Raises OutputError."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as cause:
        raise OutputError(f"{path}: cannot be created: {cause.strerror or cause}") from None


def picture_path(output: str | None) -> Path | None:
    """Read the `-o` of a command that only draws pictures. Raises RequestError."""
    if output is None:
        return None
    if Path(output).suffix.lower() != ".png":
        raise _wrong("--output", f"{output}: only a picture can be drawn here", "FILE.png")
    return Path(output)
