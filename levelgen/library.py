"""Finds tilesets, presets and levels by name or path, whatever their format."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
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
from levelgen.formats.csv import read_csv_grid
from levelgen.formats.notebook import is_notebook, read_notebook
from levelgen.formats.text import read_text_grid
from levelgen.schema.files import parse_json, read_text
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
    folder = Path(str(files("levelgen").joinpath(kind)))
    if not folder.is_dir():
        # In a source tree the data folders stand beside the package.
        folder = Path(__file__).resolve().parent.parent / kind
    return {path.stem: path for path in sorted(folder.glob("*.json"), key=_by_difficulty)}


def looks_like_path(name: str) -> bool:
    """Say whether a `--tileset` or `--preset` value names a file rather than a shipped one."""
    return name.endswith(".json") or "/" in name or "\\" in name


def find_tileset(tileset: str | Path | Mapping[str, Any] | Tileset) -> Tileset:
    """Give a tileset by shipped name, path, plain data, or as it is.

    Raises TilesetError, or RequestError for an unknown name.
    """
    if isinstance(tileset, Tileset):
        return tileset
    if isinstance(tileset, Mapping):
        return _tileset_from(dict(tileset), "tileset")
    path = _locate(tileset, "tilesets", "--tileset")
    return _tileset_from(
        parse_json(read_text(path, TilesetError), str(path), TilesetError), str(path)
    )


def find_preset(preset: str | Path | Mapping[str, Any] | Preset | None) -> Preset | None:
    """Give a preset by shipped name, path, plain data, or as it is; None stays None.

    Raises PresetError, or RequestError for an unknown name.
    """
    if preset is None or isinstance(preset, Preset):
        return preset
    if isinstance(preset, Mapping):
        return Preset.read(dict(preset), "preset")
    path = _locate(preset, "presets", "--preset")
    return Preset.read(parse_json(read_text(path, PresetError), str(path), PresetError), str(path))


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
    read = read_csv_grid if file.suffix.lower() == ".csv" else read_text_grid
    return read(text, tileset, str(file))


def _tileset_from(data: Any, source: str) -> Tileset:
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
