"""A game build: write ten levels into an assets folder, and fail the build when a promise breaks.

Run it twice: levels whose request has not changed are skipped, byte for byte the same as before.

    python examples/build_script.py assets/levels
"""

from __future__ import annotations

import sys
from pathlib import Path

import levelgen
from levelgen.api import prepare

WORLD = [
    ("cave", "easy"),
    ("cave", "medium"),
    ("dungeon", "medium"),
    ("dungeon", "hard"),
    ("island", "hard"),
]
LEVELS_EACH = 2


def up_to_date(file: Path, request: levelgen.Request) -> bool:
    """Say whether a level file answers exactly this request, made by this version."""
    if not file.exists():
        return False
    try:
        old = levelgen.Level.load(file)
    except levelgen.LevelError:
        return False
    if old.manifest is None or old.status != "satisfied":
        return False
    same_version = old.manifest.versions.get("levelgen") == levelgen.__version__
    return same_version and old.manifest.request == request


def build(folder: Path) -> int:
    """Bring the folder up to date; return the number of levels that could not be made."""
    folder.mkdir(parents=True, exist_ok=True)
    failures = 0
    for tileset, preset in WORLD:
        for seed in range(LEVELS_EACH):
            file = folder / f"{tileset}-{preset}-{seed}.json"
            request = prepare(tileset, preset, seed=seed)
            if up_to_date(file, request):
                print(f"{file.name}: unchanged")
                continue
            level = levelgen.generate(tileset, preset, seed=seed)
            if level.status != "satisfied":
                reason = level.reason.text if level.reason else level.status
                print(f"{file.name}: {level.status}: {reason}", file=sys.stderr)
                failures += 1
                continue
            level.save(file, force=True)
            print(f"{file.name}: written")
    return failures


if __name__ == "__main__":
    sys.exit(1 if build(Path(sys.argv[1] if len(sys.argv) > 1 else "assets/levels")) else 0)
