"""Draws and judges boards with the engine, for the sections that measure it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

import peer
from options import Options

from levelgen import engine
from levelgen.engine.rng import Rng
from levelgen.engine.task import Sample, Task

if TYPE_CHECKING:
    from rulesets import RuleSet

    from levelgen.engine.task import Kernel


def task(side: int, seed: int, *, periodic: bool = False, budget: int | None = None) -> Task:
    """Ask for a square board; seeds give streams that have nothing in common."""
    return Task(
        rows=side,
        cols=side,
        periodic_rows=periodic,
        periodic_cols=periodic,
        state=Rng.stream(seed, "texture").state,
        budget=budget,
    )


@dataclass(frozen=True)
class Drawn:
    """Boards of some seeds, each with its CPU time in ms."""

    ms: tuple[float, ...]
    samples: tuple[Sample, ...]

    @property
    def solved(self) -> int:
        """How many are whole boards."""
        return sum(sample.status == "solved" for sample in self.samples)

    @property
    def median(self) -> float:
        """The median time."""
        return median(self.ms)

    def __add__(self, other: Drawn) -> Drawn:
        return Drawn(self.ms + other.ms, self.samples + other.samples)


def draw(
    kernel: Kernel, side: int, seeds: Iterable[int], *, periodic: bool = False, repeat: int = 1
) -> Drawn:
    """Draw a board for each seed; `repeat` draws it so often and takes the mean of the times.

    The whole call counts, up to the list of tiles.
    """
    ms, samples = [], []
    for seed in seeds:
        start = process_time()
        for _ in range(repeat):
            sample = kernel.sample(task(side, seed, periodic=periodic))
        ms.append((process_time() - start) * 1000 / repeat)
        samples.append(sample)
    return Drawn(tuple(ms), tuple(samples))


def compiled(rules: RuleSet) -> Kernel:
    """Compile rules for the active backend."""
    return engine.compile(rules.weights, rules.masks)


def compile_ms(rules: RuleSet, *, rounds: int = 5) -> float:
    """Give the median CPU time of compiling rules anew, in ms."""
    kind = type(compiled(rules))
    times = []
    for _ in range(rounds):
        start = process_time()
        kind(rules.weights, rules.masks)  # type: ignore[call-arg]
        times.append((process_time() - start) * 1000)
    return median(times)


def check(rules: RuleSet, side: int, drawn: Drawn, *, periodic: bool = False) -> None:
    """Hold every whole board against the rules. Raises AssertionError."""
    for sample in drawn.samples:
        if sample.status == "solved":
            assert not rules.faults(sample.tiles, side, periodic=periodic), rules.name


def ask_peer(
    command: str | None,
    rules: RuleSet,
    side: int,
    seeds: Iterable[int],
    *,
    periodic: bool = False,
    cap: float = 20.0,
) -> peer.Answer | None:
    """Let the peer draw the same boards; None without one. Its seeds begin at 1."""
    if command is None:
        return None
    numbers = tuple(seed + 1 for seed in seeds)
    asked = peer.PeerTask(rules.weights, rules.masks, side, side, numbers, periodic, cap)
    return peer.ask(command, asked)


def peer_name(options: Options) -> str:
    """Give the name of the peer, or say that there is none."""
    if options.peer is None:
        return ""
    two = peer.PeerTask((1,), ((1,),) * 4, 2, 2, (1,))
    return peer.ask(options.peer, two).name


NO_PEER = "No peer was given (`--peer`), so its columns are left out."
NO_MXGMN = "No folder of XML tilesets was given (`--mxgmn`), so their rows are left out."
