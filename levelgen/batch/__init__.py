"""Many seeds of one request: plan, processes, store, summary, report, gate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from levelgen.batch.evaluation import Evaluation, evaluate, keep, plugin_problems
from levelgen.batch.plan import Plan
from levelgen.batch.store import Results, open_results

if TYPE_CHECKING:
    from levelgen.batch.summary import Summary, summarise

__all__ = [
    "Evaluation",
    "Plan",
    "Results",
    "Summary",
    "evaluate",
    "keep",
    "open_results",
    "plugin_problems",
    "summarise",
]


def __getattr__(name: str) -> Any:
    if name in ("Summary", "summarise"):
        # Whoever only goes over rows needs no pydantic.
        from levelgen.batch import summary

        return getattr(summary, name)
    raise AttributeError(f"module 'levelgen.batch' has no attribute {name!r}")
