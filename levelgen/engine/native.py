"""The compiled backend: packs tasks for the C++ kernel and unpacks its answers."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING

from levelgen.engine import _native
from levelgen.engine.task import (
    Compiled,
    Masks,
    Sample,
    Status,
    Task,
    default_budget,
    packed,
    packed_masks,
    unpacked,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from levelgen.engine.plan import Built, Plan

_SEED = (1 << 64) - 1
_STATUS: tuple[Status, ...] = ("solved", "infeasible", "unknown")


class NativeKernel(Compiled):
    """Rules compiled into the tables of the C++ kernel; `sample` runs without the GIL."""

    def __init__(self, weights: tuple[int, ...], masks: Masks) -> None:
        super().__init__(weights, masks)
        self._kernel = _native.Kernel(
            array("Q", weights).tobytes(), self.shift, packed_masks(masks, self.words)
        )

    def sample(self, task: Task) -> Sample:
        """Draw one board, or prove that there is none; see `levelgen.engine.task.Kernel`."""
        shift = self.checked(task)
        status, tiles, observations, backtracks, restarts, resets, stuck, state, steps = (
            self._kernel.sample(
                task.rows,
                task.cols,
                self._packed_domains(task),
                task.exists,
                task.periodic_rows,
                task.periodic_cols,
                None if task.weights is None else array("Q", task.weights).tobytes(),
                shift,
                _words("I", task.field),
                _words("i", task.prefer),
                self._packed_runs(task),
                task.state,
                default_budget(task.rows, task.cols) if task.budget is None else task.budget,
                task.record,
            )
        )
        return Sample(
            _STATUS[status],
            tiles,
            observations,
            backtracks,
            restarts,
            resets,
            stuck,
            state,
            steps,
        )

    def narrowed(self, task: Task) -> list[int] | None:
        """Narrow the domains to the fixpoint; see `levelgen.engine.task.Kernel`."""
        self.checked(task)
        found = self._kernel.narrowed(
            task.rows,
            task.cols,
            self._packed_domains(task),
            task.exists,
            task.periodic_rows,
            task.periodic_cols,
            self._packed_runs(task),
        )
        return unpacked(found, len(found) // (8 * task.rows * task.cols)) if found else None

    def construct(self, plan: Plan, mixture: Sequence[int], seed: int, attempts: int) -> Built:
        """Build a level for a plan; see `levelgen.engine.constructor.construct`."""
        # Loaded here, because whoever only samples needs no plans.
        from levelgen.engine import packing

        if not packing.fits(plan):
            # Numbers that have no room in a word are rare, and the twin takes any.
            from levelgen.engine.constructor import build

            return build(self, plan, mixture, seed, attempts)
        periodic = plan.periodic
        task = Task(
            rows=plan.rows,
            cols=plan.cols,
            domains=plan.domains,
            exists=plan.exists,
            field=plan.field,
            runs=plan.runs,
        )
        self.checked(task)
        answer = self._kernel.construct(
            plan.rows,
            plan.cols,
            packed(plan.domains, self.words),
            plan.exists,
            *periodic,
            self._packed_runs(task),
            _words("I", plan.field),
            packing.demands(plan, self.words),
            array("q", mixture).tobytes(),
            seed & _SEED,
            attempts,
        )
        return packing.built(plan, _native.COUNTERS, answer)

    def _packed_domains(self, task: Task) -> bytes:
        if isinstance(task.domains, bytes):
            return task.domains
        if task.domains is None:
            # One for all cells; the kernel leaves those out that do not exist.
            return packed([self.start(task)], self.words)
        return packed(self.domains(task), self.words)

    def _packed_runs(self, task: Task) -> list[tuple[bytes, int]]:
        longest = task.rows * task.cols
        return [(packed([bits], self.words), min(length, longest)) for bits, length in task.runs]


def _words(code: str, items: Sequence[int] | None) -> bytes | None:
    return None if items is None else array(code, items).tobytes()


@lru_cache(maxsize=64)
def compile_kernel(weights: tuple[int, ...], masks: Masks) -> NativeKernel:
    """Compile rules; the result is cached by value."""
    return NativeKernel(weights, masks)
