"""levelgen: levels that keep their promises, proved by an independent checker.

```python
import levelgen
level = levelgen.generate("cave", "hard", seed=7)
level.tiles, level.objects, level.status, level.promises
```

Names are loaded when they are first used, so that `import levelgen` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from levelgen.version import __version__

if TYPE_CHECKING:
    from levelgen import nonogram
    from levelgen.api import (
        Reproduction,
        check,
        check_grid,
        generate,
        regenerate,
        reproduce,
    )
    from levelgen.batch import evaluate
    from levelgen.checker import Report
    from levelgen.errors import (
        InputError,
        LevelError,
        LevelgenError,
        OutputError,
        PluginError,
        PresetError,
        Problem,
        PuzzleError,
        RequestError,
        TilesetError,
        UnsupportedError,
    )
    from levelgen.generators.interrupted import Interrupted
    from levelgen.schema.level import Level, Promise, Reason
    from levelgen.schema.manifest import Manifest
    from levelgen.schema.placed import PlacedObject
    from levelgen.schema.preset import Preset
    from levelgen.schema.request import Request
    from levelgen.schema.tileset import Tile, Tileset
    from levelgen.sets import LevelSet, generate_set

_HOMES = {
    "InputError": "levelgen.errors",
    "Interrupted": "levelgen.generators.interrupted",
    "Level": "levelgen.schema.level",
    "LevelError": "levelgen.errors",
    "LevelSet": "levelgen.sets",
    "LevelgenError": "levelgen.errors",
    "Manifest": "levelgen.schema.manifest",
    "OutputError": "levelgen.errors",
    "PlacedObject": "levelgen.schema.placed",
    "PluginError": "levelgen.errors",
    "Preset": "levelgen.schema.preset",
    "PresetError": "levelgen.errors",
    "Problem": "levelgen.errors",
    "Promise": "levelgen.schema.level",
    "PuzzleError": "levelgen.errors",
    "Reason": "levelgen.schema.level",
    "Report": "levelgen.checker",
    "Reproduction": "levelgen.api",
    "Request": "levelgen.schema.request",
    "RequestError": "levelgen.errors",
    "Tile": "levelgen.schema.tileset",
    "Tileset": "levelgen.schema.tileset",
    "TilesetError": "levelgen.errors",
    "UnsupportedError": "levelgen.errors",
    "check": "levelgen.api",
    "check_grid": "levelgen.api",
    "evaluate": "levelgen.batch",
    "generate": "levelgen.api",
    "generate_set": "levelgen.sets",
    "regenerate": "levelgen.api",
    "reproduce": "levelgen.api",
}

__all__ = [
    "InputError",
    "Interrupted",
    "Level",
    "LevelError",
    "LevelSet",
    "LevelgenError",
    "Manifest",
    "OutputError",
    "PlacedObject",
    "PluginError",
    "Preset",
    "PresetError",
    "Problem",
    "Promise",
    "PuzzleError",
    "Reason",
    "Report",
    "Reproduction",
    "Request",
    "RequestError",
    "Tile",
    "Tileset",
    "TilesetError",
    "UnsupportedError",
    "__version__",
    "check",
    "check_grid",
    "evaluate",
    "generate",
    "generate_set",
    "nonogram",
    "regenerate",
    "reproduce",
]


def __getattr__(name: str) -> Any:
    if name == "nonogram":
        return import_module("levelgen.nonogram")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'levelgen' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
