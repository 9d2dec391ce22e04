"""Which promises conflict: a minimal set of them that no level can keep together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter

from ortools.sat.python import cp_model

from levelgen.model.adjacency import adjacency
from levelgen.model.arithmetic import impossible
from levelgen.model.connectivity import CIRCUIT_CELLS
from levelgen.model.context import Context, Cutting, locks_of
from levelgen.model.model import negation
from levelgen.model.places import weightless
from levelgen.model.registry import post
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

_SHARE = 0.1


@dataclass(frozen=True)
class _Member:
    """Something that may be part of the conflict, and the literal that switches it on."""

    pointer: str
    text: str
    literal: int


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
    try:
        if window_literals(request) > MOST_LITERALS:
            raise _LimitError
        question = _Question(request, promises, deterministic_limit, time_limit)
        core = None
        if request.tileset.windows is not None:
            # Samples have their neighbours in their windows, which tell more.
            others = [member for member in question.members if member.pointer != "/adjacency"]
            core = question.core(others, share=1.0)
        if core is None:
            core = question.core(question.members, share=1.0)
    except _LimitError:
        text = f"no {size} level can keep all of the promises; the limit was reached before it was"
        return Reason(text=f"{text} known which of them conflict")
    if core is None:
        raise ValueError("the promises can be kept together")
    minimal = True
    settled: list[_Member] = []
    while rest := [member for member in core if member not in settled]:
        try:
            smaller = question.core([item for item in core if item is not rest[0]], share=_SHARE)
        except _LimitError:
            minimal = False
            smaller = None
        if smaller is None:
            settled.append(rest[0])
        else:
            core = smaller
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


def _sentence(size: str, core: Sequence[_Member]) -> str:
    listed = "; ".join(f"{member.text} ({member.pointer})" for member in core)
    if len(core) == 1:
        return f"no {size} level can keep this: {listed}"
    return f"no {size} level can keep all of these: {listed}"


class _Question:
    """The model in which each promise has a switch."""

    def __init__(
        self,
        request: Request,
        asks: Sequence[Ask],
        deterministic_limit: float,
        time_limit: float | None,
    ) -> None:
        rules = compile_rules(request.tileset)
        shape = Shape(request.rows, request.cols, request.layout)
        self.left = deterministic_limit
        self.limit = deterministic_limit
        self.deadline = None if time_limit is None else perf_counter() + time_limit
        self.seed = request.seed
        # To presolve the many literals of windows takes longer than most questions about them.
        self.presolve = request.tileset.windows is None
        self.made: Skeleton = start(rules, shape, asks)
        self.members: list[_Member] = []
        cutting: Cutting = "nothing" if shape.flat and shape.size <= CIRCUIT_CELLS else "regions"
        made = self.made
        locked = locks_of(asks)
        told = counted(ask.constraint for ask in asks)
        context = Context(
            made.model, made.grid, made.objects, rules, cutting, locked=locked, counted=told
        )
        for part in (part for ask in asks for part in _parts(ask)):
            self._add(part.pointer, part.constraint.describe(), partial(post, context, part))
        if request.tileset.windows is not None:
            sample = request.tileset.windows
            words = f"only windows of {sample.rows}x{sample.cols} cells that the samples show"
            self._add("/windows", words, partial(windows, context))
        words = f"the neighbours that tileset {request.tileset.name!r} allows"
        self._add("/adjacency", words, partial(adjacency, context, "clauses"))
        if rules.sampled != rules.every:
            words = "tiles of weight 0 only where a border or a fixed cell leaves no other"
            self._add("/tiles", words, partial(weightless, context, asks))
        made.grid.tie_totals()

    def _add(self, pointer: str, text: str, encode: Callable[[], None]) -> None:
        model = self.made.model
        literal = model.boolean()
        with model.under(literal):
            encode()
        self.members.append(_Member(pointer, text, literal))

    def core(self, members: Sequence[_Member], *, share: float) -> list[_Member] | None:
        """Give a part of the members that cannot be kept, None if all of them can.

        Raises _LimitError when the given share of the whole limit, or what is left of it, is not
        enough to know.
        """
        model = self.made.model
        budget = min(self.left, self.limit * share)
        switched = {member.literal for member in members}
        model.proto.assumptions.clear()
        model.proto.assumptions.extend(
            [
                member.literal if member.literal in switched else negation(member.literal)
                for member in self.members
            ]
        )
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
            status = solver.solve(model.program)
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
                blamed = set(response.sufficient_assumptions_for_infeasibility)
                return [member for member in members if member.literal in blamed]
            draft = self.made.decoded(list(response.solution))
            cuts = [
                cut
                for watch in model.watches
                if switched.issuperset(watch.condition)
                for cut in watch.cuts(draft)
            ]
            if not cuts:
                return None
            for cut in cuts:
                model.clause(cut)
