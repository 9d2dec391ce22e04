"""Does the same request give the same bytes in another process, with another hash seed?"""

from __future__ import annotations

import json
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

GENERATORS = ("random", "wfc", "auto", "cpsat")
HASH_SEEDS = ("0", "1", "4242")

_SHORT_RUNS: dict[str, Any] = {
    "name": "short-runs",
    "constraints": [
        {"kind": "ratio", "tags": ["floor"], "min": 0.3, "max": 0.55},
        {"kind": "connected", "tags": ["walkable"]},
        {"kind": "max_run", "tags": ["floor"], "length": 4},
    ],
}
"""Asks for something that the constructor does not plan, so `auto` has to search."""

_IMPOSSIBLE: dict[str, Any] = {
    "name": "impossible",
    "constraints": [
        {"kind": "border", "tags": ["floor"], "sides": ["N", "E", "S", "W"]},
        {"kind": "ratio", "tags": ["floor"], "min": 0.1, "max": 0.2},
    ],
}

REQUESTS: tuple[tuple[str, Any, int, int], ...] = (
    ("dungeon", None, 12, 12),
    ("dungeon", "medium", 12, 12),
    ("cave", "hard", 12, 12),
    ("island", "hardcore", 12, 12),
    ("cave", "easy", 9, 17),
    ("island", "medium", 24, 24),
    ("dungeon", _SHORT_RUNS, 12, 12),
    ("cave", _IMPOSSIBLE, 12, 12),
)
SEEDS = (0, 1, (1 << 53) - 1)


def run(_: Any) -> str:
    """Ask for everything in several processes and compare the bytes."""
    from options import progress
    from report import table, verdict

    found = []
    for turn, hash_seed in enumerate(HASH_SEEDS):
        progress(f"determinism: hash seed {hash_seed}")
        # Every second process asks in the opposite order: what is cached must not matter.
        found.append(_elsewhere(hash_seed, backwards=bool(turn % 2)))
    rows = []
    differing = []
    for generator in GENERATORS:
        names = [name for name in found[0] if name.startswith(f"{generator}, ")]
        same = [name for name in names if len({digests[name][0] for digests in found}) == 1]
        differing += sorted({*names} - {*same})
        states = Counter(found[0][name][1] for name in names)
        ways = Counter(found[0][name][2] for name in names)
        rows.append(
            [
                generator,
                f"{len(same)}/{len(names)}",
                ", ".join(f"{count} {state}" for state, count in states.most_common()),
                ", ".join(f"{count} {way}" for way, count in ways.most_common()),
                verdict(len(same) == len(names)),
            ]
        )
    head = ["generator", "requests with equal bytes", "status", "strategy", ""]
    parts = [
        f"{len(REQUESTS)} requests x seeds {', '.join(map(str, SEEDS))}, each in "
        f"{len(HASH_SEEDS)} processes (`PYTHONHASHSEED` {', '.join(HASH_SEEDS)}; every second one "
        "in the opposite order): SHA-256 of `level.to_json()`.",
        table(head, rows),
    ]
    if differing:
        parts.append("Differing:\n\n" + "\n".join(f"- {name}" for name in differing))
    return "\n\n".join(parts)


def _elsewhere(hash_seed: str, *, backwards: bool) -> dict[str, list[str]]:
    """Give the digest, status and strategy of every level, made in a fresh process."""
    from processes import python

    words = (str(Path(__file__).resolve()), str(int(backwards)))
    done = python(words, hash_seed=hash_seed)
    if done.returncode:
        raise RuntimeError(done.stderr)
    answer: dict[str, list[str]] = json.loads(done.stdout)
    return answer


def _here(*, backwards: bool) -> dict[str, list[str]]:
    import levelgen

    work = [
        (generator, request, seed)
        for generator in GENERATORS
        for request in REQUESTS
        for seed in SEEDS
    ]
    found = {}
    for generator, (tileset, preset, rows, cols), seed in reversed(work) if backwards else work:
        level = levelgen.generate(
            tileset, preset, rows=rows, cols=cols, seed=seed, generator=generator
        )
        asked = preset["name"] if isinstance(preset, dict) else preset or "no preset"
        name = f"{generator}, {tileset} {asked} {rows}x{cols} seed {seed}"
        way = level.manifest.strategy if level.manifest else ""
        digest = sha256(level.to_json().encode()).hexdigest()
        found[name] = [digest, str(level.status), way]
    return found


if __name__ == "__main__":
    print(json.dumps(_here(backwards=sys.argv[1] == "1")))
