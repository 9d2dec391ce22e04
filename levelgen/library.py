"""Finds tilesets, presets and levels by name or path, whatever their format."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from levelgen.errors import (
    LevelError,
    PresetError,
    Problem,
    RequestError,
    TilesetError,
    did_you_mean,
)
from levelgen.schema.files import parse_json, read_bytes, read_text
from levelgen.schema.level import Level
from levelgen.schema.preset import Preset
from levelgen.schema.tileset import Tileset

# People look for presets by difficulty, not by name.
_DIFFICULTY = ("easy", "medium", "hard", "hardcore")


def _by_difficulty(path: Path) -> tuple[int, str]:
    known = path.stem in _DIFFICULTY
    return (_DIFFICULTY.index(path.stem) if known else len(_DIFFICULTY), path.stem)


def shipped(kind: str) -> dict[str, Path]:
    """List the shipped files of a kind (`tilesets` or `presets`) by name."""
    folder = _folder(kind)
    try:
        changed = folder.stat().st_mtime_ns
    except FileNotFoundError:
        return {}
    return dict(_listed(folder, changed))


@cache
def _folder(kind: str) -> Path:
    package = Path(__file__).resolve().parent
    # In a source tree the data folders stand beside the package, else inside it.
    return package / kind if (package / kind).is_dir() else package.parent / kind


@lru_cache(maxsize=8)
def _listed(folder: Path, changed: int) -> dict[str, Path]:
    """List a folder; `changed` is when it last did, so that the list is not made in vain."""
    return {path.stem: path for path in sorted(folder.glob("*.json"), key=_by_difficulty)}


def looks_like_path(name: str) -> bool:
    """Say whether a `--tileset` or `--preset` value names a file rather than a shipped one."""
    return name.lower().endswith((".json", ".xml")) or "/" in name or "\\" in name


def is_mxgmn(tileset: object) -> bool:
    """Say whether a tileset is asked for by the path of an XML file, which may have subsets."""
    return isinstance(tileset, str | Path) and str(tileset).lower().endswith(".xml")


def find_tileset(
    tileset: str | Path | Mapping[str, Any] | Tileset, *, subset: str | None = None
) -> Tileset:
    """Give a tileset by shipped name, path, plain data, or as it is.

    A path that ends in `.xml` is an mxgmn tileset, and only these have subsets. Raises
    TilesetError, or RequestError for an unknown name and for a subset of anything else.
    """
    if subset is not None and not is_mxgmn(tileset):
        name = tileset if isinstance(tileset, str | Path) else "the tileset"
        hint = "only mxgmn tilesets (.xml) have them"
        raise RequestError([Problem("--subset", "", f"{name} has no subsets", hint)])
    if isinstance(tileset, Tileset):
        return tileset
    if isinstance(tileset, Mapping):
        return _tileset_from(dict(tileset), "tileset")
    path = _locate(tileset, "tilesets", "--tileset")
    if is_mxgmn(path):
        from levelgen.formats.mxgmn import read_mxgmn

        return read_mxgmn(read_bytes(path, TilesetError), str(path), subset)
    return _read_tileset(read_text(path, TilesetError), str(path))


def find_preset(preset: str | Path | Mapping[str, Any] | Preset | None) -> Preset | None:
    """Give a preset by shipped name, path, plain data, or as it is; None stays None.

    Raises PresetError, or RequestError for an unknown name.
    """
    if preset is None or isinstance(preset, Preset):
        return preset
    if isinstance(preset, Mapping):
        return Preset.read(dict(preset), "preset")
    path = _locate(preset, "presets", "--preset")
    return _read_preset(read_text(path, PresetError), str(path))


# Whoever generates many levels names the same files again and again.
@lru_cache(maxsize=16)
def _read_tileset(text: str, source: str) -> Tileset:
    return _tileset_from(parse_json(text, source, TilesetError), source)


@lru_cache(maxsize=16)
def _read_preset(text: str, source: str) -> Preset:
    return Preset.read(parse_json(text, source, PresetError), source)


def read_level(path: str | Path, tileset: Tileset | None = None) -> Level:
    """Read a level of any format: levelgen JSON, CSV (`.csv`), else a text grid.

    Text and CSV grids need a tileset. Raises LevelError.
    """
    file = Path(path)
    if file.suffix.lower() == ".json":
        return Level.load(file, tileset)
    text = read_text(file, LevelError)
    if tileset is None:
        raise LevelError([Problem(str(file), "", "a plain grid needs a tileset", "--tileset NAME")])
    from levelgen.formats.csv import read_csv_grid
    from levelgen.formats.text import read_text_grid

    read = read_csv_grid if file.suffix.lower() == ".csv" else read_text_grid
    return read(text, tileset, str(file))


def _tileset_from(data: Any, source: str) -> Tileset:
    # Own files are the rule, so the other formats are loaded only for those that are not.
    if not isinstance(data, dict) or "format" in data:
        return Tileset.read(data, source)
    from levelgen.formats.notebook import is_notebook, read_notebook

    if is_notebook(data):
        return read_notebook(data, source)
    return Tileset.read(data, source)


def _locate(name: str | Path, kind: str, option: str) -> Path:
    if isinstance(name, Path) or looks_like_path(name):
        return Path(name)
    found = shipped(kind)
    if name not in found:
        word = kind.removesuffix("s")
        hint = did_you_mean(name, found)
        if Path(name).exists():
            hint += f"; a file is named by a path such as ./{name}"
        raise RequestError([Problem(option, "", f"there is no {word} {name!r}", hint)])
    return found[name]


def read_mask_file(path: str | Path) -> list[str]:
    """Read which cells exist: lines of text, `.` and blanks are no cells; short lines are filled.

    Raises RequestError.
    """
    lines = read_text(Path(path), RequestError).replace("\r\n", "\n").strip("\n").split("\n")
    width = max(len(line) for line in lines)
    return [line.ljust(width) for line in lines]
