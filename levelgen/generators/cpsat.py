"""CP-SAT: keeps every promise, or proves that none can; warm-started by the constructor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from levelgen.generators.base import (
    Clock,
    Trace,
    judged,
    no_level,
    refuted_by_arithmetic,
    solver_version,
)
from levelgen.generators.drafted import Drafted
from levelgen.generators.drafting import FRESH_STARTS, draft
from levelgen.generators.interrupted import Interrupted
from levelgen.generators.strategies import choose, mended, refuse_unfit, start
from levelgen.rules import Rules, compile_rules
from levelgen.schema.constraints import KINDS
from levelgen.schema.level import Level, Reason
from levelgen.schema.request import Request

if TYPE_CHECKING:
    from levelgen.model.solver import Solved

FRESH_DRAFTS = 5
FRESH_LIMIT = 0.3
"""How often another draft is tried, and how long (in deterministic time), before the full limit."""


class CpsatGenerator:
    """Always solves: the constructor's level is the hint, CP-SAT has the last word."""

    name = "cpsat"
    promises = frozenset({"adjacency", "objects", "mask", "windows", *KINDS})

    def generate(self, request: Request, *, time_limit: float | None = None) -> Level:
        """Answer a request with a level, a proof of infeasibility, or `unknown`."""
        refuse_unfit(request)
        # Loading the solver is no part of answering, so the clock starts after it.
        import levelgen.model.solver  # noqa: F401

        clock = Clock()
        refuted = refuted_by_arithmetic(request, clock)
        if refuted is not None:
            return refuted
        drafted = _drafted(request, compile_rules(request.tileset))
        return complete(request, drafted, clock, time_limit=time_limit)


def _drafted(request: Request, rules: Rules) -> Drafted:
    """Make the first draft, or a later one if that is whole and the first one is not."""
    drafted = first = start(request, rules)
    for attempt in range(1, FRESH_STARTS):
        if drafted.whole or not drafted.may_differ or request.strategy is not None:
            break
        drafted = draft(request, rules, attempt)
    return drafted if drafted.whole else first


def complete(
    request: Request, drafted: Drafted, clock: Clock, *, time_limit: float | None
) -> Level:
    """Let CP-SAT finish, or refute, what the engine began.

    Raises Interrupted, with the best board so far if there is one, when the keyboard ends it.
    """
    search = _Completion(request, drafted, clock, time_limit)
    try:
        return search.run()
    except KeyboardInterrupt as stop:
        level = search.best("interrupted", "interrupted before there was an answer")
        if level.cells is None:
            raise
        raise Interrupted(level) from stop


class _Completion:
    """The way from a draft to an answer; `drafted` is always the best board so far."""

    def __init__(
        self, request: Request, drafted: Drafted, clock: Clock, time_limit: float | None
    ) -> None:
        self.request = request
        self.drafted = drafted
        self.clock = clock
        self.time_limit = time_limit
        self.strategy = choose(request, drafted)
        self.tries = 0

    def run(self) -> Level:
        from levelgen.model import explain

        if self.strategy == "windows":
            level = self._mended()
            if level is not None and level.status == "satisfied":
                return level
            # What windows cannot do, or cannot prove impossible, the whole model can.
            self.strategy = "warm"
        solved = self._solved()
        trace = self._trace(solved.limit_hit, solved.counters)
        if solved.status == "solved":
            assert solved.cells is not None
            return judged(self.request, solved.cells, solved.objects, trace)
        if solved.status == "infeasible":
            # What is left of a limit that is over already still names something.
            left = self.clock.left(self.time_limit)
            reason = explain(self.request, time_limit=None if left is None else max(left, 1.0))
            return no_level(self.request, "infeasible", reason, trace)
        limit = solved.limit_hit.replace("_", " ")
        text = f"no answer within the {limit}: neither a level nor a proof that there is none"
        return self.best(solved.limit_hit, text, solved.counters)

    def best(
        self, limit_hit: str, text: str, counters: Mapping[str, int | float | str] | None = None
    ) -> Level:
        """Give the best board so far, `unknown` unless it keeps its promises by luck."""
        trace, reason = self._trace(limit_hit, counters or {}), Reason(text=text)
        if not self.drafted.fills(self.request.exists):
            return no_level(self.request, "unknown", reason, trace)
        cells, objects = self.drafted.cells, self.drafted.objects
        return judged(self.request, cells, objects, trace, unknown=reason)

    def _mended(self) -> Level | None:
        left = self.clock.left(self.time_limit)
        rules = compile_rules(self.request.tileset)
        self.drafted = mended(self.request, rules, self.drafted, time_limit=left)
        drafted = self.drafted
        if not drafted.fills(self.request.exists):
            return None
        trace = Trace(self.clock, drafted.route, drafted.counters, solver_version())
        return judged(self.request, drafted.cells, drafted.objects, trace)

    def _solved(self) -> Solved:
        from levelgen.model import Hint, solve
        from levelgen.model.solver import DETERMINISTIC_LIMIT, Connectivity
        from levelgen.model.windows import window_literals

        request, warm = self.request, self.strategy == "warm"
        connectivity: Connectivity = "auto"
        if self.strategy == "lazy" or self.strategy == "circuit":
            connectivity = self.strategy
        known = request.layout.plain and request.tileset.windows is None
        # The windows of a tileset make a model many times as large.
        short = FRESH_LIMIT * (1 + window_literals(request) / 12_000)
        while True:
            drafted = self.drafted
            hint = Hint(drafted.cells, drafted.objects, drafted.whole) if drafted.is_hint else None
            last = not warm or known or self.tries == FRESH_DRAFTS
            solved = solve(
                request,
                hint=hint,
                seed=request.seed,
                connectivity=connectivity,
                time_limit=self.clock.left(self.time_limit),
                deterministic_limit=DETERMINISTIC_LIMIT if last else short,
            )
            over = solved.limit_hit.startswith(("time", "memory"))
            if last or solved.status != "unknown" or over:
                return solved
            # The constructor does not know such boards, so a draft can be a poor start: try
            # another.
            self.tries += 1
            self.drafted = draft(request, compile_rules(request.tileset), self.tries)

    def _trace(self, limit_hit: str, counters: Mapping[str, int | float | str]) -> Trace:
        drafted = self.drafted
        return Trace(
            self.clock,
            f"{drafted.route}, {self.strategy}" if drafted.is_hint else self.strategy,
            {**drafted.counters, "fresh_drafts": self.tries, **counters},
            solver_version(),
            limit_hit,
        )
