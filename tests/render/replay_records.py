"""Records to play: a plain wave function collapse that tells its steps, and events made by hand."""

from __future__ import annotations

import random
from collections.abc import Iterable

from levelgen import engine
from levelgen.api import prepare
from levelgen.engine.steps import KINDS, encode
from levelgen.engine.task import Task
from levelgen.generators.recording import Recording, record
from levelgen.learn import learn_patterns
from levelgen.library import find_tileset
from levelgen.rules import Rules, compile_rules
from levelgen.schema.layout import Periodic
from levelgen.schema.tileset import Tileset

OBSERVE, BAN, CONTRADICTION, BACKTRACK, RESTART, RESET, RESTORE, LINE = range(len(KINDS))


def packed(events: Iterable[tuple[int, int, int]]) -> bytes:
    return encode(word for kind, cell, value in events for word in (kind | cell << 3, value))


class Plain:
    """Fewest tiles first, arc consistency, chronological backtracking; slow and simple."""

    def __init__(self, rules: Rules, rows: int, cols: int, domains: list[int], seed: int) -> None:
        self.rules, self.rows, self.cols = rules, rows, cols
        self.domains = list(domains)
        self.draw = random.Random(seed)
        self.events: list[tuple[int, int, int]] = []

    def search(self) -> bool:
        if not self.propagate(range(len(self.domains))):
            return False
        decisions: list[tuple[int, int, list[int]]] = []
        while True:
            open_cells = [
                cell for cell, domain in enumerate(self.domains) if domain.bit_count() > 1
            ]
            if not open_cells:
                return True
            least = min(self.domains[cell].bit_count() for cell in open_cells)
            cell = self.draw.choice(
                [cell for cell in open_cells if self.domains[cell].bit_count() == least]
            )
            tiles = [tile for tile in range(self.rules.size) if self.domains[cell] >> tile & 1]
            tile = self.draw.choices(tiles, [self.rules.weights[tile] or 1 for tile in tiles])[0]
            decisions.append((cell, tile, list(self.domains)))
            self.events.append((OBSERVE, cell, tile))
            self.domains[cell] = 1 << tile
            consistent = self.propagate([cell])
            while not consistent:
                if not decisions:
                    return False
                cell, tile, before = decisions.pop()
                self.domains = before
                self.events.append((BACKTRACK, 0, len(decisions)))
                consistent = self.narrow(cell, ~(1 << tile)) and self.propagate([cell])

    def narrow(self, cell: int, kept: int) -> bool:
        gone = self.domains[cell] & ~kept
        self.events += [(BAN, cell, tile) for tile in range(self.rules.size) if gone >> tile & 1]
        self.domains[cell] &= kept
        if not self.domains[cell]:
            self.events.append((CONTRADICTION, cell, 0))
        return self.domains[cell] != 0

    def propagate(self, changed: Iterable[int]) -> bool:
        queue = list(changed)
        while queue:
            cell = queue.pop(0)
            row, col = divmod(cell, self.cols)
            for side, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
                if not (0 <= row + down < self.rows and 0 <= col + right < self.cols):
                    continue
                other = (row + down) * self.cols + col + right
                allowed = 0
                for tile in range(self.rules.size):
                    if self.domains[cell] >> tile & 1:
                        allowed |= self.rules.masks[side][tile]
                if self.domains[other] & ~allowed:
                    if not self.narrow(other, allowed):
                        return False
                    queue.append(other)
        return True


def recorded(
    name: str, rows: int, cols: int, seed: int, pins: dict[int, int] | None = None
) -> tuple[Recording, list[int]]:
    """Record a search on a shipped tileset; also give the domains it ended with."""
    tileset = find_tileset(name)
    rules = compile_rules(tileset)
    domains = [rules.sampled] * (rows * cols)
    for cell, bits in (pins or {}).items():
        domains[cell] = bits
    search = Plain(rules, rows, cols, domains, seed)
    solved = search.search()
    recording = Recording(
        tileset=tileset,
        rows=rows,
        cols=cols,
        domains=domains,
        steps=packed(search.events),
        status="solved" if solved else "infeasible",
        details=f"seed {seed}",
    )
    return recording, search.domains


def by_hand(
    tileset: Tileset,
    rows: int,
    cols: int,
    events: Iterable[tuple[int, int, int]],
    domains: list[int] | None = None,
) -> Recording:
    every = (1 << len(tileset.ids)) - 1
    return Recording(
        tileset=tileset,
        rows=rows,
        cols=cols,
        domains=domains or [every] * (rows * cols),
        steps=packed(events),
    )


def sockets(seed: int, labels: int, tiles: int) -> Tileset:
    """Tiles with random labels on their sides: searches on them run into contradictions."""
    draw, paint = random.Random(seed), random.Random(0)
    data = {
        "format": "levelgen-tileset/1",
        "name": "sockets",
        "tiles": [
            {
                "id": f"t{number}",
                "glyph": chr(ord("A") + number),
                "color": f"#{paint.randrange(1 << 24):06x}",
                "edges": [f"e{draw.randrange(labels)}" for _ in range(4)],
            }
            for number in range(tiles)
        ],
        "adjacency": {"default": "edges"},
    }
    return Tileset.read(data, "test")


def searched(tileset: Tileset, rows: int, cols: int, seed: int, budget: int) -> Recording:
    """Record a search of the engine."""
    rules = compile_rules(tileset)
    task = Task(rows=rows, cols=cols, state=seed, budget=budget, record=True)
    drawn = engine.compile(rules.weights, rules.masks).sample(task)
    return Recording(
        tileset=tileset,
        rows=rows,
        cols=cols,
        domains=[rules.sampled] * (rows * cols),
        steps=drawn.steps or b"",
        status=drawn.status,
    )


def trio() -> Tileset:
    """Three tiles that are equally likely and go with all others."""
    tiles = [
        {"id": name, "glyph": name[0], "color": color}
        for name, color in (("red", "#aa0000"), ("green", "#00aa00"), ("blue", "#0000aa"))
    ]
    data = {
        "format": "levelgen-tileset/1",
        "name": "trio",
        "tiles": tiles,
        "adjacency": {"default": "allow"},
    }
    return Tileset.read(data, "test")


def windowed(periodic: Periodic = "none") -> Recording:
    """Record a search for a level of 7x9 cells and windows of 3x3."""
    sample = "######\n#..#.#\n#....#\n##.###\n#....#\n######\n"
    dungeon = find_tileset("dungeon")
    patterns = learn_patterns(sample, 3, 3, symmetries=8, periodic=True, tileset=dungeon)
    return record(prepare(patterns.tileset, rows=7, cols=9, seed=4, periodic=periodic))


def beneath(recording: Recording, domains: list[int]) -> list[set[int]]:
    """Give the tiles that are possible in each cell of a level beneath a board of windows."""
    windows = recording.windows
    assert windows is not None
    found = []
    for cell in range(windows.rows * windows.cols):
        place, offset = windows.shown(cell, recording.rows, recording.cols)
        patterns = [
            content
            for number, content in enumerate(windows.contents)
            if domains[place] >> number & 1
        ]
        found.append({content[offset] for content in patterns})
    return found


# Every kind of event on a board of 2x2 cells and three tiles, and what it leaves possible.
STORY: list[tuple[tuple[int, int, int], list[int]]] = [
    ((BAN, 3, 2), [7, 7, 7, 3]),
    ((OBSERVE, 0, 0), [1, 7, 7, 3]),
    ((BAN, 1, 0), [1, 6, 7, 3]),
    ((OBSERVE, 1, 1), [1, 2, 7, 3]),
    ((BAN, 2, 0), [1, 2, 6, 3]),
    ((BAN, 3, 0), [1, 2, 6, 2]),
    ((BAN, 3, 1), [1, 2, 6, 0]),
    ((CONTRADICTION, 3, 0), [1, 2, 6, 0]),
    ((BACKTRACK, 0, 1), [1, 6, 7, 3]),
    ((BAN, 1, 1), [1, 4, 7, 3]),
    ((OBSERVE, 2, 1), [1, 4, 2, 3]),
    ((BAN, 3, 0), [1, 4, 2, 2]),
    ((BAN, 3, 1), [1, 4, 2, 0]),
    ((CONTRADICTION, 3, 0), [1, 4, 2, 0]),
    ((BACKTRACK, 0, 0), [7, 7, 7, 3]),
    ((BAN, 0, 0), [6, 7, 7, 3]),
    ((OBSERVE, 0, 1), [2, 7, 7, 3]),
    ((RESET, 0, 1), [2, 7, 7, 3]),
    ((RESTORE, 0, 2), [6, 7, 7, 3]),
    ((BAN, 3, 0), [6, 7, 7, 2]),
    ((BAN, 3, 1), [6, 7, 7, 0]),
    ((CONTRADICTION, 3, 0), [6, 7, 7, 0]),
    ((RESTORE, 3, 0), [6, 7, 7, 1]),
    ((RESTORE, 3, 1), [6, 7, 7, 3]),
    ((BAN, 0, 2), [2, 7, 7, 3]),
    ((RESET, 3, 2), [2, 7, 7, 3]),
    ((RESTORE, 0, 2), [6, 7, 7, 3]),
    ((OBSERVE, 3, 0), [6, 7, 7, 1]),
    ((RESTART, 0, 0), [7, 7, 7, 3]),
    ((BAN, 0, 0), [6, 7, 7, 3]),
    ((OBSERVE, 0, 1), [2, 7, 7, 3]),
]


def story() -> Recording:
    return by_hand(trio(), 2, 2, [event for event, _ in STORY])
