"""Which promises conflict: a minimal set of them that no level can keep together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from time import perf_counter

from ortools.sat.python import cp_model

from levelgen.model.adjacency import adjacency
from levelgen.model.arithmetic import impossible
from levelgen.model.connectivity import CIRCUIT_CELLS
from levelgen.model.context import Context, Cutting, locks_of
from levelgen.model.model import MemoryLimitError, negation
from levelgen.model.places import weightless
from levelgen.model.registry import post
from levelgen.model.running import run
from levelgen.model.shape import Shape
from levelgen.model.skeleton import Skeleton, start
from levelgen.model.windows import MOST_LITERALS, window_literals, windows
from levelgen.rules import compile_rules
from levelgen.schema.constraints import Fixed, counted
from levelgen.schema.level import Reason
from levelgen.schema.overrides import Ask
from levelgen.schema.request import Request

EXPLAIN_LIMIT = 10.0
"""Default limit of an explanation, in CP-SAT's deterministic time (one or two seconds each)."""

_FIRST_SHARE = 0.1
_SWITCHED_SHARE = 0.03
_PLAIN_SHARE = 0.1
"""What a single question may take of the limit."""

_MOST_NAMED = 16
"""So many members are named although some of them may have no part in the conflict."""


@dataclass(frozen=True)
class _Member:
    """Something that may be part of the conflict, and how it is said to a model."""

    pointer: str
    text: str
    encode: Callable[[Context], None]


class _LimitError(Exception):
    """The limit of a single question was reached."""


def explain(
    request: Request,
    *,
    asks: Sequence[Ask] | None = None,
    deterministic_limit: float = EXPLAIN_LIMIT,
    time_limit: float | None = None,
) -> Reason:
    """Name promises that no level can keep together; each of them is needed for the conflict.

    `asks` replaces the promises of the request; fixed cells count one by one. The adjacency
    (pointer `/adjacency`), the windows of the tileset's samples (`/windows`) and the rule that
    tiles of weight 0 stand only where pins leave no other (`/tiles`) may be in the conflict;
    objects standing on their tags, one a cell, always hold. The set is an unsatisfiable core,
    shrunk by leaving out one member after the other; the text says so if the limit cut that short.
    Seconds count only if `time_limit` is given. Raises ValueError if the promises can be kept.
    """
    promises = tuple(request.asks if asks is None else asks)
    plain = impossible(request, asks=promises)
    if plain is not None:
        return plain
    size = f"{request.rows}x{request.cols}"
    if window_literals(request) > MOST_LITERALS:
        return _unnamed(size)
    try:
        question = _Question(request, promises, deterministic_limit, time_limit)
        core = None
        if request.tileset.windows is not None:
            # Samples have their neighbours in their windows, which tell more.
            others = [member for member in question.members if member.pointer != "/adjacency"]
            core = question.core(others, share=_FIRST_SHARE)
        if core is None:
            core = question.core(question.members, share=_FIRST_SHARE)
    except MemoryLimitError:
        return _unnamed(size)
    except _LimitError:
        core = question.thinned(question.members)
    if core is None:
        raise ValueError("the promises can be kept together")
    minimal = True
    settled: list[_Member] = []
    while rest := [member for member in core if member not in settled]:
        try:
            smaller = question.without(rest[0], core)
        except (_LimitError, MemoryLimitError):
            minimal = False
            smaller = None
        if smaller is None:
            settled.append(rest[0])
        else:
            core = smaller
    if not minimal and len(core) > _MOST_NAMED:
        return _unnamed(size)
    text = _sentence(size, core)
    if not minimal:
        text += "; fewer of them may conflict already, the limit was reached before this was known"
    return Reason(text=text, constraints=tuple(member.pointer for member in core))


def _parts(ask: Ask) -> Iterator[Ask]:
    """Split fixed cells, of which few conflict even where thousands are fixed."""
    fixed = ask.constraint
    if not isinstance(fixed, Fixed) or len(fixed.cells) == 1:
        yield ask
        return
    for number, cell in enumerate(fixed.cells):
        one = fixed.model_copy(update={"cells": (cell,)})
        yield Ask(f"{ask.pointer}/cells/{number}", one)


def _unnamed(size: str) -> Reason:
    text = f"no {size} level can keep all of the promises; the limit was reached before it was"
    return Reason(text=f"{text} known which of them conflict")


def _sentence(size: str, core: Sequence[_Member]) -> str:
    listed = "; ".join(f"{member.text} ({member.pointer})" for member in core)
    if len(core) == 1:
        return f"no {size} level can keep this: {listed}"
    return f"no {size} level can keep all of these: {listed}"


class _Question:
    """Which members of a request conflict: asked with a switch for each, or of some of them alone.

    Switches tell a part that conflicts; without them the solver sees more, and proves sooner.
    """

    def __init__(
        self,
        request: Request,
        asks: Sequence[Ask],
        deterministic_limit: float,
        time_limit: float | None,
    ) -> None:
        self.rules = compile_rules(request.tileset)
        self.shape = Shape(request.rows, request.cols, request.layout)
        self.asks = asks
        self.left = deterministic_limit
        self.limit = deterministic_limit
        self.deadline = None if time_limit is None else perf_counter() + time_limit
        self.seed = request.seed
        # To presolve the many literals of windows takes longer than most questions about them.
        self.presolve = request.tileset.windows is None
        self.members = [
            _Member(part.pointer, part.constraint.describe(), partial(post, ask=part))
            for ask in asks
            for part in _parts(ask)
        ]
        if request.tileset.windows is not None:
            sample = request.tileset.windows
            words = f"only windows of {sample.rows}x{sample.cols} cells that the samples show"
            self.members.append(_Member("/windows", words, windows))
        words = f"the neighbours that tileset {request.tileset.name!r} allows"
        self.members.append(_Member("/adjacency", words, partial(adjacency, form="clauses")))
        if self.rules.sampled != self.rules.every:
            words = "tiles of weight 0 only where a border or a fixed cell leaves no other"
            self.members.append(_Member("/tiles", words, partial(weightless, asks=asks)))

    def without(self, member: _Member, core: Sequence[_Member]) -> list[_Member] | None:
        """Give a part of a core without one of its members, None if there the others can be kept.

        Raises _LimitError when that cannot be known.
        """
        others = [other for other in core if other is not member]
        try:
            return self.core(others, share=_SWITCHED_SHARE)
        except _LimitError:
            return others if self._conflict(others) else None

    def thinned(self, core: Sequence[_Member]) -> list[_Member]:
        """Leave out many members at a time, as far as the others are known to conflict."""
        found = list(core)
        size = len(found) // 2
        while size > 1:
            for first in range(0, len(core), size):
                chunk = core[first : first + size]
                others = [member for member in found if member not in chunk]
                try:
                    found = others if self._conflict(others) else found
                except _LimitError:
                    continue
            size //= 2
        return found

    def core(self, members: Sequence[_Member], *, share: float) -> list[_Member] | None:
        """Give a part of the members that cannot be kept, None if all of them can.

        Raises _LimitError when the given share of the whole limit, or what is left of it, is not
        enough to know.
        """
        made, switches = self._switched
        on = {switches[member] for member in members}
        made.model.proto.assumptions.clear()
        made.model.proto.assumptions.extend(
            [literal if literal in on else negation(literal) for literal in switches.values()]
        )
        blamed = self._blamed(made, share, frozenset(on))
        if blamed is None:
            return None
        return [member for member in members if switches[member] in blamed]

    def _conflict(self, members: Sequence[_Member]) -> bool:
        """Say whether some members cannot be kept, by a model of them alone. Raises _LimitError."""
        made = start(self.rules, self.shape, self.asks)
        context = self._context(made)
        for member in members:
            member.encode(context)
        made.grid.tie_totals()
        return self._blamed(made, _PLAIN_SHARE, frozenset()) is not None

    @cached_property
    def _switched(self) -> tuple[Skeleton, dict[_Member, int]]:
        """The model of all members, and the literal that switches each of them on."""
        made = start(self.rules, self.shape, self.asks)
        context = self._context(made)
        switches = {}
        for member in self.members:
            switches[member] = made.model.boolean()
            with made.model.under(switches[member]):
                member.encode(context)
        made.grid.tie_totals()
        return made, switches

    def _context(self, made: Skeleton) -> Context:
        small = self.shape.flat and self.shape.size <= CIRCUIT_CELLS
        cutting: Cutting = "nothing" if small else "regions"
        locked = locks_of(self.asks)
        told = counted(ask.constraint for ask in self.asks)
        return Context(
            made.model, made.grid, made.objects, self.rules, cutting, locked=locked, counted=told
        )

    def _blamed(self, made: Skeleton, share: float, on: frozenset[int]) -> frozenset[int] | None:
        """Give the assumptions that make a model impossible, None if it is possible.

        `on`: the switches whose promises are watched. Raises _LimitError.
        """
        model = made.model
        budget = min(self.left, self.limit * share)
        presolve = self.presolve
        while True:
            solver = cp_model.CpSolver()
            settings = solver.parameters
            settings.num_workers = 1
            settings.random_seed = self.seed % (1 << 31)
            settings.cp_model_presolve = presolve
            settings.max_deterministic_time = max(budget if presolve else budget / 2, 0.0)
            if self.deadline is not None:
                settings.max_time_in_seconds = max(self.deadline - perf_counter(), 0.0)
            status = run(solver, model.program).status
            if status == cp_model.MODEL_INVALID:
                raise RuntimeError(f"CP-SAT refuses the model: {model.program.validate()}")
            response = solver.response_proto
            budget -= response.deterministic_time
            self.left -= response.deterministic_time
            if status == cp_model.UNKNOWN and not presolve:
                presolve = True
                continue
            if status == cp_model.UNKNOWN:
                raise _LimitError
            if status == cp_model.INFEASIBLE:
                return frozenset(response.sufficient_assumptions_for_infeasibility)
            draft = made.decoded(list(response.solution))
            cuts = [
                cut
                for watch in model.watches
                if on.issuperset(watch.condition)
                for cut in watch.cuts(draft)
            ]
            if not cuts:
                return None
            for cut in cuts:
                model.clause(cut)
